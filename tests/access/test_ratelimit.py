"""How many requests a key may send."""

from __future__ import annotations

import pytest

from service.access import rate
from service.access.rate import RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rate, "monotonic", clock)
    return clock


def taken(limit: RateLimit, requests: int) -> int:
    return sum(limit.wait("key") == 0 for _ in range(requests))


@pytest.mark.usefixtures("clock")
def test_a_seconds_worth_may_come_at_once() -> None:
    assert taken(RateLimit(10), 30) == 10


def test_then_as_many_come_as_time_passes(clock: Clock) -> None:
    limit = RateLimit(10)
    taken(limit, 30)
    clock.now += 0.51
    assert taken(limit, 30) == 5


def test_silence_saves_up_no_more_than_a_seconds_worth(clock: Clock) -> None:
    limit = RateLimit(10)
    clock.now += 3_600
    assert taken(limit, 30) == 10


@pytest.mark.usefixtures("clock")
def test_whoever_must_wait_is_told_how_long() -> None:
    limit = RateLimit(0.5)
    assert [limit.wait("key"), limit.wait("key")] == [0, 2]


@pytest.mark.usefixtures("clock")
def test_keys_do_not_share() -> None:
    limit = RateLimit(1)
    assert [limit.wait("a"), limit.wait("b")] == [0, 0]
