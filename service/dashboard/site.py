"""A site: its URL Tree, its templates, what repeats there, its events, feeds and newest documents."""

from __future__ import annotations

import time
from statistics import fmean, median
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from nicegui import ui

from service.dashboard.charts import Chart, Marks, Series
from service.dashboard.elements import Empty, Figure, NoFeeds, Text, box, figures, section
from service.dashboard.layout import frame
from service.dashboard.nodes import NodeTree
from service.dashboard.reader import document_cell, read_document
from service.dashboard.sites import ALARMS
from service.dashboard.table import Column, Table, cell, filled
from service.dashboard.words import ago, figure, plural, share
from service.statistics.site import DAY, DAYS
from urltree.url import unicode_host

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.dashboard.common import Common
    from service.feeds.subscriptions import Subscription
    from service.parts import Parts
    from service.statistics.site import Site
    from service.stream.document import Document
    from urltree.models import RepeatedBlock
    from urltree.templates.clusters import Template

_TREE = (
    "Repeated text is the share of the site's most repeated blocks that more than one document of the node "
    "holds: where it is low, a section has a template of its own."
)

_TEMPLATES = (
    "Pages that share a template begin with the same tags, or nearly so. Most sites have one for all pages."
)

#: Repeated blocks and newest documents that are shown.
_BLOCKS, _DOCUMENTS = 30, 10


async def show(parts: Parts, common: Common, domain: str) -> None:
    """Build the page."""
    with frame(domain, "/sites") as page:
        view = _View(parts, common, domain)
    await page.keep_fresh(view.refresh, 5)


