"""The history of paths as evidence."""

import numpy as np
import pytest
from textblocks import blocks, texts

from urltree.evidence.pathevidence import (
    GROUPS,
    HISTORY_LEVELS,
    LOG_SCALE,
    PATH_EVIDENCE,
    path_evidence,
)
from urltree.models import OPENINGS, PATH_SUMS, PathHistory, TextBlock
from urltree.traits.outline import outline


def history(*rows):
    """Give a history; each row holds those sums of a path that are not 0."""
    sums = np.zeros((len(rows), len(PATH_SUMS)), np.float32)
    for place, row in enumerate(rows):
        for name, value in row.items():
            sums[place, PATH_SUMS.index(name)] = value
    return PathHistory(sums, np.zeros((len(rows), OPENINGS), np.uint16))


def column(name, level, *rows, paths=("p",)):
    evidence = path_evidence(outline(blocks(*paths)), history(*rows))
    return evidence[:, PATH_EVIDENCE.index(f"path: {name} {level}")].tolist()


@pytest.mark.parametrize(("text", "as_last"), [("Posted on Monday", 1), ("Tags: news", 0)])
def test_openings_are_compared_with_those_of_the_last_document(text, as_last):
    past = history({"documents": 8}, {"documents": 4, "alike": 3})
    past.openings[1, 2] = outline(texts("Posted in News")).openings[0]
    evidence = path_evidence(outline(texts(text)), past)[0, -3:]
    assert evidence.tolist() == [0.75, as_last, 0.75 * as_last]


def test_each_block_is_compared_with_those_of_its_own_path():
    past = history({"documents": 8}, {"documents": 4}, {"documents": 4})
    page = [*texts("Posted on Monday"), *texts("Posted on Tuesday", path="div")]
    found = outline(page)
    past.openings[found.own[1], 0] = found.openings[0]
    as_last = path_evidence(found, past)[:, PATH_EVIDENCE.index("opening: as the last")]
    assert as_last.tolist() == [0, 1]


def test_a_block_without_letters_does_not_open_like_the_last():
    past = history({"documents": 8}, {"documents": 4, "alike": 3})
    found = path_evidence(outline([TextBlock("1,000", None, "p", "p", 0)]), past)
    assert found[0, PATH_EVIDENCE.index("opening: as the last")] == 0


def test_a_path_with_blocks_of_one_length_has_no_variation():
    assert column(
        "variation", 0, {"documents": 2}, {"documents": 2, "blocks": 3, "words": 15, "squares": 75}
    ) == [0]


def test_a_path_of_a_single_document_has_evidence():
    assert column("share of documents", 0, {"documents": 2}, {"documents": 1}) == [0.5]


@pytest.mark.parametrize("sums", [None, history({}, {})])
def test_a_site_without_history_has_no_evidence(sums):
    assert not path_evidence(outline(blocks("p")), sums).any()


def test_a_path_that_is_new_to_the_site_has_no_evidence():
    assert not path_evidence(outline(blocks("p")), history({"documents": 9}, {}))[
        0, : len(GROUPS["path"]) // HISTORY_LEVELS
    ].any()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("log documents", np.log(5) / LOG_SCALE),
        ("share of documents", 0.5),
        ("new blocks", 0.5),
        ("new words", 0.25),
        ("log new words", np.log1p(2.5) / LOG_SCALE),
        ("log words a block", np.log1p(5) / LOG_SCALE),
        ("log blocks", np.log(3) / 4),
        ("variation", 3 / 5 / 3),
        ("score", 0.4),
        ("liked", 0.75),
        ("log score", np.log(2) / LOG_SCALE),
        ("score a word", 0.1),
    ],
)
def test_a_column_describes_the_path(name, value):
    sums = {"documents": 4, "blocks": 8, "words": 40, "squares": 8 * 34, "new blocks": 4, "new words": 10}
    found = column(name, 0, {"documents": 8}, sums | {"score": 4, "liked": 3})
    assert found == pytest.approx([value])


def test_each_level_describes_the_path_one_step_further_up():
    rows = [{"documents": 8, "liked": liked} for liked in (8, 4, 2, 1)]
    liked = [column("liked", level, *rows, paths=("a/b/c",))[0] for level in range(HISTORY_LEVELS)]
    assert liked == [1 / 8, 2 / 8, 4 / 8, 1]


def test_the_empty_path_is_its_own_parent():
    rows = {"documents": 9, "liked": 9}, {"documents": 9}
    assert [column("liked", level, *rows)[0] for level in range(HISTORY_LEVELS)] == [0, 1, 1, 1]
