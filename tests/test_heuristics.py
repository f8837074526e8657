from __future__ import annotations

import pytest
from documented import REPOSITORY

from urltree.decide import NAMES, heuristic
from urltree.errors import HeuristicError
from urltree.heuristics import is_warm
from urltree.models import ROOT, Branch, Decision, Label, NodeCounts, Observation, Page, Status, TextBlock


def block(number: int | None) -> TextBlock:
    return TextBlock(f"text {number}", number, "p", "html/body/p", 0)


def node(name: str, support: int, *counts: int) -> NodeCounts:
    """Make a node at which blocks 1, 2, ... have these counts."""
    return NodeCounts(name, support, dict(enumerate(counts, start=1)))


def decide(name: str, blocks: list[TextBlock], branch: list[NodeCounts]) -> list[Decision]:
    root, domain, *below = branch
    seen = Observation(Status.NEW, 0, Branch(root, domain, tuple(below)))
    return heuristic(name)(Page(tuple(blocks), None), None).decide(seen)


def labels(name: str, branch: list[NodeCounts]) -> str:
    """Give one letter per block: c(ontent) or b(oilerplate)."""
    blocks = [block(number) for number in branch[0].counts]
    return "".join(decision.label[0] for decision in decide(name, blocks, branch))


def test_strict_takes_blocks_in_two_documents_for_boilerplate():
    assert labels("strict", [node(ROOT, 9, 1, 2, 9), node("x.org", 9, 1, 2, 9)]) == "cbb"


def test_strict_consults_the_deepest_node_with_five_documents():
    branch = [node(ROOT, 90, 9, 9), node("x.org", 90, 9, 9), node("x.org/a", 5, 1, 2), node("x.org/a/b", 4)]
    assert labels("strict", branch) == "cb"


def test_strict_consults_the_root_while_the_domain_is_cold():
    assert labels("strict", [node(ROOT, 900, 1, 7), node("x.org", 4, 1, 1)]) == "cb"


def test_a_decision_has_its_node_support_and_count():
    branch = [node(ROOT, 9, 3), node("x.org", 7, 2)]
    assert decide("strict", [block(1)], branch)[0] == Decision(Label.BOILERPLATE, 2, 7, "x.org")


def test_strict_support_consults_only_nodes_with_more_documents():
    branch = [node(ROOT, 200, 1), node("x.org", 101, 2), node("x.org/a", 100, 1)]
    assert labels("strict-support-100", branch) == "b"


def test_strict_support_consults_the_root_if_no_node_has_more_documents():
    branch = [node(ROOT, 200, 2), node("x.org", 100, 1)]
    assert labels("strict-support-100", branch) == "b"


def test_strict_support_consults_no_node_with_fewer_than_five_documents():
    branch = [node(ROOT, 200, 2), node("x.org", 4, 1)]
    assert labels("strict-support-2", branch) == "b"


def test_strict_at_domain_consults_the_domain_however_cold():
    branch = [node(ROOT, 200, 9), node("x.org", 1, 1), node("x.org/a", 90, 9)]
    assert labels("strict-at-domain", branch) == "c"


@pytest.mark.parametrize(("support", "expected"), [(500, "cbb"), (501, "ccb")])
def test_relaxed_at_domain_forgives_a_second_document_once_the_domain_has_more(support: int, expected: str):
    branch = [node(ROOT, 900, 9, 9, 9), node("x.org", support, 1, 2, 3), node("x.org/a", 50, 9, 9, 9)]
    assert labels("relaxed-at-domain-500", branch) == expected


@pytest.mark.parametrize(("name", "expected"), [("vote-slow", "cb"), ("vote-fast", "cc")])
def test_a_node_votes_against_blocks_that_exceed_its_share(name: str, expected: str):
    # of 200 documents slow allows 200 // 100 + 1 = 3, fast 200 // 50 + 1 = 5
    assert labels(name, [node(ROOT, 900, 9, 9), node("x.org", 200, 3, 5)]) == expected


@pytest.mark.parametrize(("name", "expected"), [("vote-slow", "b"), ("vote-fast", "c")])
def test_slow_breaks_ties_for_boilerplate_and_fast_for_content(name: str, expected: str):
    assert labels(name, [node(ROOT, 900, 9), node("x.org", 20, 2), node("x.org/a", 6, 1)]) == expected


def test_the_majority_of_nodes_with_five_documents_wins():
    branch = [
        node(ROOT, 900, 9), node("x.org", 20, 2), node("x.org/a", 6, 1), node("x.org/a/b", 5, 1),
        node("x.org/a/b/c", 4),
    ]  # fmt: skip
    assert labels("vote-slow", branch) == "c"


