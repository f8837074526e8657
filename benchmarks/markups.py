"""The same pages as other tools would write them: their text stays, with the gold text as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import xxhash
from lxml import etree

if TYPE_CHECKING:
    from urltree.evaluation.datasets import GoldPage

#: Changes a parsed page in place; the number is that of the page on its site, from 0.
Rewrite = Callable[[etree._Element, int], None]  # noqa: SLF001 - the type has no other name

_SECTIONS = frozenset("article aside footer header main nav section".split())
_BOXES = _SECTIONS | {"div"}
_AROUND_PARAGRAPHS = _BOXES | {"body", "td"}


def rewritten(page: GoldPage, number: int, rewrite: Rewrite) -> GoldPage:
    """Return a page in other markup."""
    root = etree.fromstring(page.html.encode(), etree.HTMLParser(encoding="utf-8", huge_tree=True))
    rewrite(root, number)
    return replace(page, html=etree.tostring(root, method="html", encoding="unicode"))


def as_it_is(_root: etree._Element, _number: int) -> None:
    """Change nothing except what parsing mends."""


def without_names(root: etree._Element, _: int) -> None:
    """Remove ids and classes."""
    for element in root.iter(etree.Element):
        for name in ("class", "id"):
            element.attrib.pop(name, None)


def names_made_up(root: etree._Element, number: int) -> None:
    """Name elements as tools that write style sheets do, with new names for every ten pages."""
    for element in root.iter(etree.Element):
        for name in ("class", "id"):
            if name in element.attrib:
                words = f"{element.attrib[name]} {number // 10}"
                element.attrib[name] = f"css-{xxhash.xxh32_hexdigest(words.encode(errors='replace'))}"


def custom_elements(root: etree._Element, _: int) -> None:
    """Turn boxes and sections into custom elements."""
    for element in root.iter(*_BOXES):
        element.tag = f"x-{element.tag}"


def boxes_alone(root: etree._Element, _: int) -> None:
    """Turn sections and paragraphs into boxes."""
    for element in root.iter("p", *_SECTIONS):
        element.tag = "div"


def line_breaks(root: etree._Element, _: int) -> None:
    """Separate paragraphs by line breaks."""
    for element in list(root.iter("p")):
        parent = element.getparent()
        if parent is not None and parent.tag in _AROUND_PARAGRAPHS:
            after = etree.Element("br")
            after.tail, element.tail = element.tail, None
            element.tag = "span"
            element.addnext(after)
            element.addnext(etree.Element("br"))
