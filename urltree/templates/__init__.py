"""Template fingerprints (Hachenberg & Gottron, CIKM 2013): which pages were made from the same template.

page ── scan ──► tags ── LZW ──► fingerprint ── index ──► similar fingerprints ──► template
        fingerprint.py                          index.py                           clusters.py, classify.py

A store counts the fingerprints of each site, and keeps an index of which sites have which: `shared.py` fills
that, groups the fingerprints of a site on request, and finds the sites that share a template.
"""
