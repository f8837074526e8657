"""URLs to pages and feeds, over HTTP/1.1."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
import zlib
from email.utils import formatdate
from importlib.metadata import version
from time import time
from typing import TYPE_CHECKING

import brotli
import pytest
from sites import Site, hang_up, moved, page, reply, running, say_on

from service.fetching import Fetched, FetchError, NotModified, Reason

if TYPE_CHECKING:
    from asyncio import StreamWriter

    from conftest import MakeFetcher

    from service.fetching import Fetcher

pytestmark = pytest.mark.anyio

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


async def refusal(fetcher: Fetcher, url: str) -> FetchError:
    with pytest.raises(FetchError) as error:
        await fetcher.page(url)
    return error.value


async def test_a_page_is_told_with_all_that_its_server_says(fetcher: Fetcher, site: Site) -> None:
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
        status=200,
        body=b"<p>text",
        media_type="text/html",
        charset="iso-8859-2",
    )


async def test_hub_and_own_name_come_from_link_headers(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(link='<https://hub.example/>; rel="hub", </feed>; rel=self, </x>; rel=next')
    fetched = await fetcher.feed(site.url())
    assert (fetched.hubs, fetched.self_url) == (("https://hub.example/",), "/feed")


async def test_all_hubs_of_link_headers_are_told(fetcher: Fetcher, site: Site) -> None:
    links = "<https://a.example/?b,c>; rel=hub, </x>; rel=next,<https://b.example/>; rel=hub"
    site.answers["/"] = page(link=links)
    assert (await fetcher.feed(site.url())).hubs == ("https://a.example/?b,c", "https://b.example/")


@pytest.mark.parametrize("link", ["", "<", ";;=", "hub", "<>; rel=hub", "rel=hub; rel"])
async def test_link_headers_that_say_nothing_are_passed_over(fetcher: Fetcher, site: Site, link: str) -> None:
    site.answers["/"] = page(link=link)
    fetched = await fetcher.feed(site.url())
    assert (fetched.hubs, fetched.self_url) == ((), None)


async def test_the_service_says_who_it_is(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(contact="https://urltree.example/bot") as fetcher:
        await fetcher.page(site.url())
    agents = {request.headers["user-agent"] for request in site.requests}
    assert agents == {f"urltree/{version('urltree')} (+https://urltree.example/bot)"}


# Redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_followed(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers |= {"/a": moved(status, "/b"), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/b")


async def test_a_page_has_moved_where_permanent_redirects_lead(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": moved(301, "/b"), "/b": moved(302, "/c"), "/c": page()}
    fetched = await fetcher.page(site.url("/a"))
    assert (fetched.url, fetched.moved_to) == (site.url("/c"), site.url("/b"))


async def test_ten_redirects_are_followed(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {f"/{hop}": moved(302, f"/{hop + 1}") for hop in range(10)} | {"/10": page()}
    assert (await fetcher.page(site.url("/0"))).url == site.url("/10")


async def test_eleven_redirects_are_not(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {f"/{hop}": moved(302, f"/{hop + 1}") for hop in range(11)} | {"/11": page()}
    assert (await refusal(fetcher, site.url("/0"))).reason is Reason.REDIRECTS


async def test_a_circle_of_redirects_is_left(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": moved(302, "/b"), "/b": moved(302, "/a")}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.REDIRECTS
    assert site.targets == ["/a", "/b"]


async def test_a_site_that_redirects_until_it_sees_its_cookie_is_read(fetcher: Fetcher, site: Site) -> None:
    async def play(writer: StreamWriter) -> None:
        knows_us = site.requests[-1].headers.get("cookie") == "seen=1"
        writer.write(page() if knows_us else reply(302, location="/a", set_cookie="seen=1; Path=/; HttpOnly"))

    site.answers["/a"] = play
    assert (await fetcher.page(site.url("/a"))).status == 200


async def test_cookies_are_forgotten_with_the_fetch(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": reply(302, location="/b", set_cookie="seen=1"), "/b": page(set_cookie="read=1")}
    for _ in range(2):
        await fetcher.page(site.url("/a"))
    asked = [request.headers.get("cookie") for request in site.requests if request.target in {"/a", "/b"}]
    assert asked == [None, "seen=1", None, "seen=1"]


async def test_a_redirect_to_no_web_address_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = moved(302, "file:///etc/passwd")
    assert (await refusal(fetcher, site.url())).reason is Reason.BAD_URL


async def test_a_redirect_to_a_name_of_emoji_is_followed(make_fetcher: MakeFetcher, site: Site) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    site.answers |= {"/": moved(302, site.url("/a", "xn--n3h.example")), "/a": page()}
    async with make_fetcher(resolve=resolve) as fetcher:
        assert (await fetcher.page(site.url())).url == site.url("/a", "xn--n3h.example")


async def test_a_redirect_to_nowhere_is_an_error(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(302)
    error = await refusal(fetcher, site.url())
    assert (error.reason, error.status) == (Reason.STATUS, 302)


async def test_a_location_in_utf_8_is_understood(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/": moved(302, "/ä".encode().decode("latin-1")), "/%C3%A4": page()}
    assert (await fetcher.page(site.url())).url == site.url("/%C3%A4")


async def test_a_location_in_another_charset_is_asked_for_byte_by_byte(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/": moved(302, "/ä b?%C3%A4"), "/%E4%20b?%C3%A4": page()}
    assert (await fetcher.page(site.url())).url == site.url("/%E4%20b?%C3%A4")


async def test_a_location_of_what_is_no_redirect_leads_nowhere(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": page(location="/b"), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/a")


async def test_a_short_redirect_costs_no_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": reply(302, b"moved", location="/b"), "/b": page()}
    await fetcher.page(site.url("/a"))
    assert site.connections == 1


async def test_a_redirect_is_followed_though_its_body_does_not_end(fetcher: Fetcher, site: Site) -> None:
    begun = b"HTTP/1.1 302 x\r\nLocation: /b\r\nContent-Length: 9\r\n\r\n"
    site.answers |= {"/a": say_on(begun, b"", pause=0.01), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/b")


# Status


@pytest.mark.parametrize("status", [202, 204, 206, 304, 400, 404, 410, 500, 599])
async def test_another_status_than_success_is_an_error(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers["/"] = reply(status)
    error = await refusal(fetcher, site.url())
    assert (error.reason, error.status) == (Reason.STATUS, status)


async def test_a_page_that_a_proxy_has_changed_is_one(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(203, b"<p>text</p>", content_type="text/html")
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_an_error_is_told_though_its_body_is_cut_off(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = hang_up(b"HTTP/1.1 503 x\r\nRetry-After: 120\r\nContent-Length: 9\r\n\r\ncut")
    error = await refusal(fetcher, site.url())
    assert (error.status, error.retry_after) == (503, 120)


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_may_be_a_number(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers["/"] = reply(status, retry_after="120")
    assert (await refusal(fetcher, site.url())).retry_after == 120


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_may_be_a_date(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers["/"] = reply(status, retry_after=formatdate(time() + 3600, usegmt=True))
    assert (await refusal(fetcher, site.url())).retry_after == pytest.approx(3600, abs=60)


@pytest.mark.parametrize(
    ("seconds", "words"), [("119", "119 s"), ("120", "2 minutes"), ("7200", "2 hours"), ("400000", "5 days")]
)
async def test_an_error_is_told_in_words(fetcher: Fetcher, site: Site, seconds: str, words: str) -> None:
    site.answers["/"] = reply(503, retry_after=seconds)
    error = await refusal(fetcher, site.url())
    assert str(error) == f"127.0.0.1 answers 503 Service Unavailable; it asks to be left alone for {words}"


# Types


@pytest.mark.parametrize(
    "media_type",
    ["text/html", "TEXT/HTML;charset=utf-8", "application/xhtml+xml", "text/html, text/html; charset=utf-8"],
)
async def test_html_is_a_page(fetcher: Fetcher, site: Site, media_type: str) -> None:
    site.answers["/"] = page(content_type=media_type)
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_a_page_is_asked_for_as_html(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page()
    await fetcher.page(site.url())
    assert site.requests[-1].headers["accept"].startswith("text/html,")


async def test_a_feed_is_asked_for_as_such(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page()
    await fetcher.feed(site.url())
    assert site.requests[-1].headers["accept"].startswith("application/rss+xml,")


@pytest.mark.parametrize("media_type", ["text/plain", "application/pdf", "image/png", "text/xml", "html"])
async def test_another_type_is_no_page(fetcher: Fetcher, site: Site, media_type: str) -> None:
    site.answers["/"] = page(content_type=media_type)
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML


async def test_the_first_of_two_types_counts(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(content_type="text/html\r\nContent-Type: text/plain")
    assert (await fetcher.page(site.url())).media_type == "text/html"


@pytest.mark.parametrize("declared", [None, "*/*", "; charset=utf-8"])
async def test_without_a_type_a_page_is_known_by_its_start(
    fetcher: Fetcher, site: Site, declared: str | None
) -> None:
    site.answers["/"] = reply(200, b"<!doctype html><p>text", content_type=declared)
    assert (await fetcher.page(site.url())).media_type == ""


async def test_without_a_type_something_else_is_no_page(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(200, b"%PDF-1.7")
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML


async def test_a_long_body_of_another_type_is_not_downloaded(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = say_on(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", bytes(65_536))
    assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML


# Bodies


async def test_compression_is_asked_for(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page()
    await fetcher.page(site.url())
    assert {request.headers["accept-encoding"] for request in site.requests} == {"gzip, br"}


@pytest.mark.parametrize(
    ("coding", "compress"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)]
)
async def test_a_compressed_body_is_decompressed(
    fetcher: Fetcher, site: Site, coding: str, compress: object
) -> None:
    site.answers["/"] = page(compress(b"<p>text</p>"), content_encoding=coding)
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_a_body_may_have_all_bytes_that_are_allowed(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page(b"x" * 1_000)
    async with make_fetcher(max_bytes=1_000) as fetcher:
        assert len((await fetcher.page(site.url())).body) == 1_000


async def test_a_body_may_have_no_byte_more(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page(b"x" * 1_001)
    async with make_fetcher(max_bytes=1_000) as fetcher:
        assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE


async def test_a_body_may_have_no_byte_more_as_it_is_sent(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page(gzip.compress(b"<p>text") + bytes(1_000), content_encoding="gzip")
    async with make_fetcher(max_bytes=1_000) as fetcher:
        assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE


async def test_a_body_without_end_is_left(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = say_on(HEAD + b"\r\n", bytes(65_536))
    assert (await refusal(fetcher, site.url())).reason is Reason.TOO_LARGE


@pytest.mark.parametrize("coding", ["gzip", "br"])
async def test_a_bomb_costs_no_more_than_what_is_allowed(
    make_fetcher: MakeFetcher, site: Site, coding: str
) -> None:
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


async def test_a_coding_that_was_not_asked_for_is_told(fetcher: Fetcher, site: Site) -> None:
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
async def test_an_answer_that_is_cut_off_or_no_http_is_told(
    fetcher: Fetcher, site: Site, answer: bytes
) -> None:
    site.answers["/"] = hang_up(answer)
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


@pytest.mark.parametrize("headers", [{}, {"content_type": None}, {"content_encoding": "gzip"}], ids=str)
async def test_an_empty_page_is_to_be_tried_again(
    fetcher: Fetcher, site: Site, headers: dict[str, str | None]
) -> None:
    site.answers["/"] = page(b"", **headers)
    error = await refusal(fetcher, site.url())
    assert (error.reason, str(error)) == (Reason.PROTOCOL, "127.0.0.1 answers with an empty page")


async def test_a_page_without_a_word_is_empty(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(b" \r\n")
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


async def test_bytes_after_the_declared_length_are_not_read(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = hang_up(page(b"<p>text</p>more", content_length="11"))
    assert (await fetcher.page(site.url())).body == b"<p>text</p>"


async def test_without_a_length_a_body_ends_with_its_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = hang_up(HEAD + b"\r\n<p>text")
    assert (await fetcher.page(site.url())).body == b"<p>text"


async def test_headers_without_end_are_left(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = say_on(HEAD, b"X: " + b"x" * 1_000 + b"\r\n")
    assert (await refusal(fetcher, site.url())).reason is Reason.PROTOCOL


# Time


@pytest.mark.parametrize("begun", [b"", HEAD, HEAD + b"\r\n<p>"])
async def test_an_answer_that_drips_is_left(make_fetcher: MakeFetcher, site: Site, begun: bytes) -> None:
    site.answers["/"] = say_on(begun, b"x" if begun else b"", pause=0.01)
    async with make_fetcher(max_seconds=0.3) as fetcher:
        assert (await refusal(fetcher, site.url())).reason is Reason.TIMEOUT


async def test_redirects_share_one_time(make_fetcher: MakeFetcher, site: Site) -> None:
    async def slowly(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        writer.write(moved(302, f"/{len(site.requests)}"))

    site.answers |= {f"/{hop}": slowly for hop in range(10)}
    async with make_fetcher(max_seconds=0.5) as fetcher:
        assert (await refusal(fetcher, site.url("/0"))).reason is Reason.TIMEOUT


async def test_the_wait_for_a_turn_does_not_count(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=0.4, burst=1, max_seconds=2.4) as fetcher:
        await fetcher.feed(site.url())
        assert (await fetcher.feed(site.url())).status == 200


async def test_nothing_is_sent_before_its_turn(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=0.01, burst=1, max_wait=1_000) as fetcher:
        await fetcher.feed(site.url())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(fetcher.feed(site.url()), 0.5)
    assert len(site.requests) == 1


async def test_a_fetch_may_be_cancelled_at_any_time(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {"/": say_on(b"", b"", pause=1), "/a": page()}
    async with make_fetcher() as fetcher:
        for steps in range(60):
            task = asyncio.create_task(fetcher.feed(site.url()))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            ended, _ = await asyncio.wait({task}, timeout=60)
            assert ended
        assert (await fetcher.page(site.url("/a"))).status == 200


async def test_a_redirect_waits_for_a_turn_that_is_too_far_off_to_begin_with(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers |= {"/a": moved(302, "/b"), "/b": page()}
    async with make_fetcher(rate=2, burst=1, max_wait=0) as fetcher:
        assert (await fetcher.feed(site.url("/a"))).url == site.url("/b")


async def test_a_turn_too_far_off_sends_nothing(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=0.01, burst=1) as fetcher:
        await fetcher.feed(site.url())
        assert (await refusal(fetcher, site.url())).reason is Reason.BUSY
    assert site.targets == ["/"]


# Feeds


@pytest.mark.parametrize("media_type", ["application/rss+xml", "text/html", "x", None])
async def test_a_feed_may_be_of_any_type(fetcher: Fetcher, site: Site, media_type: str | None) -> None:
    site.answers["/"] = reply(200, b"<rss/>", content_type=media_type)
    assert (await fetcher.feed(site.url())).body == b"<rss/>"


async def test_a_feed_is_asked_for_with_its_validators_as_they_were(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(200, b"<rss/>", etag='W/"ä"', last_modified="yesterday")
    feed = await fetcher.feed(site.url())
    await fetcher.feed(site.url(), feed.etag, feed.last_modified)
    first, second = (request.headers for request in site.requests)
    assert {"if-none-match", "if-modified-since"}.isdisjoint(first)
    assert (second["if-none-match"], second["if-modified-since"]) == ('W/"ä"', "yesterday")


async def test_a_feed_that_is_as_it_was_keeps_its_validators(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/": moved(301, "/a"), "/a": reply(304, cache_control="max-age=60")}
    assert await fetcher.feed(site.url(), '"x"', "yesterday") == NotModified(
        url=site.url("/a"),
        moved_to=site.url("/a"),
        etag='"x"',
        last_modified="yesterday",
        max_age=60,
        received=pytest.approx(time(), abs=60),
    )


async def test_a_feed_that_is_as_it_was_may_have_new_validators(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(304, etag='"y"', last_modified="today")
    feed = await fetcher.feed(site.url(), '"x"', "yesterday")
    assert (feed.etag, feed.last_modified) == ('"y"', "today")


async def test_a_feed_that_is_not_as_it_was_is_fetched(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(200, b"<rss/>")
    assert isinstance(await fetcher.feed(site.url(), '"x"', "yesterday"), Fetched)


async def test_a_feed_that_was_not_known_cannot_be_as_it_was(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(304)
    with pytest.raises(FetchError, match="304 Not Modified"):
        await fetcher.feed(site.url())


async def test_a_feed_that_is_gone_is_told(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(410)
    with pytest.raises(FetchError, match="410 Gone") as error:
        await fetcher.feed(site.url())
    assert error.value.status == 410


# Connections


async def test_a_connection_is_used_again(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": page(), "/b": reply(404, b"nothing")}
    for target in ("/a", "/b", "/a"):
        try:
            await fetcher.page(site.url(target))
        except FetchError as error:
            assert error.status == 404  # noqa: PT017
    assert site.connections == 1


async def test_what_is_no_page_costs_no_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(content_type="image/png")
    for _ in range(2):
        assert (await refusal(fetcher, site.url())).reason is Reason.NOT_HTML
    assert site.connections == 1


async def test_a_feed_that_is_as_it_was_costs_no_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(304)
    for _ in range(2):
        await fetcher.feed(site.url(), '"x"')
    assert site.connections == 1


async def test_a_fetch_fails_as_such_where_the_site_has_gone(fetcher: Fetcher) -> None:
    async with running(Site()) as site:
        site.answers["/"] = page()
        await fetcher.page(site.url())
    assert (await refusal(fetcher, site.url())).reason in {Reason.CONNECT, Reason.PROTOCOL}
