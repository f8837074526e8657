"""The heuristic ``auto``."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.auto import INPUTS, WEIGHTS, auto, choose, network_inputs, shipped_network
from urltree.blocks import parse_page
from urltree.models import ROOT, Label, NodeCounts

PROSE = "The bridge over the river was opened on Monday, after six years of work and three of rain. "
SIGN = "Sign up for our letter, which comes every week, with news of bridges and of rivers, and is free."
PAGE = f"""<html><head><title>A new bridge | Example News</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/x">Sport</a></li></ul></nav>
<div class="article"><h1>A new bridge</h1><p>{PROSE}First.</p><p>{PROSE * 2}Then.</p><p>{SIGN}</p></div>
<footer><p>© 2024 Example News. All rights reserved.</p></footer></body></html>"""


@pytest.fixture(scope="module")
def page():
    return parse_page(PAGE)


def branch_of(blocks, support, often=()):
    counts = {
        block.hash: support if any(each in block.text for each in often) else 1
        for block in blocks
        if block.hash is not None
    }
    return NodeCounts(ROOT, support, counts), NodeCounts("example.com", support, counts)


def kept(page, branch):
    decisions = auto(page.blocks, branch, page.title)
    return [
        block.text
        for block, decision in zip(page.blocks, decisions, strict=True)
        if decision.label is Label.CONTENT
    ]


def test_the_first_page_of_a_site_gives_its_article(page):
    found = kept(page, branch_of(page.blocks, 1))
    assert found[:3] == ["A new bridge", f"{PROSE}First.", f"{PROSE * 2}Then."]
    assert "Sport" not in found


def test_what_repeats_on_the_site_goes(page):
    cold = branch_of(page.blocks, 1)
    warm = branch_of(page.blocks, 200, ("Sign up", "Home", "Sport", "2024"))
    assert SIGN in kept(page, cold)
    assert kept(page, warm) == ["A new bridge", f"{PROSE}First.", f"{PROSE * 2}Then."]


def test_the_template_of_a_cold_domain_is_not_known_yet(page):
    assert SIGN in kept(page, branch_of(page.blocks, 2, ("Sign up",)))


def test_a_decision_tells_the_node_and_its_count(page):
    root, domain = branch_of(page.blocks, 20, ("Home",))
    deep = NodeCounts("example.com/news", 7, {each: min(count, 7) for each, count in domain.counts.items()})
    decision = auto(page.blocks, (root, domain, deep), page.title)[0]
    assert (decision.count, decision.support, decision.node) == (7, 7, "example.com/news")


def test_a_decision_tells_the_score(page):
    decisions = auto(page.blocks, branch_of(page.blocks, 1), page.title)
    told = {block.text: decision.score for block, decision in zip(page.blocks, decisions, strict=True)}
    assert told["Sport"] < 0.5 <= told[f"{PROSE}First."] <= 1


def test_a_page_without_blocks_has_no_decisions():
    assert auto([], (NodeCounts(ROOT, 1, {}), NodeCounts("example.com", 1, {}))) == []


def test_a_block_without_letters_is_judged_like_any_other():
    blocks = parse_page(f"<p>{PROSE}</p><p>1,000</p>").blocks
    assert len(auto(blocks, branch_of(blocks, 1))) == 2


def test_inputs_are_those_of_the_shipped_network(page):
    inputs, words = network_inputs(page.blocks, branch_of(page.blocks, 9), None)
    assert inputs.shape == (len(words), len(INPUTS))
    assert shipped_network().mean.shape == (len(INPUTS),)


def test_the_shipped_network_is_small():
    assert WEIGHTS.stat().st_size <= 300_000


@pytest.mark.parametrize(
    ("scores", "words", "content"),
    [
        ([0.9, 0.4, 0.1], [30, 30, 30], [True, False, False]),
        ([0.9, 0.4, 0.1], [10, 30, 30], [True, True, False]),
        ([0.3, 0.2, 0.1], [30, 30, 30], [True, False, False]),
        ([0.2, 0.16, 0.1], [5, 5, 30], [True, True, False]),
        ([0.1, 0.2, 0.1], [3, 3, 3], [False, True, False]),
        ([0.1, 0.05, 0.0], [30, 30, 30], [True, False, False]),
        ([0.0, 0.0, 0.0], [30, 30, 30], [False, False, False]),
    ],
)
def test_the_threshold_falls_while_the_text_has_few_words_down_to_the_best_block(scores, words, content):
    assert choose(np.array(scores), np.array(words)).tolist() == content


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 100)), min_size=1))
def test_what_scores_one_half_is_always_content(rows):
    scores, words = map(np.array, zip(*rows, strict=True))
    assert choose(scores, words)[scores >= 0.5].all()
