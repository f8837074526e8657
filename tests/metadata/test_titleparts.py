"""The headline among the parts of a title, and what separates these."""

import pytest

from urltree.blocks import parse_page
from urltree.metadata.metadata import page_metadata


def shown(html):
    return page_metadata(parse_page(html), "https://example.com/news/bridge", None).title


@pytest.mark.parametrize("end", ["！", "？", "）", "》"])  # noqa: RUF001
@pytest.mark.parametrize("separator", ["-", "——", "_"])
def test_a_headline_without_spaces_may_end_in_a_mark(end, separator):
    headline = f"新橋通車{end}"
    assert shown(f"<title>{headline}{separator}港口日報</title><h2>{headline}</h2>") == headline
    site = '<meta property="og:site_name" content="港口日報">'
    assert shown(f"{site}<title>{headline}{separator}港口日報</title>") == headline


def test_a_hyphen_after_a_short_word_separates_no_parts():
    assert shown("<title>AI-機器人</title><h1>AI-機 器人</h1>") == "AI-機器人"


@pytest.mark.parametrize(
    "title", ["The new map de_nuke", "Introducing snake_case", "On the __init__ of things"]
)
def test_an_underscore_within_a_word_separates_no_parts(title):
    assert shown(f"<title>{title}</title><h1>{title}</h1>") == title
    assert shown(f"<title>{title} - Blog</title><h1>{title}: how</h1>") == title


def test_a_lower_heading_without_the_name_of_a_section_before_it_is_not_the_headline():
    assert shown("<title>A harbour - A bridge</title><h2>A bridge</h2>") == "A harbour - A bridge"


def test_a_lower_heading_that_may_be_the_name_of_the_site_or_of_a_box_is_not_the_headline():
    title = "A bridge is open - News - The Post"
    assert shown(f"<title>{title}</title><h2>The Post</h2><p>It is open</p>") == title


def test_a_lower_heading_that_is_the_name_of_the_site_is_not_the_headline():
    html = "<title>A bridge - News - Example</title><h2>Example</h2>"
    assert shown(html) == "A bridge - News"
