"""The command ``urltree delete``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.asking import ask
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.stream.delete import delete_document
from service.stream.stream import check_position
from urltree.errors import InputError

if TYPE_CHECKING:
    from redis.asyncio import Redis


def delete(
    ids: Annotated[
        list[str],
        typer.Argument(metavar="ID...", help="Ids of documents, as urltree stream --format ndjson shows."),
    ],
    *,
    store: Store = None,
    data: Data = None,
) -> None:
    """Delete documents from the stream; each version of a page is a document of its own.

    A page is not published again, unless it becomes a revision. Those who have received a document are not
    told.
    """
    for each in ids:
        check_position(each)
    wanted = list(dict.fromkeys(ids))

    async def drop(redis: Redis) -> list[str]:
        return [each for each in wanted if not await delete_document(redis, each)]

    missing = ask(store, data, drop)
    typer.echo(f"documents: {len(wanted) - len(missing)}")
    if missing:
        raise InputError(f"{', '.join(missing)}: no such document is in the stream")
