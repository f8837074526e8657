"""Listeners to the stream, and numbered documents for them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from readings import reading

from service.stream.live import Live
from service.stream.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream

ALL = Wanted()


@asynccontextmanager
async def running_hub(stream: DocumentStream) -> AsyncIterator[Live]:
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        yield hub


async def publish(publisher: Publisher, *numbers: int) -> None:
    for number in numbers:
        await publisher.publish(reading(f"http://example.com/{number}"))


async def document_chunk(listening: AsyncIterator[bytes]) -> bytes:
    """Wait for a chunk with documents; those with only a place are skipped."""
    while (chunk := await anext(listening)).startswith(b": ping"):
        pass
    return chunk


async def hear(listening: AsyncIterator[bytes], count: int) -> list[int]:
    """Wait for so many documents; return their numbers."""
    frames: list[bytes] = []
    while len(frames) < count:
        frames += (await document_chunk(listening)).split(b"\n\n")[:-1]
    return [int(frame.partition(b"http://example.com/")[2].partition(b'"')[0]) for frame in frames]
