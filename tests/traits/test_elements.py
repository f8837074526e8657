"""Elements as spans of blocks."""

import numpy as np
import pytest

from urltree.blocks import parse_page
from urltree.traits.elements import Elements

PAGE = """<html><body>
<ul><li>one</li><li>two</li></ul>
<div><div></div><h1>three</h1><p>four</p><div>five</div></div>
<div>six</div>
</body></html>"""


def elements(html):
    blocks = parse_page(html).blocks
    depths = np.array([block.path.count("/") + 1 for block in blocks])
    return Elements(depths, [block.shared for block in blocks]), [block.text for block in blocks]


def listed(spans):
    return list(zip(spans.starts.tolist(), spans.ends.tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("one", [(0, 1), (0, 2), (0, 6), (0, 6)]),
        ("four", [(3, 4), (2, 5), (0, 6), (0, 6)]),
        ("five", [(4, 5), (2, 5), (0, 6), (0, 6)]),
        ("six", [(5, 6), (0, 6), (0, 6), (0, 6)]),
    ],
)
def test_elements_with_the_same_path_are_different(text, held):
    found, texts = elements(PAGE)
    place = texts.index(text)
    assert [listed(found.above(steps))[place] for steps in range(4)] == held


def test_elements_at_several_depths_are_found_together():
    found, texts = elements(PAGE)
    spans = found.at(np.array([[4, 2]] * 6))
    assert (spans.starts[texts.index("four")].tolist(), spans.ends[texts.index("four")].tolist()) == (
        [3, 0],
        [4, 6],
    )


def test_above_the_root_is_the_root():
    found, _ = elements("<p>one<p>two")
    assert listed(found.above(9)) == [(0, 2), (0, 2)]


def test_the_depth_of_a_block_is_that_of_its_own_element():
    found, texts = elements(PAGE)
    assert dict(zip(texts, found.depths.tolist(), strict=True)) == {
        "one": 4, "two": 4, "three": 4, "four": 4, "five": 4, "six": 3,
    }  # fmt: skip


def test_text_between_elements_belongs_to_their_parent():
    found, _ = elements("<html><body><div>one<p>two</p>three</div><p>four</p></body></html>")
    assert listed(found.above(0)) == [(0, 3), (1, 2), (0, 3), (3, 4)]


def test_a_dropped_noscript_leaves_no_trace():
    found, _ = elements("<html><body><p>one</p><noscript><p>off</p></noscript><p>two</p></body></html>")
    assert listed(found.above(0)) == [(0, 1), (1, 2)]
