"""What only the counters in this process promise: how much memory and how many common blocks they take."""

from __future__ import annotations

import pickle

import pytest
from documents import AGE, KEEP, NOW, NUMBER, document

from urltree.store.base import COMMON
from urltree.store.domain import DomainCounts


def size_after(documents: int) -> int:
    """Give the size of a domain that keeps 3 documents after so many, each sharing a block with the next."""
    domain = DomainCounts()
    for key in range(documents):
        domain.observe(document(key, [key, key + 1]), NUMBER)
    return len(pickle.dumps(domain))


def test_rare_blocks_of_expired_documents_are_swept_away() -> None:
    assert size_after(4_000) < 2 * size_after(1_000)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> DomainCounts:
    """A domain in which two blocks may be common, and three would be."""
    monkeypatch.setattr("urltree.store.slots.MAX_COMMON", 2)
    domain = DomainCounts()
    for key in range(COMMON + 5):
        domain.observe(document(key, [10, 11, 12]), KEEP)
    return domain


def test_a_block_for_which_no_slot_is_free_stays_rare(full: DomainCounts) -> None:
    counts = full.observe(document(1, [10, 11, 12]), KEEP).nodes[0].counts
    assert counts == {10: COMMON + 5, 11: COMMON + 5, 12: COMMON + 1}


def test_a_document_for_whose_block_no_slot_is_free_changes_nothing_again(full: DomainCounts) -> None:
    first, again = (full.observe(document(99, [10, 11, 12]), KEEP) for _ in range(2))
    assert first.nodes == again.nodes


def test_a_block_becomes_common_when_slots_are_free_again(full: DomainCounts) -> None:
    full.observe(document(99, time=NOW + 101), KEEP)
    full.expire(AGE, NOW + 101)
    for key in range(COMMON + 5):
        full.observe(document(200 + key, [12], time=NOW + 101), KEEP)
    assert [(block.hash, block.count) for block in full.repeated(9)] == [(12, COMMON + 5)]
