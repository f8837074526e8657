"""Paragraphs that point to other pages."""

from types import SimpleNamespace

import numpy as np
import pytest

from urltree import Extractor
from urltree.auto.pointers import pointers, points_elsewhere
from urltree.blocks import parse_page

LINK = "<a href=/b>A bridge for the town</a>"


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Read more: {LINK}",
        f"<p><b>READ MORE:</b> {LINK}.",
        "<p><a href=/b>Read more: A bridge for the town</a>",
        f"<p>\u041f\u043e \u0442\u0435\u043c\u0435\uff1a{LINK}",
    ],
)
def test_a_paragraph_of_a_label_and_a_link_points_to_another_page(html: str):
    assert pointers(parse_page(html).blocks).tolist() == [True]


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Read more {LINK}",
        f"<div>Read more: {LINK}</div>",
        f"<p>What the town has long been waiting for: {LINK}",
        f"<p>More: {LINK}, which opens in May",
        f"<p>More: {LINK} <a href=/c>and a harbour</a>",
        "<p>More: <a href=/b>A bridge</a>",
        "<p>More: <a href=/b>https://example.org/b is where it is</a>",
        "<p>More: A bridge for the town",
        f"<p>Step 3: {LINK}",
    ],
)
def test_other_paragraphs_do_not(html: str):
    assert not pointers(parse_page(html).blocks).any()


TEXT = "The harbour of the town was full on Monday, and the ships had to wait for the wind to turn."
POINTER = f"Read more: {LINK}"


def kept(*paragraphs: str) -> list[bool]:
    """Say which paragraphs, all of them content, do not point elsewhere."""
    tagged = (each if each.startswith("<h2>") else f"<p>{each}</p>" for each in paragraphs)
    blocks = parse_page("".join(tagged)).blocks
    words = np.array([len(block.text.split()) for block in blocks])
    heads = np.array(["headline" in block.text for block in blocks])
    clues = SimpleNamespace(
        blocks=blocks,
        words=words,
        heads=heads,
        in_heading=np.array([block.tag == "h2" for block in blocks]),
    )
    return (~points_elsewhere(np.ones(len(blocks), bool), clues)).tolist()


def test_what_points_elsewhere_between_texts_is_no_content():
    assert kept(TEXT, POINTER, TEXT) == [True, False, True]


def test_what_points_elsewhere_at_the_end_of_a_section_is_no_content():
    assert kept(TEXT, POINTER, "<h2>The wind</h2>") == [True, False, True]


@pytest.mark.parametrize(
    "paragraphs",
    [
        (TEXT, POINTER),
        ("<h2>The wind</h2>", POINTER, TEXT),
        (TEXT, POINTER, "<h2>A second headline</h2>"),
        (POINTER, TEXT),
        (TEXT, POINTER, POINTER, TEXT),
        (TEXT, POINTER, "No text", TEXT),
        (TEXT, POINTER, f"<a href=/c>{TEXT}</a>"),
    ],
)
def test_what_points_elsewhere_at_the_end_or_in_a_list_is_content(paragraphs: tuple[str, ...]):
    assert all(kept(*paragraphs))


def test_a_headline_points_nowhere_else():
    assert all(kept(TEXT, "More: <a href=/b>a headline of five words</a>", TEXT))


def test_pointers_are_left_out_of_a_text():
    page = f"<title>The harbour</title><h1>The harbour</h1><p>{TEXT}</p><p>{POINTER}</p><p>{TEXT}</p>"
    extraction = Extractor().extract(page, "https://news.example.org/harbour")
    assert extraction.text == f"The harbour\n{TEXT}\n{TEXT}"
