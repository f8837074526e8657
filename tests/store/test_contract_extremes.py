"""Contract of `Store`, over every store and their oracle: any text, any 64 bits, any size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from documents import (
    AGE,
    DOMAIN,
    KEEP,
    NOW,
    STRANGE_NAMES,
    counts,
    document,
    held,
    make_common,
    observe_many,
    ripen,
)

from urltree.models import MATURE, NodeSummary, RepeatedBlock, Status
from urltree.store.base import COMMON

if TYPE_CHECKING:
    from urltree.store.base import Store

BLOCK = 0x0123_4567_89AB_CDEF
EXTREMES = (0, 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1)


@pytest.mark.parametrize("domain", STRANGE_NAMES)
def test_a_domain_may_be_any_text(store: Store, domain: str) -> None:
    for key in range(COMMON + 1):
        store.observe(document(key, [10, 11 + key], branch=(domain,)), KEEP)
    store.expire(domain, replace(KEEP, max_documents=2), NOW)
    store.name(domain, {10: "Contact"})
    assert (store.nodes(domain), store.repeated(domain, 9)) == (
        [NodeSummary(domain, 2)],
        [RepeatedBlock(10, 2, "Contact")],
    )


def test_node_names_may_be_any_text(store: Store) -> None:
    branch = (DOMAIN, "a{b}c", *STRANGE_NAMES)
    ripen(store, branch)
    answer = store.observe(document(1, [10], branch=branch), KEEP)
    assert [(node.node, node.support, node.counts[10]) for node in answer.nodes] == [
        (name, MATURE + 1, 1) for name in branch
    ]


def test_node_names_of_any_text_are_sorted_by_code_point(store: Store) -> None:
    branch = (DOMAIN, "a{b}c", *STRANGE_NAMES)
    store.observe(document(1, branch=branch), KEEP)
    assert [node.node for node in store.nodes(DOMAIN)] == sorted(branch)


def test_keys_that_differ_in_one_bit_are_different(store: Store) -> None:
    keys = [BLOCK, *(BLOCK ^ 1 << bit for bit in range(64))]
    assert {store.observe(document(key), KEEP).status for key in keys} == {Status.NEW}


@pytest.mark.parametrize("documents", [1, 2, COMMON + 1])
def test_hashes_that_differ_in_one_bit_are_different(store: Store, documents: int) -> None:
    near = [BLOCK ^ 1 << bit for bit in range(64)]
    observe_many(store, documents, BLOCK)
    assert held(store, BLOCK, *near) == [documents] + [0] * 64


@pytest.mark.parametrize("documents", [1, 2, COMMON + 1])
def test_hashes_at_the_ends_of_64_bits_are_counted(store: Store, documents: int) -> None:
    observe_many(store, documents, *EXTREMES)
    assert held(store, *EXTREMES) == [documents] * len(EXTREMES)


def test_hashes_at_the_ends_of_64_bits_can_be_given_texts(store: Store) -> None:
    make_common(store, *EXTREMES)
    store.name(DOMAIN, {hash_: str(hash_) for hash_ in EXTREMES})
    expected = [RepeatedBlock(hash_, COMMON + 1, str(hash_)) for hash_ in EXTREMES]
    assert store.repeated(DOMAIN, 9) == expected


def test_keys_at_the_ends_of_64_bits_are_distinguished(store: Store) -> None:
    answers = [store.observe(document(key), KEEP) for key in EXTREMES * 2]
    assert [answer.status for answer in answers] == [Status.NEW] * 8 + [Status.DUPLICATE] * 8


def test_a_page_of_5000_blocks_is_counted(store: Store) -> None:
    blocks = [number * 0x9E37_79B9_7F4A_7C15 % 2**64 for number in range(5_000)]
    ripen(store)
    observe_many(store, 2, *blocks)
    assert counts(store.observe(document(3, blocks), KEEP), node=2) == dict.fromkeys(blocks, 3)


def test_a_page_of_5000_blocks_is_revised(store: Store) -> None:
    store.observe(document(1, range(5_000)), KEEP)
    store.observe(document(1, range(5_000, 10_000)), KEEP)
    assert held(store, *range(10_000)) == [1] * 10_000


def test_a_page_of_5000_common_blocks_is_counted(store: Store) -> None:
    make_common(store, *range(5_000))
    assert held(store, *range(5_000)) == [COMMON + 1] * 5_000


def test_pages_of_5000_common_blocks_expire(store: Store) -> None:
    make_common(store, *range(5_000))
    store.name(DOMAIN, dict.fromkeys(range(5_000), "text"))
    store.expire(DOMAIN, AGE, NOW + 101)
    assert (store.nodes(DOMAIN), store.repeated(DOMAIN, 9), held(store, *range(5_000))) == (
        [],
        [],
        [0] * 5_000,
    )


def test_pages_of_5000_common_blocks_expire_before_the_others(store: Store) -> None:
    make_common(store, *range(5_000))
    store.observe(document(COMMON + 2, [5_000], time=NOW + 101), KEEP)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert held(store, *range(5_001)) == [0] * 5_000 + [1]
