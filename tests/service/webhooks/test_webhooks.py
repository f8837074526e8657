"""The state of webhooks, in a real Valkey."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from service.state import keys
from service.stream.wanted import Wanted
from service.webhooks.delivery import new_secret
from service.webhooks.webhooks import MAX_WEBHOOKS, NEVER, Progress, TooManyWebhooksError, Webhook, Webhooks

if TYPE_CHECKING:
    from redis.asyncio import Redis

WEBHOOK = Webhook(
    id="w", url="http://example.com/", secret=new_secret(), wanted=Wanted(), created=datetime.now(UTC)
)


@pytest.fixture
async def webhooks(webhooks: Webhooks) -> Webhooks:
    await webhooks.add(WEBHOOK, "0-0")
    return webhooks


async def test_new_webhook_has_no_progress(webhooks: Webhooks) -> None:
    await webhooks.add(WEBHOOK, "5-0")
    assert await webhooks.progress("w") == Progress("5-0", 0, 0, None, 0, 0, 0)


async def test_webhook_is_behind_since_the_first_document_that_it_is_not_done_with(
    webhooks: Webhooks, redis: Redis
) -> None:
    ids = [f"{int(time.time()) - 3_600 * hours}000-0" for hours in (3, 2, 1)]
    for each in ids:
        await redis.xadd(keys.DOCUMENTS, {"url": "http://example.com/"}, id=each)
    await webhooks.add(WEBHOOK, ids[0])
    assert (await webhooks.progress("w")).behind == pytest.approx(2 * 3_600, abs=60)


async def test_webhook_that_is_done_with_the_whole_stream_is_not_behind(
    webhooks: Webhooks, redis: Redis
) -> None:
    newest = f"{int(time.time()) - 3_600}000-0"
    await redis.xadd(keys.DOCUMENTS, {"url": "http://example.com/"}, id=newest)
    await webhooks.add(WEBHOOK, newest)
    assert (await webhooks.progress("w")).behind == 0


async def test_webhook_beyond_the_most_is_not_added(webhooks: Webhooks) -> None:
    for number in range(1, MAX_WEBHOOKS):
        await webhooks.add(WEBHOOK.model_copy(update={"id": str(number)}), "0-0")
    with pytest.raises(TooManyWebhooksError):
        await webhooks.add(WEBHOOK.model_copy(update={"id": "more"}), "0-0")
    assert len(await webhooks.all()) == MAX_WEBHOOKS


async def test_webhook_that_was_not_added_leaves_nothing(redis: Redis, webhooks: Webhooks) -> None:
    await redis.hset(keys.WEBHOOKS, mapping={str(number): "" for number in range(MAX_WEBHOOKS)})
    with pytest.raises(TooManyWebhooksError):
        await webhooks.add(WEBHOOK.model_copy(update={"id": "more"}), "0-0")
    assert not await redis.exists(keys.WEBHOOK + "more")


async def test_removed_webhook_leaves_nothing(webhooks: Webhooks, redis: Redis) -> None:
    await webhooks.give_up("w", "1-0", "it is away")
    await webhooks.remove("w")
    assert await redis.keys() == []


async def test_what_becomes_of_deliveries_of_a_removed_webhook_leaves_nothing(
    webhooks: Webhooks, redis: Redis
) -> None:
    await webhooks.remove("w")
    await webhooks.fail("w", "1-0", "no", 0)
    await webhooks.move_on("w", "1-0", delivered=1)
    await webhooks.give_up("w", "2-0", "it is away")
    await webhooks.taken("w", b"{}")
    assert await redis.keys() == []


async def test_last_error_is_kept_until_a_document_is_delivered(webhooks: Webhooks) -> None:
    await webhooks.give_up("w", "1-0", "it is away")
    await webhooks.move_on("w", "2-0", delivered=0)
    assert (await webhooks.progress("w")).error == "it is away"
    await webhooks.move_on("w", "3-0", delivered=1)
    assert (await webhooks.progress("w")).error is None


async def test_last_error_goes_with_the_last_dead_letter(webhooks: Webhooks) -> None:
    for position in ("1-0", "2-0"):
        await webhooks.give_up("w", position, "it is away")
    errors = list[str | None]()
    for letter in await webhooks.letters("w"):
        await webhooks.drop("w", letter)
        errors.append((await webhooks.progress("w")).error)
    assert errors == ["it is away", None]


async def test_last_error_goes_with_the_document_that_failed(webhooks: Webhooks) -> None:
    await webhooks.fail("w", "1-0", "it is away", 1_767_323_045.5)
    await webhooks.move_on("w", "1-0", delivered=0)
    assert (await webhooks.progress("w")).error is None


async def test_only_the_newest_1000_dead_letters_are_kept(webhooks: Webhooks) -> None:
    for number in range(1, 1_002):
        await webhooks.give_up("w", f"{number}-0", "no")
    letters = list((await webhooks.letters("w")).values())
    assert (len(letters), letters[0].document) == (1_000, "2-0")


async def test_buried_document_counts_as_dead_and_not_as_delivered(webhooks: Webhooks) -> None:
    await webhooks.give_up("w", "1-0", "it is away")
    progress = await webhooks.progress("w")
    assert (progress.delivered, progress.dead) == (0, 1)


async def test_dead_letter_accepted_later_counts_as_delivered_once(webhooks: Webhooks) -> None:
    await webhooks.give_up("w", "1-0", "it is away")
    (letter,) = await webhooks.letters("w")
    for _ in range(2):
        await webhooks.taken("w", letter)
    assert await webhooks.progress("w") == Progress("1-0", 0, 0, None, 1, 0, 0)


@pytest.mark.parametrize("verb", ["taken", "drop"])
async def test_dead_letter_of_another_version_can_be_removed(
    webhooks: Webhooks, redis: Redis, verb: str
) -> None:
    stored = '{"reason": "no", "document": "1-0", "died": "2026-01-02T03:04:05Z", "more": 1}'
    await redis.zadd(keys.dead_letters("w"), {stored: 1})
    (letter,) = await webhooks.letters("w")
    await getattr(webhooks, verb)("w", letter)
    assert await webhooks.letters("w") == {}


@pytest.mark.parametrize("verb", ["taken", "drop"])
async def test_error_of_a_waiting_document_outlives_a_dead_letter(webhooks: Webhooks, verb: str) -> None:
    await webhooks.give_up("w", "1-0", "it is away")
    await webhooks.fail("w", "2-0", "it is away again", 1_767_323_045.5)
    (letter,) = await webhooks.letters("w")
    await getattr(webhooks, verb)("w", letter)
    assert (await webhooks.progress("w")).error == "it is away again"


async def test_repeated_progress_is_counted_once(webhooks: Webhooks) -> None:
    for _ in range(2):
        await webhooks.move_on("w", "1-0", delivered=1)
    for _ in range(2):
        await webhooks.give_up("w", "2-0", "it is away")
    progress = await webhooks.progress("w")
    assert (progress.delivered, progress.dead) == (1, 1)


@pytest.mark.parametrize(("reached", "late"), [("9-2", "8-5"), ("9-2", "9-1"), ("9-10", "9-9")])
async def test_progress_that_comes_late_moves_nothing_back(
    webhooks: Webhooks, reached: str, late: str
) -> None:
    await webhooks.move_on("w", reached, delivered=1)
    await webhooks.move_on("w", late, delivered=1)
    progress = await webhooks.progress("w")
    assert (progress.position, progress.delivered) == (reached, 1)


async def test_nothing_waits_once_the_document_that_failed_is_delivered(webhooks: Webhooks) -> None:
    await webhooks.fail("w", "1-0", "it is away", 1_767_323_045.5)
    await webhooks.move_on("w", "1-0", delivered=1)
    assert await webhooks.progress("w") == Progress("1-0", 0, 0, None, 1, 0, 0)


async def test_repeated_failure_is_counted_once(webhooks: Webhooks) -> None:
    for _ in range(2):
        await webhooks.fail("w", "1-0", "it is away", 1_767_323_045.5)
    assert (await webhooks.progress("w")).tries == 1


async def test_each_failure_is_counted(webhooks: Webhooks) -> None:
    for seconds in range(2):
        await webhooks.fail("w", "1-0", "it is away", 1_767_323_045.5 + seconds)
    assert (await webhooks.progress("w")).tries == 2


@pytest.mark.parametrize("late", ["9-1", "9-2"])
async def test_failure_that_comes_late_holds_nothing_up(webhooks: Webhooks, late: str) -> None:
    await webhooks.move_on("w", "9-2", delivered=1)
    await webhooks.fail("w", late, "it takes too long", NEVER)
    assert await webhooks.progress("w") == Progress("9-2", 0, 0, None, 1, 0, 0)


@pytest.mark.parametrize("next_try", [1_767_323_045.5, NEVER], ids=["later", "never"])
async def test_retried_webhook_is_due_at_once_and_has_all_its_tries_again(
    webhooks: Webhooks, next_try: float
) -> None:
    await webhooks.fail("w", "1-0", "it is away", next_try)
    await webhooks.retry("w")
    assert await webhooks.progress("w") == Progress("0-0", 0, 0, "it is away", 0, 0, 0)
