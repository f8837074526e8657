"""Blocks that are alike."""

import numpy as np
import pytest

from urltree.auto.alike import SHARED, drawn_together, means


def test_scores_are_drawn_towards_the_mean_of_their_path():
    drawn = drawn_together(np.array([0.9, 0.1, 0.2], np.float32), np.array([4, 4, 4]))
    assert drawn == pytest.approx([0.9 - SHARED * 0.5, 0.1 + SHARED * 0.3, 0.2 + SHARED * 0.2], abs=1e-6)


def test_blocks_on_other_paths_make_no_difference():
    assert means(np.array([0.9, 0.1, 0.5, 0.3]), np.array([1, 0, 1, 0])) == pytest.approx(
        [0.7, 0.2, 0.7, 0.2]
    )


def test_a_block_alone_on_its_path_keeps_its_score():
    scores = np.array([0.9, 0.1], np.float32)
    assert drawn_together(scores, np.array([2, 7])) == pytest.approx(scores, abs=1e-6)


def test_the_mean_score_stays():
    scores = np.linspace(0, 1, 7, dtype=np.float32)
    assert drawn_together(scores, np.array([0, 1, 0, 2, 1, 0, 0])).mean() == pytest.approx(0.5, abs=1e-6)
