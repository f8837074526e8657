"""Full-text feeds: what any reader of feeds can subscribe to."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path, Request, Response

from service.fulltext.atom import MEDIA_TYPE as ATOM
from service.fulltext.atom import atom
from service.fulltext.entry import FullEntry, FullFeed
from service.fulltext.jsonfeed import MEDIA_TYPE as JSON_FEED
from service.fulltext.jsonfeed import json_feed
from service.http.conditional import conditional
from service.http.described import text
from service.http.problems import problems
from service.http.proxied import prefix_of
from service.http.room import PacedResponse, Share
from service.parts import parts_of
from service.routes.bounded import share_of
from service.stream.document import Document, FeedLabel
from service.texts import linkable, xml_safe

router = APIRouter(tags=["full-text feeds"])

#: Seconds for which a reader need not ask again.
_MAX_AGE = 60


class Form(StrEnum):
    """The format of a feed."""

    ATOM = "atom"
    JSON = "json"


_Form = Annotated[Form, Path(description="Atom 1.0 or JSON Feed 1.1.")]
_Share = Annotated[Share, Depends(share_of)]

_WRITERS = {Form.ATOM: (atom, ATOM), Form.JSON: (json_feed, JSON_FEED)}

_ENTRY = "<entry><id>urn:uuid:…</id><title>Bridge</title><content type='html'>…</content>…</entry>"
_EXAMPLES = {
    ATOM: text(f'<feed xmlns="http://www.w3.org/2005/Atom">…{_ENTRY}</feed>'),
    JSON_FEED: {
        "schema": {"type": "object"},
        "example": {"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []},
    },
}
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"content": _EXAMPLES},
    304: {"description": "The reader has it already"},
    **problems(422, 503),
}


@router.get(
    "/feeds/{feed}/fulltext.{form}",
    summary="Read a feed in full",
    response_class=Response,
    responses={**_RESPONSES, **problems(404)},
)
async def of_feed(
    request: Request,
    feed: Annotated[str, Path(description="Id of the feed.", examples=["5f1c9a0b7e42"])],
    form: _Form,
    share: _Share,
) -> Response:
    """Return the newest documents of a feed, 50 at most, as a feed, in full and in their latest revisions."""
    parts = parts_of(request.app)
    known = await parts.subscriptions.current(feed)
    empty = _empty(request, known.title or known.url, known.site_url)
    return await _answer(request, form, share, empty, partial(parts.newest.of_feed, known.id))


@router.get(
    "/labels/{label:path}/fulltext.{form}",
    summary="Read the feeds of a label in full",
    response_class=Response,
    responses=_RESPONSES,
)
async def of_label(
    request: Request,
    label: Annotated[FeedLabel, Path(description="One of the labels of feeds.", examples=["news"])],
    form: _Form,
    share: _Share,
) -> Response:
    """Return the newest documents with a label, 50 at most, as a feed, which may be empty."""
    read = partial(parts_of(request.app).newest.of_label, label)
    return await _answer(request, form, share, _empty(request, label, None), read)


def _empty(request: Request, title: str, site_url: str | None) -> FullFeed:
    url = request.url.replace(query="", path=prefix_of(request) + quote(request.scope["path"]))
    return FullFeed(str(url), xml_safe(title), site_url and linkable(site_url), ())


async def _answer(
    request: Request, form: Form, share: Share, empty: FullFeed, read: Callable[[], Awaitable[list[Document]]]
) -> Response:
    """Fill a feed with documents and send it; few at a time hold memory of which they have no share yet."""
    write, media_type = _WRITERS[form]
    async with parts_of(request.app).newest.turns.take():
        newest = await read()

        async def written() -> Response:
            entries = await asyncio.to_thread(lambda: tuple(map(FullEntry.of, newest)))
            body = await asyncio.to_thread(write, replace(empty, entries=entries))
            share.take(len(body))
            return PacedResponse(body, media_type=media_type)

        sources = repr((form, empty, [document.id for document in newest]))
        updated = datetime.fromtimestamp(max((document.came for document in newest), default=0), UTC)
        return await conditional(request.headers, sources, updated, _MAX_AGE, written)
