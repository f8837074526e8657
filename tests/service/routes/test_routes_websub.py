"""WebSub over HTTP, with a real store, web server and hub."""

from __future__ import annotations

import hmac
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import pytest
from processes import serving
from receivers import Receiver, receiving
from refusals import problem
from valkeys import url_of, valkey_client
from waiting import soon
from web import Answer, serving_web
from xml_feeds import rss

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from web import Web

PUBLIC = "https://news.example/under"
MAX_BODY = 100_000


class Asked(NamedTuple):
    """A request that the hub received."""

    mode: str
    topic: str
    callback: str
    secret: str


class Bed(NamedTuple):
    """A service, a site with a feed, and the hub that the feed names."""

    client: httpx.Client
    web: Web
    hub: Receiver

    @property
    def asked(self) -> list[Asked]:
        forms = [dict(parse_qsl(sent.body.decode())) for sent in self.hub.deliveries]
        return [Asked(*(form[f"hub.{name}"] for name in Asked._fields)) for form in forms]

    def asked_for(self, topic: str, mode: str = "subscribe") -> Asked:
        return soon(lambda: [each for each in self.asked if (each.topic, each.mode) == (topic, mode)])[0]

    def subscribe(self, path: str) -> tuple[dict[str, Any], Asked]:
        """Subscribe to a feed that names the hub; return it and the request that the hub received."""
        topic = f"{self.web.url}{path}"
        link = f'<{self.hub.url()}>; rel="hub", <{path}>; rel="self"'
        self.web.answers[path] = Answer(rss(self.item(path, 0)), headers={"Link": link})
        feed = self.client.post("/feeds", json={"url": topic}).json()
        return feed, self.asked_for(topic)

    def item(self, path: str, number: int) -> str:
        """Return an item whose page exists."""
        page = f"{path}/{number}"
        self.web.answers[page] = Answer(
            f"<title>News</title><p>News {number} of {path}, and more.".encode(),
            headers={"Content-Type": "text/html"},
        )
        return f"<title>News {number}</title><link>{self.web.url}{page}</link>"

    def verify(self, asked: Asked, **changes: str) -> httpx.Response:
        """Ask the service, as the hub, to confirm what was requested."""
        wanted = {"mode": asked.mode, "topic": asked.topic, "challenge": "<b>1", "lease_seconds": "9000"}
        query = {f"hub.{name}": value for name, value in (wanted | changes).items()}
        return self.client.get(path_of(asked), params=query)

    def push(
        self, asked: Asked, body: bytes, secret: str | None = None, media: str = "application/rss+xml"
    ) -> httpx.Response:
        signature = hmac.digest((secret or asked.secret).encode(), body, "sha256").hex()
        headers = {"Content-Type": media, "X-Hub-Signature": f"sha256={signature}"}
        return self.client.post(path_of(asked), content=body, headers=headers)

    def feed(self, feed: dict[str, Any]) -> dict[str, Any]:
        return self.client.get(f"/feeds/{feed['id']}").json()

    def urls(self) -> list[str]:
        lines = self.client.get("/documents", params={"limit": 1_000}).text.splitlines()
        return [json.loads(line)["url"] for line in lines]


def path_of(asked: Asked) -> str:
    """Return the path at the service itself: a proxy strips the path of the public URL."""
    return urlsplit(asked.callback).path.removeprefix(urlsplit(PUBLIC).path)


@pytest.fixture(scope="module")
def bed() -> Iterator[Bed]:
    settings = {"workers": 1, "allow_hosts": "127.0.0.1", "host_rate": 1000, "robots": False}
    # A store of its own: of several services on one store, only one polls and asks hubs.
    with (
        valkey_client() as valkey,
        serving_web() as web,
        receiving() as hub,
        serving(redis_url=url_of(valkey), public_url=PUBLIC, max_body=MAX_BODY, **settings) as running,
    ):
        yield Bed(running.client, web, hub)


def test_pushed_item_is_published_without_a_poll(bed: Bed):
    feed, asked = bed.subscribe("/whole")
    assert asked.callback.startswith(f"{PUBLIC}/websub/")
    assert bed.verify(asked).status_code == 200
    polls = [request.path for request in bed.web.requests].count("/whole")
    new = bed.item("/whole", 1)
    assert bed.push(asked, rss(new)).status_code == 204
    soon(lambda: f"{bed.web.url}/whole/1" in bed.urls())
    assert [request.path for request in bed.web.requests].count("/whole") == polls
    hub = bed.feed(feed)["hub"]
    assert (hub["url"], hub["error"]) == (bed.hub.url(), None)
    assert hub["until"] > hub["last_push"]


def test_challenge_is_echoed_as_plain_text(bed: Bed):
    answer = bed.verify(bed.subscribe("/plain")[1])
    assert (answer.status_code, answer.text) == (200, "<b>1")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.fixture(scope="module")
