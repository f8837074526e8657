"""The interval until the next poll of a feed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.feeds.schedule import (
    DAY,
    MINUTE,
    RHYTHM,
    back_off,
    bounded,
    interval,
    items_per_day,
    rhythm,
)

NOW = 1_800_000_000.0
HOUR = 60 * MINUTE
moments = st.floats(0, NOW)
times = st.lists(moments, max_size=30).map(lambda known: rhythm(known, [], NOW))
waits = st.none() | st.floats(0, 1e12)
shares = st.floats(0, 1)


def every(gap: float) -> tuple[float, ...]:
    """Return the times of items that came every `gap` seconds up to now."""
    return rhythm((NOW - gap * number for number in range(30)), [], NOW)


@pytest.mark.parametrize("gap", [10 * MINUTE, HOUR, 6 * HOUR])
def test_regular_feed_is_polled_about_twice_per_item(gap: float):
    assert interval(every(gap), NOW, 0, []) == pytest.approx(gap / 2, rel=0.1)


def test_feed_that_went_quiet_is_polled_less_often():
    assert interval(every(HOUR), NOW + 5 * DAY, 0, []) > 2 * interval(every(HOUR), NOW, 0, [])


@pytest.mark.parametrize(("waited", "wait"), [(0, MINUTE), (HOUR, 1.5 * HOUR), (DAY, DAY)])
def test_wait_of_a_feed_without_a_rhythm_grows_from_a_minute_to_a_day(waited: float, wait: float):
    assert interval((), NOW, waited, []) == wait


def test_known_rhythm_takes_precedence_over_the_last_wait():
    assert interval(every(HOUR), NOW, DAY, []) < HOUR


@pytest.mark.parametrize("asked", [[2 * HOUR, None], [None, 2 * HOUR], [HOUR, 2 * HOUR]])
def test_longest_requested_wait_is_respected(asked: list[float | None]):
    assert interval(every(10 * MINUTE), NOW, 0, asked) == 2 * HOUR


def test_requested_wait_does_not_shorten_the_interval():
    assert interval(every(6 * HOUR), NOW, 0, [MINUTE]) > 2 * HOUR


def test_hourly_feed_has_24_items_per_day():
    assert items_per_day(every(HOUR), NOW) == pytest.approx(24, rel=0.1)


def test_items_per_day_are_unknown_while_no_times_are():
    assert items_per_day((), NOW) is None


@given(times, st.floats(0, 1e12), st.lists(waits, max_size=3))
def test_interval_is_between_a_minute_and_a_day(
    known: tuple[float, ...], waited: float, asked: list[float | None]
):
    assert MINUTE <= interval(known, NOW, waited, asked) <= DAY


@given(times, st.floats(0, DAY), st.floats(0, DAY))
def test_longer_silence_never_shortens_the_interval(known: tuple[float, ...], one: float, other: float):
    sooner, later = sorted((one, other))
    assert interval(known, NOW + sooner, 0, []) <= interval(known, NOW + later, 0, [])


@given(times, waits, waits)
def test_another_requested_wait_never_shortens_the_interval(
    known: tuple[float, ...], one: float | None, other: float | None
):
    assert interval(known, NOW, 0, [one]) <= interval(known, NOW, 0, [one, other])


@given(st.integers(1, 10**6), shares)
def test_back_off_is_between_a_minute_and_a_day(errors: int, jitter: float):
    assert MINUTE <= back_off(errors, jitter) <= DAY


@given(st.integers(1, 100), shares)
def test_back_off_never_shrinks_with_more_errors(errors: int, jitter: float):
    assert back_off(errors, jitter) <= back_off(errors + 1, jitter)


def test_first_error_backs_off_two_minutes():
    assert back_off(1, 0) == 2 * MINUTE


def test_full_jitter_halves_the_back_off():
    assert back_off(3, 1) == 4 * MINUTE


def test_many_errors_back_off_a_day():
    assert back_off(99, 0) == DAY


@given(st.lists(moments), st.lists(moments))
def test_rhythm_holds_the_newest_times_in_order(known: list[float], new: list[float]):
    assert list(rhythm(known, new, NOW)) == sorted(known + new)[-RHYTHM:]


def test_rhythm_has_no_times_of_a_clock_that_was_ahead():
    assert rhythm([NOW + DAY, NOW - DAY], [NOW], NOW) == (NOW - DAY, NOW)


def test_times_of_a_clock_that_was_ahead_do_not_shorten_the_interval():
    assert interval((*every(6 * HOUR), NOW + DAY), NOW, 0, []) == interval(every(6 * HOUR), NOW, 0, [])


def test_feed_is_without_a_rhythm_while_all_times_are_of_a_clock_that_was_ahead():
    assert interval((NOW + DAY,) * RHYTHM, NOW, HOUR, []) == 1.5 * HOUR


@pytest.mark.parametrize(("wait", "kept"), [(0, MINUTE), (HOUR, HOUR), (9e9, DAY)])
def test_wait_is_bounded_between_a_minute_and_a_day(wait: float, kept: float):
    assert bounded(wait) == kept
