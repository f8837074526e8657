"""The HTTP application: routes around a pool of processes that extract."""

from __future__ import annotations

import re
from contextlib import aclosing, asynccontextmanager, closing
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI

from service.access.gate import open_gate
from service.access.middleware import Access
from service.access.scopes import needed_scope
from service.crew import at_work, check
from service.dashboard.mount import mount_dashboard
from service.feeds.intake import Intake
from service.feeds.poller import Poller
from service.feeds.reader import FeedReader
from service.feeds.subscriptions import Subscriptions
from service.fetching.fetcher import Fetcher
from service.fetching.poster import Poster
from service.http.handlers import answer_with_problems
from service.http.middleware import Heads, RequestIds
from service.http.problems import problems
from service.http.room import BODIES, Room
from service.parts import Parts, parts_of
from service.routes import (
    docs,
    documents,
    domains,
    extract,
    feeds,
    fulltext,
    health,
    login,
    metrics,
    queue,
    webhooks,
    websub,
)
from service.running.sweeper import sweep_hourly
from service.running.tasks import running
from service.schemas import ExtractRequest
from service.state.connection import open_redis, refuse_half_a_backup, store_url
from service.statistics.statistics import Statistics
from service.stream.expire import expire_hourly
from service.stream.live import Live
from service.stream.newest import Newest
from service.stream.stream import DocumentStream
from service.webhooks.deliverer import Deliverer
from service.webhooks.webhooks import Webhooks
from service.websub.callback import Callback
from service.websub.subscriber import Subscriber
from urltree.store import open_store
from urltree.store.client import store_errors
from urltree.tree import UrlTree

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi.routing import APIRoute

    from service.settings.settings import Settings

#: In the order in which /docs lists them.
_ROUTES = (
    *(extract, documents, domains, feeds, fulltext, webhooks),
    *(websub, queue, health, metrics, login, docs),
)


#: How a request shows its key. One that needs none may leave it out.
_KEY = {"type": "http", "scheme": "bearer", "description": "An API key, where the service has any."}


class _Application(FastAPI):
    """An application that describes, too, what FastAPI does not see: keys, and bodies that a route reads."""

    def openapi(self) -> dict[str, Any]:
        """Describe the API."""
        described = super().openapi()
        described["components"]["securitySchemes"] = {"key": _KEY}
        described["components"]["schemas"]["ExtractRequest"] = ExtractRequest.model_json_schema()
        for path, operations in described["paths"].items():
            for method, operation in operations.items():
                scope = needed_scope(method.upper(), path)
                operation["security"] = [{"key": [scope]}, {}] if scope else []
        return described


def _named(route: APIRoute) -> str:
    """Name an operation, for those who generate clients: ``feeds_add``, ``queue_retry``."""
    return re.sub(r"\W", "_", "_".join([*map(str, route.tags), route.name]))


def create_app(settings: Settings) -> FastAPI:
    """Build the application. Store and processes start and stop with its lifespan.

    The lifespan raises `HeuristicError` for an unknown heuristic, `RuleError` for rules that do not load,
    `StoreError` if the store does not answer, `StoreBusyError` if another process uses the data directory,
    and `InputError` if strangers could get in, or the store holds only part of a backup.
    """
    app = _Application(
        title="urltree",
        summary="Streaming content extraction: learns each site's template from its own stream of pages.",
        version=version("urltree"),
        lifespan=_lifespan,
        servers=[{"url": "."}],  # relative: a proxy may serve it under any path
        responses=problems("default"),
        generate_unique_id_function=_named,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # a redirect would leave that path, and curl shows nothing
    )
    parts = parts_of(app)
    parts.settings = settings
    parts.room = Room(BODIES * settings.max_body)
    for routes in _ROUTES:
        app.include_router(routes.router)
    app.webhooks.include_router(webhooks.sent)
    answer_with_problems(app, feeds.KINDS | webhooks.KINDS)
    mount_dashboard(app)
    app.add_middleware(Heads)
    app.add_middleware(Access, gate_of=lambda app: parts_of(app).gate)
    app.add_middleware(RequestIds)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    parts = parts_of(app)
    settings = parts.settings
    with (
        store_url(settings.redis_url, settings.data, settings.fsync) as url,
        closing(open_store(url)) as store,
        store_errors(url),
    ):
        check(settings, store)
        async with (
            open_redis(url) as redis,
            aclosing(Fetcher(settings.fetching, redis)) as fetcher,
            aclosing(Poster(settings.fetching)) as poster,
            aclosing(FeedReader()) as feed_reader,
            aclosing(FeedReader()) as reader_of_pushes,  # separate, so that no hub can hold up all polls
        ):
            parts.redis = redis
            await refuse_half_a_backup(redis)
            parts.gate = await open_gate(settings.access, redis)
            parts.store = store
            parts.stream = DocumentStream(redis)
            live = parts.live = Live(parts.stream)
            parts.fetcher = fetcher
            parts.feed_reader = feed_reader
            parts.newest = Newest(redis)
            parts.subscriptions = Subscriptions(redis)
            parts.webhooks = Webhooks(redis)
            parts.poster = poster
            parts.statistics = Statistics(redis)
            async with at_work(settings, url, redis, fetcher, lambda: live.listeners) as crew:
                parts.queue, parts.pool, parts.answer = crew.queue, crew.pool, crew.answer
                parts.callback = Callback(redis, Intake(redis, crew.queue, reader_of_pushes), crew.reporter)
                tree = UrlTree(store, settings.retention)
                async with (
                    live.running(),
                    running(
                        Deliverer(redis, live, poster).run,
                        crew.worker.run,
                        *([_poller(parts).run] if settings.poll else []),
                        partial(sweep_hourly, redis, tree, crew.publisher.drop_old_marks),
                        partial(expire_hourly, redis, settings.stream_retention),
                    ),
                ):
                    yield


def _poller(parts: Parts) -> Poller:
    """Make the poller, which asks hubs to push if they can reach the service."""
    url = parts.settings.public_url
    subscriber = Subscriber(parts.redis, parts.poster, url) if url else None
    return Poller(parts.redis, parts.queue, parts.fetcher, parts.feed_reader, subscriber)
