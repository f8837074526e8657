"""The command ``urltree worker``."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, closing
from pathlib import Path  # noqa: TC003 -- typer reads it
from typing import TYPE_CHECKING, Annotated

import typer
import uvloop

from service.cli.options import Record, Workers, folder, option
from service.crew import at_work, check
from service.fetching.fetcher import Fetcher
from service.running.process import allow_files, freeze_loaded_objects
from service.running.tasks import running, stopped_by_signals
from service.settings.configuration import read_settings, warn_of_unknown_variables
from service.settings.logs import configure_logs
from service.state.connection import open_redis, refuse_half_a_backup
from urltree.errors import InputError
from urltree.store import open_store
from urltree.store.client import store_errors

if TYPE_CHECKING:
    from service.settings.settings import Settings


def worker(
    *,
    redis_url: Annotated[str | None, option("URL", "Redis or Valkey of the service to work for.")] = None,
    workers: Workers = None,
    heuristic: Annotated[str | None, option("NAME", "The service's heuristic.")] = None,
    rules: Annotated[Path | None, folder("The service's rules.")] = None,
    record: Record = None,
) -> None:
    """Fetch and extract for a service on another machine, and share its Redis or Valkey.

    Use the settings of that service, including those in its environment; see `urltree serve --help`.
    """
    given = {
        "redis_url": redis_url, "workers": workers, "heuristic": heuristic, "rules": rules, "record": record,
    }  # fmt: skip
    settings = read_settings(given)
    configure_logs(settings)
    warn_of_unknown_variables()
    if not settings.redis_url:
        raise InputError(
            "a worker needs the store of its service; pass --redis-url, or set URLTREE_REDIS_URL"
        )
    allow_files()
    with closing(open_store(settings.redis_url)) as store:
        check(settings, store)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(settings, settings.redis_url))


async def _work(settings: Settings, url: str) -> None:
    stopping = stopped_by_signals()
    async with open_redis(url) as redis, aclosing(Fetcher(settings.fetching, redis)) as fetcher:
        with store_errors(url):
            await refuse_half_a_backup(redis)
        async with at_work(settings, url, redis, fetcher) as crew:
            freeze_loaded_objects()
            typer.echo(f"urltree worker is running; processes that extract: {settings.workers}")
            async with running(crew.worker.run):
                await stopping.wait()
