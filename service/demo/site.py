"""The sample site: the Harbour Post, an invented newspaper, as a reader of its two feeds sees it.

    articles ─┬─► latest ──────┐
              └─► top stories ─┴─► deliveries by time: url, title, page, gold text

Nothing is random: two runs give the same bytes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from service.demo.article import Article, articles
from service.demo.page import REDESIGN, page

#: Not https: nobody can answer for another host over TLS.
ADDRESS = "http://www.harbourpost.example"

#: How much later an article comes in the second feed than in the first.
TOP_STORY_DELAY = timedelta(minutes=90)
#: What the second feed appends to its links.
TRACKING = "?utm_source=feed&utm_medium=atom&utm_campaign=top-stories"
UPDATE_DELAY = timedelta(hours=4)


class Entry(NamedTuple):
    """One entry of a feed."""

    time: datetime
    url: str
    article: Article
    #: How many articles the site had published before this one.
    number: int


class Delivery(NamedTuple):
    """One page as it comes in, and the text that ought to come out."""

    url: str
    title: str
    #: "old" or "new": how the site looked.
    design: str
    html: str
    gold: str


def deliveries() -> list[Delivery]:
    """Return the pages behind the entries of both feeds, oldest entry first."""
    entries = sorted((*latest(), *top_stories()), key=lambda entry: entry.time)
    return [_delivery(entry) for entry in entries]


def latest() -> list[Entry]:
    """Return the entries of the first feed: every article, and once more when it is updated."""
    published = _published()
    updates = [
        entry._replace(time=entry.time + UPDATE_DELAY, article=entry.article.updated)
        for entry in published
        if entry.article.update
    ]
    return published + updates


def top_stories() -> list[Entry]:
    """Return the entries of the second feed: some of the articles, under URLs of its own."""
    return [
        entry._replace(time=entry.time + TOP_STORY_DELAY, url=entry.url + TRACKING)
        for entry in _published()
        if entry.article.top
    ]


def _published() -> list[Entry]:
    return [
        Entry(article.published, ADDRESS + article.path, article, number)
        for number, article in enumerate(articles())
    ]


def _delivery(entry: Entry) -> Delivery:
    html = page(entry.article, articles()[: entry.number])
    design = "old" if entry.number < REDESIGN else "new"
    return Delivery(entry.url, entry.article.title, design, html, entry.article.gold)
