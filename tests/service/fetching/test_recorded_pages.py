"""Recording of pages as they are fetched."""

from __future__ import annotations

import gzip
import logging
import shutil
import zlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import brotli
import pytest
from sites import Site, moved, page, reply

from service.fetching.errors import FetchError
from service.recording.recording import recorded
from service.settings.settings import Settings
from service.state import keys
from service.statistics.counts import Counted
from service.statistics.reporter import Reporter
from urltree.archive.warc import Response, read
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from redis.asyncio import Redis
    from sites import MakeFetcher

    from service.fetching.values import Fetch

HTML = "<p>Grüße an alle</p>".encode()
CODINGS = {"gzip": gzip.compress, "br": brotli.compress, "deflate": zlib.compress, "identity": bytes}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recorded"


@pytest.fixture
async def fetch(make_fetcher: MakeFetcher, folder: Path) -> AsyncIterator[Fetch]:
    async with make_recorded(make_fetcher, folder) as fetch:
        yield fetch


@asynccontextmanager
async def make_recorded(
    make_fetcher: MakeFetcher, folder: Path, missed: Callable[[], None] = lambda: None
) -> AsyncIterator[Fetch]:
    async with make_fetcher() as fetcher, recorded(fetcher, Settings(record=folder), missed) as recording:
        yield recording


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def found(folder: Path) -> list[Response]:
    return [record for file in files(folder) for record in read(file)]


@pytest.mark.parametrize("coding", CODINGS)
async def test_recorded_page_is_read_back_as_it_was_fetched(
    fetch: Fetch, folder: Path, site: Site, coding: str
) -> None:
    body = CODINGS[coding](HTML)
    site.answers["/a"] = page(body, content_encoding=coding, content_type="text/html; charset=utf-8")
    fetched = await fetch(site.url("/a"))
    (record,) = found(folder)
    assert record.snapshot.html == fetched.body == HTML
    assert (record.snapshot.url, record.snapshot.charset) == (fetched.url, fetched.charset)
    assert record.snapshot.time.timestamp() == pytest.approx(fetched.received, abs=1e-3)


async def test_request_is_recorded_as_it_was_sent(fetch: Fetch, folder: Path, site: Site) -> None:
    site.answers["/a"] = page()
    await fetch(site.url("/a"))
    (file,) = files(folder)
    assert site.requests[-1].head in gzip.decompress(file.read_bytes())


async def test_chunked_page_is_read_back(fetch: Fetch, folder: Path, site: Site) -> None:
    chunks = b"3\r\n<p>\r\n4\r\ntext\r\n0\r\n\r\n"
    site.answers["/"] = page(chunks, content_length=None, transfer_encoding="chunked")
    await fetch(site.url())
    assert [record.snapshot.html for record in found(folder)] == [b"<p>text"]


async def test_page_is_recorded_under_its_final_url(fetch: Fetch, folder: Path, site: Site) -> None:
    site.answers |= {"/old": moved(301, "/new"), "/new": page()}
    await fetch(site.url("/old"))
    assert [record.snapshot.url for record in found(folder)] == [site.url("/new")]


@pytest.mark.parametrize(
    "answer", [reply(404), page(content_type="image/png"), page(b"%PDF", content_type=None)]
)
async def test_failed_fetch_is_not_recorded(fetch: Fetch, folder: Path, site: Site, answer: bytes) -> None:
    site.answers["/"] = answer
    with pytest.raises(FetchError):
        await fetch(site.url())
    assert files(folder) == []


async def test_front_page_in_place_of_an_article_is_not_recorded(
    fetch: Fetch, folder: Path, site: Site
) -> None:
    site.answers |= {"/a": moved(302, "/"), "/": page()}
    with pytest.raises(FetchError):
        await fetch(site.url("/a"))
    assert files(folder) == []


async def test_page_that_only_leads_to_another_is_not_recorded(
    fetch: Fetch, folder: Path, site: Site
) -> None:
    site.answers |= {"/a": page(b'<meta http-equiv="refresh" content="0; url=/b">'), "/b": page()}
    await fetch(site.url("/a"))
    assert [record.snapshot.url for record in found(folder)] == [site.url("/b")]


async def test_records_before_a_truncated_one_are_readable(fetch: Fetch, folder: Path, site: Site) -> None:
    for target in ("/a", "/b"):
        site.answers[target] = page()
        await fetch(site.url(target))
    (file,) = files(folder)
    both = file.read_bytes()
    members = [start for start in range(len(both)) if both.startswith(b"\x1f\x8b\x08", start)]
    # After the head of the file, each page has two records: a response and a request.
    for end in (members[3] + 1, members[3] + 100, len(both) - 1):
        file.write_bytes(both[:end])
        assert found(folder)[0].snapshot.url == site.url("/a")


async def test_fetching_continues_while_recording_fails(
    fetch: Fetch, folder: Path, tmp_path: Path, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.answers["/"] = page()
    with caplog.at_level(logging.WARNING, "service.recording"):
        shutil.move(folder, tmp_path / "elsewhere")
        for _ in range(2):
            assert (await fetch(site.url())).body
        shutil.move(tmp_path / "elsewhere", folder)
        await fetch(site.url())
    failed, recovered = (record.getMessage() for record in caplog.records)
    assert "not recorded until this is fixed" in failed
    assert "recorded again" in recovered
    assert len(found(folder)) == 1


async def test_pages_that_cannot_be_recorded_are_counted(
    make_fetcher: MakeFetcher, folder: Path, redis: Redis, site: Site
) -> None:
    reporter = Reporter(redis)
    site.answers["/"] = page()
    async with make_recorded(make_fetcher, folder, reporter.unrecorded) as fetch:
        await fetch(site.url())
        shutil.rmtree(folder)
        for _ in range(2):
            await fetch(site.url())
    await reporter.flush()
    assert await redis.hget(keys.STATISTICS, Counted.UNRECORDED) == b"2"


async def test_nothing_is_recorded_without_a_folder(make_fetcher: MakeFetcher) -> None:
    async with make_fetcher() as fetcher, recorded(fetcher, Settings(), lambda: None) as fetch:
        assert fetch == fetcher.page


async def test_unusable_folder_is_refused(make_fetcher: MakeFetcher, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"cannot record to .*file.*choose another"):
        async with make_recorded(make_fetcher, tmp_path / "file"):
            pass
