"""Webhooks over HTTP."""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from processes import serving
from readings import publish_at, reading
from refusals import problem
from standardwebhooks import Webhook as Verifier
from valkeys import in_redis
from waiting import soon

from service.feeds.subscriptions import Subscription, Subscriptions
from service.state import keys
from service.webhooks.webhooks import NEVER, Webhooks

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from receivers import Receiver
    from redis.asyncio import Redis as AsyncRedis

URL = "https://93.184.215.14/hook"
FEED = "5f1c9a0b7e42"


def test_webhook_is_added_with_a_generated_secret(client: httpx.Client) -> None:
    answer = client.post("/webhooks", json={"url": URL})
    body = answer.json()
    assert (answer.status_code, body["url"]) == (201, URL)
    assert Verifier(body["secret"])


def test_filters_are_shown_under_the_names_they_were_given_by(client: httpx.Client) -> None:
    filters = {"domain": "example.com", "feed": None, "label": "x", "lang": "en"}
    assert filters.items() <= client.post("/webhooks", json={"url": URL, **filters}).json().items()


def test_location_of_an_added_webhook_leads_to_it(client: httpx.Client) -> None:
    answer = client.post("/webhooks", json={"url": URL})
    assert client.get(str(answer.url.join(answer.headers["Location"]))).json()["id"] == answer.json()["id"]


def test_white_space_around_a_url_is_stripped(client: httpx.Client) -> None:
    assert client.post("/webhooks", json={"url": f" {URL}\n"}).json()["url"] == URL


