"""Lists that browsers share: documents of a domain, feed or label, in a real Valkey."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from readings import reading

from service.dashboard.common import Common
from service.statistics.statistics import Statistics
from service.stream.newest import Newest
from service.stream.wanted import Wanted
from urltree.store import open_store

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream

TEXT = "word " * 1_000


@pytest.fixture
async def common(redis: Redis, publisher: Publisher, stream: DocumentStream) -> Common:
    """Lists of a store with one document of each of two sites."""
    for name in ("a", "b"):
        of_site = {"domain": f"{name}.com", "feed": f"feed-{name}", "labels": [f"label-{name}"]}
        await publisher.publish(reading(f"http://{name}.com/1", text=TEXT, **of_site))
    parts = SimpleNamespace(
        newest=Newest(redis), stream=stream, statistics=Statistics(redis), store=open_store("memory://")
    )
    return Common(parts)


@pytest.mark.parametrize("wanted", [{"domain": "a.com"}, {"feed": "feed-a"}, {"label": "label-a"}], ids=str)
async def test_documents_are_listed_by_domain_feed_or_label(common: Common, wanted: dict[str, str]) -> None:
    assert [each.domain for each in await common.listed(Wanted(**wanted)).get()] == ["a.com"]


@pytest.mark.parametrize("wanted", [{}, {"lang": "en"}], ids=str)
async def test_filter_without_an_index_lists_no_documents(common: Common, wanted: dict[str, str]) -> None:
    assert await common.listed(Wanted(**wanted)).get() == []


async def test_documents_of_a_site_are_kept_without_their_texts(common: Common) -> None:
    (document,) = (await common.site("a.com").get()).documents
    assert len(document.text) == 160
