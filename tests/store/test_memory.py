"""What only the memory store promises: how much memory it takes, and what an interruption leaves."""

from __future__ import annotations

import gc

import pytest
from documents import AGE, KEEP, NOW, document

from urltree.models import FingerprintHolder, Status
from urltree.store.base import FILED_AGE
from urltree.store.domain import DomainCounts
from urltree.store.memory import MemoryStore


def domains_alive() -> int:
    return sum(type(each) is DomainCounts for each in gc.get_objects())


def test_looking_up_in_unknown_domains_takes_no_memory() -> None:
    store, before = MemoryStore(), domains_alive()
    for number in range(9):
        store.lookup(document(1, [10], branch=(f"{number}.org",)))
    assert domains_alive() == before


def test_a_domain_without_documents_takes_no_memory() -> None:
    store, before = MemoryStore(), domains_alive()
    store.observe(document(1, [10]), AGE)
    assert store.expire("example.com", AGE, NOW + 101) == 1
    assert domains_alive() == before


def test_what_was_filed_too_long_ago_takes_no_memory() -> None:
    store = MemoryStore()
    for half, time in ((b"old", NOW), (b"young", NOW + FILED_AGE + 1)):
        store.file(half, FingerprintHolder("example.com", bytes(25)), time)
    assert store.filed(b"old", NOW) == []


def test_a_domain_whose_counting_is_interrupted_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    store = MemoryStore()
    with monkeypatch.context() as patched:
        patched.setattr(DomainCounts, "_common_blocks", interrupt)  # amid the count
        with pytest.raises(KeyboardInterrupt):
            store.observe(document(1, [10]), KEEP)
    seen = store.observe(document(1, [10]), KEEP)
    assert (seen.status, seen.nodes[0].support) == (Status.NEW, 1)
