"""Making the networks of `auto` (``urltree train``) and `texrex` from pages with gold text."""
