"""Made-up sites of many shapes, to find those on which `auto` goes wrong."""
