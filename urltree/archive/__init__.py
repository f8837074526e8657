"""Web archives: each page beside others of its template, and beside itself at other times.

WARC ─ warc, payload, cdxj ─► catalogue ─┬─ layers ─ similar, lsh ─ cross ─► bycross ─┬─► judged ─► output
                                         └──────────────────────────────────► bytree ─┘

bycross: up to five snapshots a page ─ textelements ─ occurrence ─ patterns ─► kinds
                                                             windows ─ reclassify ─┘

`run` cuts this way into tasks, `judge` has the methods by name, `spark` spreads the tasks over many machines.

After R. Leśniak, Joint Approach to Boilerplate Detection in Web Archives, Hannover 2017 (DBCE).
"""
