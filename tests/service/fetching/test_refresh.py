"""Pages that send their readers elsewhere by a `refresh` element."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sites import Site, page, refusal, reply

from service.fetching.errors import Reason
from service.fetching.refresh import refresh
from service.fetching.values import Fetched

if TYPE_CHECKING:
    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher

URL = "https://example.com/old/bridge"


def target(body: str | bytes, charset: str | None = None) -> str | None:
    sent = body.encode() if isinstance(body, str) else body
    return refresh(Fetched(url=URL, received=0.0, body=sent, charset=charset))


def element(content: str) -> str:
    return f'<!doctype html><title>Moved</title><meta http-equiv="refresh" content="{content}"><p>Moved'


@pytest.mark.parametrize(
    "content",
    [
        "0; url=https://example.com/new/bridge", "0;URL=/new/bridge", "0;url='/new/bridge'", "0, /new/bridge",
        " 5 ; url = ../new/bridge ", "0.5;url=/new/bridge", "0 /new/bridge", "0; url=/new/bridge#top",
    ],
)  # fmt: skip
def test_refresh_target_is_found(content: str) -> None:
    assert target(element(content)) == "https://example.com/new/bridge"


def test_element_is_matched_case_insensitively() -> None:
    assert target("<META HTTP-EQUIV=Refresh CONTENT=0;URL=/new>") == "https://example.com/new"


def test_url_is_decoded_with_the_charset_of_the_page() -> None:
    sent = element("0;url=/brücke").encode("latin-1")
    assert target(sent, "iso-8859-1") == target(element("0;url=/brücke"))


@pytest.mark.parametrize(
    "content",
    [
        "0", "", "url=/new", "6;url=/new", "600;url=/new", "0;url=javascript:go()", "0;url=/old/bridge#top",
        "0;url=ftp://example.com/new",
        "0" * 5_000 + ";url=/new", "0;" + " " * 10_000, "5" + " " * 10_000,
    ],
)  # fmt: skip
def test_unusable_or_delayed_refresh_is_ignored(content: str) -> None:
    assert target(element(content)) is None


@pytest.mark.parametrize(("before", "after"), [("<!--", "-->"), ("<noscript>", "</noscript>")])
def test_refresh_in_a_comment_or_noscript_is_ignored(before: str, after: str) -> None:
    assert target(f"<head>{before}<meta http-equiv=refresh content='0;url=/new'>{after}</head>") is None


def test_refresh_of_a_long_page_is_ignored() -> None:
    assert target(element("0;url=/new") + "text " * 4_000) is None


def test_json_has_no_refresh() -> None:
    assert target('{"refresh": 1}') is None


@given(
    st.lists(
        st.sampled_from(["refresh", "<", "<meta http-equiv=refresh content='0;url=", "[", "'>", "\0", "é"])
    )
)
def test_arbitrary_pages_do_not_crash_it(pieces: list[str]) -> None:
    assert (target("".join(pieces)) or URL).startswith("https://")


def refreshing(path: str) -> object:
    return page(element(f"0;url={path}").encode())


async def test_refreshes_are_followed(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": refreshing("/b"), "/b": refreshing("/c"), "/c": page(b"<p>text")}
    fetched = await fetcher.page(site.url("/a"))
    assert (fetched.url, fetched.body) == (site.url("/c"), b"<p>text")


async def test_refresh_to_a_page_that_is_to_lead_back_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": refreshing("/login?next=/a"), "/login?next=/a": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.WALL


async def test_circular_refreshes_end_after_a_few_steps(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": refreshing("/b"), "/b": refreshing("/a")}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/b")
    assert site.targets == ["/a", "/b", "/a", "/b"]


async def test_refresh_is_followed_despite_a_crawl_delay(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {
        "/robots.txt": reply(200, b"User-agent: *\nCrawl-delay: 0.5"),
        "/a": refreshing("/b"),
        "/b": page(),
    }
    async with make_fetcher(max_wait=0) as fetcher:
        assert (await fetcher.page(site.url("/a"))).url == site.url("/b")
