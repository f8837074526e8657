"""Texts without markup."""

import pytest

from urltree.metadata.plaintext import plain_text, unescaped


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<p>It is <b class=x>open</b>.</P><P>At last.</p>", "It is open. At last."),
        ("It is<br/>open.<br />", "It is open."),
        ("The <table> element", "The <table> element"),
        ("Rendering <Bridge/>", "Rendering <Bridge/>"),
        ("Lists: List<String, List<Bridge>>", "Lists: List<String, List<Bridge>>"),
        ("1 < 2 > 0, </b", "1 < 2 > 0, </b"),
    ],
)
def test_markup_is_left_out_but_not_a_tag_that_a_text_is_about(text, plain):
    assert plain_text(text) == plain


def test_references_are_replaced_by_their_characters():
    assert plain_text("Q &amp; A") == "Q & A"


def test_soft_hyphens_are_left_out():
    assert plain_text("Har\xadbour") == "Harbour"


def test_control_characters_are_left_out_unless_they_are_white_space():
    assert plain_text("Har\0bour\x07 is\x0b\x85open\x9c\x7f") == "Harbour is open"


def test_a_reference_to_no_character_is_replaced():
    assert plain_text(f"a &#{'9' * 5_000}; b") == "a \ufffd b"


def test_references_become_characters():
    assert unescaped("Q &amp; A &eacute;&#233;&#xe9;") == "Q & A ééé"


@pytest.mark.parametrize("digits", [100, 5_000])
def test_a_number_too_long_for_a_character_is_replaced(digits):
    assert unescaped(f"a&#{'9' * digits};b&#{'9' * digits}c") == "a\ufffdb\ufffdc"


@pytest.mark.parametrize("tag", ["<a href=", "<a class=x href='/b", '<IMG  src="/a b'])
def test_a_tag_that_the_end_of_an_excerpt_cuts_is_left_out(tag):
    assert plain_text(f"It is open, see {tag}") == "It is open, see"


def test_the_tag_of_the_first_paragraph_of_an_excerpt_is_left_out():
    assert plain_text(" <p>It is open") == "It is open"


@pytest.mark.parametrize(
    "text", ["for a <b", "The <table> element", "read(Task<string> now, bool all", "a <b c=1> d"]
)
def test_what_is_no_cut_tag_stays(text):
    assert plain_text(text) == text
