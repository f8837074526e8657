"""Finding the feed of a page; what else is found, the routes of feeds show."""

from __future__ import annotations

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


class Dying:
    """Finds links; whoever reads a feed dies."""

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        if function is not discover:
            raise ReaderDiedError
        return discover(*args)


async def test_page_is_not_blamed_if_the_reader_of_its_feed_dies():
    with pytest.raises(ReaderDiedError):
        await find_feed("https://example.org/", Site(), Dying())
