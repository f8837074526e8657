"""Full-text feeds over HTTP."""

from __future__ import annotations

import json
from time import time
from typing import TYPE_CHECKING

import feedparser
import pytest
from readings import publish_at, reading
from valkeys import in_redis

from service.feeds.schedule import MINUTE
from service.feeds.subscriptions import Subscription, Subscriptions
from service.state import keys

if TYPE_CHECKING:
    import httpx
    from redis import Redis
    from redis.asyncio import Redis as AsyncRedis


def later() -> float:
    """Return a time at which a feed is due, so that the service does not poll it in these tests."""
    return time() + 60 * MINUTE


@pytest.fixture
def feeds(client: httpx.Client, served_url: str) -> httpx.Client:
    """A service with the feed ``f`` and one document of it."""
    feed = Subscription("f", "http://example.com/feed", "example.com", title="News")
    in_redis(served_url, lambda redis: Subscriptions(redis).add(feed, later()))
    publish_at(served_url, reading(feed="f", labels=["č/d"]))
    return client


#: More characters than the service under test has room for: 32 times its largest body.
TOO_MANY = 33 * 200_000


PATHS = pytest.mark.parametrize("path", ["/feeds/f/fulltext.atom", "/feeds/f/fulltext.json"])


def test_feed_is_served_as_atom(feeds: httpx.Client) -> None:
    answer = feeds.get("/feeds/f/fulltext.atom")
    read = feedparser.parse(answer.content)
    assert answer.headers["content-type"] == "application/atom+xml"
    assert (read.feed.title, len(read.entries), read.feed.id) == ("News", 1, str(answer.url))


def test_feed_is_served_as_json_feed(feeds: httpx.Client) -> None:
    answer = feeds.get("/feeds/f/fulltext.json")
    assert answer.headers["content-type"] == "application/feed+json"
    assert (answer.json()["title"], len(answer.json()["items"])) == ("News", 1)


@PATHS
def test_feed_ignores_additional_query_parameters(feeds: httpx.Client, path: str) -> None:
    assert feeds.get(f"{path}?fresh=1").content == feeds.get(path).content


@pytest.mark.parametrize("path", ["/feeds/old", "/feeds/old/fulltext.json"])
def test_id_of_a_merged_feed_leads_to_the_other(feeds: httpx.Client, served_url: str, path: str) -> None:
    async def merge(redis: AsyncRedis) -> None:
        subscriptions = Subscriptions(redis)
        await subscriptions.add(Subscription("old", "http://example.com/old", "example.com"), later())
        await subscriptions.merge("old", "f")

    in_redis(served_url, merge)
    assert feeds.get(path).json()["title"] == "News"


def test_label_has_a_feed(feeds: httpx.Client) -> None:
    assert len(feedparser.parse(feeds.get("/labels/%C4%8D%2Fd/fulltext.atom").content).entries) == 1


def test_feed_of_a_label_has_a_canonical_url_as_id(feeds: httpx.Client) -> None:
    read = feedparser.parse(feeds.get("/labels/%C4%8D%2Fd%20e%3F/fulltext.atom").content)
    assert read.feed.id == f"{feeds.base_url}/labels/%C4%8D/d%20e%3F/fulltext.atom"
    assert feeds.get(read.feed.id).content == feeds.get("/labels/%C4%8D%2Fd%20e%3F/fulltext.atom").content


def test_label_without_documents_has_an_empty_feed(feeds: httpx.Client) -> None:
    answer = feeds.get("/labels/later/fulltext.json")
    assert (answer.status_code, answer.json()["items"]) == (200, [])


@pytest.mark.parametrize("label", ["", "%20", "x" * 101])
def test_empty_or_overlong_label_is_refused(feeds: httpx.Client, label: str) -> None:
    assert feeds.get(f"/labels/{label}/fulltext.atom").status_code == 422


def test_unknown_feed_is_not_found(feeds: httpx.Client) -> None:
    answer = feeds.get("/feeds/nobody/fulltext.atom")
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:urltree:problem:no-feed")


def test_unknown_format_is_refused(feeds: httpx.Client) -> None:
    answer = feeds.get("/feeds/f/fulltext.rss")
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


@PATHS
def test_characters_that_xml_does_not_allow_are_removed(
    feeds: httpx.Client, served: Redis, path: str
) -> None:
    said = {"title": "N\x01ews", "site_url": "http://example.com/\x01"}
    served.hset(keys.FEED + "f", mapping={name: json.dumps(value) for name, value in said.items()})
    read = feedparser.parse(feeds.get(path).content) if path.endswith("atom") else feeds.get(path).json()
    assert (read.get("feed", read)["title"], "\x01" in str(read)) == ("News", False)


def test_last_modified_is_an_http_date(feeds: httpx.Client) -> None:
    assert feeds.get("/feeds/f/fulltext.json").headers["last-modified"].endswith(" GMT")


def test_shared_caches_may_not_store_the_feed(feeds: httpx.Client) -> None:
    assert feeds.get("/feeds/f/fulltext.json").headers["cache-control"] == "private, max-age=60"


@PATHS
def test_unchanged_feed_is_answered_304(feeds: httpx.Client, path: str) -> None:
    first = feeds.get(path)
    for conditions in (
        {"If-None-Match": first.headers["etag"]},
        {"If-None-Match": f'"other", W/{first.headers["etag"]}'},
        {"If-None-Match": "*"},
        {"If-Modified-Since": "Fri Jan  1 00:00:00 2100"},
    ):
        again = feeds.get(path, headers=conditions)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]


@PATHS
@pytest.mark.parametrize(
    "conditions",
    [
        {"If-None-Match": '"other"', "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"},
        {"If-Modified-Since": "Thu, 01 Jan 2015 00:00:00 GMT"},
        {"If-Modified-Since": "yesterday"},
        {"If-Modified-Since": "Thu, 01 Jan 99999999999999999999 00:00:00 GMT"},
    ],
)
def test_feed_is_sent_if_its_validators_do_not_match(
    feeds: httpx.Client, path: str, conditions: dict[str, str]
) -> None:
    assert feeds.get(path, headers=conditions).status_code == 200


def test_feed_too_large_for_the_memory_limit_is_answered_busy(feeds: httpx.Client, served_url: str) -> None:
    publish_at(served_url, reading("http://example.com/long", text="x" * TOO_MANY, labels=["long"]))
    for _ in range(2):
        answer = feeds.get("/labels/long/fulltext.atom")
        assert (answer.status_code, answer.json()["type"]) == (503, "urn:urltree:problem:busy")
    assert feeds.get("/feeds/f/fulltext.atom").status_code == 200


def test_memory_of_a_served_feed_is_released(feeds: httpx.Client, served_url: str) -> None:
    publish_at(served_url, reading("http://example.com/long", text="x" * (TOO_MANY // 4), labels=["long"]))
    answers = [feeds.get("/labels/long/fulltext.atom") for _ in range(8)]
    assert {(answer.status_code, len(answer.content) > TOO_MANY // 4) for answer in answers} == {(200, True)}
