"""Spans of blocks."""

import numpy as np

from urltree.traits.blockspans import Spans, windows


def test_sums_cover_the_blocks_of_a_span():
    spans = Spans(np.array([0, 2, 2]), np.array([1, 5, 6]))
    ones, numbers = spans.sums(np.ones(6), np.arange(6))
    assert ones.tolist() == [1, 3, 4]
    assert numbers.tolist() == [0, 2 + 3 + 4, 2 + 3 + 4 + 5]


def test_windows_are_cut_at_the_ends_of_the_page():
    found = windows(5, (1, 3))
    assert found.starts.T.tolist() == [[0, 0, 1, 2, 3], [0, 0, 0, 0, 1]]
    assert found.ends.T.tolist() == [[2, 3, 4, 5, 5], [4, 5, 5, 5, 5]]
