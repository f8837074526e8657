"""The deliverer: the stream in, requests to webhooks out.

    lease ─► each webhook: next document ─► wanted? ─► POST ─► move on
                                ▲                        ├─► fail: the same again, later
                                │                        ├─► the 6th failure: dead letter, move on
                                │                        └─► 410: the same again once somebody asks for it
                                └──────────────────────────────────────────┘

A webhook moves on only once its document was taken or given up, so documents come in order, and each at least
once unless it is given up. Each webhook has a task of its own: a slow one holds up no other.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from http import HTTPStatus
from time import time
from typing import TYPE_CHECKING, NamedTuple

from redis import RedisError
from structlog.contextvars import bind_contextvars

from service.fetching.errors import FetchError
from service.running.election import lead_when_elected
from service.running.tasks import cancel, pause, restarting
from service.running.throttledlog import ThrottledLog
from service.state import keys
from service.webhooks.delivery import deliver
from service.webhooks.webhooks import NEVER, Webhooks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis.asyncio import Redis

    from service.fetching.poster import Poster
    from service.running.election import Term
    from service.stream.document import Document
    from service.stream.live import Live
    from service.webhooks.webhooks import Progress, Webhook

_logger = logging.getLogger(__name__)

#: Seconds to wait after each failure with a document; longer if the receiver asks for it, but a day at most.
DELAYS = (5.0, 30.0, 120.0, 600.0, 1_800.0)
_DAY = 86_400.0

#: Seconds between two looks at which webhooks there are, and at whether one that waits may go on.
_LOOK = 1.0

#: Seconds to wait before asking Redis again after it did not answer.
_PAUSE = 1.0


class _Failure(NamedTuple):
    """What went wrong with a delivery."""

    reason: str
    #: Seconds that the receiver asks us to wait.
    retry_after: float = 0.0
    #: The receiver wants no more (410, as Standard Webhooks specifies).
    is_gone: bool = False


class Deliverer:
    """Delivers while elected; otherwise waits to be."""

    def __init__(self, redis: Redis, live: Live, poster: Poster) -> None:
        self._redis = redis
        self._live = live
        self._stream = live.stream
        self._webhooks = Webhooks(redis)
        self._poster = poster

    async def run(self, stopping: asyncio.Event) -> None:
        """Deliver until `stopping` is set."""
        await lead_when_elected(self._redis, keys.WEBHOOKS_DELIVERER, self._lead, stopping)

    async def _lead(self, term: Term) -> None:
        serving = dict[str, asyncio.Task[None]]()
        try:
            while await term.continues():
                await self._serve_all(serving)
                await pause(term.stopping, _LOOK)
        finally:
            await cancel(*serving.values())

    async def _serve_all(self, serving: dict[str, asyncio.Task[None]]) -> None:
        """Start a task for each webhook that was added, and cancel those of webhooks that were removed."""
        webhooks = {webhook.id: webhook for webhook in await self._webhooks.all()}
        for removed in serving.keys() - webhooks.keys():
            await cancel(serving.pop(removed))
        for added in webhooks.keys() - serving.keys():
            serving[added] = asyncio.create_task(restarting(partial(self._serve, webhooks[added])))

    async def _serve(self, webhook: Webhook) -> None:
        bind_contextvars(webhook=webhook.id)  # the task's own
        await _until_redis_answers(webhook.id, partial(self._follow, webhook))

    async def _follow(self, webhook: Webhook) -> None:
        pages = self._stream.pages((await self._webhooks.progress(webhook.id)).position)
        while True:
            news = self._live.news
            page = await anext(pages)
            for document in filter(webhook.wanted.takes, page):
                await self.send(webhook, document)
            if page:
                await self._webhooks.move_on(webhook.id, page[-1].id, delivered=0)
            else:
                await news.wait()

    async def send(self, webhook: Webhook, document: Document) -> None:
        """Send a document until it is taken or given up.

        It is not sent again before Redis has recorded what became of it, which a full Redis does not.
        """
        note = partial(_until_redis_answers, webhook.id)
        while True:
            progress = await self._due(webhook.id, document)
            if not await self._stream.has(document.id):
                return await note(partial(self._webhooks.move_on, webhook.id, document.id, delivered=0))
            failure = await self._failure(webhook, document)
            if failure is None:
                return await note(partial(self._webhooks.move_on, webhook.id, document.id, delivered=1))
            next_try = _next_try(failure, progress.tries)
            if next_try is None:
                _logger.warning("%s is given up: %s", document.id, failure.reason)
                return await note(partial(self._webhooks.give_up, webhook.id, document.id, failure.reason))
            if failure.is_gone:
                _logger.warning("the webhook %s wants no more: %s", webhook.id, failure.reason)
            else:
                _logger.info("%s will be sent again later: %s", document.id, failure.reason)
            await note(partial(self._webhooks.fail, webhook.id, document.id, failure.reason, next_try))

    async def _due(self, webhook: str, document: Document) -> Progress:
        """Wait for the time of the next try, which may be brought forward, or the document deleted.

        One that wants no more waits until somebody has it tried again. No other waits longer than a day, so a
        later time was set while the clock was ahead.
        """
        progress = await self._webhooks.progress(webhook)
        while (wait := progress.next_try - time()) > 0:
            if not (progress.is_gone or (wait <= _DAY and await self._stream.has(document.id))):
                break
            await asyncio.sleep(min(wait, _LOOK))
            progress = await self._webhooks.progress(webhook)
        return progress

    async def _failure(self, webhook: Webhook, document: Document) -> _Failure | None:
        """Send a document once; return what went wrong, if anything."""
        try:
            await deliver(self._poster, webhook, document)
        except FetchError as error:
            return _Failure(str(error), error.retry_after or 0.0, error.status == HTTPStatus.GONE)
        except Exception:
            _logger.exception("%s could not be sent to the webhook %s", document.id, webhook.id)
            return _Failure("an internal error; the service's log has the cause")
        return None


def _next_try(failure: _Failure, tries: int) -> float | None:
    """Return when to try again after so many tries, `NEVER` if that is not wanted; None: give it up."""
    if failure.is_gone:
        return NEVER
    if tries >= len(DELAYS):
        return None
    return time() + min(max(DELAYS[tries], failure.retry_after), _DAY)


async def _until_redis_answers(webhook: str, act: Callable[[], Awaitable[None]]) -> None:
    """Act for a webhook, again and again until Redis answers."""
    log = ThrottledLog(_logger)
    while True:
        try:
            return await act()
        except RedisError as error:
            log.warning("the webhook %s is paused: %s", webhook, error)
            await asyncio.sleep(_PAUSE)
