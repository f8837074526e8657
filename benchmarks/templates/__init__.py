"""How well template fingerprints tell templates apart, on real pages."""
