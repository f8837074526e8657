"""Contract of `Store`, over every store and their oracle: the history of paths."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from documents import AGE, KEEP, NOW, document, paths

from urltree.evidence.pathhistory import HALF_LIFE
from urltree.evidence.reprints import MOST_REPRINTS
from urltree.models import MATURE, OPENINGS, PATH_SUMS
from urltree.store.base import COMMON, MAX_PATHS

if TYPE_CHECKING:
    from urltree.models import PagePaths
    from urltree.store.base import Store

#: Paths 100 > 101 > 102 and 103: two blocks on 102, one on 103.
PAGE = paths((1, 2, 10, 255), (2, 2, 20, 0), (3, 3, 5, 102))


def history(store: Store, page: PagePaths = PAGE) -> dict[str, list[float]]:
    """Look up a page never observed, and undo the fading by one document."""
    found = store.lookup(document(0xFFFF, page.blocks, paths=page)).history
    assert found is not None
    return dict(zip(PATH_SUMS, (found.sums * 2 ** (1 / HALF_LIFE)).round(3).T.tolist(), strict=True))


def learn(store: Store, key: int = 1, *, page: PagePaths = PAGE, time: float = NOW) -> None:
    store.observe(document(key, page.blocks, time=time, paths=page), KEEP)


def test_a_path_never_seen_has_no_history(store: Store) -> None:
    assert history(store)["documents"] == [0, 0, 0, 0]


def test_a_document_without_paths_gets_no_history(store: Store) -> None:
    assert store.observe(document(1, [1]), KEEP).history is None


def test_the_answer_is_the_history_before_the_document(store: Store) -> None:
    answer = store.observe(document(1, PAGE.blocks, paths=PAGE), KEEP)
    assert answer.history is not None
    assert not answer.history.sums.any()


@pytest.mark.parametrize(
    ("name", "sums"),
    [
        ("documents", [1, 1, 1, 1]),
        ("blocks", [3, 3, 2, 1]),
        ("words", [35, 35, 30, 5]),
        ("squares", [525, 525, 500, 25]),
        ("new blocks", [3, 3, 2, 1]),
        ("new words", [35, 35, 30, 5]),
        ("score", [12, 12, 10, 2]),
        ("liked", [0, 0, 0, 0]),
    ],
)
def test_a_document_is_summed_on_each_path_and_those_above_it(
    store: Store, name: str, sums: list[float]
) -> None:
    learn(store)
    assert history(store)[name] == sums


def test_a_page_of_5000_blocks_is_summed(store: Store) -> None:
    page = paths(*((number, 2 + number % 2, 3, 255) for number in range(5_000)))
    learn(store, page=page)
    assert history(store, page)["new words"] == pytest.approx([15_000, 15_000, 7_500, 7_500])


def test_a_path_is_liked_if_its_new_words_score_over_a_half(store: Store) -> None:
    learn(store, page=paths((1, 2, 10, 255), (2, 2, 9, 0), (3, 3, 5, 0)))
    assert history(store)["liked"] == [0, 0, 1, 0]


def test_a_path_is_not_liked_if_its_new_words_score_a_half(store: Store) -> None:
    learn(store, page=paths((1, 3, 5, 255), (2, 3, 5, 0)))
    assert history(store)["liked"] == [0, 0, 0, 0]


def test_a_block_that_others_hold_is_not_new(store: Store) -> None:
    store.observe(document(1, [2]), KEEP)
    learn(store, 2)
    assert history(store)["new words"] == [15, 15, 10, 5]


@pytest.mark.parametrize("documents", [1, MOST_REPRINTS])
def test_a_page_whose_text_a_few_others_repeat_is_new(store: Store, documents: int) -> None:
    for key in range(2, 2 + documents):
        store.observe(document(key, [1]), KEEP)
    learn(store)
    assert history(store)["new words"] == [35, 35, 30, 5]


def test_a_page_whose_text_too_many_others_repeat_is_not_new(store: Store) -> None:
    for key in range(2, 3 + MOST_REPRINTS):
        store.observe(document(key, [1]), KEEP)
    learn(store)
    assert history(store)["new words"] == [25, 25, 20, 5]


def test_a_block_in_more_documents_than_repeat_its_page_is_not_new(store: Store) -> None:
    for key, held in enumerate([[1, 2], [2], [], []], start=2):
        store.observe(document(key, held), KEEP)
    learn(store)
    assert history(store)["new words"] == [15, 15, 10, 5]


@pytest.mark.parametrize(("words", "new"), [(19, 100), (20, 20)])
def test_a_page_with_a_fifth_of_new_text_is_not_taken_for_a_repetition(
    store: Store, words: int, new: int
) -> None:
    page = paths((1, 2, 100 - words, 255), (2, 2, words, 255))
    store.observe(document(2, [1]), KEEP)
    learn(store, page=page)
    assert history(store, page)["new words"][0] == new


def test_a_page_whose_texts_differ_in_their_counts_is_not_taken_for_a_repetition(store: Store) -> None:
    page = paths((1, 2, 10, 255), (2, 2, 21, 255))
    for key, held in enumerate([[1, 2], [2], [], []], start=2):
        store.observe(document(key, held), KEEP)
    learn(store, page=page)
    assert history(store, page)["new words"][0] == 0


@pytest.mark.parametrize(("others", "new"), [(0, 10), (1, 20)])
def test_a_page_whose_beginning_a_few_others_repeat_is_new(store: Store, others: int, new: int) -> None:
    page = paths((1, 2, 10, 255), (2, 2, 10, 255))
    for key, held in enumerate([[1], *[[]] * others], start=2):
        store.observe(document(key, held), KEEP)
    learn(store, page=page)
    assert history(store, page)["new words"][0] == new


@pytest.mark.parametrize(("first", "second", "new"), [(33, 67, 67), (34, 66, 100), (1, 2, 3)])
def test_the_beginning_ends_with_the_block_that_reaches_a_third(
    store: Store, first: int, second: int, new: int
) -> None:
    for key, held in enumerate([[1], []], start=2):
        store.observe(document(key, held), KEEP)
    page = paths((1, 2, first, 255), (2, 2, second, 255))
    learn(store, page=page)
    assert history(store, page)["new words"][0] == new


@pytest.mark.parametrize(("others", "holders", "words"), [(1, 1, 35), (2, 2, 15), (4, 2, 35), (4, 3, 15)])
def test_a_block_that_most_documents_hold_is_not_added_to_its_path(
    store: Store, others: int, holders: int, words: int
) -> None:
    for key in range(2, 2 + others):
        store.observe(document(key, [2] if key < 2 + holders else []), KEEP)
    learn(store)
    assert history(store)["words"][0] == words


def test_text_that_others_repeat_is_added_to_its_path_on_a_young_site(store: Store) -> None:
    for key in (2, 3):
        store.observe(document(key, [1]), KEEP)
    learn(store)
    assert history(store)["words"] == [35, 35, 30, 5]


def test_a_block_in_one_of_fifty_documents_is_new(store: Store) -> None:
    for key in range(2, 101):
        store.observe(document(key, [1] if key == 2 else []), KEEP)
    learn(store, 101)
    assert history(store)["new blocks"][0] == 3


def test_a_common_block_is_new_on_a_large_site(store: Store) -> None:
    for key in range(2, 502):
        store.observe(document(key, [1] if key < COMMON + 3 else []), KEEP)
    learn(store, 502)
    assert history(store)["new blocks"][0] == 3


@pytest.mark.parametrize("key", [1, 2])
def test_only_new_documents_are_learnt(store: Store, key: int) -> None:
    learn(store, 1)
    learn(store, key)
    assert history(store)["documents"][0] == pytest.approx(key, abs=0.01)


def test_what_a_document_adds_is_halved_after_a_half_life_of_later_ones(store: Store) -> None:
    learn(store)
    for key in range(2, HALF_LIFE + 2):
        store.observe(document(key), KEEP)
    assert history(store)["words"] == [17.5, 17.5, 15, 2.5]


def test_a_document_adds_to_what_is_left_of_earlier_ones(store: Store) -> None:
    first, second, third = (paths((block, 2, 10, 255), openings={2: [7]}) for block in (1, 2, 3))
    learn(store, 1, page=first)
    learn(store, 2, page=second)
    before = history(store)
    for key in range(3, HALF_LIFE + 2):
        store.observe(document(key), KEEP)
    learn(store, HALF_LIFE + 2, page=third)
    added = dict(zip(PATH_SUMS, (1, 1, 10, 100, 1, 10, 10, 1, 1), strict=True))
    expected = {name: before[name][2] / 2 + more for name, more in added.items()}
    assert {name: sums[2] for name, sums in history(store).items()} == pytest.approx(expected, abs=0.01)


def test_a_path_is_forgotten_with_the_last_document_that_had_it(store: Store) -> None:
    learn(store)
    store.observe(document(2, time=NOW + 101), AGE)
    assert history(store)["documents"] == [0, 0, 0, 0]


def test_a_forgotten_path_starts_anew(store: Store) -> None:
    learn(store)
    store.observe(document(2, [1, 2, 3], time=NOW + 101, paths=PAGE), AGE)
    assert history(store)["documents"] == [1, 1, 1, 1]


def test_a_lookup_learns_nothing(store: Store) -> None:
    store.lookup(document(1, PAGE.blocks, paths=PAGE))
    assert history(store)["documents"] == [0, 0, 0, 0]


def test_a_document_may_have_paths_but_no_blocks(store: Store) -> None:
    learn(store, page=paths())
    assert history(store)["documents"] == [1, 1, 1, 1]


def many_paths(first: int, size: int) -> PagePaths:
    hashes = np.arange(first, first + size, dtype=np.uint64)
    above, openings = np.zeros(size, np.uint16), np.zeros((size, OPENINGS), np.uint16)
    return replace(paths(), hashes=hashes, above=above, openings=openings)


def test_only_paths_of_the_latest_documents_are_kept_if_there_are_too_many(shared_store: Store) -> None:
    half = MAX_PATHS // 2
    old, new = many_paths(1_000, half + 1), many_paths(10_000, half)
    learn(shared_store, 1, page=old)
    learn(shared_store, 2, page=new)
    assert set(history(shared_store, new)["documents"]) == {1}
    assert not any(history(shared_store, old)["documents"])


def test_paths_of_expired_documents_displace_no_new_ones(shared_store: Store) -> None:
    learn(shared_store, 1, page=many_paths(1_000, MAX_PATHS))
    shared_store.expire("example.com", AGE, NOW + 101)
    page = many_paths(10_000, MAX_PATHS // 2 + 1)
    learn(shared_store, 2, page=page)
    assert all(history(shared_store, page)["documents"])


def test_as_many_paths_as_the_limit_are_kept(shared_store: Store) -> None:
    page = many_paths(1_000, MAX_PATHS)
    learn(shared_store, page=page)
    assert set(history(shared_store, page)["documents"]) == {1}


@pytest.mark.parametrize(
    ("before", "now", "alike"),
    [
        ([7], [7], 1),
        ([7], [8], 0),
        ([], [7], 0),
        ([7], [], 0),
        ([7, 8, 9], [9, 5], 0.5),
        ([7, 8], [7, 7, 8, 6], 0.75),
    ],
)
def test_openings_are_alike_if_the_document_before_had_them_on_that_path(
    store: Store, before: list[int], now: list[int], alike: float
) -> None:
    learn(store, 1, page=paths((1, 2, 10, 255), openings={2: before}))
    learn(store, 2, page=paths((2, 2, 10, 255), openings={2: now}))
    assert history(store)["alike"] == [0, 0, alike, 0]


def test_the_answer_has_the_openings_of_the_last_document_on_each_path(store: Store) -> None:
    learn(store, 1, page=paths((1, 2, 10, 255), openings={2: [7, 8], 3: [9]}))
    learn(store, 2, page=paths((1, 2, 10, 255), openings={2: [5]}, above=(0, 0, 1)))
    found = store.lookup(document(3, PAGE.blocks, paths=PAGE)).history
    assert found is not None
    assert found.openings.tolist() == [[0] * 4, [0] * 4, [5, 0, 0, 0], [9, 0, 0, 0]]


def test_the_openings_of_a_forgotten_path_are_forgotten(store: Store) -> None:
    learn(store, page=paths((1, 2, 10, 255), openings={2: [7]}))
    answer = store.observe(document(2, PAGE.blocks, time=NOW + 101, paths=PAGE), AGE)
    assert answer.history is not None
    assert not answer.history.openings.any()


def site(store: Store, *designs: int) -> list[bool]:
    """Observe pages of designs, which share no path, and say for which a change was reported."""
    found = []
    for key, design in enumerate(designs, 1):
        page = replace(PAGE, hashes=PAGE.hashes + np.uint64(10 * design))
        seen = store.observe(document(key, page.blocks, paths=page), KEEP)
        found.append(seen.template_changed)
    return found


def test_a_change_is_reported_at_the_third_strange_document_in_a_row(store: Store) -> None:
    assert site(store, *[0] * MATURE, 1, 1, 1, 1, 1) == [*[False] * MATURE, False, False, True, False, False]


@pytest.mark.parametrize("row", [(1, 0, 1, 1), (1, 1, 0, 1)])
def test_one_other_document_may_come_among_the_strange_ones(store: Store, row: tuple[int, ...]) -> None:
    assert site(store, *[0] * MATURE, *row) == [*[False] * (MATURE + 3), True]


@pytest.mark.parametrize("row", [(1, 0, 0, 1, 1), (1, 0, 1, 0, 1, 0), (1, 1, 0, 0, 2, 2, 0, 0)])
def test_strange_documents_among_more_others_are_not_a_change(store: Store, row: tuple[int, ...]) -> None:
    assert not any(site(store, *[0] * MATURE, *row))


def test_others_before_the_strange_documents_do_not_count(store: Store) -> None:
    assert site(store, *[0] * MATURE, 1, 0, 0, 1, 0, 2, 2)[-1]


def test_no_change_is_reported_for_a_site_that_is_not_known_yet(store: Store) -> None:
    assert not any(site(store, *[0] * (MATURE - 1), 1, 1, 1, 1))


def test_a_template_can_change_again(store: Store) -> None:
    assert sum(site(store, *[0] * MATURE, *[1] * 5, *[2] * 5)) == 2


@pytest.mark.parametrize(("words", "strange"), [(70, False), (71, True)])
def test_a_document_is_strange_if_most_of_its_words_are_on_new_paths(
    store: Store, words: int, strange: bool
) -> None:
    site(store, *[0] * MATURE)
    above = (0, 0, 1, 1, 0, 0, 0)
    strangers = (paths((1, at, words, 0), (2, 2, 100 - words, 0), above=above) for at in (4, 5, 6))
    answers = [
        store.observe(document(50 + key, page.blocks, paths=page), KEEP) for key, page in enumerate(strangers)
    ]
    assert any(answer.template_changed for answer in answers) == strange


def test_a_lookup_reports_no_change(store: Store) -> None:
    site(store, *[0] * MATURE, 1, 1)
    page = replace(PAGE, hashes=PAGE.hashes + np.uint64(10))
    assert not store.lookup(document(99, page.blocks, paths=page)).template_changed
