"""Similarity to the title."""

import pytest

from urltree.traits.titlematch import title_match


@pytest.mark.parametrize(
    ("text", "title", "likeness"),
    [
        ("A new bridge", "A new bridge", 1),
        ("A NEW bridge", "a new Bridge", 1),
        ("A new bridge", "A new bridge - Example News", 12 / 27),
        ("Live: A new bridge", "A new bridge", 12 / 18),
        ("The new old bridge", "A new bridge", 2 / 5),
        ("The new new bridge", "A new bridge", 2 / 4),
        ("Harbour closed", "A new bridge", 0),
        ("桥", "新桥", 1 / 2),
    ],
)
def test_a_text_is_rated_by_its_similarity_to_the_title(text, title, likeness):
    assert title_match([text], title).tolist() == pytest.approx([likeness])


@pytest.mark.parametrize(
    ("text", "is_compared"),
    [("bri", False), ("brid", True), ("A new bridge at las", True), ("A new bridge at last", False)],
)
def test_a_text_far_shorter_or_longer_than_the_title_is_not_compared(text, is_compared):
    assert (title_match([text], "A new bridge") > 0).tolist() == [is_compared]


@pytest.mark.parametrize("title", [None, ""])
def test_nothing_matches_a_missing_title(title):
    assert title_match(["A new bridge"], title).tolist() == [0]
