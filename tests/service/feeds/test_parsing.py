"""Feeds read in a process of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import aclosing, suppress

import pytest

from service.feeds.errors import FeedError
from service.feeds.parse import parse_feed
from service.feeds.parsing import Parsing

pytestmark = pytest.mark.anyio


async def test_result_comes_back(parsing: Parsing):
    assert await parsing.run(sorted, [2, 1]) == [1, 2]


async def test_error_comes_back(parsing: Parsing):
    with pytest.raises(FeedError, match="nothing came"):
        await parsing.run(parse_feed, b"", "https://example.org/")


async def test_what_takes_too_long_is_given_up():
    async with aclosing(Parsing(max_seconds=0.1)) as parsing:
        with pytest.raises(FeedError, match=r"takes more than 0\.1 seconds"):
            await parsing.run(time.sleep, 60)


async def test_what_is_given_up_holds_nobody_up():
    async with aclosing(Parsing(max_seconds=2)) as parsing:
        given_up = asyncio.create_task(parsing.run(time.sleep, 60))
        await asyncio.sleep(0.3)
        given_up.cancel()
        with suppress(asyncio.CancelledError):
            await given_up
        assert await parsing.run(sorted, [2, 1]) == [1, 2]


async def test_process_that_is_killed_at_work_is_told_of():
    async with aclosing(Parsing()) as parsing:
        with pytest.raises(
            FeedError, match=r"process that read the feed died: .*, or more memory than there is"
        ):
            await parsing.run(signal.raise_signal, signal.SIGKILL)


async def test_those_that_wait_are_read_after_one_that_took_too_long():
    async with aclosing(Parsing(max_seconds=1.0)) as parsing:
        first, second = await asyncio.gather(
            parsing.run(time.sleep, 60), parsing.run(sorted, [2, 1]), return_exceptions=True
        )
    assert isinstance(first, FeedError)
    assert second == [1, 2]


async def test_feeds_are_read_after_the_process_was_killed_with_nothing_to_do():
    async with aclosing(Parsing()) as parsing:
        os.kill(await parsing.run(os.getpid), signal.SIGKILL)
        await killed(parsing)
        assert await parsing.run(sorted, [2, 1]) == [1, 2]


async def test_no_process_is_left_behind():
    async with aclosing(Parsing()) as parsing:
        process = await parsing.run(os.getpid)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def killed(parsing: Parsing) -> None:
    """Wait until the death of its process is known."""
    async with asyncio.timeout(60):
        with suppress(BrokenProcessPool):
            while True:
                parsing._executor.submit(os.getpid)  # noqa: SLF001 -- nothing else tells of it
                await asyncio.sleep(0.01)


async def test_feed_made_to_keep_its_reader_busy_is_given_up():
    author = b"a" * 200_000
    body = b"<rss version='2.0'><channel><item><author>" + author + b"</author></item></channel></rss>"
    async with aclosing(Parsing(max_seconds=0.5)) as parsing:
        with pytest.raises(FeedError, match="takes more than"):
            await parsing.run(parse_feed, body, "https://example.org/")
