"""What the past rules out."""

import numpy as np
import pytest

from urltree.auto.clues import read_clues
from urltree.auto.networks import INPUTS
from urltree.auto.vetoes import permitted
from urltree.blocks import parse_page
from urltree.evidence.pathevidence import LOG_SCALE
from urltree.evidence.treeevidence import LOG_COUNT_SCALE
from urltree.features import page_features


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
def test_the_best_of_several_headlines_gets_the_chances_of_all(matches, chances, scores):
    assert permitted_with(matches, chances) == pytest.approx(scores)


@pytest.mark.parametrize(("chance", "scores"), [(0.26, [0, 0.76]), (0.24, [0.74, 0])])
def test_of_two_headlines_one_in_a_heading_counts_twice(chance, scores):
    inputs = headlines(matches=[1, 1])
    inputs[1, INPUTS.index("tags: in heading")] = 1
    assert permitted_of([0.5, chance], inputs) == pytest.approx(scores)


@pytest.mark.parametrize(
    ("above", "words", "tag", "scores"),
    [
        (0.1, 25, "h1", [1, 0.9, 0]),
        (0.09, 25, "h1", [0, 0.9, 0.99]),
        (0.1, 24, "h1", [0, 0.9, 1]),
        (0.1, 25, "h3", [0, 0.9, 1]),
        (0.1, 25, "h1><a href=/", [0, 0.9, 1]),
    ],
)
def test_of_two_headlines_a_higher_one_above_the_text_counts_if_it_may_be_content(above, words, tag, scores):
    inputs = headlines(matches=[1, 0, 1])
    inputs[[0, 2], INPUTS.index("tags: in heading")] = 1
    html = f"<{tag}>Bridge</{tag[:2]}><p>text</p><h2>Bridge</h2>"
    assert permitted_of([above, 0.9, 0.9], inputs, words=[2, words, 2], html=html) == pytest.approx(scores)


@pytest.mark.parametrize(("match", "kept"), [(0.5, 1), (0.49, 3)])
def test_breadcrumbs_are_no_text_above_a_headline(match, kept):
    inputs = headlines(matches=[match, 1, 0, 1])
    inputs[[1, 3], INPUTS.index("tags: in heading")] = 1
    html = "<p>Home, Bridge</p><h1>Bridge</h1><p>text</p><h2>Bridge</h2>"
    scores = permitted_of([0.6, 0.3, 0.9, 0.9], inputs, words=[3, 2, 25, 2], html=html)
    assert scores[4 - kept] == 0
    assert scores[kept] == 1


@pytest.mark.parametrize(
    ("matches", "chances", "scores"),
    [
        ([0.7, 0.9, 0.7], [0.9, 0.6, 0.8], [0, 0.6, 0.8]),
        ([0.5, 0.9, 0], [0.9, 0.6, 0.8], [0, 0.6, 0.8]),
        ([0.49, 0.9, 0], [0.9, 0.6, 0.8], [0.9, 0.6, 0.8]),
        ([0.7, 0.9, 0], [0.9, 0.4, 0.8], [0.9, 0.4, 0.8]),
    ],
)
def test_text_that_leads_to_a_kept_headline_is_not_content(matches, chances, scores):
    assert permitted_with(matches, chances) == pytest.approx(scores)


TEMPLATE = {"domain: log count": np.log(9) / LOG_COUNT_SCALE, "domain: share": 0.9}


@pytest.mark.parametrize(("share", "score"), [(0.5, 0.9), (0.51, 0)])
def test_text_held_by_over_half_of_the_other_documents_is_template(share, score):
    inputs = inputs_with(TEMPLATE | {"domain: share": share})
    assert permitted_of([0.9], inputs) == pytest.approx([score])


@pytest.mark.parametrize(("digits", "score"), [(0, 0), (0.1, 0.9)])
def test_a_headline_with_digits_is_not_template(digits, score):
    inputs = inputs_with(TEMPLATE | {"title: is best": 1, "text: digit share": digits})
    assert permitted_of([0.9], inputs) == pytest.approx([score])


@pytest.mark.parametrize(
    ("but", "score"),
    [
        ({}, 1),
        ({"tags: in heading": 0}, 0),
        ({"title: is best": 0}, 0),
        ({"title: match": 0.4}, 0),
        ({"domain: share": 0.5}, 0.25),
    ],
)
def test_a_headline_that_other_pages_list_gets_the_score_that_it_has_without_its_site(but, score):
    headline = {"title: is best": 1, "title: match": 0.5, "tags: in heading": 0.5}
    assert permitted_of([0.25], inputs_with(TEMPLATE | headline | but), alone=[1]) == [score]


def test_other_text_with_digits_is_template():
    inputs = inputs_with(TEMPLATE | {"text: digit share": 0.1})
    assert permitted_of([0.9], inputs) == [0]


FIGURES = TEMPLATE | {"text: digit share": 0.1, "path: new blocks 0": 0.6}


def prices(but=None, alone=0.7, below=0.9):
    """Give the permitted score of a text with digits that most pages have, between two texts of the page."""
    own, figures = inputs_with({}), inputs_with(FIGURES | (but or {}))
    inputs, html = np.concatenate([own, figures, own]), "<p>text<p>1,037 points<p>text"
    return permitted_of([0.9, 0.1, below], inputs, html=html, alone=[1, alone, 1])[1]


