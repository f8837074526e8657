"""The service's own objects, for its routes and pages, as `service.app` holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from starlette.applications import Starlette

    from service.access.gate import Gate
    from service.feeds.reader import FeedReader
    from service.feeds.subscriptions import Subscriptions
    from service.fetching.fetcher import Fetcher
    from service.fetching.poster import Poster
    from service.http.room import Room
    from service.pool.pool import Pool
    from service.pool.work import Answers
    from service.queue import WorkQueue
    from service.settings.settings import Settings
    from service.statistics.statistics import Statistics
    from service.stream.live import Live
    from service.stream.newest import Newest
    from service.stream.stream import DocumentStream
    from service.webhooks.webhooks import Webhooks
    from service.websub.callback import Callback
    from urltree.store import Store


class Parts(Protocol):
    """The state of the app, once its lifespan has begun."""

    settings: Settings
    room: Room
    redis: Redis
    gate: Gate
    store: Store
    pool: Pool
    answer: Answers
    queue: WorkQueue
    stream: DocumentStream
    live: Live
    newest: Newest
    fetcher: Fetcher
    poster: Poster
    feed_reader: FeedReader
    subscriptions: Subscriptions
    callback: Callback
    webhooks: Webhooks
    statistics: Statistics


def parts_of(app: Starlette) -> Parts:
    """Return the state of an app, typed."""
    return cast("Parts", app.state)
