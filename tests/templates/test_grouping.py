"""Scores of groups and classes."""

import pytest

from benchmarks.templates.grouping import by_class, classification, purity


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
