"""Webhooks: each document is delivered at least once, in order, whatever the receivers and deliverers do."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import time
from base64 import b64decode
from contextlib import aclosing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from readings import reading
from receivers import Receiver, receiving
from standardwebhooks import Webhook as Verifier
from structlog.contextvars import get_contextvars

from service import keys
from service.fetching import FetchSettings
from service.fetching.poster import Poster
from service.publish import DocumentStream
from service.wanted import Wanted
from service.webhooks import deliverer as module
from service.webhooks.deliverer import DELAYS, Deliverer
from service.webhooks.delivery import new_secret
from service.webhooks.webhooks import NEVER, Progress, Webhook, Webhooks
from urltree.models import Retention

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio

SECRET = new_secret()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture
def stream(redis: Redis) -> DocumentStream:
    return DocumentStream(redis, Retention())


@pytest.fixture
def webhooks(redis: Redis) -> Webhooks:
    return Webhooks(redis)


@pytest.fixture
async def poster() -> AsyncIterator[Poster]:
    async with aclosing(Poster(FetchSettings(allow_hosts=("127.0.0.1",)))) as running:
        yield running


@pytest.fixture
def deliverer(redis: Redis, stream: DocumentStream, webhooks: Webhooks, poster: Poster) -> Deliverer:
    return Deliverer(redis, stream, webhooks, poster)


@pytest.fixture
def _no_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DELAYS", (0.0,) * len(DELAYS))


def a_webhook(url: str, name: str = "w", **wanted: str) -> Webhook:
    return Webhook(id=name, url=url, secret=SECRET, wanted=Wanted(**wanted), created=datetime.now(UTC))


def address(number: int) -> str:
    return f"http://example.com/{number}"


async def publish(stream: DocumentStream, numbers: range, **more: Any) -> None:
    for number in numbers:
        await stream.publish(reading(address(number), **more))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 -- receivers run in threads
            await asyncio.sleep(0.01)


async def until_delivered(webhooks: Webhooks, count: int) -> Progress:
    """Wait until the receiver's answers to so many documents are noted."""
    async with asyncio.timeout(60):
        while (progress := await webhooks.progress("w")).delivered < count:  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)
    return progress


async def test_documents_are_delivered_in_order(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(30))
    async with deliverer.running():
        await until(lambda: len(receiver.deliveries) >= 30)
        await publish(stream, range(30, 35))
        progress = await until_delivered(webhooks, 35)
    assert receiver.urls() == [address(number) for number in range(35)]
    assert progress.delivered == 35


async def test_delivery_is_the_document_as_json(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    (document,) = await stream.page("0", 1)
    await deliverer.send(await webhooks.get("w"), document)
    (delivery,) = receiver.deliveries
    assert json.loads(delivery.body) == json.loads(document.json_line())
    assert delivery.headers["content-type"] == "application/json"
    assert delivery.headers["user-agent"].startswith("urltree/")


async def test_signature_is_that_of_standard_webhooks(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1), title="Čas")
    (document,) = await stream.page("0", 1)
    await deliverer.send(await webhooks.get("w"), document)
    _, headers, body = receiver.deliveries[0]
    assert Verifier(SECRET).verify(body, headers)["id"] == headers["webhook-id"] == document.id
    signed = f"{document.id}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.digest(b64decode(SECRET.removeprefix("whsec_")), signed, hashlib.sha256)
    assert b64decode(headers["webhook-signature"].removeprefix("v1,")) == digest
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 300


async def test_only_what_is_wanted_is_delivered(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url(), label="x", lang="en"), "0-0")
    await publish(stream, range(1), labels=["x"], language="sl")
    await publish(stream, range(1, 2), labels=["y"], language="en")
    await publish(stream, range(2, 3), labels=["x", "y"], language="en-GB")
    async with deliverer.running():
        await until(lambda: bool(receiver.deliveries))
    assert receiver.urls() == [address(2)]


@pytest.mark.usefixtures("_no_delays")
@pytest.mark.parametrize("status", [301, 307, 400, 404, 500])
async def test_document_is_sent_again_until_it_is_taken(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver, status: int
) -> None:
    receiver.answers = [(status, {"Location": "/elsewhere"})] * 2
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(2))
    async with deliverer.running():
        progress = await until_delivered(webhooks, 2)
    assert receiver.urls() == [address(0), address(0), address(0), address(1)]
    assert (progress.tries, progress.error, progress.delivered, progress.dead) == (0, None, 2, 0)


async def test_document_is_taken_though_the_answer_is_cut_off(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(200, {"Content-Length": "9"})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    (document,) = await stream.page("0", 1)
    await deliverer.send(await webhooks.get("w"), document)
    assert len(receiver.deliveries) == 1


@pytest.mark.usefixtures("_no_delays")
async def test_document_that_is_never_taken_is_a_dead_letter(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(500, {})] * (len(DELAYS) + 1)
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(2))
    async with deliverer.running():
        await until(lambda: len(receiver.deliveries) >= len(DELAYS) + 2)
    (letter,) = await webhooks.letters("w")
    first, _ = await stream.page("0", 2)
    assert (letter.document, letter.reason) == (first.id, "127.0.0.1 answers 500 Internal Server Error")
    assert receiver.urls()[-1] == address(1)


