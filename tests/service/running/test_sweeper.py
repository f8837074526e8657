"""The sweeper: expired documents are removed, even from sites that publish nothing new."""

from __future__ import annotations

import asyncio
from functools import partial
from time import time
from typing import TYPE_CHECKING

import pytest
from waiting import until

from service.running.sweeper import sweep_hourly
from service.running.tasks import running
from service.state import keys
from urltree.models import Retention, TextBlock, UrlKey
from urltree.tree import UrlTree

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from urltree.store import Store

DAY = 86_400.0
KEY = UrlKey("http://example.com/1", "example.com", ("example.com",))
BLOCKS = (TextBlock("The bridge is open.", 1, "p", "html/body/p", 0),)


@pytest.fixture
def tree(store: Store) -> UrlTree:
    return UrlTree(store, Retention(max_age=14 * DAY, min_documents=0))


async def until_swept(tree: UrlTree) -> None:
    await until(lambda: "example.com" not in tree.domains())


async def test_expired_documents_of_a_silent_site_are_removed(
    tree: UrlTree, store: Store, redis: Redis
) -> None:
    tree.observe(KEY, BLOCKS, time() - 15 * DAY)
    async with running(partial(sweep_hourly, redis, tree)):
        await until_swept(tree)
    assert store.nodes("example.com") == []


async def test_recent_documents_are_kept(tree: UrlTree, store: Store, redis: Redis) -> None:
    tree.observe(KEY, BLOCKS, time() - 15 * DAY)
    young = UrlKey("http://example.org/1", "example.org", ("example.org",))
    tree.observe(young, BLOCKS, time() - 13 * DAY)
    async with running(partial(sweep_hourly, redis, tree)):
        await until_swept(tree)
    assert [node.support for node in store.nodes("example.org")] == [1]


async def test_nothing_is_swept_while_another_sweeper_leads(tree: UrlTree, redis: Redis) -> None:
    await redis.set(keys.TREE_SWEEPER, "another")
    tree.observe(KEY, BLOCKS, time() - 15 * DAY)
    async with running(partial(sweep_hourly, redis, tree)):
        await asyncio.sleep(0.2)
    assert "example.com" in tree.domains()