class _View:
    def __init__(self, parts: Parts, common: Common, domain: str) -> None:
        self._parts = parts
        self._common = common
        self._domain = domain
        if (name := unicode_host(domain)) != domain:
            Text("p", name, "muted")
        self._empty = NoFeeds("Nothing came from this site in the last 14 days", f"https://{quote(domain)}/")
        self._all = box("div", "stack")
        with self._all:
            self._build()

    def _build(self) -> None:
        self._alarms = Text("p", "", "alarms")
        self._alarms.props["role"] = "status"
        self._build_figures()
        with section("Days and template changes"):
            self._trend = Chart("New documents per day", "bar", days=True)
            self._events = box("ol", "events")
            self._changes: Sequence[object] | None = None
        with box("div", "pair"):
            with box("div", "stack"):
                self._build_tree()
                self._build_templates()
                self._build_feeds()
                self._build_documents()
            self._build_blocks()

    def _build_figures(self) -> None:
        with figures():
            self._documents = Figure("Documents")
            self._known = Figure("Known")
            self._removed = Figure("Boilerplate", "of the characters")
            self._length = Figure("Mean length", "characters of content")
            self._last = Figure("Last document")
        with figures():
            self._warm = Figure("Judged warm")
            self._support = Figure("Support", "documents at the deciding node, median")
            self._again = Figure("Published again", "once the site was better known")

    def _build_tree(self) -> None:
        with section("URL Tree"):
            Text("p", _TREE, "muted")
            self._tree = NodeTree(self._domain)

    def _build_templates(self) -> None:
        with section("Templates"):
            Text("p", _TEMPLATES, "muted")
            columns = (
                Column("example", "Newest page"),
                Column("support", "Documents", "number"),
                Column("share", "Of the site", "bar"),
                Column("also_on", "Also on", "links"),
            )
            self._templates = Table("Templates of the site", columns, none="Nothing is known about the site")

    def _build_feeds(self) -> None:
        with section("Feeds"):
            columns = (
                Column("feed", "Feed"),
                Column("polled", "Last poll", "ago"),
                Column("next", "Next poll", "due"),
            )
            self._no_feeds = Empty(
                "No feeds of this site",
                "Its pages came by POST /extract, from feeds of other sites, or from one that was removed.",
            )
            self._feeds = Table("Feeds of the site", columns)

    def _build_blocks(self) -> None:
        with section("Most repeated blocks"):
            columns = (
                Column("block", "Block"),
                Column("count", "Documents", "number"),
                Column("share", "Of the site", "bar"),
            )
            self._no_blocks = Empty(
                "None is listed yet",
                "The text of a block is kept once nine documents hold it. The inspector shows the counts of "
                "all blocks of a page.",
            )
            self._blocks = Table("Blocks that most documents hold", columns)

    def _build_documents(self) -> None:
        with section("Newest documents"):
            self._newest = Table(
                "Documents of the site, latest first",
                (Column("document", "Document"), Column("came", "Came", "ago")),
                none="The stream keeps no documents of this site",
                on_act=self._read,
            )
            ui.link("All of them, live", f"/stream?domain={quote(self._domain)}")

    async def refresh(self) -> None:
        site, documents, nodes, blocks, repeats, templates = await self._common.site(self._domain).get()
        feeds = [feed for feed, _ in await self._common.feeds.get() if feed.site == self._domain]
        now = time.time()
        self._empty.show(is_shown=site is None and not nodes)
        self._all.set_visibility(bool(site or nodes or feeds))
        if site:
            self._show_site(site, now)
        self._tree.show(nodes, repeats)
        support = max((node.support for node in nodes), default=0)
        self._templates.show([_template_row(*each, support) for each in templates])
        self._show_blocks(blocks, support)
        self._no_feeds.show_if_empty(self._feeds, feeds)
        self._feeds.show(list(map(_feed_row, feeds)))
        self._show_evidence(documents)
        self._newest.show(list(map(_document_row, documents[:_DOCUMENTS])))

    def _show_site(self, site: Site, now: float) -> None:
        self._documents.show(figure(site.documents), f"in 14 days, {site.total:,} in all")
        self._known.show(
            "warm" if site.warm else "cold", "well enough to judge by" if site.warm else "few pages so far"
        )
        self._removed.show(share(site.removed))
        self._length.show(figure(site.length))
        self._last.show(ago(site.last.timestamp(), now))
        self._alarms.text = " · ".join(ALARMS[alarm] for alarm in site.alarms)
        today = int(now) // DAY * DAY
        starts = range(today - (DAYS - 1) * DAY, today + 1, DAY)
        changes = [change.timestamp() for change in site.changes]
        marks = Marks("template changed", changes) if changes else None
        self._trend.show(starts, [Series("documents", site.trend)], marks)
        if site.changes != self._changes:
            self._changes = site.changes
            self._events.clear()
            with self._events:
                for change in reversed(site.changes):
                    Text("li", f"{change:%d %B %Y, %H:%M} UTC: the template changed")

    def _show_evidence(self, documents: Sequence[Document]) -> None:
        judged = [each.evidence for each in documents]
        warm = fmean(each.warm for each in judged) if judged else None
        support = median(each.support for each in judged) if judged else None
        self._warm.show(share(warm), f"of the newest {plural(len(judged), 'document')}")
        self._support.show(figure(support))
        self._again.show(figure(sum(each.reason == "warmed" for each in documents)))

    def _show_blocks(self, blocks: Sequence[RepeatedBlock], support: int) -> None:
        self._no_blocks.show_if_empty(self._blocks, blocks)
        self._blocks.show([_block_row(block, support) for block in blocks[:_BLOCKS]])

    async def _read(self, _event: str, document: str) -> None:
        if await read_document(self._parts, document):
            self._common.site(self._domain).forget()
            await self.refresh()


def _template_row(template: Template, also_on: Sequence[str], support: int) -> dict[str, Any]:
    example = template.example
    return {
        "id": str(template.number),
        "example": cell(example, href=f"/inspector?url={quote(example, safe='')}"),
        "support": figure(template.support),
        "share": filled(template.support, support),
        "also_on": [cell(site, href=f"/sites/{quote(site)}") for site in also_on],
    }


def _block_row(block: RepeatedBlock, support: int) -> dict[str, Any]:
    return {
        "id": str(block.hash),
        "block": cell(block.text or "(its text was not kept)"),
        "count": figure(block.count),
        "share": filled(block.count, support),
    }


def _feed_row(feed: Subscription) -> dict[str, Any]:
    return {
        "id": feed.id,
        "feed": cell(feed.title or feed.url, href=f"/stream?feed={feed.id}", note=feed.error or feed.url),
        "polled": feed.last_poll,
        "next": feed.next_poll,
    }


def _document_row(document: Document) -> dict[str, Any]:
    """Make a row of a document whose text is only its opening."""
    return {
        "id": document.id,
        "document": document_cell(document, document.text),
        "came": document.came,
    }
