"""Counts of characters by kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.traits.characters import Kind, count_characters, kinds_of

TEXT = st.text(st.characters(exclude_characters="\n"), min_size=1)


@pytest.mark.parametrize(
    ("character", "kind"),
    [
        *[("a", Kind.LETTER), ("\u0627", Kind.LETTER), ("ß", Kind.LETTER), ("\u0301", Kind.LETTER)],
        *[("A", Kind.UPPER), ("Ж", Kind.UPPER), ("漢", Kind.UNSPACED), ("ね", Kind.UNSPACED)],
        *[("7", Kind.DIGIT), ("٣", Kind.DIGIT), (" ", Kind.SPACE), ("\u00a0", Kind.SPACE)],
        *[(".", Kind.STOP), ("。", Kind.STOP), ("؟", Kind.STOP), (",", Kind.COMMA), ("、", Kind.COMMA)],
        *[("-", Kind.PUNCTUATION), ("@", Kind.ADDRESS), ("©", Kind.COPYRIGHT), ("+", Kind.OTHER)],
        *[("\U000e0041", Kind.OTHER), ("\U000f0000", Kind.OTHER), ("\ud800", Kind.OTHER)],
    ],
)
def test_every_character_has_its_kind(character, kind):
    assert count_characters([character]).counts[0].argmax() == kind


def test_the_kinds_of_a_text_are_those_of_its_characters():
    assert kinds_of("Aa漢1").tolist() == [Kind.UPPER, Kind.LETTER, Kind.UNSPACED, Kind.DIGIT]


@pytest.mark.parametrize(
    "letter",
    ["ก", "ລ", "က", "ក", "か", "カ", "ㄅ", "中", "㐀", "\uf900", "\uff76", "\U0001b001", "\U00020000"],
)
def test_letters_of_scripts_without_spaces_are_unspaced(letter):
    assert count_characters([letter]).counts[0].argmax() == Kind.UNSPACED


@pytest.mark.parametrize("letter", ["ཀ", "ა", "ᠠ", "한", "ㄱ", "ﬀ", "\uffbe"])
def test_letters_of_neighbouring_scripts_with_spaces_are_ordinary_letters(letter):
    assert count_characters([letter]).counts[0].argmax() == Kind.LETTER


@given(st.lists(TEXT, min_size=1))
def test_every_character_is_counted_once_in_its_text(texts):
    found = count_characters(texts)
    assert found.counts.sum(axis=1).tolist() == found.length.tolist() == [len(text) for text in texts]


@given(st.lists(TEXT, min_size=1))
def test_a_text_has_the_same_counts_alone_and_among_others(texts):
    together = count_characters(texts).counts
    alone = [count_characters([text]).counts[0].tolist() for text in texts]
    assert together.tolist() == alone


def test_the_kinds_of_the_first_and_last_characters_are_given():
    found = count_characters(["A bridge.", "7, then"])
    assert found.first.tolist() == [Kind.UPPER, Kind.DIGIT]
    assert found.last.tolist() == [Kind.STOP, Kind.LETTER]


def test_two_characters_without_spaces_between_words_are_spaced_to_a_word_of_five_letters():
    found = count_characters(["新桥开了。", "A new bridge"]).spaced()
    assert found.counts[0, [Kind.LETTER, Kind.SPACE, Kind.STOP, Kind.UNSPACED]].tolist() == [10, 2, 1, 0]
    assert found.length.tolist() == [13, 12]


@given(st.lists(TEXT, min_size=1))
def test_spacing_leaves_the_number_of_words_as_it_is(texts):
    found = count_characters(texts)
    assert found.spaced().words.tolist() == found.words.tolist()
