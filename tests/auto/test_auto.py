"""The heuristic ``auto``."""

import numpy as np
import pytest

from urltree import Extractor
from urltree.auto.auto import AutoReading, choose
from urltree.auto.clues import read_clues
from urltree.auto.networks import INPUTS, networks_of
from urltree.auto.siteview import SiteView, how_familiar
from urltree.blocks import parse_page
from urltree.features import page_features
from urltree.models import (
    OPENINGS,
    PATH_SUMS,
    ROOT,
    Branch,
    Label,
    NodeCounts,
    Observation,
    Page,
    PathHistory,
    Status,
)

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
    return Branch(NodeCounts(ROOT, support, counts), NodeCounts("example.com", support, counts))


def read(page, title=None):
    return AutoReading(page, title, networks_of("auto"))


def decide(blocks, branch, title=None, history=None):
    return read(Page(blocks, None), title).decide(Observation(Status.NEW, 0, branch, history))


def kept(page, branch, history=None):
    decisions = decide(page.blocks, branch, page.title, history)
    return [
        block.text
        for block, decision in zip(page.blocks, decisions, strict=True)
        if decision.label is Label.CONTENT
    ]


def test_the_first_page_of_a_site_gives_its_article(page):
    found = kept(page, branch_of(page.blocks, 1))
    assert found[:3] == ["A new bridge", f"{PROSE}First.", f"{PROSE * 2}Then."]
    assert "Sport" not in found


def test_text_that_repeats_on_the_site_is_dropped(page):
    cold = branch_of(page.blocks, 1)
    warm = branch_of(page.blocks, 200, ("Sign up", "Home", "Sport", "2024"))
    assert SIGN in kept(page, cold)
    assert kept(page, warm) == ["A new bridge", f"{PROSE}First.", f"{PROSE * 2}Then."]


def test_an_article_that_listings_show_in_full_is_kept(page):
    branch = branch_of(page.blocks, 200, ("Sign up", "Home", "Sport", "2024"))
    counts = {each: max(4, count) for each, count in branch.domain.counts.items()}
    listed = branch._replace(domain=NodeCounts("example.com", 200, counts))
    assert kept(page, listed) == kept(page, branch)


@pytest.mark.parametrize(("support", "is_certain"), [(2, False), (3, True)])
def test_the_template_is_certain_from_the_third_document_on(page, support, is_certain):
    decisions = decide(page.blocks, branch_of(page.blocks, support, ("Sign up",)), page.title)
    scores = {block.text: decision.score for block, decision in zip(page.blocks, decisions, strict=True)}
    assert (scores[SIGN] == 0) is is_certain


def test_a_decision_has_the_deepest_node_with_its_count_and_support(page):
    branch = branch_of(page.blocks, 20, ("Home",))
    counts = {each: min(count, 7) for each, count in branch.domain.counts.items()}
    below = (NodeCounts("example.com/news", 7, counts),)
    decision = decide(page.blocks, branch._replace(below=below), page.title)[0]
    assert (decision.count, decision.support, decision.node) == (7, 7, "example.com/news")


def test_a_decision_has_the_score_of_its_block(page):
    decisions = decide(page.blocks, branch_of(page.blocks, 1), page.title)
    scores = {block.text: decision.score for block, decision in zip(page.blocks, decisions, strict=True)}
    assert scores["Sport"] < 0.5 <= scores[f"{PROSE}First."] <= 1


def test_scores_are_rounded_to_four_decimals(page):
    decisions = decide(page.blocks, branch_of(page.blocks, 1), page.title)
    assert [each.score for each in decisions] == [round(each.score, 4) for each in decisions]


def test_blocks_that_are_not_counted_have_a_count_of_zero():
    blocks = parse_page(f"<p>{PROSE}</p><p>1,000</p>").blocks
    decisions = decide(blocks, Branch(NodeCounts(ROOT, 1, {}), NodeCounts("example.com", 1, {})))
    assert [each.count for each in decisions] == [0, 0]


def test_a_block_without_letters_gets_a_decision():
    blocks = parse_page(f"<p>{PROSE}</p><p>1,000</p>").blocks
    assert len(decide(blocks, branch_of(blocks, 1))) == 2


def test_each_block_has_all_inputs(page):
    seen = Observation(Status.NEW, 0, branch_of(page.blocks, 9))
    assert SiteView(read(page), seen).inputs.shape == (len(page.blocks), len(INPUTS))


