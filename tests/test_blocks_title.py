"""Titles of pages."""

import pytest

from urltree.blocks import parse_page


def test_the_title_is_the_first_title_outside_svg():
    page = parse_page(
        "<head><title> A\n title </title><title>second</title></head><svg><title>icon</title></svg>x"
    )
    assert (page.title, [block.text for block in page.blocks]) == ("A title", ["x"])


def test_an_svg_title_is_not_the_page_title():
    assert parse_page("<body><svg><title>icon</title></svg>x").title is None


def test_a_title_of_invisible_characters_is_none():
    assert parse_page("<title>\u200b</title><title>A title</title>x").title == "A title"


def test_a_title_within_a_text_is_removed_from_it():
    page = parse_page("<div>one <title>A title</title>two")
    assert (page.title, [block.text for block in page.blocks]) == ("A title", ["one two"])


def test_the_end_tag_of_a_title_may_be_in_any_case():
    assert parse_page("<title>A title</Title><p>one").title == "A title"


@pytest.mark.parametrize("tag", ["<title>", "<TITLE lang=en>"])
def test_an_unclosed_title_does_not_swallow_the_page(tag):
    page = parse_page(f"<head>{tag}<body><p>one<p>two")
    assert (page.title, [block.text for block in page.blocks]) == (None, ["one", "two"])


def test_the_end_of_a_longer_name_does_not_end_a_title():
    page = parse_page("<head><title>News</titlevalue></head><p>The bridge is open.")
    assert page.blocks[-1].text == "The bridge is open."


def test_an_element_with_a_longer_name_is_no_title():
    page = parse_page("<title-card>one</title-card><title-card>two</title-card>")
    assert [block.text for block in page.blocks] == ["one", "two"]


def test_many_unfinished_title_tags_are_skipped():
    assert [block.text for block in parse_page("<p>one" + "<title " * 200_000).blocks] == ["one"]