@pytest.mark.usefixtures("_no_delays")
async def test_error_of_ours_ends_no_delivery(
    redis: Redis, stream: DocumentStream, webhooks: Webhooks, poster: Poster, receiver: Receiver
) -> None:
    class Faulty:
        faults = iter([RuntimeError("a slip")])

        async def post(self, *args: Any) -> None:
            for fault in self.faults:
                raise fault
            await poster.post(*args)

    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    async with Deliverer(redis, stream, webhooks, Faulty()).running():
        await until(lambda: bool(receiver.deliveries))
    assert receiver.urls() == [address(0)]
    assert list(Faulty.faults) == []


async def test_what_is_logged_of_a_delivery_names_the_webhook(
    redis: Redis, stream: DocumentStream, webhooks: Webhooks
) -> None:
    named: list[str] = []

    class Noting:
        async def post(self, *_: Any) -> None:
            named.append(get_contextvars()["webhook"])

    for name in ("one", "other"):
        await webhooks.add(a_webhook("http://example.com/", name), "0-0")
    await publish(stream, range(1))
    async with Deliverer(redis, stream, webhooks, Noting()).running():
        await until(lambda: len(named) == 2)
    assert sorted(named) == ["one", "other"]


async def test_after_a_fault_of_ours_it_waits_as_after_a_failure(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    unsignable = a_webhook(receiver.url()).model_copy(update={"secret": "whsec_x"})
    await webhooks.add(unsignable, "0-0")
    await publish(stream, range(1))
    begin = time.time()
    async with deliverer.running(), asyncio.timeout(60):
        while not (progress := await webhooks.progress("w")).tries:  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)
    assert progress.next_try - begin >= DELAYS[0]
    assert "error of ours" in (progress.error or "")


@pytest.mark.parametrize(("asked", "waits"), [("0", 5), ("3600", 3_600), ("864000", 86_400)])
async def test_failure_is_kept_with_the_time_of_the_next_try(
    deliverer: Deliverer,
    stream: DocumentStream,
    webhooks: Webhooks,
    receiver: Receiver,
    *,
    asked: str,
    waits: float,
) -> None:
    begin = time.time()
    receiver.answers = [(503, {"Retry-After": asked})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    async with deliverer.running():
        await until(lambda: bool(receiver.deliveries))
        while not (progress := await webhooks.progress("w")).tries:  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)
    assert (progress.tries, progress.position) == (1, "0-0")
    assert waits <= progress.next_try - begin < waits + 60
    assert "503" in (progress.error or "")


async def until_elected(redis: Redis) -> None:
    async with asyncio.timeout(60):
        while not await redis.exists(keys.WEBHOOKS_DELIVERER):  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)


async def asked_meanwhile(redis: Redis) -> int:
    """Count what Redis is asked in half a second."""
    await redis.config_resetstat()
    await asyncio.sleep(0.5)
    return sum(each["calls"] for each in (await redis.info("commandstats")).values())


async def until_gone(webhooks: Webhooks) -> Progress:
    async with asyncio.timeout(60):
        while (progress := await webhooks.progress("w")).next_try < NEVER:  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)
    return progress


@pytest.mark.usefixtures("_no_delays")
async def test_receiver_that_wants_no_more_is_sent_no_more(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(3))
    async with deliverer.running():
        progress = await until_gone(webhooks)
        await webhooks.add(a_webhook(receiver.url("/other"), "other"), "0-0")
        await publish(stream, range(3, 6))
        await until(lambda: len(receiver.urls("/other")) == 6)
    assert receiver.urls() == [address(0)]
    assert (progress.error, progress.position, progress.dead) == ("127.0.0.1 answers 410 Gone", "0-0", 0)


