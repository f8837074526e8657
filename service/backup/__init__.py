"""The whole state of a service in one file: `urltree backup`, `urltree restore`."""
