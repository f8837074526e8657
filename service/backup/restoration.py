"""Writes the state of a service back to a server."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from redis import ResponseError

from service.backup.snapshot import ENTRY, GROUP, KEY, OFFICES, PENDING, walk
from service.state import keys
from urltree.errors import InputError, StoreRefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from redis import Redis
    from redis.client import Pipeline

    from service.backup.container import Record

#: Keys removed at once.
_AT_ONCE = 1_000

#: Bytes, or records, after which a batch is sent.
_BYTES, _RECORDS = 4 * 2**20, 1_000

#: Keys that exist while services or workers are running.
_SIGNS = (*OFFICES, keys.ALIVE)

#: The key used to try whether the server can read values of the server that was backed up; it is removed with
#: all others.
_TRIAL = f"{keys.PREFIX}restore:trial"

#: How the errors begin with which a server says that a value is of another kind of server, or a newer one.
_UNREADABLE = ("DUMP payload", "Bad data format")


def make_ready(redis: Redis, first: Record | None, *, replace: bool) -> None:
    """Check that the server may be written to and can read the first record; then remove urltree's keys.

    From then on no service starts on the store, until `restore` has written all.

    Raises `InputError` if the server is in use, holds keys of urltree without `replace`, or is too old, and
    `StoreRefusedError` if it refuses to be written to.
    """
    if sign := next((sign for sign in _SIGNS if redis.exists(sign)), None):
        raise InputError(
            f"a service or worker is using this store ({sign}); stop it, wait 20 seconds, and try again"
        )
    if not replace and next(walk(redis), None) is not None:
        raise InputError("the store already holds data of urltree; use --replace to remove it first")
    if first is not None and first[0] == KEY:
        _try(redis, first[-1])
    redis.set(keys.RESTORING, 1)
    _remove_all(redis)


def restore(redis: Redis, records: Iterable[Record]) -> Iterator[Record]:
    """Write the records, and yield each that was written; once all are, services may start on the store.

    Raises `StoreRefusedError` if the server refuses one, as it does when it is full.
    """
    for batch in _batches(records):
        with redis.pipeline(transaction=False) as pipe:
            for record in batch:
                _write(pipe, record)
            answers = pipe.execute(raise_on_error=False)  # an error that is raised quotes the value
        if error := next((each for each in answers if isinstance(each, ResponseError)), None):
            raise _refused(error) from error
        yield from batch
    redis.delete(keys.RESTORING)


def _try(redis: Redis, value: bytes) -> None:
    try:
        redis.restore(_TRIAL, 0, value, replace=True)
    except ResponseError as error:
        if not str(error).startswith(_UNREADABLE):
            raise _refused(error) from error
        msg = (
            f"this server cannot read the backup ({error}); use one of the kind that was backed up, no older"
        )
        raise InputError(msg) from error


def _refused(error: ResponseError) -> StoreRefusedError:
    reason = str(error).rstrip(".")
    return StoreRefusedError(f"the store refuses: {reason}; fix that, then restore again with --replace")


def _remove_all(redis: Redis) -> None:
    names = (each for each in walk(redis) if each != keys.RESTORING.encode())
    while batch := list(islice(names, _AT_ONCE)):
        redis.unlink(*batch)


def _batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    batch: list[Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += sum(map(len, record))
        if size >= _BYTES or len(batch) >= _RECORDS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _write(pipe: Pipeline, record: Record) -> None:
    kind, *parts = record
    if kind == KEY:
        name, expires, value = parts
        pipe.restore(name, int(expires), value, replace=True, absttl=True)
    elif kind == ENTRY:
        entry, *fields = parts
        pipe.execute_command("XADD", keys.DOCUMENTS, entry, *fields)  # type: ignore[no-untyped-call]
    elif kind == GROUP:
        group, last = parts
        pipe.xgroup_create(keys.DOCUMENTS, group, last, mkstream=True)
    elif kind == PENDING:
        group, consumer, entry = parts
        pipe.xclaim(keys.DOCUMENTS, group, consumer, 0, [entry], force=True, justid=True)
    else:
        raise InputError(
            f"unknown kind of record {kind!r}; restore with the newer urltree that made the backup"
        )