async def test_webhook_that_waits_asks_little_of_redis(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver, redis: Redis
) -> None:
    receiver.answers = [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    async with deliverer.running():
        await until_gone(webhooks)
        assert await asked_meanwhile(redis) < 50


@pytest.mark.parametrize("names", [(), ("w",)], ids=["none", "one"])
async def test_deliverer_with_nothing_to_do_asks_little_of_redis(
    deliverer: Deliverer,
    stream: DocumentStream,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    names: tuple[str, ...],
) -> None:
    for name in names:
        await webhooks.add(a_webhook(receiver.url(), name), "0-0")
    async with deliverer.running():
        await until_elected(redis)
        await publish(stream, range(1))
        await until(lambda: len(receiver.deliveries) == len(names))
        assert await asked_meanwhile(redis) < 50


async def test_webhook_goes_on_once_redis_answers_again(
    deliverer: Deliverer,
    stream: DocumentStream,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    await redis.rename(keys.webhook("w"), "aside")
    await redis.set(keys.webhook("w"), "no hash")
    async with deliverer.running():
        await until(lambda: "the webhook w pauses" in caplog.text)
        assert await asked_meanwhile(redis) < 50
        await redis.rename("aside", keys.webhook("w"))
        await until_delivered(webhooks, 1)


@pytest.mark.usefixtures("_no_delays")
async def test_receiver_that_wants_no_more_at_the_last_try_is_sent_no_more(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(500, {})] * len(DELAYS) + [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    async with deliverer.running():
        assert (await until_gone(webhooks)).dead == 0


@pytest.mark.parametrize("answer", [(410, {}), (503, {"Retry-After": "3600"})], ids=["410", "503"])
async def test_what_failed_is_sent_again_on_demand(
    deliverer: Deliverer,
    stream: DocumentStream,
    webhooks: Webhooks,
    receiver: Receiver,
    answer: tuple[int, dict[str, str]],
) -> None:
    receiver.answers = [answer]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(2))
    async with deliverer.running(), asyncio.timeout(60):
        while not (await webhooks.progress("w")).tries:  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)
        await webhooks.retry("w")
        progress = await until_delivered(webhooks, 2)
    assert receiver.urls() == [address(0), address(0), address(1)]
    assert (progress.tries, progress.next_try, progress.error) == (0, 0, None)


async def test_slow_receivers_hold_up_no_other(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    for number in range(20):
        await webhooks.add(a_webhook(receiver.url("/slow"), f"slow-{number}"), "0-0")
    await webhooks.add(a_webhook(receiver.url(), "fast"), "0-0")
    await publish(stream, range(10))
    async with deliverer.running():
        await until(lambda: len(receiver.urls()) == 10)
        assert receiver.urls("/slow") == []
        assert (await webhooks.progress("slow-0")).error is None  # and none has given way


async def test_next_deliverer_goes_on_where_the_last_one_was(
    redis: Redis, stream: DocumentStream, webhooks: Webhooks, poster: Poster, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    for numbers in (range(3), range(3, 6)):
        await publish(stream, numbers)
        async with Deliverer(redis, stream, webhooks, poster).running():
            await until_delivered(webhooks, numbers.stop)
    assert receiver.urls() == [address(number) for number in range(6)]


async def test_document_whose_deliverer_died_before_it_was_noted_comes_twice(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    async with deliverer.running():
        await until(lambda: bool(receiver.deliveries))
    await webhooks.move_on("w", "0-0", delivered=0)
    async with deliverer.running():
        await until(lambda: len(receiver.deliveries) == 2)
    first, second = receiver.deliveries
    assert first.headers["webhook-id"] == second.headers["webhook-id"]


async def test_one_delivers_at_a_time(
    redis: Redis, stream: DocumentStream, webhooks: Webhooks, poster: Poster, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    one, other = (Deliverer(redis, stream, webhooks, poster) for _ in range(2))
    async with one.running(), other.running():
        await publish(stream, range(10))
        await until(lambda: len(receiver.deliveries) >= 10)
    assert receiver.urls() == [address(number) for number in range(10)]


async def test_deliverer_that_ends_leaves_nothing_at_work(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(stream, range(1))
    before = asyncio.all_tasks()
    async with deliverer.running():
        await until_delivered(webhooks, 1)
    assert asyncio.all_tasks() == before


async def test_what_is_not_wanted_is_done_with(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url(), label="x"), "0-0")
    await publish(stream, range(3))
    async with deliverer.running(), asyncio.timeout(60):
        while (await webhooks.progress("w")).position != await stream.last():  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)
    assert receiver.deliveries == []


async def test_nothing_goes_wrong_unseen(
    deliverer: Deliverer,
    stream: DocumentStream,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with deliverer.running():
        await until_elected(redis)
        await webhooks.add(a_webhook(receiver.url()), "0-0")  # the first
        for number in range(2):
            await publish(stream, range(number, number + 1))
            await until_delivered(webhooks, number + 1)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_webhook_that_was_removed_is_sent_nothing_more(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks, receiver: Receiver, redis: Redis
) -> None:
    await webhooks.add(a_webhook(receiver.url("/slow"), "gone"), "0-0")
    await webhooks.add(a_webhook(receiver.url(), "there"), "0-0")
    await publish(stream, range(5))
    async with deliverer.running():
        await until(lambda: len(receiver.urls()) == 5)
        await webhooks.remove("gone")
        receiver.gate.set()
        await publish(stream, range(5, 6))
        await until(lambda: len(receiver.urls()) == 6)
    assert len(receiver.urls("/slow")) <= 1  # it was under way
    assert await redis.exists(keys.webhook("gone"), keys.dead_letters("gone")) == 0


async def test_what_is_under_way_ends_with_its_webhook(
    deliverer: Deliverer, stream: DocumentStream, webhooks: Webhooks
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        begun.set()
        await reader.read()  # until the connection is closed
        ended.set()
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1") as server:
        _, port = server.sockets[0].getsockname()
        await webhooks.add(a_webhook(f"http://127.0.0.1:{port}/"), "0-0")
        await publish(stream, range(1))
        async with deliverer.running(), asyncio.timeout(10):  # sooner than a receiver is given up
            await begun.wait()
            await webhooks.remove("w")
            await ended.wait()
