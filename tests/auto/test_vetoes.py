"""What the past rules out."""

import numpy as np
import pytest

from urltree.auto.inputs import INPUTS
from urltree.auto.vetoes import heads_page, permitted
from urltree.blocks import parse_page
from urltree.evidence.evidence import LOG_COUNT_SCALE
from urltree.evidence.pathhistory import LOG_SCALE


@pytest.mark.parametrize(
    ("matches", "chances", "scores"),
    [
        ([0.9, 0.9, 0], [0.3, 0.4, 0.6], [0, 0.7, 0.6]),
        ([0.9, 0.5, 0], [0.3, 0.4, 0.6], [0.3, 0.4, 0.6]),
        ([0.9, 0.9, 0], [0.8, 0.7, 0.6], [1, 0, 0.6]),
        ([0.8, 1, 0], [0.4, 0.35, 0.6], [0, 0.75, 0.6]),
        ([0, 0.9, 0.9], [0.6, 0, 0], [0.6, 0, 0]),
    ],
)
def test_of_headlines_the_likeliest_and_likest_is_kept_with_the_chances_of_all(matches, chances, scores):
    assert permitted_with(matches, chances) == pytest.approx(scores)


@pytest.mark.parametrize(
    ("matches", "chances", "scores"),
    [
        ([0.7, 0.9, 0.7], [0.9, 0.6, 0.8], [0, 0.6, 0.8]),
        ([0.5, 0.9, 0], [0.9, 0.6, 0.8], [0, 0.6, 0.8]),
        ([0.49, 0.9, 0], [0.9, 0.6, 0.8], [0.9, 0.6, 0.8]),
        ([0.7, 0.9, 0], [0.9, 0.4, 0.8], [0.9, 0.4, 0.8]),
    ],
)
def test_what_leads_to_a_headline_that_is_kept_is_not_content(matches, chances, scores):
    assert permitted_with(matches, chances) == pytest.approx(scores)


TEMPLATE = {"domain: log count": np.log(9) / LOG_COUNT_SCALE, "domain: share": 0.9}


@pytest.mark.parametrize(
    ("match", "best", "heads"), [(0.8, 0, True), (0.5, 1, True), (0.5, 0, False), (0.4, 1, False)]
)
def test_what_heads_a_page_repeats_its_title_or_half_of_it_and_that_best(match, best, heads):
    assert heads_page(inputs_with({"title: match": match, "title: is best": best})) == [heads]


@pytest.mark.parametrize(("share", "score"), [(0.5, 0.9), (0.51, 0)])
def test_what_over_half_of_the_other_documents_hold_is_template(share, score):
    inputs = inputs_with(TEMPLATE | {"domain: share": share})
    assert permitted_of([0.9], inputs) == pytest.approx([score])


@pytest.mark.parametrize(("digits", "score"), [(0, 0), (0.1, 0.9)])
def test_a_headline_with_digits_is_no_template(digits, score):
    inputs = inputs_with(TEMPLATE | {"title: is best": 1, "text: digit share": digits})
    assert permitted_of([0.9], inputs) == pytest.approx([score])


def test_what_is_not_the_headline_is_template_with_digits_too():
    inputs = inputs_with(TEMPLATE | {"text: digit share": 0.1})
    assert permitted_of([0.9], inputs) == [0]


INTERVIEW = "<p>Who</p>" + "<h3>Where from?</h3><p>Here</p>" * 4


def interview(html=INTERVIEW, question=10, alone=0.6):
    """Give the scores that count of a page each second text of which is on most pages, and unlikely there."""
    said = parse_page(html).blocks[1::2]
    inputs = np.concatenate([inputs_with({}), *[inputs_with(TEMPLATE), inputs_with({})] * len(said)])
    scores, words, cold = (
        [own, *[question, own] * len(said)] for question, own in ((0.1, 0.9), (question, 20), (alone, 0.9))
    )
    return permitted_of(scores, inputs, words, html, cold)[1::2]


def test_what_is_a_good_part_of_the_text_around_it_counts_as_without_its_site():
    assert interview() == pytest.approx([0.6] * 4)


@pytest.mark.parametrize(
    "but",
    [
        {"question": 6},
        {"alone": 0.4},
        {"html": INTERVIEW.replace("<h3>", "<div><h3>").replace("</h3>", "</h3></div>")},
        {"html": "<p>Who</p>" + "<h3>Where from?</h3><p>Here</p>" * 3},
    ],
)
def test_what_is_little_or_unlikely_or_in_a_box_or_of_few_blocks_is_template(but):
    assert not interview(**but).any()


STALE = {
    "path: log documents 0": np.log1p(20) / LOG_SCALE,
    "path: log words a block 0": np.log1p(30) / LOG_SCALE,
    "path: new blocks 0": 0.2,
    "path: new words 0": 0.2,
}


def test_a_known_place_of_long_text_that_is_seldom_new_is_stale():
    inputs = np.concatenate([inputs_with(STALE), inputs_with({})])
    assert permitted_of([0.9, 0.9], inputs, [1, 10]) == pytest.approx([0, 0.9])


@pytest.mark.parametrize(
    "but",
    [
        {"path: log documents 0": np.log1p(2) / LOG_SCALE},
        {"path: log words a block 0": np.log1p(5) / LOG_SCALE},
        {"path: new blocks 0": 0.8},
        {"path: new words 0": 0.8},
        {"title: is best": 1},
    ],
)
def test_a_place_that_is_new_or_of_short_or_new_text_or_of_the_headline_is_not_stale(but):
    assert permitted_of([0.9], inputs_with(STALE | but)) == pytest.approx([0.9])


@pytest.mark.parametrize(("words", "scores"), [(5, [0.9, 0.9]), (6, [0, 0.9])])
def test_stale_text_is_kept_where_it_is_over_19_in_20_of_the_text(words, scores):
    inputs = np.concatenate([inputs_with(STALE), inputs_with({})])
    assert permitted_of([0.9, 0.9], inputs, [100, words]) == pytest.approx(scores)


def inputs_with(values):
    """Give the inputs of a block, 0 but for these."""
    inputs = np.zeros((1, len(INPUTS)), np.float32)
    for name, value in values.items():
        inputs[0, INPUTS.index(name)] = value
    return inputs


def permitted_with(matches, chances):
    """Give the scores that count on a new site, where each block is like the title by a match."""
    inputs = np.zeros((len(matches), len(INPUTS)), np.float32)
    inputs[:, INPUTS.index("title: match")] = matches
    return permitted_of(chances, inputs)


def permitted_of(scores, inputs, words=None, html=None, alone=None):
    """Give the scores that count of paragraphs in one element, or of a page, each of so many words."""
    blocks = parse_page(html or "<p>text</p>" * len(scores)).blocks
    scores = np.array(scores, np.float32)
    words = np.ones(len(scores)) if words is None else np.array(words)
    cold = scores if alone is None else np.array(alone, np.float32)
    return permitted(blocks, scores, words, inputs, cold)
