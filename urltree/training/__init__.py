"""Making the network of `auto` from pages with gold text: ``urltree train``."""
