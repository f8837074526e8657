"""The headline among the parts of a title, and what separates these."""

import pytest

from urltree.blocks import parse_page
from urltree.metadata.metadata import page_metadata


def shown(html):
    return page_metadata(parse_page(html), "https://example.com/news/bridge", None).title


@pytest.mark.parametrize("end", ["！", "？", "”", "）", "》", "2026", "Bridge"])  # noqa: RUF001
@pytest.mark.parametrize("separator", ["-", "——", "_"])
def test_a_headline_without_spaces_may_end_in_a_mark_a_digit_or_a_letter(end, separator):
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


@pytest.mark.parametrize(
    ("body", "headline"),
    [
        ("<a href=/>The Harbour Post</a><h2>A bridge</h2>", "A bridge"),
        ("<h2>A bridge</h2><h3>News</h3><p>It is open</p>", "A bridge"),
        ("<h2>News of the day</h2><h2>A bridge</h2>", None),
        ("<li><a href=/2>A bridge</a></li><h2>A bridge</h2>", None),
        ("<p>A bridge</p>", None),
    ],
)
def test_a_short_lower_heading_after_the_names_of_the_site_and_a_section_is_the_headline(body, headline):
    title = "The Harbour Post  -  News  -  A bridge"
    assert shown(f"<title>{title}</title>{body}") == (headline or " ".join(title.split()))


def test_a_lower_heading_without_the_name_of_a_section_before_it_is_not_the_headline():
    assert shown("<title>A harbour - A bridge</title><h2>A bridge</h2>") == "A harbour - A bridge"


def test_a_lower_heading_is_not_the_headline_if_a_text_is_the_first_part():
    title = "A bridge - News of the town - The Post"
    assert shown(f"<title>{title}</title><p>A bridge</p><h2>The Post</h2>") == title


def test_a_lower_heading_that_is_the_name_of_the_site_is_not_the_headline():
    html = "<title>A bridge - News - Example</title><h2>Example</h2>"
    assert shown(html) == "A bridge - News"
