"""Tree evidence."""

import numpy as np
import pytest

from urltree.blocks import parse_page
from urltree.evidence.treeevidence import EVIDENCE, tree_evidence
from urltree.features import page_features
from urltree.models import Branch, NodeCounts

PROSE = "The bridge over the river was opened on Monday, after six years of work and three of rain."
PAGE = f"""<html><body><ul><li>Home</li><li>Sport</li></ul>
<article><p>{PROSE} First.</p><p>* * *</p><p>{PROSE} Second.</p></article><div>Imprint</div></body></html>"""
COUNTS = (10, 6, 1, 1, 10)


@pytest.fixture(scope="module")
def blocks():
    return parse_page(PAGE).blocks


def counts_of(blocks, support, counts):
    hashes = [block.hash for block in blocks if block.hash is not None]
    return NodeCounts("example.com", support, dict(zip(hashes, counts, strict=True)))


def evidence(blocks, domain, *below):
    page = page_features(blocks, None)
    branch = Branch(NodeCounts("", 99, {}), domain, below)
    return tree_evidence(blocks, branch, page.words, page.long, page.elements)


def column(blocks, name, *nodes):
    return evidence(blocks, *nodes)[:, EVIDENCE.index(name)].tolist()


def test_there_is_one_row_per_block_and_one_column_per_name(blocks):
    assert evidence(blocks, counts_of(blocks, 10, COUNTS)).shape == (len(blocks), len(EVIDENCE))


def test_names_of_columns_are_unique():
    assert len(set(EVIDENCE)) == len(EVIDENCE)


def test_a_block_with_a_count_of_zero_is_new(blocks):
    counts = counts_of(blocks, 10, [10, 6, 0, 1, 10])
    assert column(blocks, "domain: alone", counts) == [0, 0, 1, 1, 1, 0]


def test_the_first_page_of_a_domain_has_no_evidence(blocks):
    assert not evidence(blocks, counts_of(blocks, 1, [1] * 5)).any()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("domain: log support", [np.log(10) / 8] * 6),
        ("domain: log count", [np.log(10) / 6, np.log(6) / 6, 0, 0, 0, np.log(10) / 6]),
        ("domain: share", [1, 5 / 9, 0, 0, 0, 1]),
        ("domain: alone", [0, 0, 1, 1, 1, 0]),
        ("domain: widespread", [1, 1, 0, 0, 0, 1]),
        ("page: no letters", [0, 0, 0, 1, 0, 0]),
        ("runs: log words between frequent", [0, 0, *[np.log1p(41) / 8] * 3, 0]),
        ("runs: log long words between frequent", [0, 0, *[np.log1p(38) / 8] * 3, 0]),
        ("runs: share of words between frequent", [0, 0, 1, 1, 1, 0]),
        ("runs: longest between frequent", [0, 0, 1, 1, 1, 0]),
        ("runs: from start between frequent", [0, 0, 1, 1 / 2, 1 / 3, 0]),
        ("runs: to end between frequent", [0, 0, 1 / 3, 1 / 2, 1, 0]),
        ("containers: share 0", [1, 5 / 9, 0, 0, 0, 1]),
        ("containers: share 1", [7 / 9, 7 / 9, 0, 0, 0, 23 / 9 / 44]),
        (
            "containers: log new words 1",
            [*[np.log(13 / 9) / 8] * 2, *[np.log1p(41) / 8] * 3, np.log(382 / 9) / 8],
        ),
        ("page: share", [23 / 9 / 44] * 6),
        ("page: frequent", [3 / 44] * 6),
    ],
)
def test_a_column_says_what_its_name_says(blocks, name, values):
    assert column(blocks, name, counts_of(blocks, 10, COUNTS)) == pytest.approx(values)


def test_the_second_page_of_a_domain_has_evidence(blocks):
    assert column(blocks, "domain: share", counts_of(blocks, 2, [2, 2, 1, 1, 2])) == [1, 1, 0, 0, 0, 1]


@pytest.mark.parametrize(("count", "support", "rare"), [(1, 10, 1), (2, 10, 0), (4, 200, 1), (5, 200, 0)])
def test_a_block_in_one_document_or_in_one_of_fifty_is_rare(blocks, count, support, rare):
    assert column(blocks, "domain: rare", counts_of(blocks, support, [count] * 5))[0] == rare


@pytest.mark.parametrize(
    ("count", "support", "is_widespread"),
    [(2, 3, 0), (3, 5, 1), (3, 6, 0), (4, 19, 0), (5, 24, 1), (5, 25, 0), (6, 25, 1)],
)
def test_a_block_in_most_documents_or_in_many_and_over_a_fifth_is_widespread(
    blocks, count, support, is_widespread
):
    assert column(blocks, "domain: widespread", counts_of(blocks, support, [count] * 5))[0] == is_widespread


def test_a_block_in_a_few_documents_is_repeated_but_not_frequent(blocks):
    domain = counts_of(blocks, 20, (10, 6, 2, 1, 10))
    found = [column(blocks, f"runs: longest between {kind}", domain) for kind in ("repeated", "frequent")]
    assert found == [[0, 0, 0, 0, 1, 0], [0, 0, 1, 1, 1, 0]]


def test_a_block_without_letters_is_as_common_as_those_around_it(blocks):
    assert column(blocks, "domain: share", counts_of(blocks, 11, (11, 6, 9, 1, 11)))[3] == pytest.approx(0.4)


def test_a_block_without_a_count_is_taken_for_unseen(blocks):
    domain = NodeCounts("example.com", 10, {blocks[0].hash: 10})
    assert column(blocks, "domain: share", domain) == [1, 0, 0, 0, 0, 0]


def test_the_deepest_node_with_five_documents_is_consulted_too(blocks):
    domain, deep = counts_of(blocks, 10, COUNTS), counts_of(blocks, 5, [5, 1, 1, 1, 5])
    young = NodeCounts("example.com/news/today", 4, {})
    assert column(blocks, "deepest: share", domain, deep, young) == [1, 0, 0, 0, 0, 1]


def test_the_domain_is_consulted_twice_if_no_deeper_node_has_five_documents(blocks):
    found = evidence(blocks, counts_of(blocks, 10, COUNTS), NodeCounts("example.com/news", 4, {}))
    near, deep = (
        [number for number, name in enumerate(EVIDENCE) if name.startswith(group)]
        for group in ("domain: ", "deepest: ")
    )
    assert np.array_equal(found[:, near], found[:, deep])


def test_a_page_without_letters_has_evidence():
    blocks = parse_page("<p>1</p><p>2</p>").blocks
    assert np.isfinite(evidence(blocks, NodeCounts("example.com", 7, {}))).all()
