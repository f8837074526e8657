"""What only the counters in this process promise: the room that they take."""

from __future__ import annotations

import pickle

from documents import NUMBER, document

from urltree.store.domain import DomainCounts


def room_after(documents: int) -> int:
    """Bytes of a domain that keeps 3 documents, after so many, each of which shares a block with the next."""
    domain = DomainCounts()
    for key in range(documents):
        domain.observe(document(key, [key, key + 1]), NUMBER)
    return len(pickle.dumps(domain))


def test_the_rare_blocks_of_documents_gone_are_swept_away() -> None:
    assert room_after(4_000) < 2 * room_after(1_000)
