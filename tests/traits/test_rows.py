"""Rows of like elements around a block."""

import pytest

from urltree.blocks import parse_page
from urltree.traits.rows import are_alike, rows

THREAD = """<html><body><p>menu</p>
<ul><li class=post>ann<p>one</p></li><li class="post reply">bo<p>two</p><p>three</p></li>
<li>advertisement</li><li class=post><p>four</p></li></ul>
<div><p>five</p></div></body></html>"""


def rows_of(text: str) -> list[list[list[str]]]:
    blocks = parse_page(THREAD).blocks
    texts = [block.text for block in blocks]
    found = rows(blocks, texts.index(text))
    return [[texts[start:end] for start, end in zip(*row, strict=True)] for _, row in found]


@pytest.mark.parametrize("text", ["one", "three", "four"])
def test_a_row_is_all_elements_like_that_around_a_block(text: str):
    assert rows_of(text) == [[["ann", "one"], ["bo", "two", "three"], ["four"]]]


def test_the_element_of_the_block_itself_is_in_no_row():
    assert rows_of("menu") == []


def test_one_element_is_no_row():
    assert rows_of("five") == []


def test_rows_come_from_the_outermost_in():
    cells = "<tr><td><p>{}</p></td><td><p>{}</p></td></tr>"
    page = f"<table>{cells.format('a', 'b')}{cells.format('c', 'd')}</table>"
    found = [
        (level, row.starts.tolist(), row.ends.tolist()) for level, row in rows(parse_page(page).blocks, 3)
    ]
    assert found == [(3, [0, 2], [2, 4]), (4, [2, 3], [3, 4])]


@pytest.mark.parametrize(
    ("other", "is_like"),
    [
        ("li#post-.odd", True),
        ("li#post-.even[role=listitem]", True),
        ("li.odd", True),
        ("li#odd", False),
        ("li.reply", False),
        ("li", False),
        ("div#post-.odd", False),
    ],
)
def test_elements_are_alike_by_tag_and_a_name(other: str, is_like: bool):
    assert are_alike("li#post-.odd", other) is is_like


@pytest.mark.parametrize(
    ("tag", "is_like"), [("li", True), ("article", True), ("div", False), ("section", False)]
)
def test_elements_without_names_are_alike_by_their_tag_unless_they_are_boxes(tag: str, is_like: bool):
    assert are_alike(f"{tag}[role=listitem]", tag) is is_like
