"""The keys of one domain and their types.

Every key of a domain begins with ``urltree:{domain}:``, so a cluster keeps them in one slot. Numbers are big-endian.

===============  ======  ==========================================================================
key              type    holds
===============  ======  ==========================================================================
``meta``         hash    ``first``: number of the oldest document; ``nodes``, ``slots``: how many
                         were ever given; ``rare``, ``buckets``: entries and buckets of the rare table
``seen``         hash    URL key (8 bytes) -> number of its document
``documents``    list    one record a document, oldest first: time (double), URL key (8), revision (2),
                         deepest node (4), how many slots (2), the slots (2 each), rare hashes (8 each)
``nodes``        hash    name of a node -> its number (4)
``chains``       hash    number of a node -> its depth (1), the numbers from the domain down (4 each), name
``rare:N``       hash    rare block (8) -> deepest nodes (4 each) of the documents that hold it,
                         oldest first; bucket N of a table that grows by linear hashing
``slots``        hash    common block (8) -> its slot
``hashes``       string  slot -> common block (8 each)
``free``         list    slots that are free again
``count:NODE``   string  counters (3 bytes each): documents at the node, then those that hold the
                         common block of each slot
``texts``        hash    common block (8) -> the start of its text, for people
===============  ======  ==========================================================================

A page of 90 distinct blocks has some 28 that the domain never saw; 26 of them are never seen again. So a rare block
costs one small entry, whatever the depth of its branch, and only a block that more than ``COMMON`` documents hold
gets counters. A document's record is what makes expiry exact.
"""

from __future__ import annotations


def domain_prefix(domain: str) -> str:
    """Return what every key of the domain begins with; braces cannot stand in a domain's name."""
    return f"urltree:{{{domain}}}:"
