"""DOM paths."""

from itertools import product

import pytest

from urltree import dompath
from urltree.dompath import MARKING, PathTrie, marks, path_step


@pytest.mark.parametrize(
    ("element", "step"),
    [
        (("p", None, None, ""), "p"),
        (("div", "comment-123", None, ""), "div#comment-"),
        (("div", "123", None, ""), "div"),
        (("div", "block-fe3ab0c9de", None, ""), "div#block-"),
        (("div", "note_7b2e-x4b2e-face", None, ""), "div#note_-xbe-face"),
        (("div", "", "", ""), "div"),
        (("li", None, "z b a c", ""), "li.a.b.c"),
        (("li", None, "a a\n a", ""), "li.a"),
        (
            ("article", None, "post-17 post hentry tag-war category-news author-ann term-sea", ""),
            "article.hentry.post",
        ),
        (("div", None, "md:flex w-1/2 äöü x_y", ""), "div.x_y.äöü"),
        (("div", None, "c" * 41, ""), "div"),
        (("div", "main", "story", "[role=main]"), "div#main.story[role=main]"),
    ],
)
def test_a_step_keeps_what_pages_share(element, step):
    assert path_step(*element) == step


@pytest.mark.parametrize(
    ("attributes", "marked"),
    [
        ({"role": "main"}, "[role=main]"),
        ({"role": " Main "}, "[role=main]"),
        ({"itemprop": "articleBody"}, "[itemprop=articlebody]"),
        ({"itemprop": "text", "role": "main", "hidden": ""}, "[hidden][itemprop=text][role=main]"),
        ({"itemprop": "c b a"}, "[itemprop=a][itemprop=b]"),
        ({"itemprop": "http://schema.org/text"}, ""),
        ({"itemprop": "offer17"}, ""),
        ({"itemprop": "]/p"}, ""),
        ({"hidden": "until-found"}, ""),
        ({"hidden": "", "role": "tabpanel"}, "[role=tabpanel]"),
        ({"hidden": "", "role": "tab"}, "[hidden][role=tab]"),
        ({"aria-hidden": "true"}, "[hidden]"),
        ({"aria-hidden": "false"}, ""),
        ({"style": "color: red; Display : None"}, "[hidden]"),
        ({"style": "visibility:hidden"}, "[hidden]"),
        ({"style": "--tip-display: none; backface-visibility: hidden"}, ""),
        ({"style": "display: block"}, ""),
    ],
)
def test_an_element_is_marked_with_its_purpose_and_if_it_is_hidden(attributes, marked):
    assert (marks(attributes), MARKING.isdisjoint(attributes)) == (marked, False)


def test_the_same_element_leads_to_the_same_node():
    root = PathTrie().root()
    assert root["div", "a", None, ""] is root["div", "a", None, ""]


def test_elements_with_the_same_step_share_a_node():
    root = PathTrie().root()
    assert root["div", "c-1", None, ""] is root["div", "c-2", None, ""]


def test_a_node_knows_its_parent():
    root = PathTrie().root()
    node = root["html", None, None, ""]["body", None, None, ""]
    assert (node.path, node.parent.path, node.parent.parent) == ("html/body", "html", root)


def test_the_root_is_its_own_parent():
    root = PathTrie().root()
    assert root.parent is root


def test_a_trie_that_is_too_large_starts_anew(monkeypatch):
    monkeypatch.setattr(dompath, "_MAX_TRIE_WEIGHT", 10_000)
    trie = PathTrie()
    before = trie.root()
    for number in range(20):
        before["div", f"x{number}", None, ""]
    assert trie.root() is not before
    assert len(trie.root()) == 0


def test_one_page_cannot_make_a_trie_too_large(monkeypatch):
    monkeypatch.setattr(dompath, "_MAX_TRIE_WEIGHT", 10_000)
    root = PathTrie().root()
    names = ["".join(letters) for letters in product("abcde", repeat=3)]
    assert [root["div", name, None, ""].path for name in names] == [f"div#{name}" for name in names]
    assert len(root) < 20


def test_nodes_beyond_the_limit_of_a_path_are_not_kept():
    node = PathTrie().root()
    for _ in range(1_000):
        node = node["div", None, None, ""]
    assert len(node.parent) == 0
