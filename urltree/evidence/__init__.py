"""What the history of a site says of a page's blocks."""
