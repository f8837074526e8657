"""Hashes of the letters of texts."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from urltree import letters
from urltree.letters import letter_hashes

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
def test_letters_are_the_unicode_categories_l(text):
    kept = "".join(c for c in text if unicodedata.category(c).startswith("L"))
    assert letter_hashes([kept]) == letter_hashes([text])


def test_there_are_no_letters_beyond_the_table():
    assert not any(chr(point).isalpha() for point in range(0x40000, 0x110000))
