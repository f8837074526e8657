"""Connects commands to the Redis or Valkey in which a service keeps everything."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import typer

from service.settings.configuration import read_settings
from service.state.connection import open_redis, store_url
from urltree.errors import InputError
from urltree.store.client import store_errors

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from redis.asyncio import Redis

    from service.settings.settings import Settings

_T = TypeVar("_T")

#: The names by which messages call settings that have options of other names.
OPTIONS = {"redis_url": "--store (URLTREE_REDIS_URL)"}


def ask(
    store: str | None, data: Path | None, question: Callable[[Redis], Awaitable[_T]], *, new: bool = False
) -> _T:
    """Connect to the store that the options, or else the settings, choose; return what `question` answers.

    Raises as `chosen_store` does.
    """
    with chosen_store(store, data, new=new) as (_, url):
        return ask_at(url, question)


def ask_at(url: str, question: Callable[[Redis], Awaitable[_T]]) -> _T:
    """Connect to a store; return what `question` answers."""

    async def connect() -> _T:
        async with open_redis(url) as redis:
            return await question(redis)

    return asyncio.run(connect())


@contextmanager
def chosen_store(store: str | None, data: Path | None, *, new: bool) -> Iterator[tuple[Settings, str]]:
    """Yield the settings, with the options in place, and the URL of the store that they choose.

    With `new` a missing data folder is made. Raises `StoreError` if Redis fails within the context,
    `InputError` if a setting is wrong or there is no data folder.
    """
    settings = read_settings({"redis_url": store, "data": data}, OPTIONS)
    if not (new or settings.redis_url or settings.data.exists()):
        raise InputError(
            f"the data folder {settings.data} does not exist; start urltree serve, or name the service's "
            "with --data, or its Redis or Valkey with --store"
        )
    with store_url(settings.redis_url, settings.data) as url, store_errors(url):
        yield settings, url


def checked(check: Callable[[_T], _T]) -> Callable[[_T | None], _T | None]:
    """Make the callback of an option that refuses what `check` raises `ValueError` for."""

    def callback(value: _T | None) -> _T | None:
        try:
            return None if value is None else check(value)
        except ValueError as error:
            raise typer.BadParameter(f"{error}.") from error

    return callback
