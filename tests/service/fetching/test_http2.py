"""HTTP/2, with servers that offer it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hyperframe.frame import DataFrame
from sites import SILENCE, Http2Site, Stream, refusal, running, trusted
from waiting import until

from service.fetching import client as module
from service.fetching.errors import FetchError, Reason

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher

PAGE = {":status": "200", "content-type": "text/html"}


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Http2Site]:
    context = trusted("127.0.0.1", tmp_path, monkeypatch)
    context.set_alpn_protocols(["h2"])
    async with running(Http2Site(), tls=context) as site:
        yield site


async def test_page_is_fetched_over_http2(site: Http2Site, fetcher: Fetcher) -> None:
    site.answers["/"] = Stream(PAGE, b"<p>text</p>")
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_requests_share_one_connection(site: Http2Site, fetcher: Fetcher) -> None:
    site.answers["/"] = Stream(PAGE, b"<p>text</p>")
    for _ in range(3):
        await fetcher.page(site.url())
    assert site.connections == 1


async def test_abandoning_a_long_body_closes_its_connection(site: Http2Site, fetcher: Fetcher) -> None:
    site.answers["/"] = Stream({":status": "200", "content-type": "video/mp4"}, bytes(200_000))
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML
    site.answers["/"] = Stream(PAGE, b"<p>text</p>")
    await fetcher.page(site.url())
    assert site.connections == 2


async def page_beside_an_abandoned_body(site: Http2Site, fetcher: Fetcher) -> bytes:
    """Fetch a page that ends only after another body was abandoned on its connection."""
    end = DataFrame(1, b"text</p>", flags=["END_STREAM"]).serialize()  # of the first request
    site.answers["/"] = Stream(PAGE, rest=DataFrame(1, b"<p>").serialize())
    site.answers["/film"] = Stream({":status": "200", "content-type": "video/mp4"}, bytes(200_000), end)
    page = asyncio.create_task(fetcher.page(site.url()))
    await until(lambda: site.targets == ["/"])
    with pytest.raises(FetchError):
        await fetcher.page(site.url("/film"))
    return (await page).body


async def test_abandoning_a_long_body_spares_another_answer(
    site: Http2Site, make_fetcher: MakeFetcher
) -> None:
    async with make_fetcher(respect_robots=False) as fetcher:
        assert await page_beside_an_abandoned_body(site, fetcher) == b"<p>text</p>"


async def test_spared_connection_is_closed_after_its_last_answer(
    site: Http2Site, make_fetcher: MakeFetcher
) -> None:
    async with make_fetcher(respect_robots=False) as fetcher:
        await page_beside_an_abandoned_body(site, fetcher)
        site.answers["/"] = Stream(PAGE, b"<p>text</p>")
        await fetcher.page(site.url())
    assert site.connections == 2


async def test_silent_connection_is_abandoned_after_a_timeout(
    site: Http2Site, fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SILENT_SECONDS", 0.1)
    site.answers["/"] = SILENCE
    assert (await refusal(fetcher, site.url())).reason is Reason.TIMEOUT
    site.answers["/"] = Stream(PAGE, b"<p>text</p>")
    await fetcher.page(site.url())
    assert site.connections == 2


async def test_excessive_headers_are_refused(site: Http2Site, fetcher: Fetcher) -> None:
    site.answers["/"] = Stream(PAGE | {f"x-{number}": "x" * 1_000 for number in range(100)})
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


@pytest.mark.parametrize("status", ["", "ok", "2e2"])
async def test_invalid_status_is_a_protocol_error(site: Http2Site, fetcher: Fetcher, status: str) -> None:
    site.answers["/"] = Stream({":status": status})
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


@pytest.mark.parametrize("length", [10, 200_000])
async def test_invalid_frame_is_a_protocol_error(site: Http2Site, fetcher: Fetcher, length: int) -> None:
    data_of_no_stream = b"\x00\x00\x01" + b"\x00" + b"\x00" + b"\x00\x00\x00\x00" + b"x"
    site.answers["/"] = Stream(PAGE, bytes(length), rest=data_of_no_stream)
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL
