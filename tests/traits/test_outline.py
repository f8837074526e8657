"""The paths of a page."""

import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textblocks import blocks, texts

from urltree.blocks import parse_page
from urltree.models import TextBlock
from urltree.traits.outline import MAX_PAGE_PATHS, outline

PATHS = ["html/body/nav", "html/body/div/p", "html/body/div/p", "html/body"]


def test_an_outline_holds_every_path_once_after_its_parent():
    found = outline(blocks(*PATHS))
    assert found.above.tolist() == [0, 0, 1, 2, 2, 4]


def test_each_block_refers_to_its_path():
    assert outline(blocks(*PATHS)).own.tolist() == [3, 5, 5, 2]


def test_a_path_has_the_same_hash_on_every_page():
    assert outline(blocks("a/b")).hashes.tolist() == outline(blocks("c", "a/b")).hashes[[0, 2, 3]].tolist()


def test_a_text_outside_of_all_elements_is_directly_below_the_empty_path():
    found = outline(blocks(""))
    assert (found.own.tolist(), found.above.tolist()) == ([1], [0, 0])


def test_paths_beyond_the_limit_are_taken_for_their_parents():
    found = outline(blocks(*(f"html/p.{number}" for number in range(MAX_PAGE_PATHS))))
    assert len(found.hashes) == MAX_PAGE_PATHS
    assert found.own[-1] == 1


def test_the_deepest_path_of_any_block_has_a_place():
    deepest = max((block.path for block in parse_page("<ul><li>" * 500 + "text").blocks), key=len)
    assert outline(blocks(deepest)).own.tolist() == [deepest.count("/") + 1]


@given(st.lists(st.lists(st.sampled_from(["div", "p", "ul.x"]), min_size=1, max_size=6), min_size=1))
def test_a_path_is_one_level_deeper_than_its_parent(steps):
    found = outline(blocks(*map("/".join, steps)))
    depth = [0] * len(found.above)
    for place in range(1, len(depth)):
        depth[place] = depth[found.above[place]] + 1
    assert [depth[place] for place in found.own] == list(map(len, steps))


def test_deep_paths_leave_nothing_behind():
    page = blocks(*(f"html/body/dl.{'x' * number}{'/dl' * 200}/dd" for number in range(20)))
    outline(blocks("html"))  # so that what is made once is there
    tracemalloc.start()
    outline(page)
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert left < 10_000


def test_depth_of_a_path_is_not_limited_by_the_stack_of_the_caller():
    deepest = "/".join(["li"] * 2 * sys.getrecursionlimit())
    assert outline(blocks(deepest)).own.tolist() == [MAX_PAGE_PATHS - 1]


def test_levels_lead_from_each_block_up_to_the_empty_path():
    found = outline(blocks("a/b", "a/c", "d", ""))
    assert found.levels(3).tolist() == [[2, 3, 4, 5], [1, 1, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize("other", ["Posted on 4 May", "2. POSTED BY US", "«posted»"])
def test_an_opening_is_the_first_word_without_case_numbers_and_punctuation(other):
    first, second = outline(texts("Posted in News", other)).openings
    assert first == second


def test_blocks_with_different_first_words_have_different_openings():
    first, second = outline(texts("Posted in News", "Tags: news")).openings
    assert first != second


def test_a_block_without_letters_has_no_opening():
    assert outline([TextBlock("1,000", None, "p", "p", 0)]).openings.tolist() == [0]


def test_a_path_with_many_blocks_has_no_openings():
    assert not outline(texts("A", "B", "C", "D", "E")).openings.any()


def test_blocks_without_letters_do_not_count_as_openings():
    page = [*texts("A", "B", "C", "D"), TextBlock("1,000", None, "p", "p", 0)]
    assert outline(page).openings.astype(bool).tolist() == [True] * 4 + [False]
