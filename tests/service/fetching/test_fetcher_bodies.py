"""Bodies that are compressed, too large, truncated or empty."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
import zlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import brotli
import httpcore
import httpx
import pytest
from sites import HEAD, Site, hang_up, page, refusal, say_on

from service.fetching.answer import Answer
from service.fetching.errors import Reason
from service.fetching.large import LARGE, MAX_LARGE
from service.fetching.urls import Trail

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher


async def test_requests_accept_gzip_and_brotli(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page()
    await fetcher.page(site.url())
    assert {request.headers["accept-encoding"] for request in site.requests} == {"gzip, br"}


@pytest.mark.parametrize(
    ("coding", "compress"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)]
)
async def test_compressed_body_is_decompressed(
    fetcher: Fetcher, site: Site, coding: str, compress: object
) -> None:
    site.answers["/"] = page(compress(b"<p>text</p>"), content_encoding=coding)
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_body_of_exactly_the_maximum_size_is_accepted(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page(b"x" * 1_000)
    async with make_fetcher(max_bytes=1_000) as fetcher:
        assert len((await fetcher.page(site.url())).body) == 1_000


async def test_body_over_the_maximum_size_is_refused(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page(b"x" * 1_001)
    async with make_fetcher(max_bytes=1_000) as fetcher:
        assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE


def many_empty_blocks() -> bytes:
    packer = zlib.compressobj(0, zlib.DEFLATED, 31)
    blocks = packer.compress(b"") + b"".join(packer.flush(zlib.Z_FULL_FLUSH) for _ in range(500))
    return blocks + b"\x00\x00\x00\xff\xff" * 500


@pytest.mark.parametrize("body", [gzip.compress(b"<p>text") + bytes(1_000), many_empty_blocks()])
async def test_maximum_size_also_applies_to_the_compressed_body(
    make_fetcher: MakeFetcher, site: Site, body: bytes
) -> None:
    site.answers["/"] = page(body, content_encoding="gzip")
    async with make_fetcher(max_bytes=1_000) as fetcher:
        assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE


async def test_endless_body_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = say_on(HEAD + b"\r\n", bytes(65_536))
    assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE


@pytest.mark.parametrize("coding", ["gzip", "br"])
async def test_bomb_takes_little_memory(make_fetcher: MakeFetcher, site: Site, coding: str) -> None:
    content = bytes(100 * 2**20)
    bomb = gzip.compress(content) if coding == "gzip" else brotli.compress(content, quality=1)
    site.answers["/"] = page(bomb, content_encoding=coding)
    async with make_fetcher(max_bytes=2**20) as fetcher:
        tracemalloc.start()
        try:
            assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE
            assert tracemalloc.get_traced_memory()[1] < 5 * 2**20
        finally:
            tracemalloc.stop()


async def test_unsupported_coding_is_a_protocol_error(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(content_encoding="zstd")
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 20",
        HEAD + b"Content-Length: 100\r\n\r\n<p>cut",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n<p>cu",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nx\r\n",
        HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"<p>cut", mtime=0)[:-4],
        HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 999999 \r\n\r\n",
    ],
)
async def test_truncated_or_invalid_response_is_a_protocol_error(
    fetcher: Fetcher, site: Site, answer: bytes
) -> None:
    site.answers["/"] = hang_up(answer)
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


@pytest.mark.parametrize(
    "begun",
    [
        b"Content-Length: 100\r\n\r\n<p>cut",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n<p>cu",
    ],
)
async def test_page_that_is_cut_has_broken_off(fetcher: Fetcher, site: Site, begun: bytes) -> None:
    site.answers["/"] = hang_up(HEAD + begun)
    assert str(await refusal(fetcher, site.url())).startswith("the connection to 127.0.0.1 broke off: ")


@pytest.mark.parametrize("headers", [{}, {"content_type": None}, {"content_encoding": "gzip"}], ids=str)
async def test_empty_page_is_a_protocol_error(
    fetcher: Fetcher, site: Site, headers: dict[str, str | None]
) -> None:
    site.answers["/"] = page(b"", **headers)
    error = await refusal(fetcher, site.url())
    assert (error.reason, str(error)) == (Reason.PROTOCOL, "127.0.0.1 answers with an empty page")


async def test_page_of_white_space_counts_as_empty(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(b" \r\n")
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


async def test_bytes_after_the_declared_length_are_ignored(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = hang_up(page(b"<p>text</p>more", content_length="11"))
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_body_without_a_length_ends_with_its_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = hang_up(HEAD + b"\r\n<p>text")
    assert (await fetcher.page(site.url())).body == b"<p>text"


async def test_endless_headers_are_a_protocol_error(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = say_on(HEAD, b"X: " + b"x" * 1_000 + b"\r\n")
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


async def test_body_in_very_many_pieces_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20_001 + b"0\r\n\r\n"
    error = await refusal(fetcher, site.url())
    assert (error.reason, "more than 20,000 pieces" in str(error)) == (Reason.PROTOCOL, True)


async def test_body_in_many_pieces_lets_others_work_meanwhile() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(1_000):
            yield b"x"

    trail, response = Trail(httpx.URL("http://example.com/")), httpcore.Response(200, content=pieces())
    answer = Answer(trail, response, [], asyncio.timeout(None))
    reading = asyncio.create_task(answer.read(2_000))
    turns = 0
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns >= 10


# Large bodies


def large() -> bytes:
    return page(b"x" * 2**21)


@pytest.mark.parametrize("kind", ["page", "feed"])
async def test_only_few_large_bodies_are_held_at_a_time(fetcher: Fetcher, site: Site, kind: str) -> None:
    site.answers["/"] = large()
    received, done = asyncio.Semaphore(0), asyncio.Event()

    async def hold() -> None:
        await getattr(fetcher, kind)(site.url())
        received.release()
        await done.wait()

    async with asyncio.TaskGroup() as tasks:
        for _ in range(MAX_LARGE + 1):
            tasks.create_task(hold())
        for _ in range(MAX_LARGE):
            await received.acquire()
        await asyncio.sleep(0.1)
        assert received.locked()
        done.set()


@asynccontextmanager
async def large_pages_held(fetcher: Fetcher, site: Site) -> AsyncIterator[None]:
    """Hold as many large pages as may be held at a time."""
    site.answers["/"] = large()
    received, done = asyncio.Semaphore(0), asyncio.Event()

    async def hold() -> None:
        await fetcher.page(site.url())
        received.release()
        await done.wait()

    async with asyncio.TaskGroup() as tasks, asyncio.timeout(20):
        for _ in range(MAX_LARGE):
            tasks.create_task(hold())
        for _ in range(MAX_LARGE):
            await received.acquire()
        yield
        done.set()


async def test_waiting_for_other_large_bodies_does_not_count_towards_the_timeout(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers["/"] = large()
    received, done = [], asyncio.Event()

    async def hold() -> None:
        received.append(await fetcher.feed(site.url()))
        await done.wait()

    async with make_fetcher(max_seconds=2) as fetcher, asyncio.TaskGroup() as tasks:
        for _ in range(MAX_LARGE + 1):
            tasks.create_task(hold())
        await asyncio.sleep(2.5)
        done.set()
    assert len(received) == MAX_LARGE + 1


async def test_other_bodies_do_not_wait_for_large_ones(fetcher: Fetcher, site: Site) -> None:
    site.answers["/small"] = page()
    async with large_pages_held(fetcher, site):
        assert await fetcher.page(site.url("/small"))


async def test_large_feeds_do_not_wait_for_large_pages(fetcher: Fetcher, site: Site) -> None:
    async with large_pages_held(fetcher, site):
        assert await fetcher.feed(site.url())


async def test_one_task_may_receive_large_bodies_one_after_another(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = large()
    async with asyncio.timeout(20):
        pages = [await fetcher.page(site.url()) for _ in range(MAX_LARGE + 1)]
    assert all(len(each.body) > LARGE for each in pages)
