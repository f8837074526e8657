"""The processes that extract: pages in, what was read in them out."""
