"""The feed at a URL: either what is there itself, or the feed that the page there names."""

from __future__ import annotations

from dataclasses import replace
from time import time
from typing import TYPE_CHECKING, NamedTuple

from service.feeds.discover import discover
from service.feeds.errors import FeedError, ReaderDiedError, SeveralFeedsError
from service.feeds.outcome import named_hub
from service.feeds.parse import is_html, parse_feed
from service.feeds.subscriptions import Answered, new_subscription
from service.fetching.errors import BusyError, FetchError
from service.fetching.urls import read_url, with_scheme
from service.fetching.values import NotModified

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.feeds.feed import Feed
    from service.feeds.reader import FeedReader
    from service.feeds.subscriptions import Subscription, Subscriptions
    from service.fetching.fetcher import Fetcher
    from service.fetching.values import Fetched


class Found(NamedTuple):
    """A feed and where it is."""

    url: str
    feed: Feed
    #: Its WebSub hub.
    hub: str | None
    #: The URL that redirects to it for good.
    former: str | None
    #: How its URL answered.
    answered: Answered


async def find_feed(url: str, fetcher: Fetcher, feed_reader: FeedReader) -> Found:
    """Fetch the feed at `url`, with https:// if it has no scheme, or the only one that the page there names.

    Raises `FetchError`, `FeedError` and, if the page names several, `SeveralFeedsError`.
    """
    url = with_scheme(url.strip())
    answer = await _fetch(url, fetcher)
    if not is_html(answer.body):
        return await _read(url, answer, feed_reader)
    links = await feed_reader.run(discover, answer.body, answer.url, answer.charset)
    place = url if is_itself(url, answer) else f"{url} redirects to {answer.url}, which"
    if not links:
        raise FeedError(f"{place} is a page that links to no feed; use the URL of the feed itself")
    if len(links) > 1:
        raise SeveralFeedsError(url, links)
    link = links[0].url
    try:
        return await _read(link, await _fetch(link, fetcher), feed_reader)
    except (BusyError, ReaderDiedError):
        raise
    except (FetchError, FeedError) as error:
        raise FeedError(f"{place} is a page that links to the feed {link}, but: {error}") from error


async def subscribe(
    to: Subscriptions,
    found: Found,
    site: str | None = None,
    interval: float | None = None,
    labels: Iterable[str] = (),
) -> tuple[Subscription, bool]:
    """Subscribe to a feed that was found; its site is that of its page, unless one is given.

    Returns the subscription, and whether it is new. Raises what `Subscriptions.add` raises.
    """
    new = new_subscription(found.url, found.feed.title, found.feed.site_url, labels)
    wanted = replace(new, site=site or new.site, interval=interval)
    known = await to.add(wanted, time(), found.answered, found.former)
    return known, known.id == wanted.id


async def _fetch(url: str, fetcher: Fetcher) -> Fetched:
    answer = await fetcher.feed(url)
    if isinstance(answer, NotModified):
        raise FeedError(f"{url}: the server answers 304 Not Modified to a first request; try again later")
    return answer


async def _read(url: str, answer: Fetched, feed_reader: FeedReader) -> Found:
    feed = await feed_reader.run(parse_feed, answer.body, answer.url, answer.charset)
    return Found(
        answer.moved_to or url,
        feed,
        hub=named_hub(answer, feed),
        former=url if answer.moved_to else None,
        answered=Answered.ITSELF if is_itself(url, answer) else Answered.REDIRECTED,
    )


def is_itself(url: str, answer: Fetched) -> bool:
    """Return whether a URL was not redirected."""
    return answer.url == str(read_url(url))
