"""Scores of groups and classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.templates.grouping import adjusted_rand, by_class, classification, purity

CLASSES = st.lists(st.sampled_from("abc"), min_size=2)


def test_a_missing_answer_costs_recall_but_not_precision():
    assert classification("aabb", ["a", None, "b", "b"])[:2] == (1.0, 0.75)


def test_a_wrong_answer_costs_both():
    assert classification("aabb", ["a", "b", "b", "b"])[:2] == (0.75, 0.75)


def test_f1_is_the_harmonic_mean():
    assert classification("aabb", ["a", None, None, None]).f1 == pytest.approx(2 / (1 / 1.0 + 1 / 0.25))


def test_classes_have_the_same_weight_whatever_their_size():
    assert by_class("aaab", ["a", "a", "a", None]).recall == 0.5


def test_a_wrong_answer_costs_precision_in_the_class_that_it_names():
    assert by_class("aab", ["a", "b", "b"]).precision == pytest.approx((1 + 1 / 2) / 2)


def test_a_class_that_is_never_answered_has_a_precision_of_1():
    assert by_class("ab", ["a", None]).precision == 1.0


def test_purity_is_the_share_of_the_largest_classes():
    assert purity("aaabbb", [1, 1, 2, 2, 2, 2]) == pytest.approx(5 / 6)


def test_groups_of_one_are_pure():
    assert purity("aab", [1, 2, 3]) == 1.0


@given(CLASSES)
def test_the_adjusted_rand_index_of_the_classes_themselves_is_1(gold):
    assert adjusted_rand(gold, [ord(each) for each in gold]) == 1.0


def test_the_adjusted_rand_index_of_one_item_is_1():
    assert adjusted_rand("a", [1]) == 1.0


def test_the_adjusted_rand_index_of_one_group_is_0():
    assert adjusted_rand("aabb", [1, 1, 1, 1]) == 0.0


def test_the_adjusted_rand_index_of_a_known_case():
    # Pairs: 4 together in both, 6 by class, 4 by group, 15 in all; by chance 6 * 4 / 15 in both.
    assert adjusted_rand("aaabbb", [1, 1, 2, 3, 3, 3]) == pytest.approx((4 - 1.6) / (5 - 1.6))
