"""The explanation of a page as HTML."""

import re

import pytest
from explained import explained_site
from lxml import html

from urltree.auto.explain import explain_blocks
from urltree.extract import Extractor
from urltree.output.explainpage import explanation_page


def written(extraction):
    return explanation_page(extraction, explain_blocks(extraction, "auto"))


def of_page(source):
    with Extractor() as extractor:
        return written(extractor.extract(source, "http://example.com/?a&b"))


@pytest.fixture(scope="module")
def page():
    return html.document_fromstring(written(explained_site(20)))


def test_every_block_is_shown_in_order(page):
    texts = page.xpath("//summary/span[contains(@class, 'text')]/text()")
    assert texts[:3] == ["Home", "Sport", "A new tunnel"]
    assert texts[-1] == "Imprint"


def test_a_block_has_the_colour_of_its_mark(page):
    assert page.xpath("//ol/li/@class")[0] == "boilerplate"
    assert "content" in page.xpath("//ol/li/@class")


def test_a_block_unfolds_to_its_decision_and_reasons(page):
    first = page.xpath("//details/div")[0].text_content()
    assert first.startswith(
        "Boilerplate, 0% likely to be content; in 21 of 21 documents of example.com/news."
    )
    assert "template: more than 50%" in first


def test_a_block_unfolds_to_what_its_place_has_held(page):
    assert (
        "documents had text in this place: 100% of the words were new"
        in page.xpath("//details/div")[3].text_content()
    )


def test_the_decision_is_shown_as_a_tooltip_too(page):
    assert page.xpath("//summary/@title")[0].startswith("Boilerplate, 0% likely")


def test_headings_are_shown_as_headings(page):
    assert page.xpath("//summary/span[@class='text heading']/text()") == ["A new tunnel"]


def test_a_block_has_its_score(page):
    scores = page.xpath("//summary/span[@class='score']/text()")
    assert scores[0] == "0.00"
    assert len(scores) == len(page.xpath("//ol/li"))


def test_a_title_that_is_given_heads_the_page():
    with Extractor() as extractor:
        given = extractor.extract("<title>Own</title><p>x</p>", "http://example.com/", "Given")
    assert html.document_fromstring(written(given)).xpath("//h1/text()") == ["Given"]


def test_the_legend_counts_the_blocks_of_each_mark(page):
    counted = page.xpath("//p[@class='legend']/span/text()")
    assert sum(int(each.split()[0]) for each in counted) == len(page.xpath("//ol/li"))


def test_the_evidence_is_stated(page):
    assert "Judged by 21 documents of example.com/news, including this one." in page.text_content()


def test_a_page_without_text_states_no_evidence():
    page = of_page("<script>x()</script>")
    assert "<p>The page holds no text.</p>" in page
    assert "Judged by" not in page


def test_text_and_title_cannot_become_markup():
    page = of_page('<title>"&lt;script>evil()</title><p class="x">"&lt;script>evil()&lt;/script><p>b')
    assert "<script" not in page
    assert page.count("&lt;script&gt;evil()") >= 3


def test_nothing_runs_or_loads():
    page = of_page("<p>x</p>")
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|<img|@import|url\(|src=", page)
