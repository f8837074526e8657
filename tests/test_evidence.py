"""Tree evidence."""

import numpy as np
import pytest

from urltree.blocks import parse_page
from urltree.evidence import EVIDENCE, asked, tree_evidence
from urltree.features import page_features
from urltree.models import NodeCounts

PROSE = "The bridge over the river was opened on Monday, after six years of work and three of rain."
PAGE = f"""<html><body><ul><li>Home</li><li>Sport</li></ul>
<article><p>{PROSE} First.</p><p>* * *</p><p>{PROSE} Second.</p></article><div>Imprint</div></body></html>"""
COUNTS = (10, 6, 1, 1, 10)


@pytest.fixture(scope="module")
def blocks():
    return parse_page(PAGE).blocks


def counts_of(blocks, support, counts, node="example.com"):
    hashes = [block.hash for block in blocks if block.hash is not None]
    return NodeCounts(node, support, dict(zip(hashes, counts, strict=True)))


def evidence(blocks, *nodes):
    page = page_features(blocks, None)
    branch = (NodeCounts("", 99, {}), *nodes)
    return tree_evidence(blocks, branch, page.words, page.long, page.containers)


def column(blocks, name, *nodes):
    return evidence(blocks, *nodes)[:, EVIDENCE.index(name)].tolist()


def test_there_is_one_row_a_block_and_one_column_a_name(blocks):
    assert evidence(blocks, counts_of(blocks, 10, COUNTS)).shape == (len(blocks), len(EVIDENCE))


def test_names_of_columns_are_unique():
    assert len(set(EVIDENCE)) == len(EVIDENCE)


def test_the_first_page_of_a_domain_has_no_evidence(blocks):
    assert not evidence(blocks, counts_of(blocks, 1, [1] * 5)).any()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("domain: share", [1, 5 / 9, 0, 0, 0, 1]),
        ("domain: alone", [0, 0, 1, 1, 1, 0]),
        ("domain: masked", [1, 1, 0, 0, 0, 1]),
        ("page: no letters", [0, 0, 0, 1, 0, 0]),
        ("neighbours: share -1", [1, 1, 5 / 9, 0, 0, 0]),
        ("neighbours: share +1", [5 / 9, 0, 0, 0, 1, 1]),
        ("runs: share of words between frequent", [0, 0, 1, 1, 1, 0]),
        ("runs: longest between frequent", [0, 0, 1, 1, 1, 0]),
        ("runs: from start between frequent", [0, 0, 1, 1 / 2, 1 / 3, 0]),
        ("runs: to end between frequent", [0, 0, 1 / 3, 1 / 2, 1, 0]),
        ("containers: share 0", [1, 5 / 9, 0, 0, 0, 1]),
    ],
)
def test_a_column_says_what_its_name_says(blocks, name, values):
    assert column(blocks, name, counts_of(blocks, 10, COUNTS)) == pytest.approx(values)


def test_the_deepest_node_with_five_documents_is_asked_too(blocks):
    domain, deep = counts_of(blocks, 10, COUNTS), counts_of(blocks, 5, [5, 1, 1, 1, 5])
    young = NodeCounts("example.com/news/today", 4, {})
    assert column(blocks, "deepest: share", domain, deep, young) == [1, 0, 0, 0, 0, 1]


def test_without_such_a_node_the_domain_is_asked_twice(blocks):
    found = evidence(blocks, counts_of(blocks, 10, COUNTS), NodeCounts("example.com/news", 4, {}))
    near, deep = (
        [number for number, name in enumerate(EVIDENCE) if name.startswith(group)]
        for group in ("domain: ", "deepest: ")
    )
    assert np.array_equal(found[:, near], found[:, deep])


def test_the_root_is_not_asked():
    domain = NodeCounts("example.com", 2, {})
    assert asked((NodeCounts("", 1_000, {}), domain)) is domain


def test_a_page_without_letters_has_evidence():
    blocks = parse_page("<p>1</p><p>2</p>").blocks
    assert np.isfinite(evidence(blocks, NodeCounts("example.com", 7, {}))).all()
