"""The heuristic ``texrex``."""

import numpy as np
import pytest
from hypothesis import given
from markup import MARKUP

from urltree.blocks import parse_page
from urltree.decide import heuristic
from urltree.errors import PageError
from urltree.models import ROOT, Branch, Label, NodeCounts, Observation, Status
from urltree.scorer import Layer
from urltree.texrex import INPUTS, WEIGHTS, boilerplate_output, shipped_layers, texrex, texrex_inputs

PROSE = "The bridge over the river was opened on Monday, after six years of work and three of rain. "
PAGE = f"""<!DOCTYPE html><body><nav><ul><li><a href=/>Home</a><li><a href=/x>Sport</a></ul></nav>
<div class=article><h1>A new bridge</h1><p>{PROSE * 2}</p><p>{PROSE * 3}</p><p>{PROSE * 2}</p></div>
<footer><p>© 2024 Example News</footer>"""
BRANCH = Branch(NodeCounts(ROOT, 9, {}), NodeCounts("example.com", 7, {}))


def column(html, name):
    return texrex_inputs(parse_page(html))[:, INPUTS.index(name)].round(4).tolist()


def test_there_are_37_inputs_as_in_the_paper():
    assert len(INPUTS) == 37
    assert texrex_inputs(parse_page(PAGE)).shape[1] == 37


@given(MARKUP)
def test_inputs_are_within_0_and_1(html):
    try:
        page = parse_page(html)
    except PageError:
        return
    if page.blocks:
        inputs = texrex_inputs(page)
        assert np.isfinite(inputs).all()
        assert inputs.min() >= 0
        assert inputs.max() <= 1


@pytest.mark.parametrize(
    ("name", "html", "values"),
    [
        ("1a markup", f"<p>{'x' * 40}<p>{'x' * 120}", [0.6667, 0.25]),
        ("1b markup within 1", f"<p>{'x' * 40}<p>{'x' * 120}", [0.4286, 0.4286]),
        ("1d li", "<ul><li>a</ul><p>b", [1, 0]),
        ("1d h", "<h3>a</h3>b", [1, 0]),
        ("1e no container", "<h3>a</h3>b", [0, 1]),
        ("1f empty blocks before", "<p>a<div><p></p><p></p></div><p>b", [0, 0.3]),
        ("1g links", "<p><a href=/>ab</a><a>cd</a>", [0.5]),
        ("2a addresses", "<p>a@b.org and a@", [1 / 14]),
        ("2b URLs", "<p>http://x www.x.org xhttp:", [2 / 25]),
        ("2c hashtags", "<p>#one #2 a#b #", [0.0769]),
        ("3a length", f"<p>{'x' * 250}", [0.5]),
        ("3b share of page", "<p>aaa<p>b", [0.75, 0.25]),
        ("3c place in text", "<p>aa<p>bb", [0.5, 0.5]),
        ("3c place in text", "<p>aaaa<p>bb<p>cccc", [0.6, 0, 0.6]),
        ("3d place in blocks", "<p>aaa<p>b", [0.25, 0.75]),
        ("4a punctuation", "<p>a, b.", [0.4]),
        ("4b letters", "<p>ab12", [0.5]),
        ("4c digits", "<p>a123", [0.75]),
        ("4d upper case", "<p>ABcd", [0.5]),
        ("4e copyright", "<p>© x<p>x", [1, 0]),
        ("5a sentence length", "<p>a b c. d e f.", [0.1]),
        ("5b sentences", "<p>a b c. d e f.<p>x", [0.2, 0.1]),
        ("5c ends with punctuation", "<p>a:<p>a", [1, 0]),
    ],
)
def test_an_input_is_scaled_as_in_the_paper(name, html, values):
    assert column(html, name) == pytest.approx(values, abs=1e-3)


@pytest.mark.parametrize(
    ("doctype", "name"),
    [
        ("", "6a undeclared"),
        ("<!DOCTYPE html>", "6a HTML 5"),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', "6a HTML 4"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">', "6a XHTML"),
    ],
)
def test_the_doctype_is_one_of_four(doctype, name):
    kinds = [each for each in INPUTS if each.startswith("6a")]
    assert [kind for kind in kinds if column(f"{doctype}<p>x", kind) == [1]] == [name]


def test_the_activations_are_those_of_fann():
    ones = Layer(np.ones((1, 1), np.float32), np.zeros(1, np.float32))
    sums = np.array([[0], [2], [9]], np.float32)
    peak = 2 * np.exp(-1) - 1
    assert boilerplate_output([ones, ones], sums).tolist() == pytest.approx([0.5, peak / 2, -0.5])
    doubled = ones._replace(weights=ones.weights * 9)
    assert boilerplate_output([ones, doubled], sums[:1]).tolist() == [1]


def test_the_shipped_network_has_the_shape_of_the_papers():
    hidden, last = shipped_layers()
    assert (hidden.weights.shape, last.weights.shape) == ((37, 18), (18, 1))
    assert WEIGHTS.stat().st_size <= 10_000


def test_the_article_of_a_page_is_found():
    page = parse_page(PAGE)
    kept = [
        block.text
        for block, decision in zip(page.blocks, texrex(page, BRANCH), strict=True)
        if decision.label is Label.CONTENT
    ]
    assert (PROSE * 3).strip() in kept
    assert "Sport" not in kept


def test_label_and_score_agree():
    for decision in texrex(parse_page(PAGE), BRANCH):
        assert (decision.label is Label.CONTENT) == (decision.score > 0.5)


def test_counts_of_the_domain_are_reported_but_not_used():
    page = parse_page(PAGE)
    often = {block.hash: 7 for block in page.blocks if block.hash is not None}
    seen = texrex(page, BRANCH._replace(domain=NodeCounts("example.com", 7, often)))
    assert (seen[0].count, seen[0].support, seen[0].node) == (7, 7, "example.com")
    assert [each.label for each in seen] == [each.label for each in texrex(page, BRANCH)]


def test_texrex_can_be_chosen_by_its_name():
    page = parse_page(PAGE)
    seen = Observation(Status.NEW, 0, BRANCH)
    assert heuristic("texrex")(page, None).decide(seen) == texrex(page, BRANCH)
