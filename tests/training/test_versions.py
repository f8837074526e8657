"""Versions of labelled pages."""

import json

import numpy as np
import pytest

from urltree.features import FEATURES
from urltree.training import versions
from urltree.training.corpus import labelled_pages
from urltree.training.labelledpage import Version
from urltree.training.labels import label

MENU = "Home and weather and sport"
PARAGRAPHS = (
    "The mayor opened the new bridge on Monday, after three years of work.",
    "Many came in spite of the rain, and the feast lasted into the night.",
)
HTML = f"""<html><body><ul id=nav><li><a href='/'>{MENU}</a></li></ul>
<div role=main class=story><p>{PARAGRAPHS[0]}</p><p>{PARAGRAPHS[1]}</p></div></body></html>"""


@pytest.fixture
def read(tmp_path):
    def read(*changes):
        record = {"site": "a.example", "gold": "\n".join(PARAGRAPHS), "html": HTML}
        lines = [record | {"url": f"http://a.example/{at}"} | each for at, each in enumerate(changes)]
        (tmp_path / "news.jsonl").write_text("\n".join(map(json.dumps, lines)))
        return list(labelled_pages(tmp_path / "news.jsonl", 9))

    return read


def of(pages, version):
    return [page for page in pages if page.version is version]


def numbers(pages, version):
    return [page.number for page in of(pages, version)]


def test_a_page_comes_as_served_and_in_two_other_versions(read):
    assert [page.version for page in read({})] == list(Version)


def test_a_data_set_may_have_a_name_in_any_charset(tmp_path):
    record = {"gold": "\n".join(PARAGRAPHS), "html": HTML}
    (tmp_path / "caf\udce9.jsonl").write_text(json.dumps(record))
    assert [page.version for page in labelled_pages(tmp_path / "caf\udce9.jsonl", 9)] == list(Version)


def test_later_pages_have_no_other_versions(read, monkeypatch):
    monkeypatch.setattr(versions, "NAMELESS_PAGES", 2)
    monkeypatch.setattr(versions, "BOXED_PAGES", 1)
    pages = read({}, {}, {})
    assert [len(of(pages, version)) for version in Version] == [3, 2, 1]


def test_a_page_without_names_differs_only_in_the_inputs_about_names(read):
    named, nameless, _ = read({})
    differing = (named.inputs != nameless.inputs).any(axis=0)
    names = {name for name, differs in zip(FEATURES, differing, strict=True) if differs}
    assert names == {"names: nav", "names: body"}


def test_the_paths_of_a_page_without_names_have_only_tags_and_marks(read):
    _, nameless, _ = read({})
    assert {block.path for block in nameless.parsed.blocks} == {
        "html/body/ul/li",
        "html/body/div[role=main]/p",
    }


def texts_of(page):
    return [block.text for block in page.parsed.blocks]


def test_boxes_are_not_content(read):
    boxed = read({})[2]
    content = [text for text, wanted in zip(texts_of(boxed), boxed.labels.content, strict=True) if wanted]
    assert content == list(PARAGRAPHS)


def test_the_words_of_boxes_are_counted_too(read):
    boxed = read({})[2]
    assert boxed.labels.words.tolist() == label(texts_of(boxed), boxed.gold).words.tolist()


def test_a_page_with_boxes_counts_as_the_first_of_a_new_site(read):
    pages = of(read({}, {}), Version.BOXED)
    assert [page.number for page in pages] == [1, 1]
    assert pages[0].site != pages[1].site


def test_boxes_are_the_same_each_time_a_page_is_read(read):
    first, again = read({})[2], read({})[2]
    assert first.parsed.blocks == again.parsed.blocks
    assert np.array_equal(first.inputs, again.inputs)


def test_boxes_differ_from_page_to_page(read):
    first, second = of(read({}, {}), Version.BOXED)
    assert first.parsed.blocks != second.parsed.blocks


@pytest.mark.parametrize(("kind", "expected"), [("article", 1), ("forum", 0)])
def test_boxes_are_inserted_only_into_articles(read, kind, expected):
    assert len(of(read({"page_type": kind}), Version.BOXED)) == expected


def test_a_page_without_paragraphs_gets_no_boxes(read):
    assert not of(read({"html": "<p>The bridge", "gold": "The bridge"}), Version.BOXED)
