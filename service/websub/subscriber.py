"""The subscriber: asks hubs to push what is new in their feeds, and asks again before their leases end.

    a feed was polled ─► is its push what it should be? ─► no: another takes its place, and both are due
    due ─► wanted? ─► ask the hub to subscribe, else to unsubscribe ─► due again, unless the hub confirms

A hub confirms at the callback (`service.websub.callback`). A hub that does not, whatever the reason, is asked
again, less and less often. Each request is counted before it is sent, so wherever the subscriber is killed,
the push becomes due again.
"""

from __future__ import annotations

import asyncio
import logging
from random import random
from time import time
from typing import TYPE_CHECKING

from service.feeds.schedule import back_off, bounded
from service.feeds.subscriptions import Subscriptions
from service.fetching.errors import FetchError
from service.running.throttledlog import ThrottledLog
from service.state.connection import AWAY
from service.websub.push import Mode, form, is_current, new_push
from service.websub.pushes import Pushes, is_wanted

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.feeds.subscriptions import Subscription
    from service.fetching.poster import Poster
    from service.websub.push import Push

_logger = logging.getLogger(__name__)

#: Hubs asked at once, and seconds between two looks for pushes that are due.
_WIDTH, _LOOK = 16, 1.0

#: Seconds after which a push becomes due again if its subscriber died.
_CLAIM = 60.0

#: Unconfirmed requests to end a push after which it is forgotten: its lease ends by itself.
FAREWELLS = 3

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Subscriber:
    """Asks hubs for pushes to callbacks under `public_url`, at which the service is reached from outside."""

    def __init__(self, redis: Redis, poster: Poster, public_url: str) -> None:
        self._pushes = Pushes(redis)
        self._subscriptions = Subscriptions(redis)
        self._poster = poster
        self._public_url = public_url

    async def want(self, polled: Subscription) -> None:
        """Have a feed pushed by the hub that it names now; raises `RedisError` if Redis is unavailable."""
        known = await self._pushes.get(polled.push) if polled.push else None
        if known and is_current(known, polled, self._public_url):
            return
        push = new_push(polled, self._public_url)
        if push or polled.push:
            await self._pushes.swap(polled.id, push, time())

    async def run(self) -> None:
        """Ask the hubs of pushes that are due, until cancelled."""
        log = ThrottledLog(_logger)
        while True:
            try:
                due = await self._pushes.claim(time(), time() + _CLAIM, _WIDTH)
            except AWAY as error:
                log.warning("no hub can be asked for now: %s", error)
            else:
                await asyncio.gather(*map(self._try, due))
            await asyncio.sleep(_LOOK)

    async def ask(self, push: Push) -> None:
        """Ask the hub of a push for what is wanted of it."""
        feed = await self._pushes.feed_of(push)
        mode = Mode.SUBSCRIBE if is_wanted(feed) else Mode.UNSUBSCRIBE
        asked = await self._pushes.ask(push, mode)
        if mode is Mode.UNSUBSCRIBE and asked > FAREWELLS:
            await self._pushes.forget(push)
            return
        await self._pushes.postpone(push, time() + _wait(asked))
        if is_wanted(feed) and asked > 1:
            doubt = "it has not confirmed yet; check that URLTREE_PUBLIC_URL can be reached from outside"
            await self._subscriptions.note(feed.id, hub_error=doubt)
        try:
            await self._poster.post(push.hub, form(push, mode), _FORM, follow=True)
        except FetchError as error:
            await self._pushes.postpone(push, time() + _wait(asked, error.retry_after))
            if feed:
                await self._subscriptions.note(feed.id, hub_error=str(error))

    async def _try(self, push: Push) -> None:
        try:
            await self.ask(push)
        except AWAY as error:  # the claim will run out
            _logger.warning("%s could not be asked: %s", push.hub, error)
        except Exception:
            _logger.exception("%s could not be asked", push.hub)


def _wait(asked: int, retry_after: float | None = None) -> float:
    return bounded(max(back_off(asked, random()), retry_after or 0.0))  # noqa: S311 -- no secret
