"""Finding the feed of a page; what else is found, the routes of feeds show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from service.feeds.discover import discover
from service.feeds.errors import ReaderDiedError
from service.feeds.find import find_feed
from service.fetching.values import Fetched

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = b'<!doctype html><link rel=alternate type="application/rss+xml" href=/feed>'


class Site:
    """Answers with the page, whatever is fetched."""

    async def feed(self, url: str) -> Fetched:
        return Fetched(url=url, body=PAGE, received=0.0)


class AskedError(Exception):
    """Holds the URL that was asked for."""


class Asking:
    """Fetches nothing, and tells what it should."""

    async def feed(self, url: str) -> Fetched:
        raise AskedError(url)


class Dying:
    """Finds links; whoever reads a feed dies."""

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        if function is not discover:
            raise ReaderDiedError
        return discover(*args)


async def test_page_is_not_blamed_if_the_reader_of_its_feed_dies():
    with pytest.raises(ReaderDiedError):
        await find_feed("https://example.org/", Site(), Dying())


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("example.org", "https://example.org"),
        ("example.org?feed=rss", "https://example.org?feed=rss"),
        ("127.0.1.4:8900/feed", "https://127.0.1.4:8900/feed"),
        ("localhost/feed?next=http://a.example/", "https://localhost/feed?next=http://a.example/"),
        (" example.org\n", "https://example.org"),
        ("[2001:db8::1]/feed", "https://[2001:db8::1]/feed"),
        ("[::1]:8900", "https://[::1]:8900"),
        (" http://example.org/", "http://example.org/"),
        ("http://example.org/", "http://example.org/"),
        ("ftp://example.org/", "ftp://example.org/"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("feed:example.org", "feed:example.org"),
        ("me:1@example.org", "me:1@example.org"),
        ("/feed", "/feed"),
        ("", ""),
    ],
)
async def test_url_of_a_host_without_a_scheme_is_asked_for_by_https(given: str, asked: str):
    with pytest.raises(AskedError, match=f"^{re.escape(asked)}$"):
        await find_feed(given, Asking(), Dying())
