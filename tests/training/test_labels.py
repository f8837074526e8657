"""Labels by alignment with the gold text."""

import pytest

from urltree.training.labels import label

TEXTS = ["Home", "A new bridge", "It was opened on Monday in the rain", "Home", "Imprint"]


def test_blocks_of_the_gold_text_are_content():
    found = label(TEXTS, "A new bridge\nIt was opened on Monday in the rain")
    assert found.content.tolist() == [False, True, True, False, False]


def test_a_block_is_content_if_three_fifths_of_its_words_are_in_the_gold_text():
    assert label(["one two three four five"], "one two three x y").content.tolist() == [True]
    assert label(["one two three four five"], "one two x y z").content.tolist() == [False]


def test_words_are_aligned_in_order():
    assert label(["one two", "three four"], "three four one").content.tolist() == [False, True]


def test_words_that_the_gold_text_has_elsewhere_are_not_aligned():
    assert label(["c", "a b c", "b"], "a b c").content.tolist() == [False, True, False]


def test_a_last_block_without_words_is_not_content():
    assert label(["one", "* * *"], "one").content.tolist() == [True, False]


def test_a_block_without_words_is_not_content():
    assert label(["* * *", "one"], "one").content.tolist() == [False, True]


def test_words_are_counted_by_block_and_in_the_gold_text():
    found = label(TEXTS, "A new bridge, opened")
    assert (found.words.tolist(), found.gold_words) == ([1, 3, 8, 1, 1], 4)


@pytest.mark.parametrize(("gold", "f1"), [("A new bridge", 1), ("A new pier", 4 / 6), ("nothing of it", 0)])
def test_the_score_is_that_of_the_labelled_text(gold, f1):
    assert label(["A new bridge", "Imprint"], gold).f1 == pytest.approx(f1)
