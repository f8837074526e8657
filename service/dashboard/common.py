"""What many browsers look at, read once for all of them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache, cachedmethod

from service.dashboard.newest import NewestDocuments
from service.dashboard.repetition import repetition
from service.statistics.fresh import Fresh

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.dashboard.parts import Parts
    from service.statistics.site import Site
    from urltree.models import NodeSummary, RepeatedBlock
    from urltree.store import Store

#: Parked items that are shown.
PARKED = 200

#: Repeated blocks of a site by which its nodes are told apart.
_BLOCKS = 200

#: Sites that are looked at, at once.
_SITES = 100


class Known(NamedTuple):
    """What is known of a site."""

    #: None if nothing came of it lately.
    site: Site | None
    nodes: Sequence[NodeSummary]
    blocks: Sequence[RepeatedBlock]
    #: As `repetition` gives it.
    repeats: Mapping[str, float]


class Common:
    """Values of one service; each is read again when somebody asks and some seconds have passed."""

    def __init__(self, parts: Parts) -> None:
        newest = NewestDocuments(parts)
        self.documents = Fresh(newest.read, 1)
        self.parked = Fresh(lambda: parts.queue.parked(PARKED), 1)
        self.feeds = Fresh(lambda: parts.subscriptions.all(), 3)  # noqa: PLW0108 -- there are no parts yet
        self._parts = parts
        self._sites = LRUCache[str, Fresh[Known]](_SITES)

    @cachedmethod(lambda self: self._sites)
    def site(self, domain: str) -> Fresh[Known]:
        """Give what is known of a site."""
        return Fresh(partial(self._read_site, domain), 5)

    async def _read_site(self, domain: str) -> Known:
        site = await self._parts.statistics.site(domain)
        return Known(site, *await asyncio.to_thread(_learnt, self._parts.store, domain))


def _learnt(
    store: Store, domain: str
) -> tuple[Sequence[NodeSummary], Sequence[RepeatedBlock], Mapping[str, float]]:
    nodes, blocks = store.nodes(domain), store.repeated(domain, _BLOCKS)
    return nodes, blocks, repetition(store, domain, nodes, blocks)
