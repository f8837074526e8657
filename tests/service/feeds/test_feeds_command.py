"""The command `urltree feeds`."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from valkeys import in_redis
from web import Answer
from xml_feeds import item, rss

from service.feeds.subscriptions import Subscription, Subscriptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from commandlines import Run
    from web import Web

ID = "0123456789ab"
ADDED = "subscribed, entries: 1"
HUB = "https://hub.example/"


@pytest.fixture
def site(web: Web, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a feed, in an environment where the command can use it."""
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    monkeypatch.setenv("URLTREE_ALLOW_HOSTS", "127.0.0.1")
    monkeypatch.setenv("URLTREE_HOST_RATE", "1000")
    web.answers["/feed"] = Answer(rss(item(1)))
    return f"{web.url}/feed"


@pytest.fixture
def feeds(urltree: Run) -> Run:
    return partial(urltree, "feeds")


@pytest.fixture
def subscribe(site: str, valkey_url: str) -> Callable[..., None]:
    """Subscribe to the feed, without fetching it."""

    def add(**fields: Any) -> None:
        feed = Subscription(ID, site, "example.org", **fields)
        in_redis(valkey_url, lambda redis: Subscriptions(redis).add(feed, now=0))

    return add


def listed(feeds: Run) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(feeds("list", "--json").out)
    return found


def test_add_subscribes_with_labels_and_interval(site: str, feeds: Run):
    added = feeds("add", site, "--label", "b", "--label", "a", "--interval", "600")
    assert (added.code, ADDED in added.out) == (0, True)
    (feed,) = listed(feeds)
    assert (feed["url"], feed["labels"], feed["interval"]) == (site, ["a", "b"], 600)


def test_add_refuses_more_than_100_labels(site: str, feeds: Run):
    added = feeds("add", site, *(f"--label={number}" for number in range(101)))
    assert (added.code, "at most 100 labels, not 101" in added.err) == (2, True)


def test_add_replaces_undecodable_bytes_in_a_label(site: str, feeds: Run):
    feeds("add", site, "--label", "caf\udce9")
    assert listed(feeds)[0]["labels"] == ["caf\ufffd"]


def test_adding_a_feed_twice_subscribes_once(site: str, feeds: Run, subscribe: Callable[..., None]):
    subscribe()
    added = feeds("add", site)
    assert (added.code, "already subscribed" in added.out) == (0, True)
    assert [feed["id"] for feed in listed(feeds)] == [ID]


def test_adding_a_feed_twice_tells_its_labels_and_interval_now(
    site: str, feeds: Run, subscribe: Callable[..., None]
):
    subscribe(labels=("b",))
    added = feeds("add", site, "--label", "a", "--interval", "600")
    assert added.out.endswith(": already subscribed, entries: 1; labels now: a, b; interval now: 600 s\n")


def test_adding_a_feed_twice_without_labels_tells_of_none(
    site: str, feeds: Run, subscribe: Callable[..., None]
):
    subscribe(labels=("b",))
    assert feeds("add", site).out.endswith(": already subscribed, entries: 1\n")


def test_add_refuses_an_invalid_site(site: str, feeds: Run):
    refused = feeds("add", site, "--site", "not a host")
    assert (refused.code, "'not a host' is not a site" in refused.err) == (2, True)
    assert listed(feeds) == []


def test_add_lists_the_choices_of_a_page_with_several_feeds(site: str, web: Web, feeds: Run):
    link = '<link rel="alternate" type="application/rss+xml" href="{}">'
    web.answers["/"] = Answer(f"<html>{link.format('/feed')}{link.format('/b')}".encode())
    refused = feeds("add", f"{web.url}/")
    assert (refused.code, f"choose one of: {site}, {web.url}/b" in refused.err) == (2, True)


@pytest.mark.usefixtures("site")
def test_add_does_not_subscribe_to_what_cannot_be_fetched(web: Web, feeds: Run):
    refused = feeds("add", f"{web.url}/nowhere")
    assert (refused.code, "404" in refused.err) == (1, True)
    assert listed(feeds) == []


@pytest.mark.usefixtures("site")
def test_add_refuses_an_unusable_url(feeds: Run):
    refused = feeds("add", "ftp://feeds.example/")
    assert (refused.code, "'ftp://feeds.example/' is not a usable URL" in refused.err) == (2, True)
    assert listed(feeds) == []


@pytest.mark.usefixtures("site")
def test_add_does_not_show_the_password_of_a_url_without_a_scheme(feeds: Run):
    refused = feeds("add", "me:secret@feeds.example/feed")
    assert (refused.code, "secret" in refused.err) == (2, False)
    assert "'…@feeds.example/feed' is not a usable URL; leave out user name and password" in refused.err


