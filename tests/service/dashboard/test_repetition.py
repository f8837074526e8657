"""Which blocks repeat at which nodes of a URL Tree."""

from __future__ import annotations

from contextlib import closing

import pytest

from service.dashboard.nodes import children
from service.dashboard.repetition import repetition
from urltree.models import Document, NodeSummary, RepeatedBlock, Retention
from urltree.store import open_store

DOMAIN = "example.com"
NEWS, SHOP = "www.example.com/news", "www.example.com/shop"


@pytest.fixture
def store():
    """A store with ten documents of each of two sections; both have a menu, the shop has another."""
    with closing(open_store("memory://")) as opened:
        for number in range(20):
            section = (NEWS, SHOP)[number % 2]
            blocks = {1: 9, 1_000 + number: 9} | ({2: 9} if section == SHOP else {})
            branch = (DOMAIN, "www.example.com", section)
            opened.observe(Document(DOMAIN, number + 1, branch, blocks, float(number)), Retention())
        yield opened


def shares(store):
    return repetition(store, DOMAIN, store.nodes(DOMAIN), store.repeated(DOMAIN, 10))


def test_share_of_repeated_blocks_is_computed_for_each_node(store):
    assert shares(store) == {DOMAIN: 1.0, "www.example.com": 1.0, NEWS: 0.5, SHOP: 1.0}


@pytest.mark.parametrize(("documents", "share"), [(1, 0.0), (2, 1.0)])
def test_block_in_two_documents_of_a_node_repeats_there(store, documents, share):
    for number in range(90, 90 + documents):
        branch = (DOMAIN, "www.example.com", NEWS)
        store.observe(Document(DOMAIN, number, branch, {3: 9}, 20.0), Retention())
    found = repetition(store, DOMAIN, store.nodes(DOMAIN), [RepeatedBlock(3, documents, "")])
    assert found[NEWS] == share


def test_computing_shares_changes_no_counts(store):
    before = store.nodes(DOMAIN), store.repeated(DOMAIN, 10)
    shares(store)
    assert (store.nodes(DOMAIN), store.repeated(DOMAIN, 10)) == before


def test_nodes_with_few_documents_are_omitted(store):
    store.observe(Document(DOMAIN, 99, (DOMAIN, "api.example.com"), {1: 9}, 20.0), Retention())
    assert "api.example.com" not in shares(store)


def test_unknown_site_or_one_without_repetition_has_no_shares(store):
    assert repetition(store, "example.org", [], []) == {}
    assert repetition(store, DOMAIN, store.nodes(DOMAIN), []) == {}


def test_children_are_sorted_by_their_number_of_documents():
    nodes = [NodeSummary(DOMAIN, 9), NodeSummary("a.example.com", 3), NodeSummary("b.example.com", 6)]
    assert children(nodes, DOMAIN) == {DOMAIN: ["b.example.com", "a.example.com"]}
