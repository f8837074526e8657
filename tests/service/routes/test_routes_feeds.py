"""Feeds over HTTP, with a real store and web server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import FastAPI
from processes import serving
from refusals import problem
from valkeys import url_of
from web import Answer, serving_web
from xml_feeds import item, rss

from service.feeds.errors import ReaderDiedError
from service.feeds.opml import Outline, read_opml, write_opml
from service.fetching.errors import BusyError
from service.http.handlers import answer_with_problems
from service.routes.feeds import KINDS, unreachable
from service.state import keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis
    from web import Web

NEWS = Answer(rss(item(1), channel="<title>News</title><link>https://example.org/</link>"))


def page(*paths: str) -> Answer:
    links = (f'<link rel="alternate" type="application/rss+xml" href="{path}">' for path in paths)
    return Answer(f"<!DOCTYPE html><html><head>{''.join(links)}</head></html>".encode())


@pytest.fixture(scope="module")
def service(module_valkey: Redis) -> Iterator[httpx.Client]:
    with serving(
        redis_url=url_of(module_valkey), poll=False, workers=1, allow_hosts="127.0.0.1", host_rate=1000
    ) as running:
        yield running.client


@pytest.fixture
def client(service: httpx.Client, valkey: Redis) -> httpx.Client:
    valkey.flushall()
    return service


@pytest.fixture
def web() -> Iterator[Web]:
    with serving_web() as running:
        running.answers["/feed"] = NEWS
        yield running


@pytest.fixture
def feed(client: httpx.Client, web: Web) -> dict[str, object]:
    return add(client, f"{web.url}/feed").json()


def add(client: httpx.Client, url: str, **fields: object) -> httpx.Response:
    return client.post("/feeds", json={"url": url} | fields)


def import_urls(client: httpx.Client, *urls: str) -> dict[str, object]:
    return client.post("/feeds/opml", content=write_opml(map(Outline, urls))).json()


def test_feed_is_added(client: httpx.Client, web: Web):
    answer = add(client, f"{web.url}/feed", labels=["b", " a ", "b"], interval=600)
    body = answer.json()
    assert (answer.status_code, answer.headers["Location"]) == (201, f"feeds/{body['id']}")
    del body["id"], body["next_poll"]
    assert body == {
        "url": f"{web.url}/feed", "title": "News", "site": "example.org", "site_url": "https://example.org/",
        "labels": ["a", "b"], "interval": 600, "state": "active", "items_per_day": None, "last_poll": None,
        "error": None, "errors": 0, "unreadable": 0, "unreadable_reason": None, "hub": None,
    }  # fmt: skip


def test_white_space_around_a_url_is_stripped(client: httpx.Client, web: Web):
    assert add(client, f" {web.url}/feed\n").json()["url"] == f"{web.url}/feed"


def test_refusal_does_not_show_the_password_of_a_url_without_a_scheme(client: httpx.Client):
    refused = add(client, "me:secret@example.org/feed")
    assert problem(refused) == (422, "feed-unreachable")
    assert "secret" not in refused.text


def test_feed_added_twice_is_subscribed_once(client: httpx.Client, web: Web, feed: dict[str, object]):
    again = add(client, f"{web.url}/feed#x", labels=["a"])
    assert (again.status_code, again.json()["id"], again.json()["labels"]) == (200, feed["id"], ["a"])
    assert len(client.get("/feeds").json()) == 1


def test_feed_added_again_has_the_new_interval_and_the_old_site(client: httpx.Client, web: Web):
    for interval, site in ((600, "a.example"), (900, "b.example")):
        answer = add(client, f"{web.url}/feed", interval=interval, site=site)
    assert (answer.json()["interval"], answer.json()["site"]) == (900, "a.example")


def test_labels_of_repeated_subscriptions_add_up(client: httpx.Client, web: Web):
    for labels in ([f"{name}{number}" for number in range(50)] for name in "ab"):
        answer = add(client, f"{web.url}/feed", labels=labels)
    assert (answer.status_code, len(answer.json()["labels"])) == (200, 100)


def test_feed_added_again_gets_100_labels_at_most(client: httpx.Client, web: Web):
    for labels in ([f"{name}{number}" for number in range(60)] for name in "ab"):
        answer = add(client, f"{web.url}/feed", labels=labels)
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:urltree:problem:too-many-labels")
    assert len(client.get("/feeds").json()[0]["labels"]) == 100


def test_feed_with_100_labels_may_be_added_again_with_some_of_them(client: httpx.Client, web: Web):
    labels = [f"{number}" for number in range(100)]
    answers = [add(client, f"{web.url}/feed", labels=each) for each in (labels, labels[:1])]
    assert [answer.status_code for answer in answers] == [201, 200]


def test_long_folder_name_is_cut_to_a_label(client: httpx.Client):
    client.post("/feeds/opml", content=write_opml([Outline("https://example.org/", labels=("x" * 101,))]))
    assert client.get("/feeds").json()[0]["labels"] == ["x" * 100]


def test_url_that_redirects_for_good_to_a_new_feed_leads_to_it(client: httpx.Client, web: Web):
    web.answers["/old"] = Answer(status=301, headers={"Location": "/feed"})
    added = add(client, f"{web.url}/old").json()
    assert added["url"] == f"{web.url}/feed"
    assert import_urls(client, f"{web.url}/old") == {"added": 0, "known": 1, "left_out": []}


def test_url_that_redirects_to_a_feed_no_longer_is_a_feed_of_its_own(client: httpx.Client, web: Web):
    web.answers["/old"] = Answer(status=301, headers={"Location": "/feed"})
    add(client, f"{web.url}/old")
    web.answers["/old"] = NEWS
    apart = add(client, f"{web.url}/old")
    assert (apart.status_code, apart.json()["url"]) == (201, f"{web.url}/old")


def test_feed_added_at_a_url_that_redirects_for_now_does_not_go_back(client: httpx.Client, web: Web):
    for status in (301, 302):
        web.answers["/old"] = Answer(status=status, headers={"Location": "/feed"})
        added = add(client, f"{web.url}/old").json()
    assert added["url"] == f"{web.url}/feed"


def test_feed_that_was_gone_is_polled_once_it_is_added_again(
    client: httpx.Client, web: Web, feed: dict[str, object], valkey: Redis
):
    valkey.hset(f"{keys.FEED}{feed['id']}", "state", '"gone"')
    valkey.delete(keys.FEEDS_DUE)
    again = add(client, f"{web.url}/feed").json()
    assert again["state"] == "active"
    assert again["next_poll"]


def test_given_host_is_reduced_to_its_site(client: httpx.Client, web: Web):
    assert add(client, f"{web.url}/feed", site="www.news.co.uk").json()["site"] == "news.co.uk"


def test_only_feed_of_a_page_is_added(client: httpx.Client, web: Web):
    web.answers["/"] = page("/feed")
    assert add(client, f"{web.url}/").json()["url"] == f"{web.url}/feed"


def test_page_with_several_feeds_lists_them_and_adds_none(client: httpx.Client, web: Web):
    web.answers["/"] = page("/comments", "/feed")
    answer = add(client, f"{web.url}/")
    assert answer.status_code == 300
    assert [each["url"] for each in answer.json()["feeds"]] == [f"{web.url}/feed", f"{web.url}/comments"]
    assert client.get("/feeds").json() == []


def test_page_without_a_feed_is_refused(client: httpx.Client, web: Web):
    web.answers["/"] = page()
    assert problem(add(client, f"{web.url}/")) == (422, "not-a-feed")


def test_refusal_names_the_page_that_a_feed_redirects_to(client: httpx.Client, web: Web):
    web.answers |= {"/members": Answer(status=302, headers={"Location": "/login"}), "/login": page()}
    detail = add(client, f"{web.url}/members").json()["detail"]
    assert f"{web.url}/members redirects to {web.url}/login, which is a page that links to no feed" in detail


def test_unreachable_feed_of_a_page_is_named(client: httpx.Client, web: Web):
    web.answers["/"] = page("/nowhere")
    answer = add(client, f"{web.url}/")
    assert problem(answer) == (422, "not-a-feed")
    assert f"{web.url}/ is a page that links to the feed {web.url}/nowhere, but: " in answer.json()["detail"]


def test_unreachable_feed_is_refused(client: httpx.Client, web: Web):
    assert problem(add(client, f"{web.url}/nowhere")) == (422, "feed-unreachable")


def test_host_without_a_scheme_is_asked_by_https(client: httpx.Client, web: Web):
    answer = add(client, f"{web.url.removeprefix('http://')}/feed")
    assert problem(answer) == (422, "feed-unreachable")
    assert "if the site has no https, use http://" in answer.json()["detail"]


def test_url_with_another_scheme_is_refused(client: httpx.Client):
    answer = add(client, "ftp://example.org/feed")
    assert problem(answer) == (422, "feed-unreachable")
    assert "'ftp://example.org/feed' is not a usable URL; use one such as" in answer.json()["detail"]


def test_busy_host_is_answered_503_with_retry_after():
    problem = unreachable(BusyError("a.example", 1.0, 11.5))
    assert (problem.kind.status, problem.headers) == (503, {"Retry-After": "12"})


async def test_death_of_the_process_that_reads_feeds_is_answered_503():
    app = FastAPI()
    answer_with_problems(app, KINDS)

    @app.get("/")
    async def read() -> None:
        raise ReaderDiedError

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        assert problem(await client.get("/")) == (503, "worker-died")


@pytest.mark.parametrize("url", ["", "feed", "ftp://example.org/", "http://10.0.0.1/", "http://"])
def test_unusable_url_is_refused(client: httpx.Client, url: str):
    assert problem(add(client, url)) == (422, "feed-unreachable")


@pytest.mark.parametrize(
    "fields",
    [
        {"interval": 5},
        {"interval": "often"},
        {"labels": [""]},
        {"labels": ["a\0b"]},
        {"labels": "a"},
        {"x": 1},
    ],
)
def test_refusal_names_the_invalid_field(client: httpx.Client, web: Web, fields: dict[str, object]):
    answer = add(client, f"{web.url}/feed", **fields)
    assert problem(answer) == (422, "bad-field")
    assert next(iter(fields)) in answer.json()["detail"]


@pytest.mark.parametrize("site", ["ftp://x", "not a host"])
def test_invalid_site_is_refused(client: httpx.Client, web: Web, site: str):
    assert problem(add(client, f"{web.url}/feed", site=site)) == (422, "bad-url")


def test_feed_is_returned_by_its_id(client: httpx.Client, feed: dict[str, object]):
    assert client.get(f"/feeds/{feed['id']}").json() == feed


def test_list_holds_the_feed(client: httpx.Client, feed: dict[str, object]):
    assert client.get("/feeds").json() == [feed]


def test_next_link_leads_through_pages_of_feeds(client: httpx.Client):
    client.post("/feeds/opml", content=write_opml(Outline(f"https://{name}/", name) for name in "cab"))
    answer = client.get("/feeds", params={"limit": 2})
    assert [each["title"] for each in answer.json()] == ["a", "b"]
    answer = client.get(answer.links["next"]["url"])
    assert [each["title"] for each in answer.json()] == ["c"]
    assert "next" not in answer.links


@pytest.mark.parametrize(
    "query", [{"limit": 0}, {"limit": 1_001}, {"after": "0"}, {"after": "xy"}, {"label": "news"}]
)
def test_invalid_paging_parameter_is_refused(client: httpx.Client, query: dict[str, object]):
    assert problem(client.get("/feeds", params=query)) == (422, "bad-field")


def test_refusal_of_an_invalid_place_says_what_to_do(client: httpx.Client):
    answer = client.get("/feeds", params={"after": "x"}).json()
    assert answer["detail"] == "query.after: 'x' is not where a page starts; follow Link"


def test_feed_is_changed(client: httpx.Client, feed: dict[str, object]):
    changed = client.patch(f"/feeds/{feed['id']}", json={"labels": ["x"]}).json()
    assert changed == feed | {"labels": ["x"]}


def test_feed_is_paused(client: httpx.Client, feed: dict[str, object]):
    paused = client.patch(f"/feeds/{feed['id']}", json={"state": "paused"}).json()
    assert (paused["state"], paused["next_poll"]) == ("paused", None)


def test_new_interval_does_not_resume_a_paused_feed(client: httpx.Client, feed: dict[str, object]):
    client.patch(f"/feeds/{feed['id']}", json={"state": "paused"})
    assert client.patch(f"/feeds/{feed['id']}", json={"interval": 60}).json()["next_poll"] is None


def test_paused_feed_is_resumed(client: httpx.Client, feed: dict[str, object]):
    client.patch(f"/feeds/{feed['id']}", json={"state": "paused"})
    resumed = client.patch(f"/feeds/{feed['id']}", json={"state": "active"}).json()
    assert (resumed["state"], resumed["next_poll"] is None) == ("active", False)


@pytest.mark.parametrize(
    ("change", "polled"),
    [({"state": "active"}, True), ({"interval": 60}, True), ({"labels": ["x"]}, False), ({}, False)],
    ids=["state", "interval", "labels", "nothing"],
)
def test_only_a_change_of_state_or_interval_triggers_a_poll(
    client: httpx.Client, feed: dict[str, object], valkey: Redis, change: dict[str, object], polled: bool
):
    valkey.zadd(keys.FEEDS_DUE, {str(feed["id"]): 2_000_000_000})
    changed = client.patch(f"/feeds/{feed['id']}", json=change).json()
    assert (changed["next_poll"] != "2033-05-18T03:33:20Z") is polled


def test_interval_can_be_reset(client: httpx.Client, feed: dict[str, object]):
    client.patch(f"/feeds/{feed['id']}", json={"interval": 60})
    assert client.patch(f"/feeds/{feed['id']}", json={"interval": None}).json()["interval"] is None


@pytest.mark.parametrize("change", [{"state": "gone"}, {"interval": 1}, {"url": "https://example.org/"}])
def test_invalid_change_is_refused(client: httpx.Client, feed: dict[str, object], change: dict[str, object]):
    assert problem(client.patch(f"/feeds/{feed['id']}", json=change)) == (422, "bad-field")


def test_feed_is_removed(client: httpx.Client, feed: dict[str, object]):
    assert client.delete(f"/feeds/{feed['id']}").status_code == 204
    assert client.get("/feeds").json() == []


def test_poll_can_be_requested_at_once(client: httpx.Client, feed: dict[str, object], valkey: Redis):
    valkey.zadd(keys.FEEDS_DUE, {str(feed["id"]): 2_000_000_000})
    answer = client.post(f"/feeds/{feed['id']}/poll")
    assert (answer.status_code, answer.json()["next_poll"] < "2033") == (202, True)


def test_paused_feed_cannot_be_polled_on_request(client: httpx.Client, feed: dict[str, object]):
    client.patch(f"/feeds/{feed['id']}", json={"state": "paused"})
    assert problem(client.post(f"/feeds/{feed['id']}/poll")) == (409, "not-polled")


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/poll")])
def test_unknown_feed_is_not_found(client: httpx.Client, method: str, path: str):
    json = {"labels": []} if method == "PATCH" else None
    assert problem(client.request(method, f"/feeds/nope{path}", json=json)) == (404, "no-feed")


def test_opml_is_imported(client: httpx.Client, feed: dict[str, object]):
    feeds = [Outline("https://example.org/a", "A", None, ("x",)), Outline(str(feed["url"]))]
    assert client.post("/feeds/opml", content=write_opml(feeds)).json() == {
        "added": 1,
        "known": 1,
        "left_out": [],
    }
    assert [(each["title"], each["labels"]) for each in client.get("/feeds").json()] == [
        ("A", ["x"]),
        ("News", []),
    ]


def test_invalid_opml_is_refused(client: httpx.Client):
    assert problem(client.post("/feeds/opml", content=b"{}")) == (422, "bad-opml")


def test_opml_in_a_form_is_refused_as_one(client: httpx.Client):
    answer = client.post("/feeds/opml", files={"file": write_opml([Outline("https://example.org/a")])})
    assert problem(answer) == (415, "media-type")
    assert "send the file alone" in answer.json()["detail"]


def test_feeds_are_exported_as_opml(client: httpx.Client, feed: dict[str, object]):
    answer = client.get("/feeds/opml")
    assert answer.headers["Content-Type"].startswith("text/x-opml")
    assert read_opml(answer.content).feeds == [Outline(str(feed["url"]), "News", "https://example.org/")]


def test_openapi_examples_are_accepted(client: httpx.Client, web: Web):
    schema = client.get("/openapi.json").json()["components"]["schemas"]["NewFeed"]["properties"]
    examples = {name: field["examples"][0] for name, field in schema.items() if "examples" in field}
    assert add(client, **examples | {"url": f"{web.url}/feed"}).status_code == 201
