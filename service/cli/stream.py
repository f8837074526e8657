"""The command ``urltree stream``."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from redis import ConnectionError as NotThereError
from redis import TimeoutError as NoAnswerError

from service.cli.asking import ask_at, checked, chosen_store
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.stream.document import check_label
from service.stream.stream import DocumentStream, check_position
from service.stream.wanted import Wanted, check_domain, check_feed, check_language
from urltree.commandline.machine import echo_utf8
from urltree.commandline.printable import printable
from urltree.errors import StoreError, StoreRefusedError
from urltree.store.client import store_errors

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from redis.asyncio import Redis

    from service.stream.document import Document

_T = TypeVar("_T")

#: Seconds to wait before asking a store again that does not answer.
_PAUSE = 1.0


class Form(StrEnum):
    """How documents are printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    NDJSON = "ndjson"


_Format = Annotated[
    Form,
    typer.Option(
        "--format",
        metavar="text|markdown|ndjson",
        help="Only the text, or the Markdown (or else the text), or everything as JSON Lines.",
    ),
]


def stream(
    *,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Keep printing new documents as they come.")
    ] = False,
    after: Annotated[
        str,
        typer.Option(
            metavar="ID",
            show_default=False,
            help="Start after this document, or this time in milliseconds. Default: with the oldest.",
        ),
    ] = "0",
    domain: Annotated[
        str | None,
        typer.Option(metavar="DOMAIN", help="Only documents of this domain.", callback=checked(check_domain)),
    ] = None,
    feed: Annotated[
        str | None,
        typer.Option(metavar="FEED", help="Only documents of this feed.", callback=checked(check_feed)),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="Only documents with this label.", callback=checked(check_label)),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="Only documents in this language.", callback=checked(check_language)
        ),
    ] = None,
    form: _Format = Form.TEXT,
    store: Store = None,
    data: Data = None,
) -> None:
    """Print the documents in the stream, oldest first, with an empty line after each text."""
    check_position(after)
    wanted = Wanted(domain=domain, feed=feed, label=label, lang=lang)

    async def read(url: str, redis: Redis) -> None:
        documents = DocumentStream(redis)
        async for page in _followed(documents, after, url) if follow else _all(documents, after):
            for each in filter(wanted.takes, page):
                if each.text or form is Form.NDJSON:
                    _print(each, form)

    with chosen_store(store, data, new=False) as (_, url):
        ask_at(url, partial(read, url))


async def _all(documents: DocumentStream, after: str) -> AsyncIterator[list[Document]]:
    while page := await documents.page(after):
        yield page
        after = page[-1].id


async def _followed(documents: DocumentStream, after: str, url: str) -> AsyncIterator[list[Document]]:
    page = await documents.page(after)  # not patiently: it may be the wrong store
    while True:
        yield page
        after = page[-1].id if page else after
        page = await _patiently(partial(documents.page, after), url)
        if not page:
            with suppress(NotThereError, NoAnswerError):  # what the next page will tell
                page = await documents.wait(after)


async def _patiently(ask: Callable[[], Awaitable[_T]], url: str) -> _T:
    """Ask a store until it answers; say when that begins to take longer, and when it is over."""
    is_away = False
    while True:
        try:
            with store_errors(url):
                answer = await ask()
        except StoreRefusedError:
            raise
        except StoreError as error:
            if not is_away:
                typer.echo(f"urltree: waiting: {error}", err=True)
            is_away = True
            await asyncio.sleep(_PAUSE)
        else:
            if is_away:
                typer.echo("urltree: the store answers again", err=True)
            return answer


def _print(document: Document, form: Form) -> None:
    if form is Form.NDJSON:
        echo_utf8(document.json_line())
    else:
        text = document.markdown if form is Form.MARKDOWN else None
        typer.echo(f"{printable(text or document.text)}\n")
