"""DOM paths, interned in a trie that lives across pages: the pages of a site share nearly all of theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

#: An element as written: tag, id, class, and how it is marked (`marks`).
Element = tuple[str, str | None, str | None, str]

#: Attributes that may mark an element.
MARKING = frozenset(("aria-hidden", "hidden", "itemprop", "role", "style"))

#: Prefixes of classes that name the subject of a page, and so do not belong to its template.
_PAGE_PREFIXES = ("author-", "category-", "tag-", "term-")

#: A number in hexadecimal, or a part of one, as applications make up ids.
_HEX = re.compile(r"(?<![^\W_])(?=[a-f]*\d)[\da-f]{4,}(?![^\W_])", re.IGNORECASE)
_NAME = re.compile(r"(?:[^\W\d]|-)+")
_UNSEEN = re.compile(r"(?<![\w-])display\s*:\s*none", re.IGNORECASE)
_HIDES = re.compile(r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_NAME_CHARS = 40
_MAX_CLASSES = 3
_MAX_MARKS = 2

#: A path this long takes no further steps (about 64 elements).
_MAX_PATH_CHARS = 1_000

#: A trie heavier than this takes no more nodes and is discarded before the next page. A node weighs the
#: characters of its path and element, and this many bytes more.
_MAX_TRIE_WEIGHT = 64 * 2**20
_NODE_WEIGHT = 600


class PathNode(dict[Element, "PathNode"]):
    """One DOM path; `node[element]` is the path of a child element.

    Known elements cost one look-up. Elements that differ only in what `path_step` leaves out share a node.
    """

    __slots__ = ("depth", "parent", "path", "steps", "tag", "trie")

    def __init__(self, trie: PathTrie, parent: PathNode | None, tag: str, path: str) -> None:
        super().__init__()
        self.trie = trie
        #: The root is its own parent, so that a stray end tag leads nowhere.
        self.parent = self if parent is None else parent
        self.tag = tag
        self.path = path
        #: Steps in `path`.
        self.depth = path.count("/") + 1 if path else 0
        self.steps: dict[str, PathNode] = {}

    def __missing__(self, element: Element) -> PathNode:
        if len(self.path) > _MAX_PATH_CHARS:
            return PathNode(self.trie, self, element[0], self.path)
        step = path_step(*element)
        node = self.steps.get(step)
        if node is None:
            path = f"{self.path}/{step}" if self.path else step
            node = PathNode(self.trie, self, element[0], path)
        if self.trie.weight <= _MAX_TRIE_WEIGHT:
            self[element] = self.steps[step] = node
            self.trie.weight += _NODE_WEIGHT + len(node.path) + sum(map(len, filter(None, element)))
        return node


class PathTrie:
    """Grows with the elements seen and starts afresh, between pages, when it has become too large.

    Threads may share it: the worst that two can do to each other is to make the same node twice.
    """

    def __init__(self) -> None:
        self._clear()

    def root(self) -> PathNode:
        """Return the empty path, which is that of the document itself. Call it once per page."""
        if self.weight > _MAX_TRIE_WEIGHT:
            self._clear()
        return self._root

    def _clear(self) -> None:
        self.weight = 0
        self._root = PathNode(self, None, "", "")


def marks(attributes: Mapping[str, str]) -> str:
    """Write the marks of an element: hidden, microdata properties, ARIA roles: ``[hidden][role=main]``."""
    marked = "[hidden]" if _is_hidden(attributes) else ""
    for name in ("itemprop", "role"):
        if name in attributes:
            names = sorted(filter(_is_name, set(attributes[name].lower().split())))
            marked += "".join(f"[{name}={each}]" for each in names[:_MAX_MARKS])
    return marked


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    return (
        ("hidden" in attributes and not _can_be_opened(attributes))
        or attributes.get("aria-hidden") == "true"
        or ("style" in attributes and bool(_HIDES.search(attributes["style"])))
    )


def is_unseen(attributes: Mapping[str, str]) -> bool:
    """Say whether an element takes no place; text that scripts fade in is invisible, but has its place."""
    if "hidden" in attributes:
        return not _can_be_opened(attributes)
    return "style" in attributes and _UNSEEN.search(attributes["style"]) is not None


def _can_be_opened(attributes: Mapping[str, str]) -> bool:
    """Say whether readers can show a hidden element: by a tab, or by a search (``until-found``, HTML 6.1)."""
    return attributes["hidden"].lower() == "until-found" or attributes.get("role") == "tabpanel"


def path_step(tag: str, identifier: str | None, classes: str | None, marked: str) -> str:
    """Name an element by what it shares with counterparts on other pages: ``div#comment-.depth[role=main]``.

    Of the id only letters, hyphens and underscores are kept, but no hexadecimal number. Of the classes the
    first three in alphabetical order are kept, without those that have other characters or name the page's
    author, category or tag.
    `marked` is the result of `marks`.
    """
    name = "".join(_NAME.findall(_HEX.sub("", identifier or "")))[:_NAME_CHARS]
    kept = sorted(filter(_is_template_class, set((classes or "").split())))
    return "".join((tag, "#" + name if name else "", *(f".{each}" for each in kept[:_MAX_CLASSES]), marked))


def _is_template_class(name: str) -> bool:
    return _is_name(name) and not name.startswith(_PAGE_PREFIXES)


def _is_name(name: str) -> bool:
    return len(name) <= _NAME_CHARS and bool(_NAME.fullmatch(name))