def test_text_with_digits_amid_the_text_gets_the_score_that_it_has_without_its_site():
    assert prices() == pytest.approx(0.7)


@pytest.mark.parametrize("but", [{"text: digit share": 0}, {"path: new blocks 0": 0.5}])
def test_text_without_digits_or_where_little_is_new_is_template(but):
    assert prices(but) == 0


def test_text_with_digits_that_is_unlikely_or_below_the_text_is_template():
    assert prices(alone=0.4) == prices(below=0.4) == 0


INTERVIEW = "<p>Who</p>" + "<h3>Where from?</h3><p>Here</p>" * 4


def interview(html=INTERVIEW, question=10, alone=0.6, answer=None, score=0.9):
    """Give the permitted scores of an interview, whose questions are on most pages and so unlikely."""
    questions = parse_page(html).blocks[1::2]
    own = inputs_with(answer or {})
    inputs = np.concatenate([own, *[inputs_with(TEMPLATE), own] * len(questions)])
    scores, words, cold = (
        [own, *[question, own] * len(questions)]
        for question, own in ((0.1, score), (question, 20), (alone, 0.95))
    )
    return permitted_of(scores, inputs, words, html, cold)


def test_recurring_questions_keep_the_score_that_they_have_without_their_site():
    assert interview()[1::2] == pytest.approx([0.6] * 4)


def test_the_answers_to_recurring_questions_keep_their_scores():
    assert interview()[::2] == pytest.approx([0.9] * 5)


@pytest.mark.parametrize(
    "but",
    [
        {"question": 6},
        {"alone": 0.4},
        {"html": INTERVIEW.replace("<h3>", "<div><h3>").replace("</h3>", "</h3></div>")},
        {"html": "<p>Who</p>" + "<h3>Where from?</h3><p>Here</p>" * 3},
    ],
)
def test_recurring_text_that_is_short_or_unlikely_or_boxed_or_rare_is_template(but):
    assert not interview(**but)[1::2].any()


@pytest.mark.parametrize("but", [{"score": 0.4}, {"answer": TEMPLATE}, {"answer": {"title: match": 0.9}}])
def test_recurring_text_amid_unlikely_or_recurring_text_or_headlines_is_template(but):
    assert not interview(**but)[1::2].any()


STALE = {
    "path: log documents 0": np.log1p(20) / LOG_SCALE,
    "path: log words a block 0": np.log1p(30) / LOG_SCALE,
    "path: new blocks 0": 0.2,
    "path: new words 0": 0.2,
}


@pytest.mark.parametrize("words", [30, 10.001, 9.999])
def test_a_known_place_of_long_text_that_is_seldom_new_is_stale(words):
    stale = STALE | {"path: log words a block 0": np.log1p(words) / LOG_SCALE}
    inputs = np.concatenate([inputs_with(stale), inputs_with({})])
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
def test_a_place_with_little_history_short_or_new_text_or_a_headline_is_not_stale(but):
    inputs = np.concatenate([inputs_with(STALE | but), inputs_with({})])
    assert permitted_of([0.9, 0.9], inputs, [1, 10]) == pytest.approx([0.9, 0.9])


@pytest.mark.parametrize(("words", "scores"), [(5, [0.9, 0.9]), (6, [0, 0.9])])
def test_stale_text_is_kept_if_it_is_over_19_in_20_of_the_words(words, scores):
    inputs = np.concatenate([inputs_with(STALE), inputs_with({})])
    assert permitted_of([0.9, 0.9], inputs, [100, words]) == pytest.approx(scores)


@pytest.mark.parametrize(("score", "other"), [(0.4, {}), (0.9, {"title: match": 0.9})])
def test_stale_text_is_kept_beside_unlikely_text_or_a_headline(score, other):
    inputs = np.concatenate([inputs_with(STALE), inputs_with(other)])
    assert permitted_of([0.9, score], inputs, [100, 100]) == pytest.approx([0.9, score])


def inputs_with(values):
    """Give the inputs of a block, all 0 except these."""
    inputs = np.zeros((1, len(INPUTS)), np.float32)
    for name, value in values.items():
        inputs[0, INPUTS.index(name)] = value
    return inputs


def permitted_with(matches, chances):
    """Give the permitted scores on a new site; `matches` says how well each block matches the title."""
    return permitted_of(chances, headlines(matches))


def headlines(matches):
    """Give the inputs of blocks that match the title this well, all others 0."""
    inputs = np.zeros((len(matches), len(INPUTS)), np.float32)
    inputs[:, INPUTS.index("title: match")] = matches
    return inputs


def permitted_of(scores, inputs, words=None, html=None, alone=None):
    """Give the permitted scores of the blocks of a page, by default paragraphs in one element."""
    page = parse_page(html or "<p>text</p>" * len(scores))
    scores = np.array(scores, np.float32)
    words = np.ones(len(scores)) if words is None else np.array(words)
    cold = scores if alone is None else np.array(alone, np.float32)
    elements = page_features(page.blocks, None).elements
    return permitted(scores, read_clues(page, elements, words, cold, inputs))
