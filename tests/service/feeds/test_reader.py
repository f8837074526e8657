"""The process that reads feeds."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import aclosing, suppress

import pytest
from processes import gone

from service.feeds import reader as reader_module
from service.feeds.errors import FeedError, ReaderDiedError
from service.feeds.parse import parse_feed
from service.feeds.reader import FeedReader
from service.running import child

#: Takes CPU time for ever.
ENDLESS = "any(iter(int, 1))"

#: Gives up on a call that would go on for two minutes.
CANCELS = """
import asyncio, time
from contextlib import suppress
from service.feeds.reader import FeedReader

async def cancel():
    with suppress(TimeoutError):
        await asyncio.wait_for(FeedReader(max_seconds=300).run(time.sleep, 120), 1)

asyncio.run(cancel())
"""


async def test_result_is_returned(feed_reader: FeedReader):
    assert await feed_reader.run(sorted, [2, 1]) == [1, 2]


async def test_error_of_the_parser_is_raised(feed_reader: FeedReader):
    with pytest.raises(FeedError, match="got nothing"):
        await feed_reader.run(parse_feed, b"", "https://example.org/")


async def test_process_loads_no_library_that_feeds_do_not_need():
    heavy = "{'numpy', 'httpx', 'lxml'} & __import__('sys').modules.keys()"
    async with aclosing(FeedReader()) as feed_reader:
        with suppress(FeedError):
            await feed_reader.run(parse_feed, b"", "https://example.org/")
        assert await feed_reader.run(eval, heavy) == set()


async def test_call_that_takes_too_long_fails():
    async with aclosing(FeedReader(max_seconds=0.1)) as feed_reader:
        with pytest.raises(FeedError, match=r"takes more than 0\.1 seconds of CPU time"):
            await feed_reader.run(eval, ENDLESS)


async def test_time_in_which_a_call_does_nothing_does_not_count():
    async with aclosing(FeedReader(max_seconds=0.1)) as feed_reader:
        assert await feed_reader.run(time.sleep, 0.5) is None


async def test_process_that_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(child, "_LOOK", 0.001)
    async with aclosing(FeedReader()) as feed_reader, asyncio.timeout(60):
        with pytest.raises(ReaderDiedError):
            await feed_reader.run(signal.raise_signal, signal.SIGSTOP)
        monkeypatch.undo()
        assert await feed_reader.run(sorted, [2, 1]) == [1, 2]


async def test_process_that_has_answered_is_no_longer_watched(feed_reader: FeedReader):
    before = asyncio.all_tasks()
    await feed_reader.run(sorted, [2, 1])
    await asyncio.sleep(0)  # the watch, which was cancelled, ends
    assert asyncio.all_tasks() == before


async def test_cancelled_call_does_not_block_the_next():
    async with aclosing(FeedReader(max_seconds=2)) as feed_reader:
        cancelled = asyncio.create_task(feed_reader.run(time.sleep, 60))
        await asyncio.sleep(0.3)
        cancelled.cancel()
        with suppress(asyncio.CancelledError):
            await cancelled
        assert await feed_reader.run(sorted, [2, 1]) == [1, 2]


async def test_cancelled_call_leaves_no_process_behind():
    async with aclosing(FeedReader()) as feed_reader:
        process = await feed_reader.run(os.getpid)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(feed_reader.run(time.sleep, 60), 0.3)
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_python_does_not_wait_for_a_cancelled_call():
    ended = subprocess.run(
        [sys.executable, "-c", CANCELS], capture_output=True, text=True, check=False, timeout=30
    )
    assert (ended.returncode, ended.stderr) == (0, "")


async def test_death_of_the_process_during_a_call_is_not_blamed_on_the_feed():
    async with aclosing(FeedReader()) as feed_reader:
        with pytest.raises(ReaderDiedError, match="the feed may be sound"):
            await feed_reader.run(signal.raise_signal, signal.SIGKILL)


async def test_death_of_the_process_is_logged_with_its_exit_code(caplog: pytest.LogCaptureFixture):
    async with aclosing(FeedReader()) as feed_reader:
        with suppress(ReaderDiedError):
            await feed_reader.run(signal.raise_signal, signal.SIGKILL)
    assert "the process that reads feeds died with exit code -9" in caplog.messages


async def test_process_that_cannot_be_started_is_not_blamed_on_the_feed(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_args: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(reader_module, "Child", refuse)
    async with aclosing(FeedReader()) as feed_reader:
        with pytest.raises(ReaderDiedError):
            await feed_reader.run(sorted, [2, 1])


async def test_waiting_calls_survive_a_call_that_times_out():
    async with aclosing(FeedReader(max_seconds=1.0)) as feed_reader:
        first, second = await asyncio.gather(
            feed_reader.run(eval, ENDLESS), feed_reader.run(sorted, [2, 1]), return_exceptions=True
        )
    assert isinstance(first, FeedError)
    assert second == [1, 2]


async def test_call_succeeds_after_the_idle_process_was_killed():
    async with aclosing(FeedReader()) as feed_reader:
        process = await feed_reader.run(os.getpid)
        os.kill(process, signal.SIGKILL)
        assert gone(process)
        assert await feed_reader.run(sorted, [2, 1]) == [1, 2]


async def test_closing_leaves_no_process_behind():
    async with aclosing(FeedReader()) as feed_reader:
        process = await feed_reader.run(os.getpid)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_feed_that_is_slow_to_parse_times_out():
    author = b"a" * 200_000
    body = b"<rss version='2.0'><channel><item><author>" + author + b"</author></item></channel></rss>"
    async with aclosing(FeedReader(max_seconds=0.5)) as feed_reader:
        with pytest.raises(FeedError, match="takes more than"):
            await feed_reader.run(parse_feed, body, "https://example.org/")
