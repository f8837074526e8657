"""The ends of readings in brackets."""

import pytest

from urltree.traits.readings import READING, end_reading


@pytest.mark.parametrize(
    ("pieces", "ended"),
    [
        (["a", READING, "b"], ["a", READING, "b", "\uff09"]),
        (["a", READING, "b", " "], ["a", READING, "b", " ", "\uff09"]),
        (["a", READING, " "], ["a"]),
        ([READING], []),
        ([], []),
    ],
)
def test_a_bracket_ends_a_reading_and_an_empty_one_is_left_out(pieces, ended):
    end_reading(pieces)
    assert pieces == ended
