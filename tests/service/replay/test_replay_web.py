"""The replayed web, without a socket."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from replayed import record, write_streams

from service.feeds.discover import discover
from service.feeds.opml import read_opml
from service.feeds.parse import parse_feed
from service.replay.answer import Answer, Request
from service.replay.faults import Fault, Faults
from service.replay.sites import read_sites
from service.replay.web import Web

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from service.feeds.feed import Entry

HOST = "a.example"
RSS, ATOM, PAGE = (f"http://{HOST}/{path}" for path in ("feed.rss", "feed.atom", "news/0.html"))

#: Pages that appear, one per second unless a test says otherwise.
PAGES = 200


class Replayed:
    """A replayed web and its clock."""

    def __init__(self, folder: Path, fault: Fault | None, pages: int, rate: float) -> None:
        self.now = 1_000_000_000.0
        sites = read_sites(write_streams(folder, {HOST: pages}), rate)
        self._web = Web(sites, rate, Faults({fault: 1.0} if fault else {}), lambda: self.now)
        self.get(f"http://{HOST}/robots.txt")

    def get(self, target: str, method: str = "GET", **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._web.answer(Request(method, target, named))

    def entries(self, url: str) -> tuple[Entry, ...]:
        return parse_feed(self.get(url).body, url, None).entries

    def pages(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.get("/pages").body.splitlines()]


@pytest.fixture
def replayed(tmp_path: Path) -> Callable[..., Replayed]:
    return lambda fault=None, pages=PAGES, rate=1: Replayed(tmp_path, fault, pages, rate)


@pytest.mark.parametrize("url", [RSS, ATOM])
def test_feed_lists_what_has_appeared_newest_first(replayed: Callable[..., Replayed], url: str) -> None:
    web = replayed()
    web.now += 2
    assert [entry.url for entry in web.entries(url)] == [f"http://{HOST}/news/{n}.html" for n in (2, 1, 0)]


@pytest.mark.parametrize("url", [RSS, ATOM])
def test_item_has_title_and_time(replayed: Callable[..., Replayed], url: str) -> None:
    (entry,) = replayed().entries(url)
    assert (entry.title, entry.published.timestamp()) == (record(HOST, 0)["title"], 1_000_000_000)


def test_feed_lists_the_newest_20_items(replayed: Callable[..., Replayed]) -> None:
    web = replayed(rate=0.1)
    web.now += 10 * PAGES
    assert len(web.entries(RSS)) == 20


def test_busy_feed_lists_everything_from_two_minutes(replayed: Callable[..., Replayed]) -> None:
    web = replayed()
    web.now += PAGES
    assert len(web.entries(RSS)) == 120


def test_home_page_links_to_the_feeds(replayed: Callable[..., Replayed]) -> None:
    home = f"http://{HOST}/"
    assert [link.url for link in discover(replayed().get(home).body, home, None)] == [RSS, ATOM]


def test_page_is_missing_before_it_appears(replayed: Callable[..., Replayed]) -> None:
    assert replayed().get(f"http://{HOST}/news/1.html").status == 404


def test_page_is_served_as_it_was_stored(replayed: Callable[..., Replayed]) -> None:
    web = replayed()
    web.now += 1
    assert web.get(PAGE).body.decode() == record(HOST, 0)["html"]


def test_page_is_compressed_on_request(replayed: Callable[..., Replayed]) -> None:
    web = replayed()
    web.now += 1
    answer = web.get(PAGE, accept_encoding="gzip, br")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.body).decode() == record(HOST, 0)["html"]


@pytest.mark.parametrize("url", [RSS, PAGE])
@pytest.mark.parametrize(
    ("validator", "condition"), [("ETag", "if_none_match"), ("Last-Modified", "if_modified_since")]
)
def test_unchanged_page_or_feed_is_answered_304(
    replayed: Callable[..., Replayed], url: str, validator: str, condition: str
) -> None:
    web = replayed(pages=1)
    web.now += 5
    sent = web.get(url)
    again = web.get(url, **{condition: sent.headers[validator]})
    assert (sent.status, again.status, again.body) == (200, 304, b"")


def test_feed_with_a_new_item_is_sent_again(replayed: Callable[..., Replayed]) -> None:
    web = replayed()
    web.now += 1
    etag = web.get(RSS).headers["ETag"]
    web.now += 1
    assert web.get(RSS, if_none_match=etag).status == 200


@pytest.mark.parametrize("fault", [Fault.MOVED, Fault.FOUND])
def test_moved_page_is_listed_by_a_url_that_redirects(
    replayed: Callable[..., Replayed], fault: Fault
) -> None:
    web = replayed(fault)
    (entry,) = web.entries(RSS)
    answer = web.get(entry.url)
    assert (answer.status, answer.headers["Location"]) == (int(fault), PAGE)
    assert web.get(PAGE).status == 200


@pytest.mark.parametrize("fault", [Fault.MISSING, Fault.GONE])
def test_missing_or_gone_page_never_appears(replayed: Callable[..., Replayed], fault: Fault) -> None:
    web = replayed(fault)
    web.now += 1
    assert [web.get(PAGE).status for _ in range(2)] == [int(fault)] * 2


@pytest.mark.parametrize("fault", [Fault.TOO_MANY, Fault.BROKEN])
def test_passing_fault_fails_only_the_first_request(replayed: Callable[..., Replayed], fault: Fault) -> None:
    web = replayed(fault)
    web.now += 1
    assert [web.get(PAGE).status for _ in range(2)] == [int(fault), 200]


def test_429_has_retry_after(replayed: Callable[..., Replayed]) -> None:
    web = replayed(Fault.TOO_MANY)
    web.now += 1
    assert web.get(PAGE).headers["Retry-After"] == "1"


def test_truncated_fault_cuts_only_the_first_response(replayed: Callable[..., Replayed]) -> None:
    web = replayed(Fault.TRUNCATED)
    web.now += 1
    assert [web.get(PAGE).cut for _ in range(2)] == [True, False]


def test_slow_fault_delays_only_the_first_response(replayed: Callable[..., Replayed]) -> None:
    web = replayed(Fault.SLOW)
    web.now += 1
    assert [web.get(PAGE).halt for _ in range(2)] == [2.0, 0.0]


def test_feeds_have_passing_faults_too(replayed: Callable[..., Replayed]) -> None:
    assert replayed(Fault.BROKEN).get(RSS).status == 500


def test_feeds_are_never_gone(replayed: Callable[..., Replayed]) -> None:
    assert replayed(Fault.GONE).get(RSS).status == 200


def test_pages_report_when_each_was_listed_and_requested(replayed: Callable[..., Replayed]) -> None:
    web = replayed()
    start = web.now
    web.now += 0.5
    web.get(RSS)
    web.now += 0.2
    web.get(PAGE)
    (page,) = web.pages()
    assert page == {
        "url": PAGE,
        "appeared": start,
        "told": start + 0.5,
        "asked": start + 0.7,
        "requests": 1,
        "fault": None,
    }


def test_feeds_are_listed_as_opml(replayed: Callable[..., Replayed]) -> None:
    assert [feed.url for feed in read_opml(replayed().get("/feeds.opml").body).feeds] == [RSS]


@pytest.mark.parametrize("target", ["http://b.example/", "https://a.example/"])
def test_request_for_an_unknown_site_is_answered_502(replayed: Callable[..., Replayed], target: str) -> None:
    assert replayed().get(target).status == 502


def test_tls_is_refused_with_a_hint(replayed: Callable[..., Replayed]) -> None:
    answer = replayed().get(f"{HOST}:443", "CONNECT")
    assert (answer.status, b"http://" in answer.body) == (502, True)


def test_other_methods_are_answered_405(replayed: Callable[..., Replayed]) -> None:
    assert replayed().get(PAGE, "POST").status == 405


def test_invalid_url_is_answered_400(replayed: Callable[..., Replayed]) -> None:
    assert replayed().get("http://a:b/").status == 400
