"""When a feed is polled next; pure. All times are seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MINUTE = 60.0
DAY = 86_400.0

#: Items whose times tell a feed's rhythm.
RHYTHM = 20

#: Polls to each item that is expected.
_POLLS_PER_ITEM = 2

#: How much longer the next wait is while nothing is known: half of the silence so far, as by a rhythm.
_GROWTH = 1.5

#: Doublings of the first wait after an error; more are over a day.
_DOUBLINGS = 11


def rhythm(known: Iterable[float], new: Iterable[float]) -> tuple[float, ...]:
    """Choose the newest times of items, in order."""
    return tuple(sorted((*known, *new))[-RHYTHM:])


def items_per_day(times: Sequence[float], now: float) -> float:
    """Say how many items a day come by these times, up to now. The wait since the last item counts as one.

    A feed that has gone quiet therefore slows down by itself. 0 if nothing is known.
    """
    if not times:
        return 0.0
    return len(times) * DAY / max(now - times[0], MINUTE)


def interval(times: Sequence[float], now: float, waited: float, asked: Iterable[float | None]) -> float:
    """Give the wait to the next poll of a feed that works: half of that to the next item.

    If nothing is known, it is half as long again as what was `waited` for this poll, 0 for the first.
    Never less than the publisher asks for: `asked` are the waits by ttl, sy:updatePeriod and Cache-Control.
    """
    per_day = items_per_day(times, now)
    expected = DAY / per_day / _POLLS_PER_ITEM if per_day else _GROWTH * waited
    floor = max(filter(None, asked), default=0.0)
    return bounded(max(expected, floor))


def back_off(errors: int, retry_after: float | None, jitter: float) -> float:
    """Give the wait after the n-th error in a row: 2, 4, 8 ... minutes.

    Up to half of it is taken off by `jitter`, 0 to 1. Never less than the server asks for by Retry-After.
    """
    wait = MINUTE * 2 ** min(errors, _DOUBLINGS) * (1 - jitter / 2)
    return bounded(max(wait, retry_after or 0.0))


def bounded(wait: float) -> float:
    """Keep a wait between a minute and a day."""
    return min(max(wait, MINUTE), DAY)
