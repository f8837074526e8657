"""Pages that are threads of comments."""

import numpy as np
import pytest

from urltree import Extractor
from urltree.auto.threads import is_thread, with_bodies
from urltree.features import FEATURES

POST, ELSEWHERE = {"names: comment": 0.5}, dict[str, float]()
TITLE = ({"title: match": 0.5}, 90, 0.9)


def features_with(*blocks: dict[str, float]) -> np.ndarray:
    features = np.zeros((len(blocks), len(FEATURES)), np.float32)
    for row, values in zip(features, blocks, strict=True):
        for name, value in values.items():
            row[FEATURES.index(name)] = value
    return features


def thread_of(*blocks: tuple[dict[str, float], int, float]) -> bool:
    """Say whether blocks, each with its features, words and score, are a thread."""
    features, words, scores = zip(*blocks, strict=True)
    return is_thread(features_with(*features), *np.array([words, scores], np.float32))


@pytest.mark.parametrize(("words", "is_one"), [(400, True), (399, False)])
def test_a_thread_has_400_words_of_comments(words: int, is_one: bool):
    assert thread_of(TITLE, (POST, words, 0.1)) is is_one


@pytest.mark.parametrize("name", ["names: comment", "marks: comment"])
def test_comments_have_their_names_or_marks(name: str):
    assert thread_of(TITLE, ({name: 0.2}, 400, 0.1))


@pytest.mark.parametrize(("words", "is_one"), [(9, True), (10, False)])
def test_a_thread_has_fewer_than_10_words_of_text_elsewhere(words: int, is_one: bool):
    assert thread_of((ELSEWHERE, words, 0.9), (POST, 400, 0.1)) is is_one


def test_a_block_that_makes_up_the_likeliest_text_counts_though_it_is_unlikely():
    assert not thread_of((ELSEWHERE, 90, 0.4), (POST, 400, 0.01))


@pytest.mark.parametrize(("words", "is_one"), [(199, True), (200, False)])
def test_nothing_is_amiss_if_half_of_the_comments_are_text(words: int, is_one: bool):
    assert thread_of((POST, words, 0.9), (POST, 400 - words, 0.1)) is is_one


@pytest.mark.parametrize(("share", "is_one"), [(0.49, True), (0.5, False)])
def test_links_are_no_comments(share: float, is_one: bool):
    assert thread_of(TITLE, (POST | {"text: link share": share}, 400, 0.1)) is is_one


def test_a_page_without_comments_is_no_thread():
    assert not thread_of((ELSEWHERE, 400, 0.1))


def test_names_of_comments_count_as_those_of_bodies():
    marks = {"marks: comment": 0.2, "marks: comment on the page": 1.0, "text: link share": 0.25}
    named = {"names: body": 0.5, "text: link share": 0.25}
    assert (with_bodies(features_with(POST | marks)) == features_with(named)).all()


OPINION = (
    "I have used it for two years on three machines, and I would not go back to what we had before. It never "
    "lost a single note of mine; and the one time that I asked for help, {} answered within the hour."
)


def thread(opener: str) -> str:
    """Write a page of eight comments below `opener`."""
    replies = "".join(
        f"<div class=comment><div class=head><a href=/u/{name}>{name}</a> {hours} hours ago</div>"
        f"<div class=md><p>{OPINION.format(name) * 3}</div><a href=/reply>reply</a></div>"
        for hours, name in enumerate("ann bo cy dee eve fay gus hal".split())
    )
    menu = "<nav><ul><li><a href=/>Home</a><li><a href=/new>New</a></ul></nav>"
    main = f"<main><h1>A small editor</h1>{opener}{replies}</main>"
    return f"<title>A small editor | Board</title>{menu}{main}<footer>All rights reserved.</footer>"


def read(html: str) -> str:
    return Extractor().extract(html, "https://board.example.org/item/1").text


def test_comments_are_content_where_there_is_nothing_else():
    assert read(thread("")).count("\nI have used it") >= 7  # not the last one, next to the footer


def test_comments_are_no_content_below_an_article():
    paragraphs = "".join(f"<p>{OPINION.format(name)}" for name in ("Mia", "Ned", "Ola"))
    assert read(thread(f"<article>{paragraphs}</article>")).count("\nI have used it") == 3
