"""The command ``urltree stream``."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.asking import ask, checked
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.stream.document import check_label
from service.stream.stream import POSITION, DocumentStream
from service.stream.wanted import Wanted, check_domain, check_feed, check_language
from urltree.commandline.machine import echo_utf8
from urltree.commandline.printable import printable
from urltree.errors import InputError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.document import Document

#: Documents read at once, and seconds to wait for new ones.
_PAGE, _WAIT = 100, 5.0


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
    after: Annotated[str, typer.Option(metavar="ID", help="Start after this document.")] = "0",
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
    if not re.fullmatch(POSITION, after):
        raise InputError(f"--after {after!r} is not the id of a document; use one such as 1767323045000-0")
    wanted = Wanted(domain=domain, feed=feed, label=label, lang=lang)

    async def read(redis: Redis) -> None:
        documents, position = DocumentStream(redis), after
        while True:
            page = await documents.page(position, _PAGE)
            if not page and not follow:
                return
            page = page or await documents.wait(position, _PAGE, _WAIT)
            for each in filter(wanted.takes, page):
                if each.text or form is Form.NDJSON:
                    _print(each, form)
            position = page[-1].id if page else position

    ask(store, data, read)


def _print(document: Document, form: Form) -> None:
    if form is Form.NDJSON:
        echo_utf8(document.json_line())
    else:
        text = document.markdown if form is Form.MARKDOWN else None
        typer.echo(f"{printable(text or document.text)}\n")
