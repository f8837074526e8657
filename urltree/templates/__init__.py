"""Template fingerprints (Hachenberg & Gottron, CIKM 2013): which pages were made from the same template.

page ── scan ──► tags ── LZW ──► fingerprint ── index ──► similar fingerprints ──► template
        fingerprint.py                          index.py                           clusters.py, classify.py

`redis` keeps the clusters of each domain on a server; `redesign` watches a site for new ones.
"""
