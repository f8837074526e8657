"""Hashes of the letters of texts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from urltree import letters
from urltree.letters import letter_hashes
from urltree.spelling import is_spelling, normalized

LINES = st.text(st.characters(codec="utf-8", exclude_characters="\n"))


def test_the_hash_is_xxh3_of_the_lower_case_letters():
    assert letter_hashes(["Am 3. Mai, Ölpreis!"]) == [xxh3_64_intdigest("ammaiölpreis".encode())]


def test_hashes_do_not_change_between_versions():
    assert letter_hashes(["Some words", "Καλημέρα", "今日"]) == [
        18033602575470131181, 7848533886132113137, 18899811704357932,
    ]  # fmt: skip


def test_no_texts_give_no_hashes():
    assert letter_hashes([]) == []


def test_a_letter_that_would_fold_to_two_is_only_lower_cased():
    assert letter_hashes(["MAẞ"]) == letter_hashes(["Maß"]) == [xxh3_64_intdigest("maß".encode())]


def test_long_pages_are_hashed_in_steps(monkeypatch):
    texts = ["Ölpreis", "steigt", "12", "Maß"]
    whole = letter_hashes(texts)
    monkeypatch.setattr(letters, "_STEP", 3)
    assert letter_hashes(texts) == whole


def test_a_final_sigma_counts_as_a_sigma():
    assert letter_hashes(["ΟΔΟΣ"]) == letter_hashes(["οδος"]) == letter_hashes(["οδοσ"])


def test_marks_and_digits_of_any_script_are_not_letters():
    assert letter_hashes(["\u0301", "٣", "Ⅷ", "½", "_"]) == [None] * 5


@given(st.lists(LINES))
def test_each_text_is_hashed_independently(lines):
    assert letter_hashes(lines) == [letter_hashes([line])[0] for line in lines]


@given(LINES)
def test_case_digits_and_punctuation_make_no_difference(text):
    assert letter_hashes([f"12, {text.lower()}; 3!"]) == letter_hashes([text])


@given(LINES)
def test_letters_are_the_unicode_categories_l_and_marks_that_words_are_spelt_with(text):
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in composed if unicodedata.category(c).startswith("L") or is_spelling(c))
    assert letter_hashes([kept]) == letter_hashes([text])


@pytest.mark.parametrize(
    ("one", "other"),
    [("अरबी", "अरुबा"), ("আরুবা", "আরবি"), ("ফোন", "ফেন"), ("கவி", "குவி"), ("กูวี", "กวี"), ("កូម៉ូរី", "កូម័រ")],
)
def test_words_that_differ_in_vowel_signs_are_different(one, other):
    assert letter_hashes([one]) != letter_hashes([other])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Andalucía", unicodedata.normalize("NFD", "Andalucía")),
        ("हज़ार", "ह\u095bार"),
        ("著作權利", "著作權\uf9dd"),
        ("다리", unicodedata.normalize("NFD", "다리")),
    ],
)
def test_canonically_equivalent_texts_are_the_same(one, other):
    assert letter_hashes([one]) == letter_hashes([other])


@pytest.mark.parametrize(
    ("one", "other"), [("العربيّة", "العربية"), ("שָׁלוֹם", "שלום"), ("Merci ❤\ufe0f", "Merci ❤")]
)
def test_points_that_may_be_left_out_make_no_difference(one, other):
    assert letter_hashes([one]) == letter_hashes([other])


@given(st.text("a\u0301\u0316\u093f\u2019", max_size=200).filter(lambda text: "\u0301\u0316" * 9 not in text))
def test_texts_without_long_rows_of_marks_are_normalised_as_they_are(text):
    assert normalized("NFC", text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("before", range(16))
def test_rows_of_marks_are_cut_after_thirty(before):
    start, mark = "x" * before, "\u0316"
    assert normalized("NFC", f"{start}a{mark * 31}b") == f"{start}a{mark * 30}b"


def test_there_are_no_letters_beyond_the_table():
    assert not any(chr(point).isalpha() for point in range(0x40000, 0x110000))