def past(blocks, path_end, **sums):
    """Give a history of 20 documents: these sums on the paths that end so, new prose on all others."""
    paths = read(Page(blocks, None)).paths
    own = {block.path: place for block, place in zip(blocks, paths.own, strict=True)}
    prose = {"documents": 20, "blocks": 60, "words": 1_800, "squares": 60_000, "new blocks": 60}
    prose |= {"new words": 1_800, "score": 1_700, "liked": 20, "alike": 0}
    history = np.array([list(prose.values())] * len(paths.hashes), np.float32)
    for path, place in own.items():
        if path.endswith(path_end):
            history[place] = [(prose | sums)[name.replace("_", " ")] for name in PATH_SUMS]
    return history_of(history)


def history_of(sums):
    return PathHistory(sums, np.zeros((len(sums), OPENINGS), np.uint16))


def test_long_text_where_the_site_seldom_puts_new_text_is_not_content():
    page = parse_page(PAGE.replace(f"<p>{SIGN}</p>", f"<div class=teaser>{SIGN}</div>"))
    branch = branch_of(page.blocks, 20, ("Home", "Sport", "2024"))
    stale = {"new blocks": 15, "new words": 400}
    assert SIGN not in kept(page, branch, past(page.blocks, "teaser", **stale))


def test_long_text_on_a_path_that_also_holds_repeated_notes_stays_content(page):
    branch = branch_of(page.blocks, 20, ("Home", "Sport", "2024"))
    noted = {"new blocks": 30, "new words": 900}
    assert f"{PROSE}First." in kept(page, branch, past(page.blocks, "p", **noted))


def test_paths_learn_the_scores_that_blocks_have_without_their_site(page):
    paths = read(page, page.title).paths
    cold = {
        block.text: decision.score
        for block, decision in zip(
            page.blocks, decide(page.blocks, branch_of(page.blocks, 1), page.title), strict=True
        )
    }
    assert paths.scores[4] == round(cold[f"{PROSE * 2}Then."] * 255)


@pytest.mark.parametrize(("documents", "of_site", "counts"), [(20, 20, 1), (1, 20, 0), (1, 6, 0), (1, 5, 1)])
def test_the_history_of_a_known_site_counts_only_on_well_known_paths(page, documents, of_site, counts):
    paths = read(page, page.title).paths
    history = np.zeros((len(paths.hashes), len(PATH_SUMS)), np.float32)
    history[:, 0] = documents
    history[0, 0] = of_site
    assert how_familiar(paths, history_of(history)) == counts


@pytest.mark.parametrize(("end", "counts"), [("", 1), ("12 came.", 0)])
def test_what_most_pages_have_counts_unless_they_differ_in_its_numbers(end, counts):
    page = parse_page(f"<p>{PROSE * 2}{end}</p>")
    seen = Observation(Status.NEW, 0, branch_of(page.blocks, 20, ("bridge",)), None)
    assert SiteView(read(page), seen).familiarity == counts


def test_an_empty_history_counts_in_full(page):
    paths = read(page, page.title).paths
    unknown = history_of(np.zeros((len(paths.hashes), len(PATH_SUMS)), np.float32))
    assert how_familiar(paths, unknown) == 1


def test_a_page_of_another_template_is_judged_by_itself(page):
    cold, warm = branch_of(page.blocks, 1), branch_of(page.blocks, 200)
    reading = read(page, page.title)
    strange = np.zeros((len(reading.paths.hashes), len(PATH_SUMS)), np.float32)
    strange[0] = 200
    alone = SiteView(reading, Observation(Status.NEW, 0, cold)).inputs
    other = SiteView(reading, Observation(Status.NEW, 0, warm, history_of(strange))).inputs
    assert np.array_equal(alone, other)


@pytest.mark.parametrize(("timed", "is_kept"), [(3, True), (2, True), (1, False), (0, False)])
def test_a_list_that_most_pages_have_is_kept_if_half_of_it_has_digits(timed, is_kept):
    steps = ["<li>Bake for 20 minutes</li>"] * timed + ["<li>Bake until done</li>"] * (3 - timed)
    page = parse_page(f"<div><p>{PROSE}</p><ul>{''.join(steps)}</ul></div>")
    inputs = np.zeros((4, len(INPUTS)), np.float32)
    inputs[1:, INPUTS.index("domain: log count")] = 1
    inputs[1:, INPUTS.index("domain: share")] = 1
    inputs[1 : 1 + timed, INPUTS.index("text: digit share")] = 0.1
    words, alone = np.array([18, 4, 4, 4], np.float32), np.full(4, 0.9, np.float32)
    scores = np.array([0.9, 0, 0, 0], np.float32)
    clues = read_clues(page, page_features(page.blocks, None).elements, words, alone, inputs)
    assert choose(scores, clues).tolist() == [True, is_kept, is_kept, is_kept]