def silent(bed: Bed) -> tuple[dict[str, Any], Asked]:
    """A feed whose hub has not agreed, and never will."""
    return bed.subscribe("/silent")


def test_feed_shows_a_hub_that_has_not_agreed_yet(bed: Bed, silent: tuple[dict[str, Any], Asked]):
    feed, _ = silent
    assert bed.feed(feed)["hub"] == {"url": bed.hub.url(), "until": None, "last_push": None, "error": None}


@pytest.mark.parametrize("change", [{"topic": "https://example.org/"}, {"mode": "unsubscribe"}])
def test_verification_of_what_was_not_requested_is_refused(
    bed: Bed, silent: tuple[dict[str, Any], Asked], change: dict[str, str]
):
    _, asked = silent
    assert problem(bed.verify(asked, **change)) == (404, "no-push")


def test_denial_is_shown_as_an_error_of_the_hub(bed: Bed):
    feed, asked = bed.subscribe("/denied")
    assert bed.verify(asked, mode="denied", reason="no").status_code == 200
    assert bed.feed(feed)["hub"]["error"] == "it refuses to push: no"


def test_unknown_token_is_not_found(bed: Bed):
    asked = Asked("subscribe", "https://example.org/", f"{PUBLIC}/websub/guessed", "")
    assert problem(bed.verify(asked)) == (404, "no-push")
    assert problem(bed.push(asked, rss())) == (404, "no-push")


@pytest.mark.parametrize(
    ("path", "after"), [("/charset", ""), ("/charset/joined", ", text/xml")], ids=["one", "two joined"]
)
def test_push_is_decoded_with_the_charset_of_its_content_type(bed: Bed, path: str, after: str):
    feed, asked = bed.subscribe(path)
    body = rss(channel="<title>Žčš</title>").decode().encode("windows-1250")
    bed.push(asked, body, media=f"application/rss+xml; charset=windows-1250{after}")
    assert bed.feed(feed)["title"] == "Žčš"


def test_wrongly_signed_push_is_acknowledged_but_ignored(bed: Bed):
    feed, asked = bed.subscribe("/wrongly")
    forged, true = (rss(bed.item("/wrongly", number)) for number in (1, 2))
    assert bed.push(asked, forged, "guessed").status_code == 204
    assert "its signatures are wrong" in bed.feed(feed)["hub"]["error"]
    assert bed.push(asked, true).status_code == 204
    soon(lambda: f"{bed.web.url}/wrongly/2" in bed.urls())
    assert f"{bed.web.url}/wrongly/1" not in bed.urls()


def test_unsigned_push_is_acknowledged_but_ignored(bed: Bed):
    feed, asked = bed.subscribe("/bare")
    assert bed.client.post(path_of(asked), content=rss()).status_code == 204
    assert "its signatures are wrong" in bed.feed(feed)["hub"]["error"]


def test_compressed_push_is_refused(bed: Bed, silent: tuple[dict[str, Any], Asked]):
    _, asked = silent
    answer = bed.client.post(path_of(asked), content=b"\x1f\x8b", headers={"Content-Encoding": "gzip"})
    assert problem(answer) == (415, "media-type")


def test_push_over_the_body_limit_is_refused(bed: Bed, silent: tuple[dict[str, Any], Asked]):
    _, asked = silent
    assert problem(bed.push(asked, b"x" * (MAX_BODY + 1))) == (413, "too-large")


def test_removed_feed_is_unsubscribed_at_its_hub(bed: Bed):
    feed, asked = bed.subscribe("/gone")
    bed.client.delete(f"/feeds/{feed['id']}")
    assert problem(bed.push(asked, rss())) == (410, "push-ended")
    assert bed.verify(bed.asked_for(asked.topic, "unsubscribe")).status_code == 200
    assert problem(bed.push(asked, rss())) == (404, "no-push")


def test_verification_needs_only_mode_and_topic(bed: Bed):
    _, asked = bed.subscribe("/short")
    query = {"hub.mode": "subscribe", "hub.topic": asked.topic, "x": "y"}
    answer = bed.client.get(path_of(asked), params=query)
    assert (answer.status_code, answer.text) == (200, "")


def test_verification_without_a_mode_is_refused_with_a_hint(bed: Bed):
    answer = bed.client.get("/websub/token")
    assert problem(answer) == (422, "bad-field")
    assert "hub.mode" in answer.json()["detail"]


def test_many_pushes_of_one_hub_take_the_room_of_one(bed: Bed):
    _, asked = bed.subscribe("/many")
    body = rss(bed.item("/many", 1)).ljust(MAX_BODY)
    with ThreadPoolExecutor(40) as threads:
        answers = threads.map(lambda _: bed.push(asked, body).status_code, range(40))
    assert set(answers) == {204}