def test_secret_is_shown_only_when_added(client: httpx.Client) -> None:
    added = client.post("/webhooks", json={"url": URL}).json()
    for path in ("/webhooks", f"/webhooks/{added['id']}"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "secret" not in answer.text


def test_secret_may_be_given(client: httpx.Client) -> None:
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    assert client.post("/webhooks", json={"url": URL, "secret": secret}).json()["secret"] == secret


@pytest.mark.parametrize(
    "secret", ["", "hunter2", "whsec_", "whsec_MfKQ", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!!"]
)
def test_invalid_secret_is_refused(client: httpx.Client, secret: str) -> None:
    answer = client.post("/webhooks", json={"url": URL, "secret": secret})
    assert problem(answer) == (422, "bad-field")


def test_refusal_of_a_secret_says_what_to_give(client: httpx.Client) -> None:
    answer = client.post("/webhooks", json={"url": URL, "secret": "hunter2"})
    assert answer.json()["detail"].startswith("body.secret: not a secret; use whsec_")


def test_refused_secret_is_not_echoed(client: httpx.Client) -> None:
    assert "hunter2" not in client.post("/webhooks", json={"url": URL, "secret": "hunter2"}).text


@pytest.mark.parametrize("url", ["hook", "ftp://example.com/", "http://u:p@example.com/", "http://10.0.0.1/"])
def test_unusable_url_is_refused(client: httpx.Client, url: str) -> None:
    assert problem(client.post("/webhooks", json={"url": url})) == (422, "bad-webhook")


def test_refusal_of_a_url_says_what_to_give(client: httpx.Client) -> None:
    answer = client.post("/webhooks", json={"url": "hook"})
    assert answer.json()["detail"] == "'hook' is not a usable URL; use one such as https://www.news.eu/path"


@pytest.mark.parametrize(
    ("body", "expected", "detail"),
    [("{}", (422, "bad-field"), "body.url: Field required"), ("x", (400, "not-json"), "not JSON: ")],
)
def test_body_without_a_url_is_refused(
    client: httpx.Client, body: str, expected: tuple[int, str], detail: str
) -> None:
    answer = client.post("/webhooks", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == expected
    assert answer.json()["detail"].startswith(detail)


def test_unknown_filter_is_refused(client: httpx.Client) -> None:
    assert problem(client.post("/webhooks", json={"url": URL, "topic": "x"})) == (422, "bad-field")


@pytest.mark.parametrize(
    ("field", "value", "detail"),
    [
        ("feed", "nope", "body.feed: 'nope' is not the id of a feed; GET /feeds"),
        ("feed", FEED, f"body.feed: there is no feed '{FEED}'; GET /feeds"),
        ("lang", "english", "body.lang: 'english' is not a language; use"),
        (
            "domain",
            "https://example.com/",
            "body.domain: 'https://example.com/' is not a registered domain; use ex",
        ),
    ],
)
def test_filter_that_no_document_can_pass_is_refused(
    client: httpx.Client, field: str, value: str, detail: str
) -> None:
    answer = client.post("/webhooks", json={"url": URL, field: value})
    assert problem(answer) == (422, "bad-field")
    assert answer.json()["detail"].startswith(detail)


def test_webhook_keeps_filtering_by_a_removed_feed(client: httpx.Client, served_url: str) -> None:
    feed = Subscription(id=FEED, url="http://example.com/feed", site="example.com")
    in_redis(served_url, lambda redis: Subscriptions(redis).add(feed, time.time() + 60))
    added = client.post("/webhooks", json={"url": URL, "feed": FEED}).json()
    client.delete(f"/feeds/{FEED}")
    assert client.get(f"/webhooks/{added['id']}").json()["feed"] == FEED


@pytest.mark.parametrize("field", ["url", "domain", "feed", "lang", "secret"])
def test_lone_surrogate_is_refused(client: httpx.Client, field: str) -> None:
    body = json.dumps({"url": URL, field: URL + chr(0xD800)})
    answer = client.post("/webhooks", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == (422, "bad-field")
    assert answer.json()["detail"].startswith(f"body.{field}: ")


def test_webhook_is_removed(client: httpx.Client) -> None:
    added = client.post("/webhooks", json={"url": URL}).json()
    assert client.delete(f"/webhooks/{added['id']}").status_code == 204
    assert client.get("/webhooks").json() == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/retry"),
        ("GET", "/dead"),
        ("POST", "/dead/1-0/retry"),
        ("DELETE", "/dead/1-0"),
    ],
)
def test_unknown_webhook_is_not_found(client: httpx.Client, method: str, path: str) -> None:
    assert problem(client.request(method, f"/webhooks/none{path}")) == (404, "no-webhook")


def test_webhooks_are_listed_oldest_first(client: httpx.Client) -> None:
    added = [client.post("/webhooks", json={"url": URL}).json()["id"] for _ in range(10)]
    assert [webhook["id"] for webhook in client.get("/webhooks").json()] == added


def test_webhook_starts_after_the_newest_document(client: httpx.Client, served_url: str) -> None:
    (position,) = publish_at(served_url, reading())
    assert client.post("/webhooks", json={"url": URL}).json()["position"] == position


def test_number_of_webhooks_is_limited_to_100(client: httpx.Client) -> None:
    for _ in range(100):
        client.post("/webhooks", json={"url": URL})
    assert problem(client.post("/webhooks", json={"url": URL})) == (409, "too-many-webhooks")


def test_number_of_webhooks_is_limited_to_100_also_when_many_are_added_at_once(client: httpx.Client) -> None:
    with ThreadPoolExecutor(20) as threads:
        answers = threads.map(lambda _: client.post("/webhooks", json={"url": URL}), range(120))
    assert Counter(answer.status_code for answer in answers) == {201: 100, 409: 20}


def standing(webhook: dict[str, Any]) -> tuple[str, int, bool]:
    return webhook["state"], webhook["tries"], webhook["next_try"] is not None


@pytest.mark.parametrize(
    ("next_try", "expected"),
    [(1e9, ("active", 1, True)), (NEVER, ("gone", 1, False))],
    ids=["later", "never"],
)
def test_failed_webhook_can_be_retried_on_demand(
    client: httpx.Client, served_url: str, next_try: float, expected: tuple[str, int, bool]
) -> None:
    path = f"/webhooks/{client.post('/webhooks', json={'url': URL}).json()['id']}"
    name = path.rpartition("/")[2]
    in_redis(served_url, lambda redis: Webhooks(redis).fail(name, "9999999999999-0", "no", next_try))
    assert standing(client.get(path).json()) == expected
    answer = client.post(f"{path}/retry")
    assert (answer.status_code, standing(answer.json())) == (202, ("active", 0, False))


@pytest.mark.parametrize(
    ("letter", "kind"), [("1-0", "no-document"), ("2-0", "no-letter")], ids=["not kept", "none"]
)
def test_letter_that_cannot_be_resent_is_not_found(
    client: httpx.Client, served_url: str, letter: str, kind: str
) -> None:
    name = client.post("/webhooks", json={"url": URL}).json()["id"]
    in_redis(served_url, lambda redis: Webhooks(redis).give_up(name, "1-0", "no"))
    assert problem(client.post(f"/webhooks/{name}/dead/{letter}/retry")) == (404, kind)


def test_letter_is_dropped_though_its_document_is_no_longer_kept(
    client: httpx.Client, served_url: str
) -> None:
    path = f"/webhooks/{client.post('/webhooks', json={'url': URL}).json()['id']}"

    async def give_up_two(redis: AsyncRedis) -> None:
        for document in ("1-0", "2-0"):
            await Webhooks(redis).give_up(path.rpartition("/")[2], document, "no")

    in_redis(served_url, give_up_two)
    assert client.delete(f"{path}/dead/1-0").status_code == 204
    assert [letter["document"] for letter in client.get(f"{path}/dead").json()] == ["2-0"]


def test_letter_that_does_not_exist_cannot_be_dropped(client: httpx.Client) -> None:
    name = client.post("/webhooks", json={"url": URL}).json()["id"]
    assert problem(client.delete(f"/webhooks/{name}/dead/1-0")) == (404, "no-letter")


@pytest.fixture
def near(valkey_url: str) -> Iterator[httpx.Client]:
    """A client of a service that may deliver to 127.0.0.1."""
    with serving(redis_url=valkey_url, workers=1, allow_hosts="127.0.0.1") as running:
        yield running.client


def test_documents_are_delivered_and_dead_letters_resent_on_demand(
    near: httpx.Client, receiver: Receiver, valkey_url: str
) -> None:
    added = near.post("/webhooks", json={"url": receiver.url()}).json()
    path = f"/webhooks/{added['id']}"

    async def give_up(redis: AsyncRedis) -> None:
        # As if it had not been delivered.
        await redis.hset(keys.WEBHOOK + added["id"], "position", "0-0")
        await Webhooks(redis).give_up(added["id"], position, "no")

    (position,) = publish_at(valkey_url, reading())
    soon(lambda: near.get(path).json()["delivered"])
    in_redis(valkey_url, give_up)
    (letter,) = near.get(f"{path}/dead").json()
    assert (letter["document"], letter["reason"]) == (position, "no")
    receiver.answers = [(500, {})]
    assert problem(near.post(f"{path}/dead/{position}/retry")) == (502, "not-taken")
    assert near.post(f"{path}/dead/{position}/retry").status_code == 204
    assert near.get(f"{path}/dead").json() == []
    assert receiver.urls() == ["http://example.com/1"] * 3
