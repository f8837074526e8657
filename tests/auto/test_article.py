"""Which blocks are the article."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.auto.article import find_article


def chosen(scores, words, known=0, headline=False):
    headlines = np.zeros(len(scores), bool) | headline
    return find_article(np.array(scores), np.array(words), headlines, known).tolist()


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.8, 0.3, 0.1], [30, 30, 30], [True, False, False]),
        ([0.8, 0.4, 0.1], [30, 30, 30], [True, True, False]),
        ([0.8, 0.4, 0.1], [90, 30, 30], [True, False, False]),
        ([0.3, 0.25, 0.1], [30, 30, 30], [True, True, False]),
    ],
)
def test_the_less_sure_a_page_is_of_its_text_the_lower_the_threshold(scores, words, content):
    assert chosen(scores, words) == content


@given(st.lists(st.tuples(st.floats(0.2, 0.84), st.integers(1, 100)), min_size=1, max_size=6))
def test_no_other_text_of_a_page_that_is_not_sure_has_a_better_f1_to_be_expected(rows):
    scores, words = map(np.array, zip(*rows, strict=True))

    def expected(content):
        return 2 * (scores * words)[content].sum() / (words[content].sum() + (scores * words).sum())

    others = map(list, product([True, False], repeat=len(rows)))
    assert expected(chosen(scores, words)) >= max(map(expected, others)) - 1e-9


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.9, 0.45, 0.45], [30, 300, 300], [True, False, False]),
        ([0.9, 0.55, 0.45], [300, 30, 300], [True, True, False]),
        ([0.9, 0.6, 0.45], [30, 30, 300], [True, True, True]),
    ],
)
def test_what_is_in_doubt_beside_a_text_that_a_page_is_sure_of_is_not_content(scores, words, content):
    assert chosen(scores, words) == content


def test_a_page_that_is_sure_of_its_headline_alone_is_not_sure_of_its_text():
    headline = np.array([True, False, False])
    assert chosen([0.9, 0.45, 0.05], [7, 30, 30], headline=headline) == [True, True, False]


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.09, 0.05, 0.0], [30, 30, 30], [True, False, False]),
        ([0.09, 0.05, 0.0], [3, 30, 90], [False, True, False]),
        ([0.09, 0.05, 0.0], [1, 1, 1], [True, False, False]),
        ([0.0, 0.0, 0.0], [30, 30, 30], [False, False, False]),
    ],
)
def test_of_a_page_with_nothing_likely_the_best_block_is_content(scores, words, content):
    assert chosen(scores, words) == content


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 100)), min_size=1))
def test_what_scores_one_half_is_content_while_the_site_is_not_known(rows):
    scores, words = map(np.array, zip(*rows, strict=True))
    assert np.array(chosen(scores, words))[scores >= 0.5].all()


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.9, 0.2, 0.9], [30, 10, 30], [1, 1, 1]),
        ([0.9, 0.1, 0.9], [30, 10, 30], [1, 0, 1]),
        ([0.9, 0.2, 0.9], [30, 10, 25], [1, 1, 1]),
        ([0.9, 0.2, 0.9], [30, 10, 24], [1, 0, 1]),
        ([0.9, 0.2, 0.9], [30, 60, 30], [1, 1, 1]),
        ([0.9, 0.2, 0.9], [30, 61, 30], [1, 0, 1]),
        ([0.9, 0.2, 0.0, 0.2, 0.9], [30, 10, 10, 10, 30], [1, 1, 0, 1, 1]),
        ([0.9, 0.2, 0.9, 0.1, 0.9], [30, 10, 30, 10, 30], [1, 1, 1, 0, 1]),
        ([0.2, 0.9, 0.9, 0.2], [10, 30, 30, 10], [0, 1, 1, 0]),
    ],
)
def test_a_likely_gap_no_longer_than_the_text_on_both_its_sides_is_content(scores, words, content):
    assert chosen(scores, words, known=1) == list(map(bool, content))


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.9, 0.1, 0.6], [90, 10, 20], [1, 0, 0]),
        ([0.9, 0.1, 0.8], [90, 10, 20], [1, 0, 1]),
        ([0.9, 0.1, 0.6, 0.1, 0.6], [90, 10, 30, 10, 50], [1, 0, 0, 0, 0]),
        ([0.9, 0.1, 0.6, 0.9], [90, 10, 10, 10], [1, 0, 1, 1]),
        ([0.6, 0.1, 0.6], [90, 10, 20], [1, 0, 0]),
        ([0.9, 0.6], [90, 20], [1, 1]),
    ],
)
def test_a_piece_apart_from_the_text_is_content_only_if_it_is_very_likely(scores, words, content):
    assert chosen(scores, words, known=1) == list(map(bool, content))


@pytest.mark.parametrize(
    ("words", "content"),
    [
        ([90, 25, 30, 10, 25, 10], [1, 0, 1, 0, 1, 0]),
        ([90, 26, 30, 10, 25, 10], [1, 0, 0, 0, 1, 0]),
        ([90, 10, 30, 26, 25, 10], [1, 0, 0, 0, 1, 0]),
    ],
)
def test_a_piece_few_words_away_from_text_on_both_sides_is_content(words, content):
    assert chosen([0.9, 0.1, 0.6, 0.1, 0.9, 0.1], words, known=1) == list(map(bool, content))


def test_several_pieces_may_stand_between_those_of_the_text():
    scores, words = [0.9, 0.1, 0.6, 0.1, 0.6, 0.1, 0.9], [90, 20, 20, 20, 20, 20, 25]
    assert chosen(scores, words, known=1) == list(map(bool, [1, 0, 1, 0, 1, 0, 1]))
    assert chosen(scores, [*words[:3], 26, *words[4:]], known=1) == list(map(bool, [1, 0, 0, 0, 0, 0, 1]))


def test_all_of_many_pieces_are_content():
    assert chosen([0.6, 0.1] * 4, [30, 10] * 4, known=1) == [True, False] * 4
    assert chosen([0.6, 0.1] * 4, [60, 10, 21, 10, 20, 10, 20, 10], known=1) == [True, False] * 4


def test_of_a_text_half_of_which_is_in_one_piece_the_others_are_left_out():
    assert chosen([0.6, 0.1] * 4, [60, 10, 20, 10, 20, 10, 20, 10], known=1) == [True] + [False] * 7


def test_a_headline_apart_from_the_text_is_content():
    assert chosen([0.6, 0.1, 0.9], [5, 10, 90], known=1, headline=[True, False, False]) == [True, False, True]


@pytest.mark.parametrize(
    ("known", "content"), [(0, [1, 0, 1, 0, 1]), (0.5, [1, 1, 1, 0, 1]), (1, [1, 1, 1, 0, 0])]
)
def test_the_better_the_site_is_known_the_more_the_article_is_one_piece(known, content):
    assert chosen([0.9, 0.4, 0.9, 0.1, 0.65], [60, 5, 60, 5, 10], known) == list(map(bool, content))
