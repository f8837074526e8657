"""Elections: one candidate leads at a time, and another succeeds it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest
from waiting import until

from service.running import election
from service.running.election import Term, lead_when_elected
from service.running.tasks import running
from urltree.errors import StoreError

if TYPE_CHECKING:
    from redis.asyncio import Redis

OFFICE = "urltree:office"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(election, "_PAUSE", 0.01)
    monkeypatch.setattr(election, "_RENEWAL", 0.01)


class Candidate:
    """Leads until its term ends, and counts its terms."""

    def __init__(self, redis: Redis) -> None:
        self._stand = partial(lead_when_elected, redis, OFFICE, self.lead)
        self.terms = 0
        self.leads = False

    async def lead(self, term: Term) -> None:
        self.terms += 1
        self.leads = True
        try:
            while await term.continues():  # noqa: ASYNC110 -- nothing to await
                await asyncio.sleep(0.01)
        finally:
            self.leads = False

    def running(self):
        return running(self._stand)


async def until_led(*candidates: Candidate) -> None:
    await until(lambda: any(each.leads for each in candidates))


async def test_only_one_of_two_candidates_leads(redis: Redis) -> None:
    one, other = Candidate(redis), Candidate(redis)
    async with one.running(), other.running():
        await until_led(one, other)
        await asyncio.sleep(0.1)
        assert one.terms + other.terms == 1


async def test_another_candidate_leads_after_the_leader_stops(redis: Redis) -> None:
    one, other = Candidate(redis), Candidate(redis)
    async with other.running():
        async with one.running():
            await until_led(one, other)
        await until_led(other)
        assert not one.leads


async def test_leader_that_lost_its_lease_stops_leading(redis: Redis) -> None:
    one = Candidate(redis)
    async with one.running():
        await until_led(one)
        await redis.set(OFFICE, "another")
        await until(lambda: not one.leads)
        assert await redis.get(OFFICE) == b"another"


async def test_leader_renews_its_lease_in_time(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(election, "_LEASE", 1.0)
    one = Candidate(redis)
    async with one.running():
        await until_led(one)
        await asyncio.sleep(1.5)
        assert (one.terms, await redis.exists(OFFICE)) == (1, 1)


async def test_lease_that_is_still_long_is_not_renewed(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(election, "_RENEWAL", 60.0)
    one = Candidate(redis)
    async with one.running():
        await until_led(one)
        await asyncio.sleep(0.3)
        assert await redis.pttl(OFFICE) < 14_800


async def test_unavailable_store_only_ends_the_term(redis: Redis) -> None:
    class Failing(Candidate):
        async def lead(self, term: Term) -> None:
            if self.terms == 0:
                self.terms += 1
                raise StoreError("away")
            await super().lead(term)

    one = Failing(redis)
    async with one.running():
        await until_led(one)
        assert one.terms == 2


async def test_end_of_a_pause_is_logged(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    errors = [StoreError("away")]

    async def lead(_: Term) -> None:
        if errors:
            raise errors.pop()
        stopping.set()

    stopping = asyncio.Event()
    await lead_when_elected(redis, OFFICE, lead, stopping)
    assert caplog.messages == ["the office is paused: away", "the office goes on"]


async def test_other_errors_are_raised_and_release_the_lease(redis: Redis) -> None:
    async def lead(_: Term) -> None:
        raise ValueError("a fault")

    with pytest.raises(ValueError, match="a fault"):
        await lead_when_elected(redis, OFFICE, lead, asyncio.Event())
    assert await redis.get(OFFICE) is None


async def test_stopping_does_not_wait_for_the_pause(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(election, "_PAUSE", 1_000.0)
    await redis.set(OFFICE, "another")
    async with asyncio.timeout(60):
        async with Candidate(redis).running():
            await asyncio.sleep(0.05)
    assert await redis.get(OFFICE) == b"another"


async def test_lease_from_a_clock_that_was_ahead_is_cut_to_its_length(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(election, "_LEASE", 0.2)
    await redis.set(OFFICE, "the lease of one that died", ex=86_400)
    candidate = Candidate(redis)
    async with candidate.running():
        await until_led(candidate)
    assert candidate.terms


async def test_a_leader_that_stood_still_is_told_that_another_may_lead(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    candidate = Candidate(redis)
    async with candidate.running():
        await until_led(candidate)
        await redis.set(OFFICE, "another's")
        await until(lambda: caplog.messages)
    assert caplog.messages[0].startswith("the office is paused: this process stood still")
