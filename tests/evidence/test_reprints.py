"""Text that a few other documents show too."""

from dataclasses import replace

import numpy as np
import pytest

from urltree.evidence.reprints import (
    LIKELY_SCORE,
    MOST_REPRINTS,
    NUMBERED_WORDS,
    count_reprints,
    differs_in_numbers,
    without_reprints,
)
from urltree.models import OPENINGS, ROOT, Branch, NodeCounts, PagePaths

ARTICLE, TEASER, MENU = 1, 2, 3

#: An article of 91 words, a teaser of 9, and a menu of 500 that does not look like text.
PAGE = PagePaths(
    hashes=np.array([0], np.uint64),
    above=np.array([0], np.uint16),
    blocks=(ARTICLE, TEASER, MENU),
    own=np.zeros(3, np.uint16),
    words=np.array([91, 9, 500], np.uint16),
    scores=np.array([255, LIKELY_SCORE, LIKELY_SCORE - 1], np.uint8),
    openings=np.zeros((1, OPENINGS), np.uint16),
)


def held(article, teaser=1, menu=50):
    return {ARTICLE: article, TEASER: teaser, MENU: menu}


def reprints(counts, page=PAGE, support=60):
    return count_reprints(page, NodeCounts("x.org", support, counts))


def branch(counts):
    root, domain = NodeCounts(ROOT, 900, counts), NodeCounts("x.org", 60, counts)
    return Branch(root, domain, (NodeCounts("x.org/a", 4, {}),))


def test_new_text_has_no_reprints():
    assert reprints(held(article=1, teaser=9)) == 0


@pytest.mark.parametrize("others", [1, MOST_REPRINTS])
def test_documents_that_hold_all_of_the_text_are_reprints(others):
    assert reprints(held(article=1 + others)) == others


def test_text_in_more_than_a_dozen_documents_has_no_reprints():
    assert reprints(held(article=2 + MOST_REPRINTS)) == 0


@pytest.mark.parametrize(("teaser", "others"), [(19, 2), (20, 0)])
@pytest.mark.parametrize("holders", [1, 9])
def test_less_than_a_fifth_of_the_text_may_be_in_different_documents(teaser, others, holders):
    words = np.array([teaser, 100 - teaser, 500], np.uint16)
    page = replace(PAGE, blocks=(TEASER, ARTICLE, MENU), words=words)
    assert reprints(held(article=3, teaser=holders), page) == others


def test_blocks_in_too_many_documents_are_not_part_of_the_text():
    page = replace(PAGE, words=np.array([50, 50, 500], np.uint16))
    assert reprints(held(article=3, teaser=2 + MOST_REPRINTS), page) == 2


#: The article is the first half of the text.
HALVES = replace(PAGE, words=np.array([50, 50, 500], np.uint16))


@pytest.mark.parametrize(("words", "others"), [(33, 0), (34, 2)])
def test_documents_that_hold_the_first_third_of_the_text_are_reprints(words, others):
    page = replace(PAGE, words=np.array([words, 100 - words, 500], np.uint16))
    assert reprints(held(article=3), page) == others


def test_documents_that_hold_only_the_end_of_the_text_are_none():
    assert reprints(held(article=1, teaser=3), HALVES) == 0


@pytest.mark.parametrize(("documents", "others"), [(4, 0), (5, 2)])
def test_a_beginning_that_most_documents_hold_has_no_reprints(documents, others):
    assert reprints(held(article=3, menu=documents), HALVES, documents) == others


def test_a_whole_text_that_most_documents_hold_has_reprints():
    assert reprints(held(article=3, menu=3), PAGE, 3) == 2


def test_a_page_without_text_has_no_reprints():
    assert reprints(held(article=3), replace(PAGE, scores=np.zeros(3, np.uint8))) == 0


def test_blocks_without_counts_have_no_reprints():
    assert reprints({}) == 0


def test_a_block_with_a_count_of_zero_has_no_reprints():
    assert reprints(held(article=0)) == 0


def test_the_branch_of_new_text_is_unchanged():
    new = branch(held(article=1))
    assert without_reprints(new, PAGE) is new


def test_reprints_are_left_out_of_support_and_counts():
    assert without_reprints(branch(held(article=3)), PAGE).domain == NodeCounts(
        "x.org", 58, held(article=1, teaser=1, menu=48)
    )


def test_a_node_without_counts_is_unchanged():
    nodes = branch(held(article=3))
    assert without_reprints(nodes, PAGE).below[0] is nodes.below[0]


def test_each_node_has_its_own_reprints():
    below = (NodeCounts("x.org/a", 9, held(article=1, menu=9)),)
    _, domain, (node,) = without_reprints(branch(held(article=3))._replace(below=below), PAGE)
    assert (domain.support, node.support) == (58, 9)


def differs(page=PAGE, numbered=(True, False, False), article=60):
    return differs_in_numbers(page, np.array(numbered), NodeCounts("x.org", 60, held(article, menu=60)))


def test_a_text_that_most_documents_hold_apart_from_numbers_differs_in_numbers():
    assert differs()
    assert not differs(numbered=(False, True, True))


@pytest.mark.parametrize(("article", "is_held_by_most"), [(30, False), (31, True)])
def test_a_text_held_by_half_of_the_documents_differs_in_its_words(article, is_held_by_most):
    assert differs(article=article) is is_held_by_most


@pytest.mark.parametrize(("documents", "are_most"), [(2, False), (3, True)])
def test_most_documents_means_at_least_three(documents, are_most):
    domain = NodeCounts("x.org", documents, held(documents, menu=documents))
    assert differs_in_numbers(PAGE, np.array([True, False, False]), domain) is are_most


@pytest.mark.parametrize(("teaser", "differs_alone"), [(19, True), (20, False)])
def test_less_than_a_fifth_of_a_text_may_differ_in_its_words(teaser, differs_alone):
    page = replace(PAGE, words=np.array([100 - teaser, teaser, 500], np.uint16))
    assert differs(page) is differs_alone


@pytest.mark.parametrize(("words", "is_text"), [(NUMBERED_WORDS - 1, False), (NUMBERED_WORDS, True)])
def test_a_text_of_few_words_does_not_differ_in_numbers(words, is_text):
    assert differs(replace(PAGE, words=np.array([words, 0, 500], np.uint16))) is is_text


def test_a_page_without_text_does_not_differ_in_numbers():
    assert not differs(replace(PAGE, scores=np.zeros(3, np.uint8)))
