"""The commands ``urltree backup`` and ``urltree restore``."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.backup import restoration
from service.backup.container import Header, check_backup, read_backup, write_backup
from service.backup.snapshot import Snapshot
from service.cli.asking import chosen_store
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.doctor.finding import server_name
from service.state import keys
from service.state.connection import HALF_A_BACKUP
from urltree.commandline.progress import visibly
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError
from urltree.store.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis

_File = Annotated[
    Path, typer.Argument(metavar="FILE", parser=typed_path, help="Backup file.", show_default=False)
]

#: Seconds that the server may take for a command.
_PATIENCE = 60.0


def backup(file: _File, *, store: Store = None, data: Data = None) -> None:
    """Save everything that a service and its tree know to one file; the service may keep running."""
    if file.is_dir():
        raise InputError(f"{file} is a folder; give the name of a file")
    with _server(store, data) as redis:
        if redis.exists(keys.RESTORING):
            raise InputError(HALF_A_BACKUP)
        records = iter(visibly(Snapshot(redis).records(), "Backing up"))
        first = next(records, None)
        if first is None:
            raise InputError("the store is empty; name the service's with --store or --data")
        count = write_backup(file, _header(redis), chain([first], records))
    typer.echo(f"{file}: {count:,} records, {file.stat().st_size / 1e6:,.1f} MB")


def restore(
    file: _File,
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="First remove urltree's data from the store.")
    ] = False,
    store: Store = None,
    data: Data = None,
) -> None:
    """Restore a backup to a store that no service or worker is using."""
    header, count = check_backup(file)
    with _server(store, data, new=True) as redis:
        restoration.make_ready(redis, next(read_backup(file), None), replace=replace)
        for _ in visibly(restoration.restore(redis, read_backup(file)), "Restoring", count):
            pass
    typer.echo(
        f"restored: {count:,} records, saved {header.created} by urltree {header.version} from {header.store}"
    )


def _header(redis: Redis) -> Header:
    created = datetime.now(UTC).isoformat(timespec="seconds")
    return Header(version=version("urltree"), store=server_name(redis.info()), created=created)


@contextmanager
def _server(store: str | None, data: Path | None, *, new: bool = False) -> Iterator[Redis]:
    """Connect to the store that the options, or else the settings, choose; see `chosen_store` for errors."""
    with (
        chosen_store(store, data, new=new) as (_, url),
        connect(url, _PATIENCE) as redis,
    ):
        yield redis
