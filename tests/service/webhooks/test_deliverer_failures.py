"""Documents that a receiver does not accept."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest
from deliveries import a_webhook, address, publish, until_delivered, until_gone, until_progress
from waiting import until

from service.feeds.schedule import DAY
from service.running import tasks
from service.running.tasks import running
from service.stream.delete import delete_document
from service.stream.stream import DocumentStream
from service.webhooks import deliverer as module
from service.webhooks.deliverer import DELAYS, Deliverer
from service.webhooks.webhooks import Webhooks

if TYPE_CHECKING:
    from receivers import Receiver
    from redis.asyncio import Redis

    from service.fetching.poster import Poster
    from service.stream.live import Live
    from service.stream.publish import Publisher
    from service.webhooks.webhooks import Progress

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def _no_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DELAYS", (0.0,) * len(DELAYS))


@pytest.mark.usefixtures("_no_delays")
@pytest.mark.parametrize("status", [300, 301, 307, 400, 404, 500])
async def test_document_is_resent_until_it_is_accepted(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver, status: int
) -> None:
    receiver.answers = [(status, {"Location": "/elsewhere"})] * 2
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(2))
    async with running(deliverer.run):
        progress = await until_delivered(webhooks, 2)
    assert receiver.urls() == [address(0), address(0), address(0), address(1)]
    assert (progress.tries, progress.error, progress.delivered, progress.dead) == (0, None, 2, 0)


@pytest.mark.usefixtures("_no_delays")
async def test_log_tells_of_each_failure_and_of_what_was_given_up(
    *,
    deliverer: Deliverer,
    stream: DocumentStream,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    caplog: pytest.LogCaptureFixture,
) -> None:
    receiver.answers = [(500, {})] * (len(DELAYS) + 1)
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    (document,) = await stream.page("0", 1)
    with caplog.at_level("INFO", "service.webhooks.deliverer"):
        await deliverer.send(await webhooks.get("w"), document)
    fates = ["will be sent again later"] * len(DELAYS) + ["is given up"]
    reason = "127.0.0.1 answers 500 Internal Server Error"
    assert caplog.messages == [f"{document.id} {fate}: {reason}" for fate in fates]


async def test_log_tells_of_a_webhook_that_is_gone(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    *,
    caplog: pytest.LogCaptureFixture,
) -> None:
    receiver.answers = [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        await until_gone(webhooks)
    assert "the webhook w wants no more: 127.0.0.1 answers 410 Gone" in caplog.messages


async def test_truncated_response_still_counts_as_accepted(
    deliverer: Deliverer, stream: DocumentStream, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(200, {"Content-Length": "9"})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    (document,) = await stream.page("0", 1)
    await deliverer.send(await webhooks.get("w"), document)
    assert len(receiver.deliveries) == 1


@pytest.mark.usefixtures("_no_delays")
async def test_document_that_is_never_accepted_becomes_a_dead_letter(
    deliverer: Deliverer, stream: DocumentStream, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(500, {})] * (len(DELAYS) + 1)
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(2))
    async with running(deliverer.run):
        await until(lambda: len(receiver.deliveries) >= len(DELAYS) + 2)
    (letter,) = (await webhooks.letters("w")).values()
    first, _ = await stream.page("0", 2)
    assert (letter.document, letter.reason) == (first.id, "127.0.0.1 answers 500 Internal Server Error")
    assert receiver.urls()[-1] == address(1)


@pytest.mark.usefixtures("_no_delays")
async def test_delivery_is_retried_after_an_internal_error(
    redis: Redis, live: Live, publisher: Publisher, webhooks: Webhooks, *, poster: Poster, receiver: Receiver
) -> None:
    class Faulty:
        faults = iter([RuntimeError("a slip")])

        async def post(self, *args: Any) -> None:
            for fault in self.faults:
                raise fault
            await poster.post(*args)

    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(Deliverer(redis, live, Faulty()).run):
        await until(lambda: bool(receiver.deliveries))
    assert receiver.urls() == [address(0)]
    assert list(Faulty.faults) == []


async def test_webhook_resumes_after_an_internal_error_between_deliveries(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    progress, faults = Webhooks.progress, iter([RuntimeError("a slip")])

    async def faulty(self: Webhooks, webhook: str) -> Progress:
        for fault in faults:
            raise fault
        return await progress(self, webhook)

    monkeypatch.setattr(tasks, "_RESTART_SECONDS", 0.01)
    monkeypatch.setattr(Webhooks, "progress", faulty)
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        await until(lambda: bool(receiver.deliveries))
    assert receiver.urls() == [address(0)]


async def test_internal_error_delays_the_next_try_like_any_failure(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    unsignable = a_webhook(receiver.url()).model_copy(update={"secret": "whsec_x"})
    await webhooks.add(unsignable, "0-0")
    await publish(publisher, range(1))
    begin = time.time()
    async with running(deliverer.run):
        progress = await until_progress(webhooks, lambda progress: progress.tries)
    assert progress.next_try - begin >= DELAYS[0]
    assert "internal error" in (progress.error or "")


@pytest.mark.parametrize(("asked", "waits"), [("0", 5), ("3600", 3_600), ("864000", 86_400)])
async def test_failure_is_kept_with_the_time_of_the_next_try(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    *,
    asked: str,
    waits: float,
) -> None:
    begin = time.time()
    receiver.answers = [(503, {"Retry-After": asked})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        progress = await until_progress(webhooks, lambda progress: progress.tries)
    assert (progress.tries, progress.position) == (1, "0-0")
    assert waits <= progress.next_try - begin < waits + 60
    assert "503" in (progress.error or "")


@pytest.mark.usefixtures("_no_delays")
async def test_receiver_that_answers_410_is_sent_nothing_more(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(3))
    async with running(deliverer.run):
        progress = await until_gone(webhooks)
        await webhooks.add(a_webhook(receiver.url("/other"), "other"), "0-0")
        await publish(publisher, range(3, 6))
        await until(lambda: len(receiver.urls("/other")) == 6)
    assert receiver.urls() == [address(0)]
    assert (progress.error, progress.position, progress.dead) == ("127.0.0.1 answers 410 Gone", "0-0", 0)


@pytest.mark.usefixtures("_no_delays")
async def test_answer_410_to_the_last_try_makes_no_dead_letter(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(500, {})] * len(DELAYS) + [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        assert (await until_gone(webhooks)).dead == 0


@pytest.mark.parametrize("answer", [(410, {}), (503, {"Retry-After": "3600"})], ids=["410", "503"])
async def test_failed_delivery_is_resent_on_demand(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    answer: tuple[int, dict[str, str]],
) -> None:
    receiver.answers = [answer]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(2))
    async with running(deliverer.run):
        await until_progress(webhooks, lambda progress: progress.tries)
        await webhooks.retry("w")
        progress = await until_delivered(webhooks, 2)
    assert receiver.urls() == [address(0), address(0), address(1)]
    assert (progress.tries, progress.next_try, progress.error) == (0, 0, None)


async def test_document_that_is_retried_by_hand_has_all_its_tries_again(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    receiver.answers = [(410, {})] * (len(DELAYS) + 1) + [(500, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        for _ in range(len(DELAYS) + 1):
            await until_gone(webhooks)
            await webhooks.retry("w")
        progress = await until_progress(webhooks, lambda progress: "500" in (progress.error or ""))
    assert (progress.tries, progress.dead) == (1, 0)


async def test_document_that_was_deleted_is_not_sent_again(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver, redis: Redis
) -> None:
    receiver.answers = [(503, {"Retry-After": "3600"})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        await until_progress(webhooks, lambda progress: progress.tries == 1)
        position = await DocumentStream(redis).last()
        await delete_document(redis, position)
        progress = await until_progress(webhooks, lambda progress: progress.position == position)
    assert (len(receiver.deliveries), progress.delivered, progress.dead) == (1, 0, 0)


async def test_receiver_that_answers_410_waits_even_if_its_document_is_deleted(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver, redis: Redis
) -> None:
    receiver.answers = [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(2))
    async with running(deliverer.run):
        await until_gone(webhooks)
        (first, *_) = await DocumentStream(redis).page("0", 1)
        await delete_document(redis, first.id)
        await asyncio.sleep(0.5)  # five looks
    assert ((await webhooks.progress("w")).is_gone, receiver.urls()) == (True, [address(0)])


async def test_try_that_was_put_off_by_a_clock_that_was_ahead_is_due(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    await webhooks.fail("w", "9999999999999-0", "it is away", time.time() + 2 * DAY)
    async with running(deliverer.run):
        await until_delivered(webhooks, 1)
