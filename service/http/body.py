"""Request bodies, read no further than their limits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from service.http.media import listed, media_type
from service.http.problems import MEDIA_TYPE, NOT_ENDED, TOO_LARGE, Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from starlette.requests import Request

    from service.http.media import MediaType
    from service.http.room import Share


def expect_no_coding(request: Request) -> None:
    """Raise `Problem` if the body is compressed."""
    coding = listed(request.headers, "content-encoding")
    if {each.strip().lower() for each in coding.split(",")} - {"", "identity"}:
        raise Problem(MEDIA_TYPE, f"Content-Encoding {coding!r} is not supported; send the body uncompressed")


def expect_no_form(request: Request) -> None:
    """Raise `Problem` if the body is that of a form with files, one of which is meant."""
    given = request.headers.get("content-type", "")
    if media_type(given).name == "multipart/form-data":
        raise Problem(
            MEDIA_TYPE, f"Content-Type {given!r} is not supported; send the file alone, as the body"
        )


def taken_media_type(request: Request, taken: Collection[str]) -> MediaType:
    """Read the body's media type. Raises `Problem` if it is not in `taken`, or the body is compressed."""
    expect_no_coding(request)
    given = request.headers.get("content-type", "")
    media = media_type(given)
    if media.name not in taken:
        raise Problem(
            MEDIA_TYPE, f"Content-Type {given!r} is not supported; send {' or '.join(sorted(taken))}"
        )
    return media


def too_large(limit: int) -> Problem:
    """Make the problem of a body or line that is over the limit, in bytes."""
    return Problem(TOO_LARGE, f"more than {limit} bytes; send fewer, or ask for a higher URLTREE_MAX_BODY")


async def read_body(request: Request, limit: int, share: Share, *, patience: float | None = None) -> bytes:
    """Read the whole body into a share of the room.

    Raises `Problem` as soon as the body is known to hold more than `limit` bytes or there is no room for it,
    if it has not arrived within `patience` seconds, or if the client goes away.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise too_large(limit)
    body = bytearray()
    try:
        async with asyncio.timeout(patience):
            async for chunk in request.stream():
                share.take(len(chunk))
                body += chunk
                if len(body) > limit:
                    raise too_large(limit)
    except TimeoutError as error:
        raise Problem(NOT_ENDED, f"the body did not end within {patience:g} s") from error
    except ClientDisconnect as error:
        raise Problem(NOT_ENDED, "the client disconnected before the body ended") from error
    return bytes(body)


async def read_lines(request: Request, limit: int) -> AsyncIterator[bytes]:
    """Yield the body's lines as they come, without line ends; cut those over `limit` bytes to `limit` + 1."""
    line = bytearray()
    async for chunk in request.stream():
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield bytes(line + end)[: limit + 1]
            line.clear()
        line += rest
        del line[limit + 1 :]
    if line:
        yield bytes(line)
