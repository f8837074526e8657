from difflib import SequenceMatcher
from random import Random
from time import process_time

from hypothesis import given
from hypothesis import strategies as st
from listings import DOC1, DOC2

from urltree.archive.cross import Cross
from urltree.archive.occurrence import MAX_WORDS, occurrences, shared
from urltree.archive.textelements import text_page

WORDS = st.lists(st.sampled_from("abcdefgh"), max_size=40)


def found(html, up, down=None, prev=None, after=None):
    """Give the texts of a page and the places of its cross in which each occurs."""
    cross = Cross(*(each and text_page(each) for each in (html, up, down, prev, after)))
    words = cross.cur.words
    return [(" ".join(words[each.text.start : each.text.stop]), each.bits) for each in occurrences(cross)]


def test_the_example_of_the_thesis_is_annotated_as_in_listing_2_10():
    assert found(DOC1, DOC2) == [
        ("Buy More", (1, 1, 0, 0, 0)),
        ("New Cars", (1, 1, 0, 0, 0)),
        ("Definition of Boilerplate", (1, 0, 0, 0, 0)),
        ("2016 - Example Inc. All rights reserved", (1, 1, 0, 0, 0)),
    ]


def test_a_text_has_a_bit_for_each_place_where_it_occurs():
    page, menu = "<ul><li>Home and news</ul>", "<p>A text of its own.</p>"
    assert found(page + menu, page, page, page + menu, menu) == [
        ("Home and news", (1, 1, 1, 1, 0)),
        ("A text of its own.", (1, 0, 0, 1, 1)),
    ]


def test_a_text_that_differs_in_part_is_split():
    pages = ("<p>Viewed 7 times since it was put here", "<p>Viewed 9 times since it was put here")
    assert [text for text, _ in found(*pages)] == ["Viewed 7", "times since it was put here"]


def test_a_run_of_too_few_words_is_not_shared():
    assert shared(["a", "b", "x", "c", "d", "e"], ["a", "b", "y", "c", "d", "e", "z", "z"]) == bytes(
        [0, 0, 0, 1, 1, 1]
    )


def test_a_shorter_run_suffices_on_a_short_page():
    assert shared(["a", "b"], ["b"]) == bytes([0, 1])


def test_words_beyond_the_limit_are_not_shared():
    words = [str(number) for number in range(MAX_WORDS + 1)]
    assert shared(words, words) == b"\1" * MAX_WORDS + b"\0"


def test_words_beyond_the_limit_of_either_page_are_not_compared(monkeypatch):
    monkeypatch.setattr("urltree.archive.occurrence.MAX_WORDS", 3)
    early, late = ["a", "b", "c"], ["x", "y", "z", "a", "b", "c"]
    assert shared(early, early) == b"\1\1\1"
    assert shared(early, late) == bytes(3)
    assert shared(late, early) == bytes(6)


@given(WORDS)
def test_a_page_shares_all_words_with_itself(words):
    assert shared(words, words) == b"\1" * len(words)


@given(WORDS, WORDS)
def test_only_words_of_both_pages_are_shared(words, others):
    assert {word for word, is_shared in zip(words, shared(words, others), strict=True) if is_shared} <= set(
        others
    )


@given(WORDS, WORDS)
def test_the_runs_are_those_of_difflib(words, others):
    least = min(3, len(others) // 4 + 1)
    blocks = SequenceMatcher(None, words, others).get_matching_blocks()
    found = {block.a + place for block in blocks if block.size >= least for place in range(block.size)}
    assert [place for place, is_shared in enumerate(shared(words, others)) if is_shared] == sorted(found)


def test_the_runs_of_a_long_article_are_those_of_difflib():
    random = Random(1)
    words = [f"w{int(random.paretovariate(0.8))}" for _ in range(MAX_WORDS)]
    others = [word for word in words if random.random() < 0.9]
    blocks = SequenceMatcher(None, words, others).get_matching_blocks()
    assert sum(shared(words, others)) == sum(block.size for block in blocks if block.size >= 3)


def test_what_is_left_after_the_limit_of_a_diff_is_not_shared(monkeypatch):
    monkeypatch.setattr("urltree.archive.occurrence.MAX_STEPS", 1)
    assert shared([*"abcdxefg"], [*"abcdyefg"]) == b"\1\1\1\1\0\0\0\0"


def test_a_hostile_page_takes_little_time():
    """Without the limit these take minutes."""
    common = [f"w{number}" for number in range(50)] * 100
    words, others = ([each for n, word in enumerate(common) for each in (word, f"{x}{n}")] for x in "ab")
    start = process_time()
    shared(words, others)
    assert process_time() - start < 10
