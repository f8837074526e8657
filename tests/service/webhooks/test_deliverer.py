"""Webhooks: each document is delivered at least once, in order, whatever the receivers and deliverers do."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import time
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import pytest
from deliveries import SECRET, a_webhook, address, publish, until_delivered, until_elected, until_progress
from standardwebhooks import Webhook as Verifier
from structlog.contextvars import get_contextvars
from waiting import until

from service.running.tasks import running
from service.state import keys
from service.stream.live import HEARTBEAT, Live
from service.stream.stream import CHUNK, DocumentStream
from service.webhooks.deliverer import Deliverer

if TYPE_CHECKING:
    from receivers import Receiver
    from redis.asyncio import Redis

    from service.fetching.poster import Poster
    from service.stream.document import Document
    from service.stream.publish import Publisher
    from service.webhooks.webhooks import Webhooks

pytestmark = pytest.mark.usefixtures("quick")


async def test_documents_are_delivered_in_order(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(30))
    async with running(deliverer.run):
        await until(lambda: len(receiver.deliveries) >= 30)
        await publish(publisher, range(30, 35))
        progress = await until_delivered(webhooks, 35)
    assert receiver.urls() == [address(number) for number in range(35)]
    assert progress.delivered == 35


async def test_delivery_is_the_document_as_json(
    deliverer: Deliverer, stream: DocumentStream, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    (document,) = await stream.page("0", 1)
    await deliverer.send(await webhooks.get("w"), document)
    (delivery,) = receiver.deliveries
    assert json.loads(delivery.body) == json.loads(document.json_line())
    assert delivery.headers["content-type"] == "application/json"
    assert delivery.headers["user-agent"].startswith("urltree/")


async def test_signature_follows_standard_webhooks(
    deliverer: Deliverer, stream: DocumentStream, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1), title="Čas")
    (document,) = await stream.page("0", 1)
    await deliverer.send(await webhooks.get("w"), document)
    _, headers, body = receiver.deliveries[0]
    assert Verifier(SECRET).verify(body, headers)["id"] == headers["webhook-id"] == document.id
    signed = f"{document.id}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.digest(b64decode(SECRET.removeprefix("whsec_")), signed, hashlib.sha256)
    assert b64decode(headers["webhook-signature"].removeprefix("v1,")) == digest
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 300


async def test_only_documents_that_pass_all_filters_are_delivered(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url(), label="x", lang="en"), "0-0")
    await publish(publisher, range(1), labels=["x"], language="sl")
    await publish(publisher, range(1, 2), labels=["y"], language="en")
    await publish(publisher, range(2, 3), labels=["x", "y"], language="en-GB")
    async with running(deliverer.run):
        await until(lambda: bool(receiver.deliveries))
    assert receiver.urls() == [address(2)]


async def test_log_context_of_a_delivery_names_the_webhook(
    redis: Redis, live: Live, publisher: Publisher, webhooks: Webhooks
) -> None:
    webhook_names: list[str] = []

    class RecordingPoster:
        async def post(self, *_: Any) -> None:
            webhook_names.append(get_contextvars()["webhook"])

    for name in ("one", "other"):
        await webhooks.add(a_webhook("http://example.com/", name), "0-0")
    await publish(publisher, range(1))
    async with running(Deliverer(redis, live, RecordingPoster()).run):
        await until(lambda: len(webhook_names) == 2)
    assert sorted(webhook_names) == ["one", "other"]


async def test_document_that_comes_while_a_webhook_looks_for_more_is_delivered_at_once(
    deliverer: Deliverer,
    live: Live,
    stream: DocumentStream,
    publisher: Publisher,
    webhooks: Webhooks,
    *,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = stream.page
    missed: list[Document] = []

    async def too_early(after: str) -> list[Document]:
        found, news = await page(after), live.news
        if not missed:
            await publish(publisher, range(1))
            await news.wait()
            missed.extend(await page(after))
        return found

    monkeypatch.setattr(stream, "page", too_early)
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    async with running(deliverer.run), asyncio.timeout(HEARTBEAT / 2):  # a beat wakes all
        await until(lambda: bool(receiver.deliveries))


async def test_slow_receivers_do_not_hold_up_others(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    for number in range(20):
        await webhooks.add(a_webhook(receiver.url("/slow"), f"slow-{number}"), "0-0")
    await webhooks.add(a_webhook(receiver.url(), "fast"), "0-0")
    await publish(publisher, range(10))
    async with running(deliverer.run):
        await until(lambda: len(receiver.urls()) == 10)
        assert receiver.urls("/slow") == []
        assert (await webhooks.progress("slow-0")).error is None  # so none has timed out yet


async def test_long_documents_are_not_read_before_they_can_be_delivered(
    redis: Redis, publisher: Publisher, webhooks: Webhooks, *, poster: Poster, receiver: Receiver
) -> None:
    deliverer = Deliverer(redis, Live(DocumentStream(redis)), poster)
    await webhooks.add(a_webhook(receiver.url("/slow")), "0-0")
    for number in range(10):
        await publish(publisher, range(number, number + 1), text=f"{number}" * CHUNK)
    sent = (await redis.info("stats"))["total_net_output_bytes"]
    async with running(deliverer.run):
        await until(lambda: bool(receiver.waiting))
        assert (await redis.info("stats"))["total_net_output_bytes"] - sent < 3 * CHUNK


async def test_unwanted_documents_advance_the_position(
    deliverer: Deliverer, stream: DocumentStream, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url(), label="x"), "0-0")
    await publish(publisher, range(3))
    last = await stream.last()
    async with running(deliverer.run):
        await until_progress(webhooks, lambda progress: progress.position == last)
    assert receiver.deliveries == []


async def test_normal_deliveries_log_no_warnings(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running(deliverer.run):
        await until_elected(redis)
        await webhooks.add(a_webhook(receiver.url()), "0-0")  # the first one of all
        for number in range(2):
            await publish(publisher, range(number, number + 1))
            await until_delivered(webhooks, number + 1)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_removed_webhook_is_sent_nothing_more(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver, redis: Redis
) -> None:
    await webhooks.add(a_webhook(receiver.url("/slow"), "gone"), "0-0")
    await webhooks.add(a_webhook(receiver.url(), "there"), "0-0")
    await publish(publisher, range(5))
    async with running(deliverer.run):
        await until(lambda: len(receiver.urls()) == 5)
        await webhooks.remove("gone")
        receiver.gate.set()
        await publish(publisher, range(5, 6))
        await until(lambda: len(receiver.urls()) == 6)
    assert len(receiver.urls("/slow")) <= 1  # one was in progress
    assert await redis.exists(keys.WEBHOOK + "gone", keys.dead_letters("gone")) == 0


async def test_removing_a_webhook_aborts_its_delivery_in_progress(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks
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
        await publish(publisher, range(1))
        async with running(deliverer.run), asyncio.timeout(10):  # sooner than the delivery would time out
            await begun.wait()
            await webhooks.remove("w")
            assert await ended.wait()
