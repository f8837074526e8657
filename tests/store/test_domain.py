"""What only the counters in this process promise: how much memory they take."""

from __future__ import annotations

import pickle

from documents import NUMBER, document

from urltree.store.domain import DomainCounts


def size_after(documents: int) -> int:
    """Give the size of a domain that keeps 3 documents after so many, each sharing a block with the next."""
    domain = DomainCounts()
    for key in range(documents):
        domain.observe(document(key, [key, key + 1]), NUMBER)
    return len(pickle.dumps(domain))


def test_rare_blocks_of_expired_documents_are_swept_away() -> None:
    assert size_after(4_000) < 2 * size_after(1_000)
