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
def test_the_less_certain_a_page_is_the_lower_its_threshold(scores, words, content):
    assert chosen(scores, words) == content


@given(st.lists(st.tuples(st.floats(0.2, 0.84), st.integers(1, 100)), min_size=1, max_size=6))
def test_the_text_chosen_on_an_uncertain_page_has_the_best_expected_f1(rows):
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
def test_doubtful_blocks_beside_enough_certain_text_are_not_content(scores, words, content):
    assert chosen(scores, words) == content


def test_a_certain_headline_does_not_make_the_text_certain():
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
def test_the_best_block_is_content_if_none_is_likely(scores, words, content):
    assert chosen(scores, words) == content


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 100)), min_size=1))
def test_blocks_that_score_at_least_half_are_content_on_an_unknown_site(rows):
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
def test_a_likely_gap_no_longer_than_the_text_around_it_is_content(scores, words, content):
    assert chosen(scores, words, known=1) == list(map(bool, content))


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.9, 0.1, 0.6], [90, 10, 20], [1, 0, 0]),
        ([0.6, 0.1, 0.9], [20, 10, 90], [0, 0, 1]),
        ([0.9, 0.1, 0.8], [90, 10, 20], [1, 0, 1]),
        ([0.9, 0.1, 0.6, 0.1, 0.6], [90, 10, 30, 10, 50], [1, 0, 0, 0, 0]),
        ([0.9, 0.1, 0.6, 0.9], [90, 10, 10, 10], [1, 0, 1, 1]),
        ([0.6, 0.1, 0.6], [90, 10, 20], [1, 0, 0]),
        ([0.9, 0.6], [90, 20], [1, 1]),
    ],
)
def test_a_piece_apart_from_the_text_is_content_only_if_very_likely(scores, words, content):
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


def test_several_pieces_close_together_within_the_text_are_content():
    scores, words = [0.9, 0.1, 0.6, 0.1, 0.6, 0.1, 0.9], [90, 20, 20, 20, 20, 20, 25]
    assert chosen(scores, words, known=1) == list(map(bool, [1, 0, 1, 0, 1, 0, 1]))
    assert chosen(scores, [*words[:3], 26, *words[4:]], known=1) == list(map(bool, [1, 0, 0, 0, 0, 0, 1]))


def test_pieces_are_all_content_if_none_holds_half_of_the_text():
    assert chosen([0.6, 0.1] * 4, [30, 10] * 4, known=1) == [True, False] * 4
    assert chosen([0.6, 0.1] * 4, [60, 10, 21, 10, 20, 10, 20, 10], known=1) == [True, False] * 4


def test_pieces_are_left_out_beside_one_that_holds_half_of_the_text():
    assert chosen([0.6, 0.1] * 4, [60, 10, 20, 10, 20, 10, 20, 10], known=1) == [True] + [False] * 7


def test_a_headline_apart_from_the_text_is_content():
    assert chosen([0.6, 0.1, 0.9], [5, 10, 90], known=1, headline=[True, False, False]) == [True, False, True]


@pytest.mark.parametrize(
    ("known", "content"), [(0, [1, 0, 1, 0, 1]), (0.5, [1, 1, 1, 0, 1]), (1, [1, 1, 1, 0, 0])]
)
def test_the_better_a_site_is_known_the_more_contiguous_the_article(known, content):
    assert chosen([0.9, 0.4, 0.9, 0.1, 0.65], [60, 5, 60, 5, 10], known) == list(map(bool, content))
