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
from service.stream.publish import Publisher
from service.stream.values import StreamRetention
from urltree.models import Retention, TextBlock, UrlKey
from urltree.tree import UrlTree

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from redis.asyncio import Redis

    from urltree.store import Store

    Sweep: TypeAlias = Callable[[asyncio.Event], Awaitable[None]]

DAY = 86_400.0
RETENTION = Retention(max_age=14 * DAY, min_documents=0)
KEY = UrlKey("http://example.com/1", "example.com", ("example.com",))
BLOCKS = (TextBlock("The bridge is open.", 1, "p", "html/body/p", 0),)


@pytest.fixture
def tree(store: Store) -> UrlTree:
    return UrlTree(store, RETENTION)


@pytest.fixture
def sweep(redis: Redis, tree: UrlTree) -> Sweep:
    publisher = Publisher(redis, RETENTION, StreamRetention())
    return partial(sweep_hourly, redis, tree, publisher.drop_old_marks)


async def until_swept(tree: UrlTree) -> None:
    await until(lambda: "example.com" not in tree.domains())


async def test_expired_documents_of_a_silent_site_are_removed(
    tree: UrlTree, store: Store, sweep: Sweep
) -> None:
    tree.observe(KEY, BLOCKS, time() - 15 * DAY)
    async with running(sweep):
        await until_swept(tree)
    assert store.nodes("example.com") == []


async def test_recent_documents_are_kept(tree: UrlTree, store: Store, sweep: Sweep) -> None:
    tree.observe(KEY, BLOCKS, time() - 15 * DAY)
    young = UrlKey("http://example.org/1", "example.org", ("example.org",))
    tree.observe(young, BLOCKS, time() - 13 * DAY)
    async with running(sweep):
        await until_swept(tree)
    assert [node.support for node in store.nodes("example.org")] == [1]


async def test_old_marks_of_a_silent_site_are_dropped(tree: UrlTree, sweep: Sweep, redis: Redis) -> None:
    tree.observe(KEY, BLOCKS, time())
    marks = keys.PUBLISHING + "example.com"
    await redis.rpush(marks, *(number.to_bytes(8) for number in range(1_600)))

    async def are_dropped() -> bool:
        return await redis.llen(marks) == 1_000

    async with running(sweep):
        await until(are_dropped)


async def test_nothing_is_swept_while_another_sweeper_leads(
    tree: UrlTree, sweep: Sweep, redis: Redis
) -> None:
    await redis.set(keys.TREE_SWEEPER, "another")
    tree.observe(KEY, BLOCKS, time() - 15 * DAY)
    async with running(sweep):
        await asyncio.sleep(0.2)
    assert "example.com" in tree.domains()
