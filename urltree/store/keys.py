"""The keys of the store and their types.

Every key of a domain begins with ``urltree:{domain}:``, so a cluster keeps them in one slot. Documents are
numbered as they come; numbers in values are big-endian, their bytes in parentheses.

================  ======  =============================================================================
key               type    holds
================  ======  =============================================================================
``meta``          hash    ``first``: number of the oldest document; ``nodes``, ``slots``: how many were
                          assigned; ``entries``, ``buckets``: size of the rare table; ``sweep``: bucket
                          swept last; ``known``: number of the last document before the current row of
                          strange ones; ``row``: strange documents in that; ``layout``: `LAYOUT`
``seen``          hash    URL key (8) -> number of its document
``documents``     list    one record a document, oldest first: time (8), URL key (8), revision (4),
                          branch (4), number of the first document that had its fingerprint, or its own
                          (4), runs of slots of its common blocks: the first (2), how many more (1)
``branches``      hash    branch, which is the number of its deepest node -> names of its nodes
``nodes``         hash    name -> number (4), support (4), heir (4), whether it has counters (1), and
                          while it is young the numbers of its documents (4 each)
``rare``          hash    bucket of a table that grows by linear hashing -> its entries, oldest first: rare
                          block (8), number of a document that holds it (4)
``slots``         hash    common block (8) -> its slot (2)
``hashes``        string  slot -> common block (8 each)
``free``          list    slots to be assigned again (2)
``count:N``       hash    chunk -> counters of 32 slots (2 each) at the node of number N
``texts``         hash    common block (8) -> the start of its text, for people
``paths``         hash    DOM path (8) -> number of the last document that had it (4), `PATH_SUMS` as of
                          that document (4 each), how its few blocks on the path open (2 each)
``fingerprints``  hash    template fingerprint (25) -> number of the first document that had it (4), how
                          many have it (4), URL of the last
``firsts``        hash    number of the first document that had a fingerprint -> fingerprint (25)
================  ======  =============================================================================

The reasons: of a page's 90 distinct blocks some 25 are new to the domain, and most of these are never seen
again. A rare block therefore costs an entry of 12 bytes, whatever the depth of its branch; only a block that
more than `COMMON` documents hold gets counters. A node has counters of its own only if a heuristic may ask
for them and they differ from its parent's (see branches.lua). A document that is dropped is subtracted
exactly at its slots; it needs no list of its rare blocks, because numbers before ``first`` are ignored
wherever they stand, and are cut off when their bucket is next read. ``slots`` and ``paths`` have one more,
long field, which keeps Valkey from packing them (see keyspace.lua).

The index of all domains by template fingerprint has a key for each half of a fingerprint, in hexadecimal:

==============================  ====  ===================================================================
key                             type  holds
==============================  ====  ===================================================================
``urltree:{/half-HEX}:filed``   zset  domain, NUL and fingerprint, by the time that they were filed; expires
                                      `FILED_AGE` seconds after the last
==============================  ====  ===================================================================

Halves are spread over the slots of a cluster by their hash. The index is not updated when a domain drops a
fingerprint, so its readers must ask the domain.
"""

from __future__ import annotations

#: Version of this layout; a domain with another version is refused.
LAYOUT = 3

#: The keys of a domain besides ``count:N``.
DOMAIN_KEYS = (
    *("meta", "seen", "documents", "nodes", "branches", "rare", "slots", "hashes", "free", "texts", "paths"),
    *("fingerprints", "firsts"),
)


def domain_prefix(domain: str) -> str:
    """Return the start of every key of the domain."""
    return f"urltree:{{{domain}}}:"


def half_space(half: bytes) -> str:
    """Return the name of the key space of half a fingerprint; it begins with a slash, as no domain does."""
    return f"/half-{half.hex()}"
