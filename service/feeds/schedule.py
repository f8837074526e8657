"""When a feed is polled next; pure. All times are seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MINUTE = 60.0
DAY = 86_400.0

#: How many of the newest items' times make up a feed's rhythm.
RHYTHM = 20

#: Polls for each item that is expected.
_POLLS_PER_ITEM = 2

#: Factor from one wait to the next while no times are known. Each wait is then half of the silence so far, as
#: it is by a rhythm.
_GROWTH = 1.5

#: The most doublings of a minute after errors; with these, the wait is over a day.
_DOUBLINGS = 11


def rhythm(known: Iterable[float], new: Iterable[float], now: float) -> tuple[float, ...]:
    """Return the newest times of items up to now, in order; later ones are of a clock that was ahead."""
    return tuple(sorted(time for time in (*known, *new) if time <= now)[-RHYTHM:])


def items_per_day(times: Sequence[float], now: float) -> float | None:
    """Return how many items a day these times amount to, counted up to now; None if there are none.

    Because the time since the last item counts, a feed that has gone quiet slows down by itself.
    """
    past = rhythm(times, (), now)
    if not past:
        return None
    return len(past) * DAY / max(now - past[0], MINUTE)


def interval(times: Sequence[float], now: float, waited: float, asked: Iterable[float | None]) -> float:
    """Return the wait until the next poll of a feed that works: half of that until the next expected item.

    If no times are known, it is half as long again as `waited`, the wait before this poll (0 for the first).
    Never less than the publisher asks for: `asked` are the waits by ttl, sy:updatePeriod and Cache-Control.
    """
    per_day = items_per_day(times, now)
    expected = DAY / per_day / _POLLS_PER_ITEM if per_day else _GROWTH * waited
    floor = max(filter(None, asked), default=0.0)
    return bounded(max(expected, floor))


def back_off(errors: int, jitter: float) -> float:
    """Return the wait after the n-th error in a row: 2, 4, 8 ... minutes.

    A `jitter` of 0 to 1 takes off up to half of it.
    """
    return bounded(MINUTE * 2 ** min(errors, _DOUBLINGS) * (1 - jitter / 2))


def bounded(wait: float) -> float:
    """Keep a wait between a minute and a day."""
    return min(max(wait, MINUTE), DAY)
