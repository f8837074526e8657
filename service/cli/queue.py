"""The command ``urltree queue``."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.asking import ask
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.queue import PARKED, WorkQueue
from urltree.commandline.machine import echo_utf8
from urltree.commandline.printable import printable_line
from urltree.errors import InputError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.queue import Failure


#: Failing items that are listed at most, those that failed last.
_FAILING = 10_000


class Action(StrEnum):
    """What to do."""

    LIST = "list"
    FAILING = "failing"
    RETRY = "retry"
    DROP = "drop"


def queue(
    action: Annotated[
        Action, typer.Argument(metavar="list|failing|retry|drop", help="What to do with the items.")
    ] = Action.LIST,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Ids of items, as list shows them.")
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="All items that were given up on.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
    store: Store = None,
    data: Data = None,
) -> None:
    """List the items that were given up on, retry or drop them; list the failing, which are still tried."""
    if action in (Action.LIST, Action.FAILING):
        if ids or every:
            raise InputError(f"urltree queue {action} lists all such items; leave out ids and --all")
        for failure in ask(store, data, partial(_listed, action)):
            if as_json:
                echo_utf8(failure.model_dump_json())
            else:
                typer.echo(_line(failure))
    elif bool(ids) is every:
        raise InputError(
            f"say which items to {action}; give either ids, as urltree queue list shows them, or --all"
        )
    else:
        typer.echo(f"items: {ask(store, data, lambda redis: _settle(redis, action, ids))}")


async def _listed(action: Action, redis: Redis) -> list[Failure]:
    work = WorkQueue(redis)
    return await (work.parked(PARKED) if action is Action.LIST else work.failing(_FAILING))


async def _settle(redis: Redis, action: Action, ids: list[str] | None) -> int:
    work = WorkQueue(redis)
    parked = await work.parked_ids()
    if unknown := [each for each in ids or () if each not in parked]:
        raise InputError(
            f"{', '.join(unknown)}: no such item was given up on; urltree queue list shows those that were"
        )
    chosen = ids or parked
    return await (work.retry(chosen) if action is Action.RETRY else work.drop(chosen))


def _line(failure: Failure) -> str:
    item = failure.item
    return printable_line(f"{item.id}  {failure.failed:%Y-%m-%d %H:%M} UTC  {item.url}  {failure.reason}")
