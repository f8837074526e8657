"""Containers as spans of blocks."""

import numpy as np
import pytest

from urltree.blocks import parse_page
from urltree.traits.containers import containers, windows

PAGE = """<html><body>
<ul><li>one</li><li>two</li></ul>
<div><div></div><h1>three</h1><p>four</p><div>five</div></div>
<div>six</div>
</body></html>"""


def spans(html, levels):
    blocks = parse_page(html).blocks
    depths = np.array([block.path.count("/") + 1 for block in blocks])
    found = containers(depths, np.array([block.shared for block in blocks]), levels)
    return found, [block.text for block in blocks]


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("one", [(0, 1), (0, 2), (0, 6), (0, 6)]),
        ("four", [(3, 4), (2, 5), (0, 6), (0, 6)]),
        ("five", [(4, 5), (2, 5), (0, 6), (0, 6)]),
        ("six", [(5, 6), (0, 6), (0, 6), (0, 6)]),
    ],
)
def test_elements_with_the_same_path_are_different_containers(text, held):
    found, texts = spans(PAGE, 4)
    row = texts.index(text)
    assert list(zip(found.spans.starts[row], found.spans.ends[row], strict=True)) == held


def test_text_between_elements_belongs_to_their_parent():
    found, _ = spans("<html><body><div>one<p>two</p>three</div><p>four</p></body></html>", 1)
    assert list(zip(found.spans.starts[:, 0], found.spans.ends[:, 0], strict=True)) == [
        (0, 3),
        (1, 2),
        (0, 3),
        (3, 4),
    ]


def test_a_dropped_noscript_leaves_no_trace():
    found, _ = spans("<html><body><p>one</p><noscript><p>off</p></noscript><p>two</p></body></html>", 2)
    assert list(zip(found.spans.starts[:, 0], found.spans.ends[:, 0], strict=True)) == [(0, 1), (1, 2)]


def test_sums_cover_the_blocks_of_a_container():
    found, texts = spans(PAGE, 2)
    ones, numbers = found.spans.sums(np.ones(6), np.arange(6))
    assert ones[texts.index("four")].tolist() == [1, 3]
    assert numbers[texts.index("four")].tolist() == [3, 2 + 3 + 4]


def test_windows_are_cut_at_the_ends_of_the_page():
    found = windows(5, (1, 3))
    assert found.starts.T.tolist() == [[0, 0, 1, 2, 3], [0, 0, 0, 0, 1]]
    assert found.ends.T.tolist() == [[2, 3, 4, 5, 5], [4, 5, 5, 5, 5]]
