"""Contract of `Store`, over every store and their oracle: what is kept and what expires."""

from __future__ import annotations

from dataclasses import replace
from time import time
from typing import TYPE_CHECKING

import pytest
from documents import (
    AGE,
    AHEAD,
    DOMAIN,
    KEEP,
    NEWS,
    NOW,
    NUMBER,
    counts,
    document,
    held,
    make_common,
    observe_many,
    supports,
)

from urltree.models import NodeSummary, RepeatedBlock, Status
from urltree.store.base import COMMON, EXPIRE_BATCH, EXPIRE_STEP

if TYPE_CHECKING:
    from urltree.store.base import Store

#: Longer than a test takes.
LONG = replace(AGE, max_age=86_400.0)


# Retention


def test_expiring_drops_a_batch_at_a_time(store: Store) -> None:
    observe_many(store, EXPIRE_BATCH + 5, 10)
    assert [store.expire(DOMAIN, AGE, NOW + 101) for _ in range(3)] == [EXPIRE_BATCH, 5, 0]


def test_only_domains_with_documents_are_listed(store: Store) -> None:
    for domain in ("example.com", "bücher.de", "a.org"):
        store.observe(document(1, [10], branch=(domain,)), AGE)
    store.forget("a.org")
    store.lookup(document(1, [10], branch=("b.org",)))
    assert sorted(store.domains()) == ["bücher.de", "example.com"]


def test_a_domain_that_expired_completely_is_not_listed(store: Store) -> None:
    observe_many(store, 3, 10)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert list(store.domains()) == []


@pytest.mark.parametrize(("age", "gone"), [(100, 0), (101, 1)])
def test_a_document_expires_when_it_is_older_than_max_age(store: Store, age: int, gone: int) -> None:
    store.observe(document(1, [10]), AGE)
    assert store.expire(DOMAIN, AGE, NOW + age) == gone


