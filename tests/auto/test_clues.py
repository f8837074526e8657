"""What is known of blocks besides their scores."""

import numpy as np
import pytest

from urltree.auto.clues import read_clues
from urltree.auto.networks import INPUTS
from urltree.blocks import parse_page
from urltree.evidence.treeevidence import LOG_SUPPORT_SCALE
from urltree.features import page_features


def clues(values, html="<p>text", words=1, alone=1):
    """Read the clues of a page on which these inputs, and no others, are not 0."""
    page = parse_page(html)
    inputs = np.zeros((len(page.blocks), len(INPUTS)), np.float32)
    for name, value in values.items():
        inputs[:, INPUTS.index(name)] = value
    words, alone = (np.full(len(page.blocks), value, np.float32) for value in (words, alone))
    return read_clues(page, page_features(page.blocks, None).elements, words, alone, inputs)


LABEL = {
    "domain: log count": 1,
    "domain: share": 1,
    "tags: is p": 1,
    "text: ends a sentence": 0,
}


@pytest.mark.parametrize(("words", "alone", "is_label"), [(6, 0.5, True), (7, 0.5, False), (6, 0.49, False)])
def test_a_label_has_six_words_at_most_and_is_likely_without_its_site(words, alone, is_label):
    assert clues(LABEL, words=words, alone=alone).labels.tolist() == [is_label]


@pytest.mark.parametrize(("match", "is_stated"), [(0.7, True), (0.8, False)])
def test_a_headline_does_not_count_as_stated(match, is_stated):
    data = '<script type=application/ld+json>{"@type": "HowTo", "step": ["Dig"]}</script>'
    assert clues({"title: match": match}, f"{data}<p>Dig").stated.tolist() == [is_stated]


@pytest.mark.parametrize(
    ("note", "is_footnote"),
    [
        ("<ol><li>So. <a href=#r1>↩</a></ol>", True),
        ("<section role=doc-endnotes><ol><li>So.</ol></section>", True),
        ("<aside role=doc-footnote><p>So.</aside>", True),
        ("<aside role=note><p>So.</aside>", False),
        ('<div class="footnotes footnote"><div class=footnote-content><p>So.</div></div>', True),
        ("<dl class=footnote><dd>So.</dl>", True),
        ("<p class=footnote-marker>So.</p>", False),
        ("<div class=site-footer><p class=footnote>So.</div>", False),
        ("<footer><p class=footnote>So.</footer>", False),
        ("<p class=footnote><a href=/>So.</a>", False),
    ],
)
def test_what_leads_back_to_a_text_or_has_its_role_or_class_is_a_footnote(note, is_footnote):
    assert clues({}, f"<p>text{note}").footnotes.tolist() == [False, is_footnote]


@pytest.mark.parametrize(
    ("changed", "is_label"),
    [
        ({}, True),
        ({"domain: share": 0}, False),
        ({"tags: is p": 0}, False),
        ({"text: ends a sentence": 1}, False),
        ({"text: link share": 0.5}, True),
        ({"text: link share": 0.51}, False),
    ],
)
def test_a_short_paragraph_that_most_documents_have_is_a_label(changed, is_label):
    assert clues(LABEL | changed).labels.tolist() == [is_label]


@pytest.mark.parametrize(
    ("match", "best", "heads"), [(0.8, 0, True), (0.5, 1, True), (0.5, 0, False), (0.4, 1, False)]
)
def test_a_headline_matches_most_of_the_title_or_is_the_best_with_half_of_it(match, best, heads):
    assert clues({"title: match": match, "title: is best": best}).heads == [heads]


@pytest.mark.parametrize(("support", "known"), [(1, 0), (26, 0.5), (51, 1), (1_000, 1)])
def test_a_site_is_better_known_the_more_documents_it_has(support, known):
    log_support = np.log(support) / LOG_SUPPORT_SCALE
    assert clues({"domain: log support": log_support}).known == pytest.approx(known)


@pytest.mark.parametrize(("alone", "new"), [(1, True), (0, False)])
def test_a_block_that_no_other_document_has_is_new(alone, new):
    assert clues({"domain: alone": alone}).new == [new]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1 2 3", True),
        ("99 100", True),
        ("1", False),
        ("1 2 4", False),
        ("3 2 1", False),
        ("1. 2. 3.", False),
        ("2019 to 2020", False),
        ("999999 1000000", True),
        ("1000000 1000001", False),
        ("²³ 24", False),
    ],
)
def test_numbers_that_count_up_are_those_of_lines(text, numbers):
    assert clues({}, f"<pre>{text}</pre>").line_numbers == [numbers]


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [("<pre>1</pre>", True), ("<div><pre>1</pre></div>", True), ("<pre>7</pre>", False), ("<p>1</p>", False)],
)
def test_the_number_of_a_single_line_is_known_by_its_cell(cell, numbers):
    html = f"<table><tr><td>{cell}</td><td><pre>code</pre></td></tr></table>"
    assert clues({}, html).line_numbers.tolist() == [numbers, False]


FIGURES = {"domain: log count": 1, "domain: share": 1, "text: digit share": 0.1, "path: new blocks 0": 0.6}


@pytest.mark.parametrize(("words", "is_figure"), [(48, True), (49, False)])
def test_a_text_may_be_the_page_s_own_by_its_numbers_if_it_has_one_in_24_words(words, is_figure):
    assert clues(FIGURES, "<p>It closed at 1,037.5 points on 10/12.", words).figures.tolist() == [is_figure]
