"""Articles that pages state in their linked data and do not show."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.metadata.unshown import LEAST_CHARS, unshown_article

LINES = [
    "The bridge over the river was opened on Monday, a year later than had been planned.",
    "The mayor said that it would last for a hundred years, and that the town had paid for it alone.",
    "Six hundred people came to see the first train cross; a brass band played until the evening.",
]
BODY = "\n\n".join(LINES)


def article(body=BODY, **others):
    return json.dumps({"@type": "NewsArticle", "articleBody": body, **others})


def test_each_line_of_an_article_becomes_a_paragraph():
    found = unshown_article([article("\n".join(LINES))], [])
    assert found == f"<article itemprop=articleBody>{''.join(f'<p>{line}</p>' for line in LINES)}</article>"


def test_other_texts_of_the_page_do_not_matter():
    assert unshown_article([article()], ["Menu", "The bridge over", "All rights reserved."])


def test_a_page_that_shows_half_shows_the_article():
    assert unshown_article([article()], ["Menu", BODY[: 6 * len(BODY) // 10]]) == ""


def test_a_page_that_shows_a_teaser_does_not_show_the_article():
    assert unshown_article([article()], ["Menu", LINES[0]])


def test_a_page_that_shows_a_part_and_much_else_has_a_text_of_its_own():
    assert unshown_article([article()], [LINES[0], "x" * len(BODY)]) == ""


def test_a_page_that_shows_much_else_does_not_show_the_article():
    assert unshown_article([article()], ["x" * len(BODY)])


@given(st.integers(LEAST_CHARS, 2 * LEAST_CHARS))
def test_the_last_words_alone_are_not_the_article(chars):
    assert unshown_article([article(("word " * chars)[: chars - 4] + "end.")], ["The end."])


def test_white_space_and_tags_are_not_compared():
    shown = [BODY[:100].replace(" ", "\N{NO-BREAK SPACE}"), BODY[100:]]
    assert unshown_article([article(f"<p>{BODY.replace('Monday', '<b>Monday</b>')}</p>")], shown) == ""


def test_tags_are_removed_and_end_lines():
    body = f"<div><p>{LINES[0]}</p><h2>A <b>brass</b> band</h2>{LINES[1]}<br>{LINES[2]}</div>"
    lines = [LINES[0], "A brass band", *LINES[1:]]
    assert "".join(f"<p>{line}</p>" for line in lines) in unshown_article([article(body)], [])


def test_what_looks_like_a_tag_is_text():
    body = f"Put a <script> before the end, if a <b, or one &amp; a &lt;textarea&gt;. {BODY}"
    found = unshown_article([article(body)], [])
    assert "Put a &lt;script&gt; before the end, if a &lt;b, or one &amp; a &lt;textarea&gt;." in found


def test_a_reference_to_no_character_is_read():
    assert "\N{REPLACEMENT CHARACTER}" in unshown_article([article(f"&#{'1' * 5_000}; {BODY}")], [])


@pytest.mark.parametrize("free", [False, "False", "http://schema.org/False"])
def test_an_article_that_is_not_for_everyone_is_left_out(free):
    assert unshown_article([article(isAccessibleForFree=free)], []) == ""


def test_an_article_that_is_for_everyone_is_taken():
    assert unshown_article([article(isAccessibleForFree=True)], [])


def test_a_description_is_no_article():
    assert unshown_article([article("x" * LEAST_CHARS)], [])
    assert unshown_article([article("x" * (LEAST_CHARS - 1))], []) == ""


def test_the_first_article_is_taken():
    assert unshown_article([article(), article("x" * 999)], []) == unshown_article([article()], [])


def test_an_article_may_be_part_of_a_graph():
    assert unshown_article([json.dumps({"@graph": [{"@type": "WebPage"}, json.loads(article())]})], [])


@pytest.mark.parametrize("script", ["articleBody", '{"articleBody": ["a", 1]}', '{"articleBody": null}'])
def test_what_is_no_text_is_no_article(script):
    assert unshown_article([script], []) == ""


@given(st.text(st.characters(codec="utf-8", exclude_characters="<>&"), min_size=LEAST_CHARS))
def test_a_text_is_shown_by_a_page_that_has_it(body):
    assert unshown_article([article(body)], [body]) == ""