def test_the_decision_of_a_vote_has_the_count_at_the_deepest_voting_node():
    branch = [node(ROOT, 900, 9), node("x.org", 20, 7), node("x.org/a", 6, 3), node("x.org/a/b", 4)]
    assert decide("vote-slow", [block(1)], branch)[0] == Decision(Label.BOILERPLATE, 3, 6, "x.org/a")


def test_the_root_decides_while_no_node_may_vote():
    assert labels("vote-slow", [node(ROOT, 900, 2, 1), node("x.org", 4, 1, 1)]) == "bc"


@pytest.mark.parametrize("support", [4, 200])
@pytest.mark.parametrize(
    ("path", "link_chars", "expected"),
    [
        ("html/body/p", 5, Label.CONTENT),
        ("html/body/p", 6, Label.BOILERPLATE),
        ("html/body/nav#menu.main/p", 0, Label.BOILERPLATE),
        ("html/body/article/nav/p", 0, Label.BOILERPLATE),
        ("html/body/main/form/p", 0, Label.BOILERPLATE),
        ("html/body/article/address/p", 0, Label.BOILERPLATE),
        ("html/body/header/p", 0, Label.BOILERPLATE),
        ("html/body/aside/article/p", 0, Label.BOILERPLATE),
        ("html/body/article.post/header/h1", 0, Label.CONTENT),
        ("html/body/main/aside[role=note]/p", 0, Label.CONTENT),
        ("html/body/main/footer/p", 0, Label.CONTENT),
    ],
)
def test_a_vote_is_not_asked_about_blocks_that_stand_apart(
    support: int, path: str, link_chars: int, expected: Label
):
    apart = block(1)._replace(path=path, link_chars=link_chars)
    branch = [node(ROOT, 900, 1), node("x.org", support, 1)]
    assert decide("vote-fast", [apart], branch)[0].label is expected


def test_what_is_decided_without_a_vote_is_told_with_its_count():
    branch = [node(ROOT, 900, 1), node("x.org", 200, 1)]
    decided = decide("vote-fast", [block(1)._replace(path="html/body/nav")], branch)
    assert decided == [Decision(Label.BOILERPLATE, 1, 200, "x.org")]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((1, 1), Label.CONTENT), ((9, 9), Label.BOILERPLATE), ((1, 9), Label.BOILERPLATE)],
)
def test_a_block_without_letters_is_boilerplate_if_a_neighbour_is(counts: tuple[int, int], expected: Label):
    branch = [node(ROOT, 9, *counts), node("x.org", 9, *counts)]
    decisions = decide("strict", [block(1), block(None), block(2)], branch)
    assert decisions[1].label is expected


@pytest.mark.parametrize("counts", [(1, 9), (9, 1)])
def test_blocks_without_letters_in_a_row_have_the_same_neighbours(counts: tuple[int, int]):
    branch = [node(ROOT, 9, *counts), node("x.org", 9, *counts)]
    decisions = decide("strict", [block(1), block(None), block(None), block(2)], branch)
    assert [each.label for each in decisions[1:3]] == [Label.BOILERPLATE] * 2


def test_a_block_without_letters_has_a_count_of_zero():
    branch = [node(ROOT, 9, 9), node("x.org", 9, 9)]
    assert decide("strict", [block(1), block(None)], branch)[1].count == 0


def test_a_page_without_letters_is_content():
    branch = [node(ROOT, 9), node("x.org", 9)]
    assert decide("strict", [block(None)], branch)[0].label is Label.CONTENT


@pytest.mark.parametrize("name", NAMES)
def test_a_page_without_blocks_has_no_decisions(name: str):
    assert decide(name.replace("N", "100"), [], [node(ROOT, 9), node("x.org", 9)]) == []


def test_the_tree_learns_no_paths_from_a_page_without_blocks():
    assert heuristic("auto")(Page((), None), None).paths is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "strictest",
        "strict-support",
        "strict-support-1234567890",
        "relaxed-at-domain-x",
        "strict-support-٣",
        "vote-slow-3",
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(name: str):
    with pytest.raises(HeuristicError, match="strict-support-N"):
        heuristic(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_listed_name_is_documented(name: str):
    assert f"`{name}`" in (REPOSITORY / "README.md").read_text("utf-8")


@pytest.mark.parametrize(("support", "warm"), [(4, False), (5, True)])
def test_a_domain_is_warm_from_five_documents_on(support: int, warm: bool):
    assert is_warm(Branch(node(ROOT, 900), node("x.org", support), (node("x.org/a", 1),))) is warm


def test_a_block_without_a_count_is_content():
    branch = [node(ROOT, 9, 9), node("x.org", 9, 9)]
    assert decide("strict", [block(1), block(77)], branch)[1].label is Label.CONTENT
