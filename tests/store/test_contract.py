"""Contract of `Store`, over every store and their oracle: what is counted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from documents import (
    AGE,
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
    ripen,
    supports,
)

from urltree.models import MATURE, NodeSummary, Status
from urltree.store.base import COMMON, REVISION_CHARS

if TYPE_CHECKING:
    from urltree.models import StoreAnswer
    from urltree.store.base import Store


# New documents


def test_a_key_never_seen_is_new(store: Store) -> None:
    assert store.observe(document(1, [10]), KEEP).status is Status.NEW


def test_the_answer_names_the_branch_from_the_domain_down(store: Store) -> None:
    answer = store.observe(document(1, [10]), KEEP)
    assert tuple(node.node for node in answer.nodes) == NEWS


@pytest.mark.parametrize("number", [2, 3, MATURE, COMMON, COMMON + 1, COMMON + 2, 40, 300])
def test_a_block_is_counted_once_for_every_document_that_holds_it(store: Store, number: int) -> None:
    ripen(store)
    observe_many(store, number - 1, 10)
    answer = store.observe(document(number, [10]), KEEP)
    assert [dict(node.counts) for node in answer.nodes] == [{10: number}] * 3


def test_the_answer_omits_blocks_that_only_other_documents_hold(store: Store) -> None:
    store.observe(document(1, [10, 11]), KEEP)
    assert counts(store.observe(document(2, [11, 12]), KEEP)) == {11: 2, 12: 1}


def test_a_page_without_blocks_raises_support(store: Store) -> None:
    store.observe(document(1), KEEP)
    answer = store.observe(document(2), KEEP)
    assert (supports(answer), counts(answer)) == ([2, 2, 2], {})


# Branches that diverge


def test_a_block_is_counted_only_at_the_nodes_two_documents_share(store: Store) -> None:
    here, there = ((DOMAIN, "a.example.com", f"a.example.com/{leaf}") for leaf in "xy")
    ripen(store, here)
    store.observe(document(1, [10], branch=there), KEEP)
    answer = store.observe(document(2, [10], branch=here), KEEP)
    assert [dict(node.counts) for node in answer.nodes] == [{10: 2}, {10: 2}, {10: 1}]


def test_support_rises_only_at_the_nodes_two_documents_share(store: Store) -> None:
    store.observe(document(1, [10], branch=(DOMAIN, "a.example.com")), KEEP)
    assert supports(store.observe(document(2, [10], branch=(DOMAIN, "b.example.com")), KEEP)) == [2, 1]


def test_a_document_of_an_inner_node_is_not_counted_below_it(store: Store) -> None:
    store.observe(document(1, [10], branch=NEWS[:2]), KEEP)
    assert supports(store.observe(document(2, [10], branch=NEWS), KEEP)) == [2, 2, 1]


def test_a_common_block_is_counted_separately_at_every_leaf(store: Store) -> None:
    leaves = [(DOMAIN, f"{DOMAIN}/{leaf}") for leaf in "ab"]
    for key in range(30):
        store.observe(document(key, [10], branch=leaves[key % 3 == 0]), KEEP)
    answers = [store.lookup(document(99, [10], branch=leaf)) for leaf in leaves]
    assert [[node.counts[10] - 1 for node in answer.nodes] for answer in answers] == [[30, 20], [30, 10]]


def test_a_block_that_becomes_common_is_counted_beside_one_that_stays_rare(store: Store) -> None:
    store.observe(document(50, branch=(DOMAIN, "other.example.com")), KEEP)
    observe_many(store, 2, 10, 11)
    observe_many(store, COMMON, 10)
    answer = store.observe(document(99, [10, 11]), KEEP)
    assert [dict(node.counts) for node in answer.nodes] == [{10: COMMON + 1, 11: 3}] * 3


def test_a_rare_block_is_counted_below_the_domain_beside_a_new_one(store: Store) -> None:
    leaf = (DOMAIN, f"{DOMAIN}/a")
    ripen(store, leaf)
    for key, branch in enumerate((leaf, leaf, (DOMAIN, f"{DOMAIN}/b"))):
        store.observe(document(key, [11], branch=branch), KEEP)
    assert counts(store.observe(document(9, [10, 11], branch=leaf), KEEP), 1) == {10: 1, 11: 3}


def test_a_node_does_not_count_documents_of_a_node_whose_name_it_begins(store: Store) -> None:
    here, there = (DOMAIN, f"{DOMAIN}/a"), (DOMAIN, f"{DOMAIN}/ab")
    ripen(store, here)
    store.observe(document(1, [10], branch=there), KEEP)
    assert counts(store.observe(document(2, [10], branch=here), KEEP), node=1) == {10: 1}


def test_long_branches_are_counted_at_every_node(store: Store) -> None:
    branch = (DOMAIN, *(f"{DOMAIN}/{'s/' * depth}" for depth in range(300)))
    ripen(store, branch)
    answer = store.observe(document(1, [10], branch=branch), KEEP)
    assert [(node.support, node.counts[10]) for node in answer.nodes] == [(MATURE + 1, 1)] * 301


def test_domains_are_independent(store: Store) -> None:
    make_common(store, 10)
    answer = store.observe(document(1, [10], branch=("example.org",)), KEEP)
    assert (answer.status, supports(answer), counts(answer)) == (Status.NEW, [1], {10: 1})


# Young nodes


@pytest.mark.parametrize(("number", "counted"), [(MATURE - 1, {}), (MATURE, {10: MATURE})])
def test_a_node_with_fewer_than_5_documents_gives_no_counts(
    store: Store, number: int, counted: dict[int, int]
) -> None:
    observe_many(store, number - 1, 10)
    assert counts(store.observe(document(number, [10]), KEEP), node=2) == counted


@pytest.mark.parametrize(("number", "counted"), [(MATURE - 1, {}), (MATURE, {10: MATURE})])
def test_a_document_looked_up_counts_among_the_5(store: Store, number: int, counted: dict[int, int]) -> None:
    observe_many(store, number - 1, 10)
    assert counts(store.lookup(document(number, [10])), node=2) == counted


def test_a_document_looked_up_counts_among_the_5_of_a_node_that_has_siblings(store: Store) -> None:
    store.observe(document(50, [10], branch=(DOMAIN, "other.example.com")), KEEP)
    observe_many(store, MATURE - 1, 10)
    assert counts(store.lookup(document(99, [10])), node=2) == {10: MATURE}


def test_a_document_looked_up_counts_common_blocks_among_the_5(store: Store) -> None:
    make_common(store, 10)
    leaf = (DOMAIN, f"{DOMAIN}/a")
    for key in range(20, 20 + MATURE - 1):
        store.observe(document(key, [10] if key > 20 else [], branch=leaf), KEEP)
    assert counts(store.lookup(document(99, [10], branch=leaf)), 1) == {10: MATURE - 1}


def test_a_duplicate_does_not_count_among_the_5_again(store: Store) -> None:
    observe_many(store, MATURE - 1, 10)
    assert counts(store.observe(document(1, [10]), KEEP), node=2) == {}


def test_a_node_counts_common_blocks_from_before_it_had_5_documents(store: Store) -> None:
    for key in range(100, 100 + COMMON + 1):
        store.observe(document(key, [10], branch=(DOMAIN,)), KEEP)
    ripen(store, NEWS[:2])
    observe_many(store, MATURE - 1, 10)
    answer = store.observe(document(MATURE, [10]), KEEP)
    assert [node.counts[10] for node in answer.nodes] == [COMMON + 1 + MATURE, MATURE, MATURE]


def test_a_node_that_lost_documents_gives_no_counts(store: Store) -> None:
    ripen(store)
    store.expire(DOMAIN, replace(KEEP, max_documents=MATURE - 2), NOW)
    assert counts(store.observe(document(1, [10]), KEEP), node=2) == {}


def test_a_node_that_lost_documents_before_it_had_5_gives_exact_counts(store: Store) -> None:
    for key in (0, 1):
        store.observe(document(key, [10]), KEEP)
    for key in range(100, 100 + COMMON):
        store.observe(document(key, [10], branch=(DOMAIN,)), KEEP)
    store.expire(DOMAIN, replace(KEEP, max_documents=COMMON + 1), NOW)
    observe_many(store, MATURE, 10)
    assert counts(store.lookup(document(99, [10])), node=2) == {10: MATURE + 1}


def test_a_node_that_shrank_and_grew_again_gives_exact_counts(store: Store) -> None:
    make_common(store, 10)
    store.expire(DOMAIN, replace(KEEP, max_documents=1), NOW)
    ripen(store)
    answer = store.lookup(document(99, [10, 11]))
    assert [dict(node.counts) for node in answer.nodes] == [{10: 2, 11: 1}] * 3


# The same key again


def test_observing_the_same_again_gives_the_same_counts(store: Store) -> None:
    first = store.observe(document(1, [10, 11]), KEEP)
    assert store.observe(document(1, [10, 11]), KEEP) == replace(first, status=Status.DUPLICATE, age=1)


@pytest.mark.parametrize("verb", ["observe", "lookup"])
@pytest.mark.parametrize("later", [0, 3])
def test_the_age_of_a_document_counts_the_documents_from_it_on(store: Store, verb: str, later: int) -> None:
    for key in range(later + 1):
        store.observe(document(key, [10]), KEEP)
    again = document(0, [10])
    assert (store.observe(again, KEEP) if verb == "observe" else store.lookup(again)).age == later + 1


@pytest.mark.parametrize("verb", ["observe", "lookup"])
def test_it_is_known_when_a_document_was_first_seen(store: Store, verb: str) -> None:
    assert store.observe(document(0, [10], time=50.25), KEEP).first_seen == 50.25
    again = document(0, [11], time=99.5)
    assert (store.observe(again, KEEP) if verb == "observe" else store.lookup(again)).first_seen == 50.25


@pytest.mark.parametrize("verb", ["observe", "lookup"])
def test_a_new_document_is_first_seen_no_earlier_than_the_one_before_it(store: Store, verb: str) -> None:
    store.observe(document(0, [10], time=50.25), KEEP)
    new = document(1, [11], time=40.0)
    assert (store.observe(new, KEEP) if verb == "observe" else store.lookup(new)).first_seen == 50.25


def test_a_block_that_a_known_page_now_shares_with_another_is_not_counted_for_it(store: Store) -> None:
    leaf = (DOMAIN, f"{DOMAIN}/a")
    ripen(store, leaf)
    store.observe(document(1, [10], branch=leaf), KEEP)
    store.observe(document(2, [11], branch=(DOMAIN, f"{DOMAIN}/b")), KEEP)
    assert counts(store.observe(document(1, [10, 11], branch=leaf), KEEP), 1) == {10: 1, 11: 0}


def test_observing_the_same_again_changes_nothing(store: Store) -> None:
    observe_many(store, 3, 10, 11)
    before = store.lookup(document(99, [10, 11, 12]))
    observe_many(store, 3, 10, 11)
    assert store.lookup(document(99, [10, 11, 12])) == before


def test_a_seen_page_without_blocks_is_a_duplicate(store: Store) -> None:
    store.observe(document(1), KEEP)
    assert store.observe(document(1), KEEP).status is Status.DUPLICATE


# Revisions


@pytest.mark.parametrize(
    ("chars", "status"),
    [(REVISION_CHARS, Status.DUPLICATE), (REVISION_CHARS + 1, Status.REVISION)],
)
def test_more_than_99_unseen_characters_make_a_revision(store: Store, chars: int, status: Status) -> None:
    store.observe(document(1, [10]), KEEP)
    assert store.observe(document(1, [20], chars=chars), KEEP).status is status


def test_the_characters_of_all_unseen_blocks_are_summed(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    assert store.observe(document(1, [20, 21], chars=50), KEEP).status is Status.REVISION


def test_blocks_that_the_domain_holds_are_not_unseen(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    store.observe(document(2, [20]), KEEP)
    assert store.observe(document(1, [20], chars=5_000), KEEP).status is Status.DUPLICATE


def test_a_duplicate_with_few_unseen_characters_counts_nothing(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    assert counts(store.observe(document(1, [10, 20], chars=99), KEEP)) == {10: 1, 20: 0}


def test_a_revision_does_not_raise_support(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    assert supports(store.observe(document(1, [20], chars=100), KEEP)) == [1, 1, 1]


def test_a_revision_counts_its_unseen_blocks_at_every_node(store: Store) -> None:
    ripen(store)
    store.observe(document(1, [10]), KEEP)
    answer = store.observe(document(1, [10, 20], chars=100), KEEP)
    assert [dict(node.counts) for node in answer.nodes] == [{10: 1, 20: 1}] * 3


def test_a_revision_does_not_count_what_other_documents_hold(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    store.observe(document(2, [11]), KEEP)
    assert counts(store.observe(document(1, [11, 20], chars=100), KEEP)) == {11: 1, 20: 1}


def test_a_revision_keeps_the_blocks_that_disappeared_from_the_page(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    store.observe(document(1, [20], chars=100), KEEP)
    assert held(store, 10, 20) == [1, 1]


def test_every_revision_has_the_next_number(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    answers = [store.observe(document(1, [20 + number], chars=100), KEEP) for number in range(4)]
    assert [answer.revision for answer in answers] == [1, 2, 3, 4]


def test_observing_a_revision_again_says_duplicate_of_that_revision(store: Store) -> None:
    store.observe(document(1, [10]), KEEP)
    revision = store.observe(document(1, [20], chars=100), KEEP)
    assert store.observe(document(1, [20], chars=100), KEEP) == replace(revision, status=Status.DUPLICATE)


def test_a_page_first_seen_empty_can_be_revised(store: Store) -> None:
    store.observe(document(1), KEEP)
    assert store.observe(document(1, [20], chars=100), KEEP).status is Status.REVISION


# Nodes


def test_nodes_are_listed_by_name_with_their_support(store: Store) -> None:
    store.observe(document(1, branch=(DOMAIN, "www.example.com")), KEEP)
    store.observe(document(2, branch=(DOMAIN, "api.example.com")), KEEP)
    assert store.nodes(DOMAIN) == [
        NodeSummary("api.example.com", 1),
        NodeSummary("example.com", 2),
        NodeSummary("www.example.com", 1),
    ]


def test_a_node_that_lost_its_documents_may_come_back(store: Store) -> None:
    ripen(store)
    store.expire(DOMAIN, AGE, NOW + 101)
    store.observe(document(1, [10], time=NOW + 101), KEEP)
    ripen(store, time=NOW + 101)
    answer = store.lookup(document(1, [10, 11]))
    assert [(node.support, node.counts[10]) for node in answer.nodes] == [(MATURE + 1, 1)] * 3


# Many threads


def test_threads_that_observe_the_same_documents_count_each_once(shared_store: Store) -> None:
    pages = [document(key, [10, 11 + key % 3, 100 + key]) for key in range(50)]

    def observe_all(shift: int) -> list[Status]:
        return [shared_store.observe(page, KEEP).status for page in pages[shift:] + pages[:shift]]

    with ThreadPoolExecutor(8) as threads:
        statuses = [status for answer in threads.map(observe_all, range(0, 48, 6)) for status in answer]
    assert (statuses.count(Status.NEW), held(shared_store, 10, 11, 12, 13, 149)) == (50, [50, 17, 17, 16, 1])


def test_threads_that_expire_and_observe_leave_exact_counts(shared_store: Store) -> None:
    def observe(key: int) -> StoreAnswer:
        return shared_store.observe(document(key, [10]), NUMBER)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(observe, range(200)))
    shared_store.expire(DOMAIN, NUMBER, NOW)
    assert (held(shared_store, 10), shared_store.nodes(DOMAIN)[0]) == ([3], NodeSummary(DOMAIN, 3))
