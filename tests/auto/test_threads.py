"""Pages that are threads of comments."""

import numpy as np
import pytest

from urltree import Extractor
from urltree.auto.threads import is_thread, with_bodies
from urltree.blocks import parse_page
from urltree.features import FEATURES

POST, ELSEWHERE = {"names: comment": 0.5}, dict[str, float]()
TITLE = ({"title: match": 0.5}, 90, 0.9)


def features_with(*blocks: dict[str, float]) -> np.ndarray:
    features = np.zeros((len(blocks), len(FEATURES)), np.float32)
    for row, values in zip(features, blocks, strict=True):
        for name, value in values.items():
            row[FEATURES.index(name)] = value
    return features


def thread_of(*blocks: tuple[dict[str, float], int, float], html: str = "") -> bool:
    """Say whether blocks, each with its features, words and score, are a thread; `html` places them."""
    features, words, scores = zip(*blocks, strict=True)
    placed = parse_page(html or "<p>a</p>" * len(blocks)).blocks
    return is_thread(placed, features_with(*features), *np.array([words, scores], np.float32))


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


IN_A_ROW = f"<p>a</p><ul>{'<li class=reply><p>a</p></li>' * 3}</ul>"
OPENING = (POST, 11, 0.9)


def test_a_short_thread_has_its_first_post_and_replies_in_a_row():
    assert thread_of(TITLE, OPENING, (POST, 30, 0.1), (POST, 20, 0.1), html=IN_A_ROW)


def test_comments_in_no_row_with_the_first_post_are_no_replies():
    html = "<p>a</p><div><p>a</p></div><ul><li><p>a</p></li><li><p>a</p></li></ul>"
    assert not thread_of(TITLE, OPENING, (POST, 30, 0.1), (POST, 20, 0.1), html=html)


def test_a_comment_that_is_text_below_others_is_no_first_post():
    assert not thread_of(TITLE, (POST, 20, 0.1), OPENING, (POST, 30, 0.1), html=IN_A_ROW)


def test_a_name_around_the_replies_makes_no_short_thread():
    html = IN_A_ROW.replace("<ul>", "<ul class=no-comments>").replace(" class=reply", "")
    assert not thread_of(TITLE, OPENING, (POST, 30, 0.1), (POST, 20, 0.1), html=html)


@pytest.mark.parametrize(("words", "is_one"), [(11, True), (10, False)])
def test_a_first_post_is_long(words: int, is_one: bool):
    posts = (POST, words, 0.9), (POST, 50, 0.1), (POST, 50, 0.1)
    assert thread_of(*posts, html=IN_A_ROW.removeprefix("<p>a</p>")) is is_one


@pytest.mark.parametrize(("words", "is_one"), [(9, True), (8, False)])
def test_a_thread_in_a_row_has_20_words(words: int, is_one: bool):
    html = f"<p>a</p>{'<li class=reply><p>a</p></li>' * 2}"
    assert thread_of(TITLE, OPENING, (POST, words, 0.1), html=html) is is_one


@pytest.mark.parametrize(("words", "is_one"), [(24, True), (25, False)])
def test_a_thread_in_a_row_has_fewer_than_25_words_of_text_elsewhere(words: int, is_one: bool):
    assert (
        thread_of((ELSEWHERE, words, 0.9), OPENING, (POST, 50, 0.1), (POST, 50, 0.1), html=IN_A_ROW) is is_one
    )


@pytest.mark.parametrize(("words", "is_one"), [(89, True), (90, False)])
def test_nothing_is_amiss_in_a_row_if_most_of_its_replies_are_text(words: int, is_one: bool):
    assert thread_of(TITLE, OPENING, (POST, words, 0.9), (POST, 100 - words, 0.1), html=IN_A_ROW) is is_one


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


ANSWERS = (
    (
        "Did you read the log? Mine said that the disk was full, and it was, since nobody had emptied the "
        "bin for as long as I have been here. After that it was as fast as on the first day."
    ),
    (
        "It is the same here, but only on the small machine. I put more memory into it, and now it takes "
        "some seconds to open, which is fine for what I do with it."
    ),
)


def test_short_replies_are_content_in_a_row_with_a_first_post():
    posts = "".join(
        f"<li class=post><div class=head><a href=/u/{name}>{name}</a> 2 hours ago</div>"
        f"<div class=reply-content><p>{text}</div>"
        for name, text in zip(("ann", "bo", "cy"), (OPINION.format("support"), *ANSWERS), strict=True)
    )
    main = f"<main><h1>It is slow</h1><ul>{posts}</ul></main><footer>All rights reserved.</footer>"
    text = read(f"<title>It is slow | Board</title><nav><a href=/>Home</a></nav>{main}")
    assert all(answer in text for answer in ANSWERS)
