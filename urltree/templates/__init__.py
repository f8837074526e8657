"""Template fingerprints (Hachenberg & Gottron, CIKM 2013): which pages were made from the same template.

page ── scan ──► tags ── LZW ──► fingerprint ── index ──► similar fingerprints ──► template
        fingerprint.py                          index.py                           clusters.py, classify.py

A store counts the fingerprints of each site; `site.py` groups them on request. The store also keeps an index
of which sites have which fingerprints; `shared.py` fills it, and finds the sites that share a template.
"""
