"""What only the memory store promises: how much memory it takes."""

from __future__ import annotations

import gc

from documents import AGE, NOW, document

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
