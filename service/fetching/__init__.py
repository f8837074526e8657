"""URLs in, pages and feeds out: politely, and never from an address that is not public."""
