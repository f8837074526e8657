"""Fetching of feeds, with their validators and hubs."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

import pytest
from sites import Site, moved, page, reply

from service.fetching.errors import FetchError
from service.fetching.values import Fetched, NotModified

if TYPE_CHECKING:
    from service.fetching.fetcher import Fetcher


async def test_feed_is_requested_with_a_preference_for_feed_types(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page()
    await fetcher.feed(site.url())
    assert site.requests[-1].headers["accept"].startswith("application/rss+xml,")


@pytest.mark.parametrize("media_type", ["application/rss+xml", "text/html", "x", None])
async def test_feed_may_have_any_content_type(fetcher: Fetcher, site: Site, media_type: str | None) -> None:
    site.answers["/"] = reply(200, b"<rss/>", content_type=media_type)
    assert (await fetcher.feed(site.url())).body == b"<rss/>"


async def test_validators_are_sent_back_verbatim(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(200, b"<rss/>", etag='W/"ä"', last_modified="yesterday")
    feed = await fetcher.feed(site.url())
    await fetcher.feed(site.url(), feed.etag, feed.last_modified)
    first, second = (request.headers for request in site.requests)
    assert {"if-none-match", "if-modified-since"}.isdisjoint(first)
    assert (second["if-none-match"], second["if-modified-since"]) == ('W/"ä"', "yesterday")


async def test_unmodified_feed_keeps_its_validators(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/": moved(301, "/a"), "/a": reply(304, cache_control="max-age=60")}
    assert await fetcher.feed(site.url(), '"x"', "yesterday") == NotModified(
        url=site.url("/a"),
        moved_to=site.url("/a"),
        etag='"x"',
        last_modified="yesterday",
        max_age=60,
        received=pytest.approx(time(), abs=60),
    )


async def test_unmodified_feed_may_have_new_validators(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(304, etag='"y"', last_modified="today")
    feed = await fetcher.feed(site.url(), '"x"', "yesterday")
    assert (feed.etag, feed.last_modified) == ('"y"', "today")


async def test_modified_feed_is_fetched(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(200, b"<rss/>")
    assert isinstance(await fetcher.feed(site.url(), '"x"', "yesterday"), Fetched)


async def test_304_without_validators_is_an_error(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(304)
    with pytest.raises(FetchError, match="304 Not Modified"):
        await fetcher.feed(site.url())


# Link headers


async def test_hub_and_self_url_come_from_link_headers(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = page(link='<https://hub.example/>; rel="hub", </feed>; rel=self, </x>; rel=next')
    fetched = await fetcher.feed(site.url())
    assert (fetched.hub, fetched.self_url) == ("https://hub.example/", "/feed")


async def test_first_hub_of_link_headers_is_taken(fetcher: Fetcher, site: Site) -> None:
    links = "</x>; rel=next,<https://a.example/?b,c>; rel=hub, <https://b.example/>; rel=hub"
    site.answers["/"] = page(link=links)
    assert (await fetcher.feed(site.url())).hub == "https://a.example/?b,c"


@pytest.mark.parametrize("relation", ["HUB", '"self hub"', '" hub"'])
async def test_relations_of_links_are_names_in_any_case(fetcher: Fetcher, site: Site, relation: str) -> None:
    site.answers["/"] = page(link=f"<https://a.example/>; rel={relation}")
    assert (await fetcher.feed(site.url())).hub == "https://a.example/"


@pytest.mark.parametrize("link", ["", "<", ";;=", "hub", "<>; rel=hub", "rel=hub; rel"])
async def test_malformed_link_header_is_ignored(fetcher: Fetcher, site: Site, link: str) -> None:
    site.answers["/"] = page(link=link)
    fetched = await fetcher.feed(site.url())
    assert (fetched.hub, fetched.self_url) == (None, None)
