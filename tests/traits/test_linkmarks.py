"""Links that only mark a place on the same page."""

import pytest

from urltree.traits.linkmarks import is_mark, is_permalink, leads_back, opens_below


@pytest.mark.parametrize(
    ("text", "before"), [("¶", "Rules"), (" # ", ""), ("12", "in 1971"), ("3", "he said.”")]
)
def test_a_sign_or_a_number_right_after_a_text_is_a_mark(text, before):
    assert is_mark(text, before)


@pytest.mark.parametrize(
    ("text", "before"),
    [("Rules", "the "), ("12", "on page "), ("12", ""), ("12 times", "in 1971"), (" ", "a")],
)
def test_words_white_space_and_a_number_of_its_own_are_no_mark(text, before):
    assert not is_mark(text, before)


@pytest.mark.parametrize("text", ["↩", " ↩︎", "⤴", "[↵]"])
def test_an_arrow_that_turns_leads_back(text):
    assert leads_back(text)


@pytest.mark.parametrize("text", ["¶", "#", "↑", "3", ""])
def test_other_marks_do_not_lead_back(text):
    assert not leads_back(text)


@pytest.mark.parametrize(
    "classes",
    ["sr-only", "usa-sr-only x", "visually-hidden", "VisuallyHidden", "screen-reader-text"],
)
def test_classes_tell_a_permalink(classes):
    assert is_permalink("#x", classes)
    assert not is_permalink("/x#x", classes)


@pytest.mark.parametrize("classes", ["", "anchor", "header-link", "sr-only-focusable"])
def test_other_classes_tell_none(classes):
    assert not is_permalink("#x", classes)


@pytest.mark.parametrize("href", ["#", "#c0", "JavaScript:void(0)"])
def test_a_link_in_a_heading_that_stays_on_its_page_opens_what_is_below(href):
    assert opens_below(href, "h4")


@pytest.mark.parametrize(
    ("href", "tag"),
    [("/#c0", "h4"), ("", "h4"), ("#/news/1", "h4"), ("#!news", "h4"), ("#", "h1"), ("#", "p")],
)
def test_other_links_open_nothing(href, tag):
    assert not opens_below(href, tag)
