"""The pushes that hubs are asked for, in Redis; `service.state.keys` describes the keys.

A push is wanted while its feed is active and has its token. So whatever becomes of a feed, its push need not
be changed: when it is due, its hub is asked to end it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeGuard

from service.feeds.errors import NoSuchFeedError
from service.feeds.subscriptions import State, Subscriptions
from service.state import keys
from service.state.scripts import load_script
from service.websub.push import LONGEST_LEASE, Mode, Push

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.feeds.subscriptions import Subscription


class Pushes:
    """Each verb is one round trip and atomic, unless it says otherwise."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._subscriptions = Subscriptions(redis)
        self._swap = load_script(redis, "websub/swap")
        self._ask = load_script(redis, "websub/ask")
        self._claim = load_script(redis, "claim")

    async def get(self, token: str) -> Push | None:
        """Read one; None if there is none."""
        stored: Any = await self._redis.hget(keys.WEBSUB, token)
        return Push.model_validate_json(stored) if stored else None

    async def feed_of(self, push: Push) -> Subscription | None:
        """Read the feed of a push; None if the feed is gone, or has another push by now."""
        with suppress(NoSuchFeedError):
            feed = await self._subscriptions.get(push.feed)
            return feed if feed.push == push.token else None
        return None

    async def swap(self, feed: str, push: Push | None, now: float) -> None:
        """Replace the push of a feed by another, or by none; both become due."""
        names = [keys.FEED + feed, keys.WEBSUB, keys.WEBSUB_DUE, keys.WEBSUB_ASKED]
        arguments: list[Any] = [now, json.dumps(push and push.token)]
        await self._swap(names, arguments + ([push.token, push.model_dump_json()] if push else []))

    async def claim(self, now: float, until: float, limit: int) -> list[Push]:
        """Claim pushes that are due, up to `limit`; they become due again at `until`. Two round trips."""
        tokens = await self._claim([keys.WEBSUB_DUE], [now, until, limit, until + LONGEST_LEASE])
        stored: Any = await self._redis.hmget(keys.WEBSUB, tokens) if tokens else []
        return [Push.model_validate_json(each) for each in stored if each]

    async def ask(self, push: Push, mode: Mode) -> int:
        """Count a request, and return how many of this mode came last that the hub has not confirmed.

        0 for a forgotten push.
        """
        step = -1 if mode is Mode.UNSUBSCRIBE else 1
        return int(await self._ask([keys.WEBSUB_ASKED], [push.token, step]))

    async def postpone(self, push: Push, when: float) -> None:
        """Ask its hub again at this time."""
        await self._redis.zadd(keys.WEBSUB_DUE, {push.token: when}, xx=True)

    async def confirm(self, push: Push, renewal: float) -> None:
        """Note that the hub has confirmed, and is asked again at `renewal`."""
        async with self._redis.pipeline() as pipe:
            pipe.zadd(keys.WEBSUB_DUE, {push.token: renewal}, xx=True)
            pipe.zadd(keys.WEBSUB_ASKED, {push.token: 0}, xx=True)
            await pipe.execute()

    async def forget(self, push: Push) -> None:
        """Forget a push."""
        async with self._redis.pipeline() as pipe:
            pipe.hdel(keys.WEBSUB, push.token)
            pipe.zrem(keys.WEBSUB_DUE, push.token)
            pipe.zrem(keys.WEBSUB_ASKED, push.token)
            await pipe.execute()


def is_wanted(feed: Subscription | None) -> TypeGuard[Subscription]:
    """Return whether a push is wanted for which `Pushes.feed_of` found this feed."""
    return feed is not None and feed.state is State.ACTIVE
