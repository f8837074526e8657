"""Items that fail: refused, tried again later, or in line for a host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from workshop import URL, an_item, counts, left, work_at

from service.fetching.errors import BusyError, FetchError, Reason
from service.http.handlers import respond
from service.http.problems import WORKER_DIED, Problem, ProblemBody
from service.pool.reading import UnreadableError
from service.state import keys
from service.worker import worker

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from workshop import Site

pytestmark = pytest.mark.anyio

HOUR = 3_600_000


@pytest.mark.parametrize("reason", sorted(worker._FINAL))  # noqa: SLF001 -- the list itself
async def test_what_would_fail_again_is_refused(
    parts: dict[str, Any], site: Site, redis: Redis, reason: Reason
) -> None:
    site.pages[URL] = FetchError(reason, "no")
    await work_at(parts, an_item())
    assert (await left(redis), await counts(redis)) == (0, {f"refused:{reason}": 1})


async def test_page_without_text_to_cut_is_refused(parts: dict[str, Any], site: Site, redis: Redis) -> None:
    site.pages[URL] = b"%PDF-1.7 \x00\x01"
    await work_at(parts, an_item())
    assert (await left(redis), await counts(redis)) == (0, {"refused:bad-page": 1})


@pytest.mark.parametrize("reason", [Reason.DNS, Reason.CONNECT, Reason.TIMEOUT, Reason.STATUS])
async def test_what_may_go_better_is_tried_again(
    parts: dict[str, Any], site: Site, redis: Redis, reason: Reason
) -> None:
    site.pages[URL] = FetchError(reason, "no", retry_after=600)
    await work_at(parts, an_item())
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"
    assert await redis.zcard(keys.WORK_LATER) == 1


async def test_item_waits_as_long_as_its_host_asks(parts: dict[str, Any], site: Site, redis: Redis) -> None:
    site.pages[URL] = FetchError(Reason.STATUS, "no", retry_after=HOUR / 1000)
    await work_at(parts, an_item())
    ((_, due),) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    seconds, _ = await redis.time()
    assert due / 1000 - seconds > HOUR / 2000


async def test_page_whose_reader_died_is_tried_again(parts: dict[str, Any], redis: Redis) -> None:
    class Mortal:
        async def read(self, *_: Any) -> None:
            raise UnreadableError(problem)

    problem = ProblemBody.model_validate_json(respond(Problem(WORKER_DIED, "no")).body)
    await work_at(parts | {"reader": Mortal()}, an_item())
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"


async def test_item_of_a_busy_host_has_not_failed(parts: dict[str, Any], site: Site, redis: Redis) -> None:
    site.pages[URL] = BusyError("example.com", interval=1, wait=20)
    await work_at(parts, an_item())
    assert await redis.zcard(keys.WORK_LATER) == 1
    assert await redis.hget(keys.WORK_TRIES, "1") is None


async def test_pages_that_lead_to_one_busy_host_are_asked_for_at_its_pace(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    for number, host in enumerate(("a.example", "b.example")):
        url = f"http://{host}/"
        site.pages[url] = BusyError("c.example", interval=1_000, wait=9_000)
        await work_at(parts, an_item(str(number), url))
    (_, first), (_, second) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    seconds, _ = await redis.time()
    assert first / 1000 - seconds == pytest.approx(9_000, abs=500)
    assert second - first == 1_000_000


async def test_error_of_ours_is_a_failure_of_the_item_only(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    site.pages[URL] = ZeroDivisionError()
    await work_at(parts, an_item())
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"
