"""Made-up sites of many shapes, written of made-up paragraphs."""

import json
import lzma
from collections import Counter
from random import Random

import pytest

from benchmarks.bench_shapes import Accuracy, f1, figures, mean, shape_accuracy, site_accuracy
from benchmarks.pages import WORDS
from benchmarks.shape_frames import STYLES
from benchmarks.shape_pages import PAGES, Site
from benchmarks.shape_sections import Section, Wanted
from benchmarks.shape_texts import Writer, gold_paragraphs, material
from benchmarks.shapes import SHAPES
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
def test_each_site_has_as_many_pages(shape, style):
    assert len(list(SHAPES[shape](Site(shape, style, TEXTS)))) == PAGES


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_gold_text_is_on_the_page(shape, style):
    site = Site(shape, style, TEXTS)
    page = next(iter(SHAPES[shape](site)))
    blocks = parse_page(site.html(page).encode(), "utf-8").blocks
    assert words(page.golds()[1:]) <= words(block.text for block in blocks)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_site_is_the_same_each_time(shape):
    one, other = (
        [site.html(page) for page in SHAPES[shape](site)]
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


def test_what_is_not_wanted_is_in_no_gold_text(site):
    page = site.article(["Text."], "Title")
    page.after.box("box", "Head", ["Teaser."], Wanted.NO)
    assert page.golds() == ("Title\nText.",) * 2


def test_what_may_be_wanted_is_in_one_of_two_gold_texts(site):
    page = site.article(["Text."], "Title")
    page.body.paragraph("Farewell.", Wanted.EITHER)
    assert page.golds() == ("Title\nText.", "Title\nText.\nFarewell.")


@pytest.mark.parametrize("text", ["Title Text.", "Title Text. Farewell."])
def test_what_may_be_wanted_counts_neither_for_nor_against(site, text):
    page = site.article(["Text."], "Title")
    page.body.paragraph("Farewell.", Wanted.EITHER)
    assert f1(page, text) == 1


def test_a_title_with_markup_in_it_is_escaped_by_the_frame(site):
    assert "<i>" not in site.html(site.page(title="<i>"))


def test_an_application_names_its_classes_by_itself():
    site = Site("shape", "application", TEXTS)
    assert 'class="body"' not in site.html(site.page())


def test_classes_in_a_text_are_left_alone():
    site = Site("shape", "tables", TEXTS)
    page = site.article(['an attribute class="body" in a text'])
    assert "class=&quot;body&quot;" in site.html(page)


def test_a_page_names_those_before_it_the_latest_first(site):
    site.page(title="One")
    site.page(title="Two")
    assert site.page().latest[:2] == ["Two", "One"]


def test_no_page_is_among_the_latest_itself(site):
    page = site.page()
    assert page.title not in page.latest


def test_no_paragraph_comes_twice():
    paragraphs = Writer(TEXTS, "seed").paragraphs(len(TEXTS.paragraphs))
    assert len(set(paragraphs)) == len(paragraphs)


def test_paragraphs_are_lines_of_the_gold_texts_that_are_long_enough(tmp_path):
    paragraph = TEXTS.paragraphs[0]
    (tmp_path / "pages").mkdir()
    with lzma.open(tmp_path / "pages/news-2017.jsonl.xz", "wt") as file:
        file.write(json.dumps({"gold": f"Headline\n{paragraph}\n{paragraph}", "html": ""}))
    assert gold_paragraphs(tmp_path) == [paragraph]


def test_without_data_there_are_no_figures(tmp_path):
    assert list(figures(tmp_path)) == []


def test_plain_articles_are_found(site):
    assert site_accuracy(site, SHAPES["control"]).warm > 0.9


def test_history_takes_a_text_on_cookies_away():
    accuracy = shape_accuracy("cookies", SHAPES["cookies"], TEXTS)
    assert accuracy.warm > accuracy.cold


def test_cold_and_warm_are_averaged_apart():
    assert mean([Accuracy(0.0, 1.0), Accuracy(1.0, 1.0)]) == Accuracy(0.5, 1.0)
