"""What a page adds to the history of its paths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textblocks import texts

from urltree.evidence.pathhistory import HALF_LIFE, before_itself, faded_sums, page_paths, path_sums
from urltree.models import MAX_BLOCKS, OPENINGS, PATH_SUMS, NodeCounts, PagePaths, PathHistory, TextBlock
from urltree.traits.outline import outline

#: A path with blocks of 10 and of 20 words, and its parent.
PAGE = PagePaths(
    np.array([100, 101], np.uint64),
    np.array([0, 0]),
    (1, 2),
    np.array([1, 1]),
    np.array([10, 20], np.uint16),
    np.array([255, 0], np.uint8),
    np.array([[0] * OPENINGS, [7, *[0] * (OPENINGS - 1)]], np.uint16),
)
DOMAIN = NodeCounts("example.com", 2, {1: 1, 2: 1})

NOTHING = PathHistory(np.zeros((2, len(PATH_SUMS)), np.float32), np.zeros((2, OPENINGS), np.uint16))


def after_itself(before: PathHistory, age: int = 1) -> PathHistory:
    """Give the history as it is `age` documents after the page was added."""
    own = path_sums(PAGE, DOMAIN, before)
    faded = faded_sums(before.sums + own, np.full(len(own), age))
    return PathHistory(faded.astype(np.float32), PAGE.openings)


def past(*, alike: bool = True) -> PathHistory:
    """Give the history of four documents that opened like the page, or each in its own way."""
    sums = np.zeros((2, len(PATH_SUMS)), np.float32)
    for name, value in {"documents": 4, "words": 120, "new words": 60, "alike": 3 * alike}.items():
        sums[:, PATH_SUMS.index(name)] = value
    return PathHistory(sums, PAGE.openings + np.uint16(not alike))


def before(history: PathHistory, age: int = 1) -> PathHistory:
    return before_itself(PAGE, history, DOMAIN, age)


def column(history: PathHistory, name: str) -> list[float]:
    return history.sums[:, PATH_SUMS.index(name)].tolist()


@given(st.integers(1, 500))
def test_paths_that_only_the_page_had_have_no_history_before_it(age):
    assert not before(after_itself(NOTHING, age), age).sums.any()


def test_paths_that_only_the_page_had_have_no_openings_before_it():
    assert not before(after_itself(NOTHING)).openings.any()


@pytest.mark.parametrize("name", ["documents", "words", "new words"])
def test_what_other_documents_added_remains(name):
    found = before(after_itself(past(), age=HALF_LIFE), HALF_LIFE)
    assert column(found, name) == pytest.approx([value / 2 for value in column(past(), name)], rel=1e-5)


def test_no_sum_is_negative():
    shorter = past()._replace(sums=past().sums / 8)  # as of a page that had fewer words when it was new
    assert before(after_itself(NOTHING)._replace(sums=shorter.sums)).sums.min() == 0


@pytest.mark.parametrize("alike", [True, False])
def test_openings_are_as_alike_without_the_page_as_with_it(alike):
    found = before(after_itself(past(alike=alike)))
    assert column(found, "alike")[1] == pytest.approx(3 * alike, abs=0.05)


@pytest.mark.parametrize("alike", [True, False])
def test_the_last_openings_are_kept_only_if_most_documents_open_alike(alike):
    assert before(after_itself(past(alike=alike))).openings.any() == alike


def test_blocks_without_letters_are_not_learnt():
    page = [*texts("a"), TextBlock("1,000", None, "p", "p", 0)]
    learnt = page_paths(page, outline(page), np.array([3.0, 1.0]), np.array([0.5, 1.0]))
    assert (learnt.blocks, learnt.words.tolist(), learnt.scores.tolist()) == ((1,), [3], [128])


def test_scores_are_learnt_in_255ths():
    page = texts("a", "b", "c")
    learnt = page_paths(page, outline(page), np.ones(3), np.array([0, 0.2, 1]))
    assert learnt.scores.tolist() == [0, 51, 255]


def test_the_number_of_blocks_learnt_is_limited():
    page = texts(*["a"] * (MAX_BLOCKS + 1))
    ones = np.ones(len(page))
    assert len(page_paths(page, outline(page), ones, ones).blocks) == MAX_BLOCKS


def test_the_number_of_words_of_a_block_is_capped():
    page = texts("a")
    assert page_paths(page, outline(page), np.array([1e6]), np.ones(1)).words.tolist() == [65_535]


def test_the_openings_on_each_path_are_learnt():
    page = [*texts("A", "B", "C", "D"), *texts("F", path="div")]
    found = outline(page)
    learnt = page_paths(page, found, np.ones(5), np.ones(5))
    assert learnt.openings.tolist() == [[0] * 4, found.openings[:4].tolist(), [found.openings[4], 0, 0, 0]]
