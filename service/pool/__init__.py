"""The processes that extract: pages in, what was read from them out."""