def test_steps_that_the_page_states_are_kept_unless_the_site_rules_them_out():
    data = '<script type=application/ld+json>{"@type": "HowTo", "step": ["Dig a hole.", "Fill it."]}</script>'
    page = parse_page(
        f"{data}<p>{PROSE}</p><div><div>Dig a hole.</div><div>Fill it.</div><div>Menu</div></div>"
    )
    inputs, words = np.zeros((4, len(INPUTS)), np.float32), np.array([18, 3, 2, 1], np.float32)
    scores = np.array([0.9, 0.1, 0, 0.1], np.float32)
    clues = read_clues(page, page_features(page.blocks, None).elements, words, scores, inputs)
    assert choose(scores, clues).tolist() == [True, True, False, False]


def test_footnotes_are_kept_unless_the_site_rules_them_out():
    note = "<li>So. <a href=#r1>↩</a></li>"
    page = parse_page(f"<p>{PROSE}</p><div><ol>{note}{note}</ol><p>Menu</p></div>")
    inputs, words = np.zeros((4, len(INPUTS)), np.float32), np.array([18, 1, 1, 1], np.float32)
    scores = np.array([0.9, 0.1, 0, 0.1], np.float32)
    clues = read_clues(
        page, page_features(page.blocks, None).elements, words, np.zeros(4, np.float32), inputs
    )
    assert choose(scores, clues).tolist() == [True, True, False, False]


@pytest.mark.parametrize("cell", ["<pre>{}</pre>", "{}"])
def test_numbers_of_lines_are_left_out_even_of_a_table_that_is_kept_whole(cell):
    numbers, code = "\n".join("123"), "for each in items:\n    print(each)\n    total += each"
    listing = f"<table><tr><td>{cell.format(numbers)}</td><td>{cell.format(code)}</td></tr></table>"
    page = parse_page(f"<div><p>{PROSE}</p>{listing}<p>{PROSE}Then.</p></div>")
    decisions = read(page, None).decide(Observation(Status.NEW, 0, branch_of(page.blocks, 1)))
    assert [decision.label is Label.CONTENT for decision in decisions] == [True, False, True, True]


def test_code_amid_text_is_kept_though_the_numbers_of_its_lines_are_in_its_box():
    code = "<pre><div>x = 1</div><div>y = 2</div></pre>"
    box = f"<table><tr><td><pre>1 2</pre></td><td>{code}</td></tr></table>"
    page = parse_page(f"<p>{PROSE}</p>{box}<p>{PROSE}</p>")
    scores = np.array([0.99, 0.3, 0.3, 0.3, 0.99], np.float32)
    words = np.array([len(block.text.split()) for block in page.blocks], np.float32)
    inputs = np.zeros((len(page.blocks), len(INPUTS)), np.float32)
    clues = read_clues(page, page_features(page.blocks, None).elements, words, scores, inputs)
    assert choose(scores, clues).tolist() == [True, False, True, True, True]


@pytest.mark.parametrize("title", [None, "A bridge opens over the river"])
@pytest.mark.parametrize("site", ["Example News", "Press office | News and events | Streets | Example"])
def test_the_headline_is_there_once_whatever_follows_it_in_the_title_of_its_page(title, site):
    page = parse_page(f"""<title>A bridge opens over the river | {site}</title>
        <nav><a href="/">Home</a></nav>
        <div>A bridge opens over the river</div> <h1>A bridge opens over the river</h1>
        <p>{PROSE}First.</p> <p>{PROSE * 2}Then.</p>""")
    seen = Observation(Status.NEW, 0, branch_of(page.blocks, 1))
    decisions = read(page, title).decide(seen)
    assert [decision.label is Label.CONTENT for decision in decisions] == [False, False, True, True, True]


def test_a_list_by_its_role_in_a_box_that_an_item_holds_is_read():
    text = "The council of the town met on Tuesday to talk about the bridge over the river."
    html = f"<p>{text}</p><dt><div role=list>May 4"
    assert text in Extractor().extract(html, "https://example.org/a").text
