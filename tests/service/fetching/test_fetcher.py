"""Fetching of pages over HTTP/1.1."""

from __future__ import annotations

from email.utils import formatdate
from importlib.metadata import version
from time import time
from typing import TYPE_CHECKING

import pytest
from sites import Site, hang_up, page, refusal, reply, running, say_on

from service.fetching.errors import FetchError, Reason
from service.fetching.values import Fetched

if TYPE_CHECKING:
    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher


async def test_page_is_returned_with_its_metadata(fetcher: Fetcher, site: Site) -> None:
    site.answers["/a?b"] = page(
        b"<p>text",
        content_type="Text/HTML; charset=ISO-8859-2",
        etag='W/"x"',
        last_modified="Wed, 21 Oct 2015 07:28:00 GMT",
        cache_control="max-age=60",
    )
    fetched = await fetcher.page(site.url("/a?b#c"))
    assert fetched == Fetched(
        url=site.url("/a?b"),
        moved_to=None,
        etag='W/"x"',
        last_modified="Wed, 21 Oct 2015 07:28:00 GMT",
        max_age=60,
        received=pytest.approx(time(), abs=60),
        body=b"<p>text",
        charset="iso-8859-2",
    )


async def test_user_agent_names_the_service_and_the_contact(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(contact="https://urltree.example/bot") as fetcher:
        await fetcher.page(site.url())
    agents = {request.headers["user-agent"] for request in site.requests}
    assert agents == {f"urltree/{version('urltree')} (+https://urltree.example/bot)"}


# Status


@pytest.mark.parametrize("status", [202, 204, 206, 304, 400, 404, 500, 599])
async def test_any_status_but_success_is_an_error(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers["/"] = reply(status)
    error = await refusal(fetcher, site.url())
    assert (error.reason, error.status) == (Reason.STATUS, status)


async def test_page_that_is_gone_is_not_worth_another_try(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(410)
    assert (await refusal(fetcher, site.url())).is_final


async def test_203_counts_as_success(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(203, b"<p>text</p>", content_type="text/html")
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_error_is_reported_though_its_body_is_truncated(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = hang_up(b"HTTP/1.1 503 x\r\nRetry-After: 120\r\nContent-Length: 9\r\n\r\ncut")
    error = await refusal(fetcher, site.url())
    assert (error.status, error.retry_after) == (503, 120)


async def test_retry_after_may_be_a_date(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(503, retry_after=formatdate(time() + 3600, usegmt=True))
    assert (await refusal(fetcher, site.url())).retry_after == pytest.approx(3600, abs=60)


@pytest.mark.parametrize(
    ("seconds", "words"), [("119", "119 s"), ("120", "2 minutes"), ("7200", "2 hours"), ("400000", "5 days")]
)
async def test_error_message_gives_retry_after_in_words(
    fetcher: Fetcher, site: Site, seconds: str, words: str
) -> None:
    site.answers["/"] = reply(503, retry_after=seconds)
    error = await refusal(fetcher, site.url())
    assert str(error) == f"127.0.0.1 answers 503 Service Unavailable; it asks us to wait {words}"


@pytest.mark.parametrize("header", ["\x01" * 60_000, f"Content-Type: x/{'x' * 60_000}"], ids=["none", "type"])
async def test_error_message_is_short_whatever_the_response(
    fetcher: Fetcher, site: Site, header: str
) -> None:
    site.answers["/"] = f"HTTP/1.1 200 x\r\n{header}\r\n\r\n".encode()
    assert len(str(await refusal(fetcher, site.url()))) <= 1_000


# Types


@pytest.mark.parametrize(
    "media_type",
    ["text/html", "TEXT/HTML;charset=utf-8", "application/xhtml+xml", "text/html, text/html; charset=utf-8"],
)
async def test_html_types_are_accepted(fetcher: Fetcher, site: Site, media_type: str) -> None:
    site.answers["/"] = page(content_type=media_type)
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_page_is_requested_with_a_preference_for_html(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page()
    await fetcher.page(site.url())
    assert site.requests[-1].headers["accept"].startswith("text/html,")


@pytest.mark.parametrize("media_type", ["text/plain", "application/pdf", "image/png", "text/xml", "html"])
async def test_other_content_type_is_refused(fetcher: Fetcher, site: Site, media_type: str) -> None:
    site.answers["/"] = page(content_type=media_type)
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML


async def test_first_of_two_content_types_counts(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(content_type="text/html\r\nContent-Type: text/plain")
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


@pytest.mark.parametrize("declared", [None, "*/*", "; charset=utf-8"])
async def test_untyped_page_is_recognised_by_its_start(
    fetcher: Fetcher, site: Site, declared: str | None
) -> None:
    site.answers["/"] = reply(200, b"<!doctype html><p>text", content_type=declared)
    assert (await fetcher.page(site.url())).body == b"<!doctype html><p>text"


async def test_untyped_body_that_is_not_html_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(200, b"%PDF-1.7")
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML


async def test_long_body_of_another_type_is_not_downloaded(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = say_on(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", bytes(65_536))
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML


# Connections


async def test_connection_is_reused_even_after_an_error(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": page(), "/b": reply(404, b"nothing")}
    for target in ("/a", "/b", "/a"):
        try:
            await fetcher.page(site.url(target))
        except FetchError as error:
            assert error.status == 404  # noqa: PT017
    assert site.connections == 1


async def test_refused_content_type_does_not_cost_the_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(content_type="image/png")
    for _ in range(2):
        assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML
    assert site.connections == 1


async def test_304_does_not_cost_the_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(304)
    for _ in range(2):
        await fetcher.feed(site.url(), '"x"')
    assert site.connections == 1


async def test_dead_keep_alive_connection_is_reported_as_a_fetch_error(fetcher: Fetcher) -> None:
    async with running(Site()) as site:
        site.answers["/"] = page()
        await fetcher.page(site.url())
    assert (await refusal(fetcher, site.url())).reason in {Reason.CONNECT, Reason.PROTOCOL}
