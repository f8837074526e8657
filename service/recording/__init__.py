"""What the workers fetch as WARC files, for `urltree archive` and all other readers of web archives."""
