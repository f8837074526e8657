"""Contract of `Store`, over every store and their oracle: common blocks and their texts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from documents import (
    AGE,
    DOMAIN,
    KEEP,
    NOW,
    NUMBER,
    STRANGE_TEXTS,
    document,
    held,
    make_common,
    observe_many,
)

from urltree.models import RepeatedBlock
from urltree.store.base import COMMON

if TYPE_CHECKING:
    from urltree.store.base import Store


@pytest.mark.parametrize(("documents", "common"), [(COMMON, []), (COMMON + 1, [10])])
def test_a_block_is_common_once_more_than_8_documents_hold_it(
    store: Store, documents: int, common: list[int]
) -> None:
    observe_many(store, documents, 10)
    assert [block.hash for block in store.repeated(DOMAIN, 9)] == common


def test_a_block_held_by_few_documents_at_a_time_does_not_become_common(store: Store) -> None:
    for key in range(3 * COMMON):
        store.observe(document(key, [10]), NUMBER)
    assert store.repeated(DOMAIN, 9) == []


def test_repeated_blocks_are_counted_at_the_domain(store: Store) -> None:
    for key in range(COMMON + 4):
        store.observe(document(key, [10], branch=(DOMAIN, f"{DOMAIN}/{key % 3}")), KEEP)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 4, "")]


def test_the_most_frequent_come_first_then_the_lowest_hash(store: Store) -> None:
    make_common(store, 12, 2**64 - 1, 2**63, 2**40, 10)
    store.observe(document(99, [12]), KEEP)
    assert [block.hash for block in store.repeated(DOMAIN, 9)] == [12, 10, 2**40, 2**63, 2**64 - 1]


def test_no_more_than_the_limit_are_listed(store: Store) -> None:
    make_common(store, 10, 11, 12)
    assert [block.hash for block in store.repeated(DOMAIN, 2)] == [10, 11]


def test_a_block_stays_common_while_it_fades(store: Store) -> None:
    make_common(store, 10)
    store.expire(DOMAIN, replace(KEEP, max_documents=1), NOW)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, 1, "")]


def test_a_block_that_faded_to_nothing_is_not_common(store: Store) -> None:
    make_common(store, 10)
    store.observe(document(99, [11], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert (store.repeated(DOMAIN, 9), held(store, 10)) == ([], [0])


def test_a_block_that_faded_to_nothing_leaves_the_others_common(store: Store) -> None:
    make_common(store, 10, 11)
    store.observe(document(99, [10], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert (store.repeated(DOMAIN, 9), held(store, 11)) == ([RepeatedBlock(10, 1, "")], [0])


def test_a_block_that_faded_to_nothing_may_become_common_again(store: Store) -> None:
    make_common(store, 10)
    store.observe(document(99, [11], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    make_common(store, 10, time=NOW + 101)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "")]


def test_common_blocks_without_a_text_have_an_empty_one(store: Store) -> None:
    make_common(store, 10, 11)
    store.name(DOMAIN, {11: "Contact"})
    assert [block.text for block in store.repeated(DOMAIN, 9)] == ["", "Contact"]


@pytest.mark.parametrize("text", ["Contact us", *STRANGE_TEXTS])
def test_repeated_blocks_have_the_text_that_they_were_given(store: Store, text: str) -> None:
    make_common(store, 10)
    store.name(DOMAIN, {10: text})
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, text)]


def test_the_text_of_a_block_that_is_not_common_is_not_kept(store: Store) -> None:
    observe_many(store, COMMON, 10)
    store.name(DOMAIN, {10: "Contact", 11: "About"})
    store.observe(document(99, [10]), KEEP)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "")]


def test_the_last_text_given_is_kept(store: Store) -> None:
    make_common(store, 10)
    store.name(DOMAIN, {10: "Contact"})
    store.name(DOMAIN, {10: "CONTACT"})
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "CONTACT")]


def test_naming_nothing_changes_nothing(store: Store) -> None:
    make_common(store, 10)
    store.name(DOMAIN, {10: "Contact"})
    store.name(DOMAIN, {})
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "Contact")]


def test_naming_in_an_unknown_domain_leaves_it_unknown(store: Store) -> None:
    store.name(DOMAIN, {10: "Contact"})
    assert (store.nodes(DOMAIN), store.repeated(DOMAIN, 9)) == ([], [])


def test_a_text_is_kept_while_its_block_fades(store: Store) -> None:
    make_common(store, 10)
    store.name(DOMAIN, {10: "Contact"})
    store.expire(DOMAIN, replace(KEEP, max_documents=1), NOW)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, 1, "Contact")]


def test_a_text_is_dropped_when_its_block_has_faded_to_nothing(store: Store) -> None:
    make_common(store, 10)
    store.name(DOMAIN, {10: "Contact"})
    store.observe(document(99, [11], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    make_common(store, 10, time=NOW + 101)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "")]


def test_a_text_belongs_to_one_domain(store: Store) -> None:
    make_common(store, 10)
    for key in range(COMMON + 1):
        store.observe(document(key, [10], branch=("example.org",)), KEEP)
    store.name("example.org", {10: "Contact"})
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "")]
