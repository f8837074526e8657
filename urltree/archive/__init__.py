"""Web archives: each page beside others of its template, and beside itself at other times.

WARC ─ warc, cdxj ─► snapshots ─ layers ─ similar ─ cross ─► up to five snapshots a page
                                                              └─ textelements ─ occurrence ─ patterns ─► kinds
                                                                                     windows ─ reclassify ─┘

After R. Leśniak, Joint Approach to Boilerplate Detection in Web Archives, Hannover 2017 (DBCE).
"""