def test_counts_are_exact_after_expiry_by_age(store: Store) -> None:
    store.observe(document(1, [10, 11]), AGE)
    store.observe(document(2, [11, 12], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert held(store, 10, 11, 12) == [0, 1, 1]


def test_counts_are_exact_after_most_blocks_expired(store: Store) -> None:
    for key in range(30):
        store.observe(document(key, range(1_000 + 10 * key, 1_010 + 10 * key)), AGE)
    store.observe(document(99, range(10, 20), time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert held(store, *range(10, 20)) == [1] * 10


def test_support_is_exact_after_expiry(store: Store) -> None:
    store.observe(document(1, [10], branch=NEWS), AGE)
    store.observe(document(2, [10], branch=NEWS[:2], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert store.nodes(DOMAIN) == [NodeSummary(DOMAIN, 1), NodeSummary("www.example.com", 1)]


def test_counts_of_common_blocks_are_exact_at_every_node_after_expiry(store: Store) -> None:
    branches = (NEWS, NEWS[:2], NEWS[:1])
    for key in range(60):
        store.observe(document(key, [10, key + 100], branch=branches[key % 3]), KEEP)
    store.expire(DOMAIN, replace(KEEP, max_documents=31), NOW)
    answer = store.lookup(document(99, [10, 128, 129], branch=NEWS))
    assert [dict(node.counts) for node in answer.nodes] == [
        {10: 32, 128: 1, 129: 2},
        {10: 21, 128: 1, 129: 1},
        {10: 11, 128: 1, 129: 1},
    ]


def test_counts_are_exact_if_branches_diverge_as_a_document_expires(store: Store) -> None:
    make_common(store, 10)
    elsewhere = document(99, [10], branch=(DOMAIN, "other.example.com"))
    store.observe(elsewhere, replace(KEEP, max_documents=COMMON + 1))
    assert counts(store.lookup(document(100, [10])), node=1) == {10: COMMON + 1}


def test_expiring_by_number_drops_the_oldest(store: Store) -> None:
    for key in range(5):
        store.observe(document(key, [key + 10]), KEEP)
    store.expire(DOMAIN, NUMBER, NOW)
    assert held(store, *range(10, 15)) == [0, 0, 1, 1, 1]


def test_observing_makes_room_for_the_new_document(store: Store) -> None:
    answers = [store.observe(document(key, [10]), NUMBER) for key in range(6)]
    assert [supports(answer)[0] for answer in answers] == [1, 2, 3, 3, 3, 3]


def test_observing_a_duplicate_makes_no_room(store: Store) -> None:
    for key in range(3):
        store.observe(document(key, [10]), NUMBER)
    assert supports(store.observe(document(2, [10]), NUMBER))[0] == 3


def test_observing_drops_documents_that_are_too_old_before_it_counts(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    answer = store.observe(document(2, [10], time=NOW + 101), AGE)
    assert (supports(answer), counts(answer)) == ([1, 1, 1], {10: 1})


def test_one_observation_expires_at_most_a_step(store: Store) -> None:
    observe_many(store, EXPIRE_STEP + 5, 10)
    answer = store.observe(document(99, [10], time=NOW + 101), AGE)
    assert (supports(answer)[0], counts(answer)) == (6, {10: 6})


def test_the_newest_are_kept_however_old(store: Store) -> None:
    for key in range(5):
        store.observe(document(key, [key + 10]), KEEP)
    store.expire(DOMAIN, replace(AGE, min_documents=2), NOW + 1e6)
    assert held(store, *range(10, 15)) == [0, 0, 0, 1, 1]


def test_the_most_documents_are_kept_though_the_least_are_more(store: Store) -> None:
    for key in range(5):
        store.observe(document(key, [key + 10]), replace(NUMBER, min_documents=4))
    assert held(store, *range(10, 15)) == [0, 0, 1, 1, 1]


def test_observing_keeps_the_newest_however_old(store: Store) -> None:
    observe_many(store, 2, 10)
    answer = store.observe(document(3, [10], time=NOW + 1e6), replace(AGE, min_documents=2))
    assert supports(answer)[0] == 3


def test_an_expired_key_is_new_again(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    assert store.observe(document(1, [10], time=NOW + 101), AGE).status is Status.NEW


def test_a_key_that_comes_back_after_expiry_has_revision_0(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(1, [20], chars=100), AGE)
    assert store.observe(document(1, [20], time=NOW + 101), AGE).revision == 0


def test_blocks_that_only_expired_documents_held_are_unseen_again(store: Store) -> None:
    store.observe(document(1, [20]), AGE)
    store.observe(document(2, [10], time=NOW + 50), AGE)
    answer = store.observe(document(2, [20], chars=100, time=NOW + 101), AGE)
    assert answer.status is Status.REVISION


def test_a_block_of_a_large_document_that_expired_is_counted_when_it_comes_again(store: Store) -> None:
    store.observe(document(1, range(600)), AGE)
    store.observe(document(2, [10], time=NOW + 101), AGE)
    assert held(store, 10) == [1]


def test_a_duplicate_does_not_renew_the_age(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(1, [10], time=NOW + 90), AGE)
    assert store.expire(DOMAIN, AGE, NOW + 101) == 1


def test_a_revision_does_not_renew_the_age(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(1, [20], chars=100, time=NOW + 90), AGE)
    assert store.expire(DOMAIN, AGE, NOW + 101) == 1


def test_the_blocks_of_a_revision_expire_with_their_document(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(2, [11], time=NOW + 50), AGE)
    store.observe(document(1, [20, 21], chars=100, time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert held(store, 10, 11, 20, 21) == [0, 1, 0, 0]


def test_a_revised_document_expires_like_any_other(store: Store) -> None:
    for block in (10, 20):
        store.observe(document(0xA1B2C3D4E5F60718, [block], chars=100), AGE)
    assert (store.expire(DOMAIN, AGE, NOW + 101), store.nodes(DOMAIN)) == (1, [])


def test_a_block_that_a_later_document_shares_with_an_expired_revision_is_kept(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(1, [20], chars=100), AGE)
    store.observe(document(2, [20], time=NOW + 50), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert held(store, 10, 20) == [0, 1]


def test_if_the_clock_goes_back_a_document_is_as_old_as_the_one_before_it(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(2, [11], time=NOW - 1_000), AGE)
    store.expire(DOMAIN, replace(AGE, max_documents=1), NOW + 100)
    assert held(store, 10, 11) == [0, 1]


def test_nothing_expires_if_the_clock_goes_back(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(2, [11], time=NOW - 1_000), AGE)
    assert held(store, 10, 11) == [1, 1]


def test_observing_with_a_clock_that_is_ahead_drops_nothing(store: Store) -> None:
    store.observe(document(1, [10], time=time()), LONG)
    store.observe(document(2, [11], time=AHEAD), LONG)
    assert held(store, 10, 11) == [1, 1]


def test_expiring_with_a_clock_that_is_ahead_drops_nothing(store: Store) -> None:
    store.observe(document(1, [10], time=time()), LONG)
    assert store.expire(DOMAIN, LONG, AHEAD) == 0


def test_a_document_observed_with_a_clock_ahead_makes_no_later_one_expire(store: Store) -> None:
    store.observe(document(1, [10], time=time()), LONG)
    store.observe(document(2, [11], time=AHEAD), LONG)
    store.observe(document(3, [12], time=time()), LONG)
    assert held(store, 10, 11, 12) == [1, 1, 1]


def test_a_block_that_faded_to_one_document_continues_to_be_counted(store: Store) -> None:
    answers = [store.observe(document(key, [10]), replace(KEEP, max_documents=2)) for key in range(4)]
    assert [counts(answer)[10] for answer in answers] == [1, 2, 2, 2]


def test_a_block_that_returns_after_all_its_documents_expired_is_counted_again(store: Store) -> None:
    retention = replace(KEEP, max_documents=10)
    for key in range(15):
        store.observe(document(key, [10] if key in {0, 1, 12, 13, 14} else []), retention)
    assert held(store, 10) == [3]


def test_a_domain_that_expired_completely_starts_anew(store: Store) -> None:
    make_common(store, 10)
    store.expire(DOMAIN, AGE, NOW + 101)
    answer = store.observe(document(1, [10], time=NOW - 500), KEEP)
    assert (answer.status, supports(answer), counts(answer)) == (Status.NEW, [1, 1, 1], {10: 1})


def test_expiring_one_domain_leaves_the_others(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    store.observe(document(1, [10], branch=("example.org",)), AGE)
    store.expire(DOMAIN, AGE, NOW + 101)
    assert store.nodes("example.org") == [NodeSummary("example.org", 1)]


# Forgetting


def test_a_forgotten_domain_has_no_nodes_and_no_repeated_blocks(store: Store) -> None:
    make_common(store, 10)
    store.forget(DOMAIN)
    assert (store.nodes(DOMAIN), store.repeated(DOMAIN, 9)) == ([], [])


def test_the_documents_of_a_forgotten_domain_are_new(store: Store) -> None:
    make_common(store, 10)
    store.forget(DOMAIN)
    answer = store.observe(document(1, [10]), KEEP)
    assert (answer.status, supports(answer), counts(answer)) == (Status.NEW, [1, 1, 1], {10: 1})


def test_the_age_of_a_forgotten_domain_is_forgotten(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    store.forget(DOMAIN)
    store.observe(document(1, [10], time=NOW - 1_000), KEEP)
    assert store.expire(DOMAIN, AGE, NOW) == 1


def test_the_texts_of_a_forgotten_domain_are_forgotten(store: Store) -> None:
    make_common(store, 10)
    store.name(DOMAIN, {10: "Contact"})
    store.forget(DOMAIN)
    make_common(store, 10)
    assert store.repeated(DOMAIN, 9) == [RepeatedBlock(10, COMMON + 1, "")]


def test_forgetting_an_unknown_domain_is_not_an_error(store: Store) -> None:
    store.forget(DOMAIN)
    assert store.nodes(DOMAIN) == []


def test_forgetting_one_domain_leaves_the_others(store: Store) -> None:
    for domain in (DOMAIN, "example.org", f"{DOMAIN}.au", "{example.com}"):
        store.observe(document(1, [10], branch=(domain,)), KEEP)
    store.forget(DOMAIN)
    others = ("example.org", f"{DOMAIN}.au", "{example.com}")
    assert [store.nodes(domain) for domain in others] == [[NodeSummary(domain, 1)] for domain in others]
