"""Sites as crawlers see them, made of streams: their articles, and listings that show whole articles.

A crawl yields pages in order; what comes between the articles has no gold text.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from lxml import etree

from urltree.evaluation.datasets import GoldPage, read_pages
from urltree.evaluation.measures import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

#: Articles that come at once, and articles that a listing shows.
BATCH, SHOWN = 4, 8

#: Share of the words of the gold text that an element must have to hold the article.
_HELD = 0.93

_NAMES = ("", "blog/", "tag/a/", "tag/b/", "tag/c/", "category/a/", "author/a/", "2024/", "2024/05/")


def articles(path: Path, limit: int) -> list[GoldPage]:
    """Read the first articles of a stream that lie in an element of their own."""
    return [page for page in islice(read_pages(path), limit) if _holder(page).tag not in {"html", "body"}]


def alone(pages: Sequence[GoldPage]) -> Iterator[GoldPage]:
    """Yield the articles alone."""
    yield from pages


def after_listings(number: int) -> Callable[[Sequence[GoldPage]], Iterator[GoldPage]]:
    """Return a crawl in which so many listings show the latest articles before these come themselves."""

    def crawl(pages: Sequence[GoldPage]) -> Iterator[GoldPage]:
        for first in range(0, len(pages), BATCH):
            latest = pages[max(0, first + BATCH - SHOWN) : first + BATCH]
            yield from (listing(latest, name) for name in _NAMES[:number])
            yield from pages[first : first + BATCH]

    return crawl


def among_listings(pages: Sequence[GoldPage]) -> Iterator[GoldPage]:
    """Yield four listings, as of tags and months, of random articles so far after every four articles."""
    chance = Random(1)
    for first in range(0, len(pages), BATCH):
        yield from pages[first : first + BATCH]
        known = pages[: first + BATCH]
        for number in range(BATCH):
            yield listing(chance.sample(known, min(SHOWN, len(known))), f"tag/{first + number}/")


def twice(pages: Sequence[GoldPage]) -> Iterator[GoldPage]:
    """Yield each article after a copy of it at another address, as if made for phones or print."""
    for number, page in enumerate(pages):
        yield GoldPage(page.where, page.site, urljoin(page.url, f"/copy/{number}"), page.title, "", page.html)
        yield page


def listing(pages: Sequence[GoldPage], name: str) -> GoldPage:
    """Make a page that shows whole articles, latest first, in the template of the latest."""
    last, place = pages[-1], _holder(pages[-1])
    place[:] = [deepcopy(_holder(page)) for page in reversed(pages)]
    place.text = None
    html = etree.tostring(place.getroottree(), method="html", encoding="unicode")
    return GoldPage(last.where, last.site, urljoin(last.url, f"/{name}"), "Articles", "", html)


def _holder(page: GoldPage) -> etree._Element:
    """Parse a page, and find the lowest element with nearly all words of the gold text."""
    element = _parsed(page)
    for place in _way_to_holder(page):
        element = element[place]
    return element


def _parsed(page: GoldPage) -> etree._Element:
    return etree.fromstring(page.html.encode(), etree.HTMLParser(encoding="utf-8", huge_tree=True))


# A page is shown by many listings, and to count its words takes far longer than to parse it.
@cache
def _way_to_holder(page: GoldPage) -> tuple[int, ...]:
    """Give the place among its siblings of each element on the way."""
    element, way = _parsed(page), list[int]()
    wanted = Counter(words(page.gold))
    while (lower := _with_words(element, wanted)) is not None:
        way.append(element.index(lower))
        element = lower
    return tuple(way)


def _with_words(element: etree._Element, wanted: Counter[str]) -> etree._Element | None:
    """Find the child that has nearly all of the words."""
    for child in element.iterchildren(etree.Element):
        held = Counter(words("".join(child.itertext(etree.Element)))) & wanted
        if held.total() >= _HELD * wanted.total():
            return child
    return None
