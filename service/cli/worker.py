"""The command ``urltree worker``."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, closing
from pathlib import Path  # noqa: TC003 -- typer reads it
from typing import TYPE_CHECKING, Annotated

import typer
import uvloop

from service.cli.options import Record, Workers, folder, option
from service.fetching.fetcher import Fetcher
from service.pool.pool import Pool
from service.pool.rulefolder import RuleFolder
from service.pool.work import make_extractor
from service.recording.recording import recorded
from service.running.garbage import freeze_loaded_objects
from service.running.openfiles import allow_files
from service.running.tasks import running, stopped_by_signals
from service.settings.common import common
from service.settings.configuration import read_settings, warn_of_unknown_variables
from service.settings.logs import configure_logs
from service.state.connection import open_redis, refuse_half_a_backup
from service.statistics.measured import measured_answer, measured_fetch
from service.statistics.recorder import Recorder
from service.worker.worker import make_worker
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
    make_extractor(settings, settings.redis_url).close()
    with closing(open_store(settings.redis_url)) as store:
        store.ping()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(settings, settings.redis_url))


async def _work(settings: Settings, url: str) -> None:
    stopping = stopped_by_signals()
    async with (
        Pool(settings, url) as pool,
        open_redis(url) as redis,
        aclosing(Fetcher(settings.fetching, redis)) as fetcher,
    ):
        with store_errors(url):
            await refuse_half_a_backup(redis)
        rules = RuleFolder(settings.rules)
        recorder = Recorder(redis, shared=lambda: common(settings, rules.current()))
        async with running(recorder.run), recorded(fetcher, settings, recorder.unrecorded) as fetch:
            parts = measured_fetch(fetch, recorder), measured_answer(pool.answer, recorder)
            freeze_loaded_objects()
            typer.echo(f"urltree worker is running; pages at a time: {settings.workers}")
            async with running(make_worker(settings, rules, redis, *parts).run):
                await stopping.wait()
