"""Places of blocks: the elements around and before them."""

import pytest

from urltree.blocks import parse_page


def test_text_after_an_element_shares_all_elements_around_it():
    *_, last = parse_page("<div>one<p>two</p>three").blocks
    assert (last.path, last.shared) == ("html/body/div", 3)


def test_a_block_shares_the_elements_around_it_that_hold_the_one_before():
    blocks = parse_page("<ul><li>one</ul><div><ol><li>two<li>three").blocks
    assert [(block.path, block.shared) for block in blocks] == [
        ("html/body/ul/li", 0),
        ("html/body/div/ol/li", 2),
        ("html/body/div/ol/li", 4),
    ]


def test_elements_are_counted_to_the_end_of_each_block():
    first, *blocks = parse_page("<p>a<div><p><b>b</b></p></div><abbr>c</abbr><ul><li><a>d</a><li>e").blocks
    known = [
        (block.text, block.boxes - first.boxes, block.links, block.inlines - first.inlines)
        for block in blocks
    ]
    assert known == [("b", 2, 0, 1), ("c", 2, 0, 2), ("d", 4, 1, 2), ("e", 5, 1, 2)]


def test_elements_of_a_dropped_noscript_are_counted_with_the_next_block():
    (first, second) = parse_page("<p>a<noscript><p>b</noscript><p>c").blocks
    assert (second.text, second.boxes - first.boxes) == ("c", 2)


@pytest.mark.parametrize(
    ("declared", "known"),
    [
        ("", None),
        ("<!DOCTYPE html>", ""),
        ('<!DOCTYPE html SYSTEM "about:legacy-compat">', ""),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', "-//W3C//DTD HTML 4.01//EN"),
    ],
)
def test_the_doctype_is_known_by_its_public_identifier(declared, known):
    assert parse_page(f"{declared}<p>x").doctype == known