@pytest.mark.parametrize("verb", ["add", "check"])
def test_add_and_check_put_https_before_a_host(site: str, feeds: Run, verb: str):
    asked = feeds(verb, site.removeprefix("http://"))
    assert (asked.code, "if the site has no https, use http://" in asked.out + asked.err) == (1, True)


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"title": "News\x9b"}, "  News"),
        ({"errors": 1}, f"{ID}  failing "),
        ({"unreadable": 3, "unreadable_reason": "no\x9broute"}, "unreadable items in a row: 3; no"),
        ({"hub": HUB, "pushed_until": 1_800_000_000}, f"hub {HUB} pushes until 2027-01-15 08:00 UTC\n"),
        ({"hub": HUB, "hub_error": "no\x9b"}, f"hub {HUB}: no"),
        ({"hub": HUB, "hub_error": f"no\n{ID}  active"}, f"hub {HUB}: no {ID}  active\n"),
    ],
)
def test_list_shows_what_is_known_of_a_feed_without_control_characters(
    feeds: Run, subscribe: Callable[..., None], fields: dict[str, object], shown: str
):
    subscribe(**fields)
    out = feeds("list").out
    assert shown in out
    assert "\x9b" not in out


def test_list_cuts_a_long_title(site: str, feeds: Run, subscribe: Callable[..., None]):
    subscribe(title="x" * 300)
    assert f"  {'x' * 79}…  {site}\n" in feeds("list").out


@pytest.mark.usefixtures("site")
def test_list_without_feeds_says_so_beside_the_output(feeds: Run):
    listing = feeds("list")
    assert (listing.out, listing.err) == (
        "",
        "There are no feeds yet; urltree feeds add URL subscribes to one.\n",
    )


def test_list_has_a_dash_in_place_of_an_unknown_rhythm(feeds: Run, subscribe: Callable[..., None]):
    subscribe()
    assert "  -/day  " in feeds("list").out


def test_list_omits_a_hub_that_was_never_asked(feeds: Run, subscribe: Callable[..., None]):
    subscribe(hub=HUB)
    assert "hub" not in feeds("list").out


@pytest.mark.parametrize("by", ["id", "url"])
def test_remove_takes_an_id_or_a_url(site: str, feeds: Run, subscribe: Callable[..., None], by: str):
    subscribe()
    assert feeds("remove", ID if by == "id" else site).code == 0
    assert listed(feeds) == []


def test_remove_takes_a_feed_that_is_named_twice(site: str, feeds: Run, subscribe: Callable[..., None]):
    subscribe()
    assert feeds("remove", ID, site).code == 0


def test_remove_refuses_an_unknown_feed(site: str, feeds: Run):
    refused = feeds("remove", site)
    assert (refused.code, "urltree feeds list" in refused.err) == (2, True)


def test_export_can_be_imported(feeds: Run, subscribe: Callable[..., None], tmp_path: Path):
    subscribe(labels=("a",))
    file = tmp_path / "feeds.opml"
    file.write_text(feeds("export").out)
    assert feeds("import", file) == (0, "new: 0, already subscribed: 1\n", "")


@pytest.mark.usefixtures("site")
def test_import_names_what_it_left_out(feeds: Run, tmp_path: Path):
    file = tmp_path / "feeds.opml"
    file.write_text('<opml><body><outline xmlUrl="feed://a.example/"/></body></opml>')
    imported = feeds("import", file)
    line = "left out, no http(s) URL, or one with a user name: feed://a.example/\n"
    assert (imported.code, line in imported.out) == (0, True)


@pytest.mark.usefixtures("site")
def test_import_refuses_a_missing_file(feeds: Run):
    refused = feeds("import", "/nowhere/feeds.opml")
    assert (refused.code, "pass an OPML file" in refused.err) == (2, True)


def test_check_reports_a_working_feed(site: str, feeds: Run, subscribe: Callable[..., None]):
    subscribe()
    assert feeds("check") == (0, f"fine    {site}  entries: 1\n", "")


def test_check_lists_the_hub(site: str, web: Web, feeds: Run):
    named = {"Link": "</a>; rel=hub, </b>; rel=hub"}
    web.answers["/feed"] = web.answers["/feed"]._replace(headers=named)
    assert f"hub: {web.url}/a\n" in feeds("check", site).out


def test_check_fails_for_a_broken_feed(site: str, web: Web, feeds: Run):
    web.answers["/feed"] = Answer(status=500)
    checked = feeds("check", site)
    assert (checked.code, "broken" in checked.out) == (1, True)


def test_check_accepts_a_url_that_is_not_subscribed(site: str, feeds: Run):
    assert feeds("check", site) == (0, f"fine    {site}  entries: 1\n", "")
    assert listed(feeds) == []


@pytest.mark.usefixtures("site")
def test_check_takes_what_has_a_path_for_a_url(feeds: Run):
    checked = feeds("check", "localhost/feed")
    assert (checked.code, checked.out.startswith("broken  localhost/feed  ")) == (1, True)


@pytest.mark.usefixtures("site")
def test_white_space_around_a_url_is_stripped(site: str, feeds: Run):
    assert feeds("add", f" {site} ").code == 0
    assert [feed["url"] for feed in listed(feeds)] == [site]


def test_check_refuses_an_unknown_id(site: str, feeds: Run):
    refused = feeds("check", "nope", site)
    assert (refused.code, "there is no feed 'nope'" in refused.err) == (2, True)
