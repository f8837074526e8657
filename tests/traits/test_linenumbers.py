"""Which texts of a listing are the numbers of its lines."""

import pytest

from urltree.traits.linenumbers import line_numbers


@pytest.mark.parametrize(
    ("texts", "places"),
    [
        (["1", "a\n", "2", "b\n"], [0, 2]),
        (["1", "a", "\n", "2", "b", "c"], [0, 3]),
        ([" 9 ", "a\n", "10 ", "b"], [0, 2]),
        (["\n", "1", "a\n  ", "2", "  b"], [1, 3]),
        (["1", "\n", "2", "b\n\n", "3", "\n"], [0, 2, 4]),
        (["1", "7", "\n", "2", "8"], [0, 3]),
    ],
)
def test_numbers_of_lines_are_found(texts, places):
    assert line_numbers(texts) == places


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["1", "a"],  # one line
        ["1", "a\n", "3", "b"],  # not in order
        ["1", "a\n", "2", "b\nc"],  # a line without a number
        ["a\n", "1", "b\n", "2", "c"],
        ["1 a\n", "2 b"],  # of the text itself
        ["1", "\n", "2", "\n", "3"],  # all that there is
        ["1" * 9_000, "a\n", "2", "b"],
        ["\u0661", "a\n", "\u0662", "b"],
    ],
)
def test_other_numbers_are_left(texts):
    assert line_numbers(texts) == []
