"""Made-up sites of many shapes, here with made-up paragraphs."""

import json
import lzma
from collections import Counter
from random import Random

import pytest

from benchmarks.bench_shapes import Accuracy, f1, figures, mean, shape_accuracy, site_accuracy
from benchmarks.pages import WORDS
from benchmarks.shapes.catalogue import SHAPES
from benchmarks.shapes.frames import STYLES, framed
from benchmarks.shapes.material import Writer, gold_paragraphs, material
from benchmarks.shapes.pages import PAGES, Site
from benchmarks.shapes.sections import Section, Wanted
from urltree.blocks import parse_page


def made_up_material():
    chance = Random(1)
    sentences = (" ".join(chance.choices(WORDS, k=16)).capitalize() + "." for _ in range(3600))
    return material([" ".join(group) for group in zip(sentences, sentences, sentences, strict=False)])


TEXTS = made_up_material()


@pytest.fixture
def site():
    return Site("shape", "blog", TEXTS)


@pytest.fixture
def section():
    return Section()


def words(texts):
    return Counter(" ".join(texts).split())


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_site_has_the_same_number_of_pages(shape, style):
    assert len(list(SHAPES[shape](Site(shape, style, TEXTS)))) == PAGES


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_gold_text_is_on_the_page(shape, style):
    site = Site(shape, style, TEXTS)
    page = next(iter(SHAPES[shape](site)))
    blocks = parse_page(framed(page, site).encode(), "utf-8").blocks
    assert words(page.golds()[1:]) <= words(block.text for block in blocks)


@pytest.mark.parametrize("shape", SHAPES)
def test_making_a_site_is_deterministic(shape):
    one, other = (
        [framed(page, site) for page in SHAPES[shape](site)]
        for site in (Site(shape, "news", TEXTS), Site(shape, "news", TEXTS))
    )
    assert one == other


def test_text_is_escaped(section):
    section.paragraph('<b class="x">')
    assert section.html == "<p>&lt;b class=&quot;x&quot;&gt;</p>"


def test_an_element_holds_what_is_written_in_it(section):
    with section.element("div", "box"):
        section.heading("Head")
    assert section.html.split() == ["<div", 'class="box">', "<h3>Head</h3>", "</div>"]


def test_the_headline_comes_first_in_the_gold_text(site):
    page = site.article(["Text."], "Title")
    assert page.golds() == ("Title\nText.",) * 2


def test_a_page_without_a_headline_has_none_in_its_gold_text(site):
    page = site.page(title="Title", headline=False)
    assert page.golds() == ("", "")


def test_unwanted_text_is_in_neither_gold_text(site):
    page = site.article(["Text."], "Title")
    page.after.box("box", "Head", ["Teaser."], Wanted.NO)
    assert page.golds() == ("Title\nText.",) * 2


def test_optional_text_is_in_one_of_the_two_gold_texts(site):
    page = site.article(["Text."], "Title")
    page.body.paragraph("Farewell.", Wanted.EITHER)
    assert page.golds() == ("Title\nText.", "Title\nText.\nFarewell.")


@pytest.mark.parametrize("text", ["Title Text.", "Title Text. Farewell."])
def test_optional_text_counts_neither_for_nor_against(site, text):
    page = site.article(["Text."], "Title")
    page.body.paragraph("Farewell.", Wanted.EITHER)
    assert f1(page, text) == 1


def test_markup_in_a_title_is_escaped_by_the_frame(site):
    assert "<i>" not in framed(site.page(title="<i>"), site)


def test_an_application_does_not_use_telling_class_names():
    site = Site("shape", "application", TEXTS)
    assert 'class="body"' not in framed(site.page(), site)


def test_class_attributes_quoted_in_a_text_are_left_alone():
    site = Site("shape", "tables", TEXTS)
    page = site.article(['an attribute class="body" in a text'])
    assert "class=&quot;body&quot;" in framed(page, site)


def test_a_page_knows_the_pages_before_it_latest_first(site):
    site.page(title="One")
    site.page(title="Two")
    assert site.page().latest[:2] == ["Two", "One"]


def test_a_page_is_not_among_its_own_latest_pages(site):
    page = site.page()
    assert page.title not in page.latest


def test_no_paragraph_is_used_twice():
    paragraphs = Writer(TEXTS, "seed").paragraphs(len(TEXTS.paragraphs))
    assert len(set(paragraphs)) == len(paragraphs)


def test_paragraphs_are_the_long_lines_of_gold_texts_once_each(tmp_path):
    paragraph = TEXTS.paragraphs[0]
    (tmp_path / "pages").mkdir()
    with lzma.open(tmp_path / "pages/news-2017.jsonl.xz", "wt") as file:
        file.write(json.dumps({"gold": f"Headline\n{paragraph}\n{paragraph}", "html": ""}))
    assert gold_paragraphs(tmp_path) == [paragraph]


def test_without_data_there_are_no_figures(tmp_path):
    assert list(figures(tmp_path)) == []


def test_plain_articles_are_found(site):
    assert site_accuracy(site, SHAPES["control"]).warm > 0.9


def test_history_removes_a_text_about_cookies():
    accuracy = shape_accuracy("cookies", SHAPES["cookies"], TEXTS)
    assert accuracy.warm > accuracy.cold


def test_cold_and_warm_are_averaged_separately():
    assert mean([Accuracy(0.0, 1.0), Accuracy(1.0, 1.0)]) == Accuracy(0.5, 1.0)
