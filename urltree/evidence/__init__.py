"""What the history of a site says of a page's blocks, and what a page adds to it."""
