"""What many browsers look at, read once for all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache, cachedmethod

from service.dashboard.newest import NewestDocuments, opened
from service.dashboard.repetition import repetition
from service.running.fresh import Fresh
from service.statistics.feeds import standing_of
from service.stream.document import Document
from service.stream.wanted import Wanted
from urltree.templates.shared import shared_templates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.feeds.subscriptions import Subscription
    from service.parts import Parts
    from service.statistics.feeds import Standing
    from service.statistics.site import Site
    from service.webhooks.webhooks import Progress, Webhook
    from urltree.models import NodeSummary, RepeatedBlock
    from urltree.store import Store
    from urltree.templates.clusters import Template

#: Items that are shown, of those that fail and of those that were given up on.
ITEMS = 200

#: Repeated blocks of a site by which its nodes are compared.
_BLOCKS = 200

#: Templates of a site that are shown.
_TEMPLATES = 20

#: Sites, and filters of the stream, whose values are kept; those of a filter are searched, so they are whole.
_SITES, _FILTERS = 100, 20


class KnownSite(NamedTuple):
    """What is known of a site."""

    #: None if nothing came from it lately.
    site: Site | None
    #: Its newest documents, latest first, as `opened` returns them.
    documents: Sequence[Document]
    nodes: Sequence[NodeSummary]
    blocks: Sequence[RepeatedBlock]
    #: As `repetition` returns it.
    repeats: Mapping[str, float]
    #: The best supported, each with other sites that have it.
    templates: Sequence[tuple[Template, Sequence[str]]]


class RatedFeed(NamedTuple):
    """A feed and how it stands."""

    feed: Subscription
    standing: Standing


class Common:
    """Values of one service; each is read again if it is asked for once some seconds have passed."""

    def __init__(self, parts: Parts) -> None:
        newest = NewestDocuments(parts)
        self.documents = Fresh(newest.read, 1)
        #: One more than is shown, if there are more.
        self.failing = Fresh(lambda: parts.queue.failing(ITEMS + 1), 1)
        self.parked = Fresh(lambda: parts.queue.parked(ITEMS), 1)
        self.feeds = Fresh(self._read_feeds, 3)
        self.webhooks = Fresh(self._read_webhooks, 3)
        self._parts = parts
        self._sites = LRUCache[str, Fresh[KnownSite]](_SITES)
        self._listed = LRUCache[Wanted, Fresh[Sequence[Document]]](_FILTERS)

    @cachedmethod(lambda self: self._sites)
    def site(self, domain: str) -> Fresh[KnownSite]:
        """Return what is known of a site."""
        return Fresh(partial(self._read_site, domain), 5)

    @cachedmethod(lambda self: self._listed)
    def listed(self, wanted: Wanted) -> Fresh[Sequence[Document]]:
        """Return documents of the wanted feed, domain or label, however long ago they came."""
        return Fresh(partial(self._read_listed, wanted), 5)

    async def _read_listed(self, wanted: Wanted) -> Sequence[Document]:
        newest = self._parts.newest
        if wanted.feed:
            return await newest.of_feed(wanted.feed)
        if wanted.domain:
            return await newest.of_domain(wanted.domain)
        if wanted.label:
            return await newest.of_label(wanted.label)
        return []

    async def _read_feeds(self) -> Sequence[RatedFeed]:
        feeds, now = await self._parts.subscriptions.all(), time.time()
        return [RatedFeed(each, standing_of(each, now)) for each in feeds]

    async def _read_webhooks(self) -> Sequence[tuple[Webhook, Progress]]:
        return await self._parts.webhooks.with_progress()

    async def _read_site(self, domain: str) -> KnownSite:
        sites = await self._parts.statistics.sites.get()
        documents = list(map(opened, await self._parts.newest.of_domain(domain)))
        return await asyncio.to_thread(_known, self._parts.store, domain, sites.get(domain), documents)


def _known(store: Store, domain: str, site: Site | None, documents: Sequence[Document]) -> KnownSite:
    """Add what the store has learnt about a site."""
    nodes, blocks = store.nodes(domain), store.repeated(domain, _BLOCKS)
    repeats = repetition(store, domain, nodes, blocks)
    templates = shared_templates(store, domain, time.time(), _TEMPLATES)
    return KnownSite(site, documents, nodes, blocks, repeats, templates)
