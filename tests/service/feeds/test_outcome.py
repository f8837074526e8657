"""The subscription after a poll or a push."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from service.feeds.errors import FeedError
from service.feeds.feed import Entry, Feed
from service.feeds.outcome import failed, pushed, put_off, read, unchanged
from service.feeds.schedule import DAY, MINUTE
from service.feeds.subscriptions import State, Subscription
from service.fetching.errors import BusyError, FetchError, Reason
from service.fetching.values import Fetched, NotModified

if TYPE_CHECKING:
    from collections.abc import Callable

    from urltree.errors import UrlTreeError

NOW = 1_800_000_000.0
HOUR = 60 * MINUTE
POLLED = Subscription(id="a", url="https://example.org/feed", site="example.org", last_poll=NOW - HOUR)
FAILING = replace(POLLED, error="why", errors=5, retry_at=NOW)
EMPTY = Feed("News", "https://example.org/", None, None, None, None, None, ())
SAME = NotModified(url=POLLED.url, received=NOW, etag='"1"', last_modified="date")
BROKEN = FeedError("no feed")
BUSY = BusyError("example.org", interval=1.0, wait=12.0)


def fetched(max_age: int | None = None, hub: str | None = None, self_url: str | None = None) -> Fetched:
    return Fetched(
        url=POLLED.url, received=NOW, etag='"2"', max_age=max_age, body=b"", hub=hub, self_url=self_url
    )


def entry(published: float | None = None) -> Entry:
    date = datetime.fromtimestamp(published, UTC) if published else None
    return Entry("1", "1", "https://example.org/1", None, None, date)


def http_error(status: int, retry_after: float | None = None) -> FetchError:
    return FetchError.of_status("example.org", status, retry_after)


def wait(polled: Subscription) -> float:
    return polled.next_poll - NOW


@pytest.mark.parametrize("polled", [read(FAILING, fetched(), EMPTY, []), unchanged(FAILING, SAME)])
def test_successful_poll_clears_errors(polled: Subscription):
    assert (polled.error, polled.errors, polled.last_poll) == (None, 0, NOW)


def test_validators_are_replaced_by_those_of_the_response():
    polled = read(replace(POLLED, etag='"1"', last_modified="x"), fetched(), EMPTY, [])
    assert (polled.etag, polled.last_modified) == ('"2"', None)


def test_feed_whose_last_body_came_while_the_clock_was_ahead_is_next_asked_for_in_full():
    polled = unchanged(replace(POLLED, etag='"1"', last_modified="x", last_body=NOW + DAY), SAME)
    assert (polled.etag, polled.last_modified) == (None, None)


def test_title_and_site_url_come_from_the_feed():
    polled = read(POLLED, fetched(), EMPTY, [])
    assert (polled.title, polled.site_url) == ("News", "https://example.org/")


def test_title_is_kept_if_the_feed_has_none():
    assert read(replace(POLLED, title="T"), fetched(), replace(EMPTY, title=None), []).title == "T"


def test_dates_of_entries_determine_the_wait():
    entries = [entry(NOW - HOUR * hour) for hour in range(10)]
    assert wait(read(POLLED, fetched(), EMPTY, entries)) == pytest.approx(HOUR / 2, rel=0.2)


def test_entry_dated_long_before_the_last_poll_counts_as_appearing_now():
    assert read(POLLED, fetched(), EMPTY, [entry(NOW - 30 * DAY)]).times == (NOW,)


def test_entries_of_the_first_poll_appeared_when_they_are_dated():
    old = entry(NOW - 3 * DAY)
    assert read(replace(POLLED, last_poll=None), fetched(), EMPTY, [old]).times == (NOW - 3 * DAY,)


def test_entry_dated_in_the_future_counts_as_appearing_now():
    assert read(POLLED, fetched(), EMPTY, [entry(NOW + DAY)]).times == (NOW,)


def test_new_undated_entry_counts_as_appearing_now():
    assert read(POLLED, fetched(), EMPTY, [entry()]).times == (NOW,)


@pytest.mark.parametrize("polled", [replace(POLLED, last_poll=None), replace(POLLED, errors=1)])
def test_undated_entries_of_the_first_successful_poll_have_no_times(polled: Subscription):
    assert read(polled, fetched(), EMPTY, [entry()]).times == ()


def test_feed_without_a_rhythm_is_polled_again_in_a_minute():
    assert wait(read(replace(POLLED, last_poll=None), fetched(), EMPTY, [])) == MINUTE


def test_feed_without_a_rhythm_is_polled_less_and_less_often():
    assert wait(unchanged(POLLED, SAME)) == 1.5 * HOUR


def test_ttl_of_the_feed_is_respected_after_304_too():
    polled = read(POLLED, fetched(), replace(EMPTY, ttl=2 * HOUR), [])
    assert (wait(polled), wait(unchanged(polled, SAME))) == (2 * HOUR, 2 * HOUR)


def test_max_age_is_respected():
    assert wait(read(POLLED, fetched(max_age=3 * 3_600), EMPTY, [])) == 3 * HOUR


@pytest.mark.parametrize(("max_age", "hours"), [(None, 3), (7_200, 2)])
def test_max_age_is_respected_after_304_that_does_not_repeat_it(max_age: int | None, hours: int):
    polled = read(POLLED, fetched(max_age=3 * 3_600), EMPTY, [])
    for _ in range(2):
        polled = unchanged(polled, replace(SAME, max_age=max_age))
    assert wait(polled) == hours * HOUR


@pytest.mark.parametrize(("wanted", "given"), [(300, 300), (1, MINUTE), (1e9, DAY)])
def test_interval_set_by_the_user_wins_within_bounds(wanted: float, given: float):
    polled = replace(POLLED, interval=wanted)
    assert wait(read(polled, fetched(max_age=9_999), replace(EMPTY, ttl=2 * HOUR), [])) == given


def test_error_is_recorded_and_counted():
    polled = failed(replace(POLLED, errors=1), BROKEN, NOW, 0)
    assert (polled.error, polled.errors, polled.last_poll, wait(polled)) == ("no feed", 2, NOW, 4 * MINUTE)


def test_error_keeps_validators():
    assert failed(replace(POLLED, etag='"1"'), BROKEN, NOW, 0).etag == '"1"'


@pytest.mark.parametrize("polled", [POLLED, replace(POLLED, interval=300)])
@pytest.mark.parametrize(("asked", "given"), [(2 * HOUR, 2 * HOUR), (1e9, DAY)])
def test_retry_after_sets_the_wait_within_bounds(polled: Subscription, asked: float, given: float):
    assert wait(failed(polled, http_error(503, asked), NOW, 0.5)) == given


@pytest.mark.parametrize("asked", [None, MINUTE])
def test_short_retry_after_does_not_shorten_the_wait(asked: float | None):
    assert wait(failed(POLLED, http_error(503, asked), NOW, 0)) == 2 * MINUTE


@pytest.mark.parametrize("error", [BROKEN, http_error(500)])
@pytest.mark.parametrize(("wanted", "given"), [(300, 300), (1, MINUTE), (DAY, 64 * MINUTE)])
def test_wait_after_an_error_is_no_longer_than_the_interval_set_by_the_user(
    error: UrlTreeError, wanted: float, given: float
):
    assert wait(failed(replace(FAILING, interval=wanted), error, NOW, 0)) == given


UNANSWERED = [Reason.DNS, Reason.CONNECT, Reason.TLS, Reason.TIMEOUT]
ANSWERED = [reason for reason in Reason if reason not in {*UNANSWERED, Reason.GONE}]


@pytest.mark.parametrize("reason", UNANSWERED)
@pytest.mark.parametrize(("errors", "minutes"), [(0, 2), (3, 16), (4, 32), (5, 32), (99, 32)])
def test_wait_grows_to_half_an_hour_if_no_server_answered(reason: Reason, errors: int, minutes: int):
    polled = replace(POLLED, errors=errors)
    waits = [wait(failed(polled, FetchError(reason, "no"), NOW, jitter)) for jitter in (0, 1)]
    assert waits == [minutes * MINUTE, minutes * MINUTE / 2]


@pytest.mark.parametrize("reason", ANSWERED)
def test_wait_grows_to_a_day_if_a_server_answered(reason: Reason):
    assert wait(failed(replace(POLLED, errors=99), FetchError(reason, "no"), NOW, 0)) == DAY


def test_shorter_interval_wins_if_no_server_answered():
    polled = replace(FAILING, interval=300)
    assert wait(failed(polled, FetchError(Reason.DNS, "no"), NOW, 0)) == 300


def polled_by_hand(error: UrlTreeError, **fields: object) -> Subscription:
    """Return a feed that failed half an hour before another try was due, as somebody wanted it polled."""
    return failed(replace(FAILING, next_poll=NOW, retry_at=NOW + HOUR / 2, **fields), error, NOW, 0)


def test_poll_before_another_try_is_due_does_not_count_as_an_error():
    polled = polled_by_hand(BROKEN)
    assert (polled.error, polled.errors, polled.last_poll) == ("no feed", FAILING.errors, NOW)


def test_poll_before_another_try_is_due_leaves_that_try_due():
    assert polled_by_hand(BROKEN).next_poll == NOW + HOUR / 2


@pytest.mark.parametrize("interval", [None, 1.0, 300.0])
def test_polls_by_hand_less_than_a_minute_before_another_try_is_due_leave_it_due(interval: float | None):
    polled = replace(FAILING, retry_at=NOW + 50, interval=interval)
    for second in range(0, 50, 10):
        polled = failed(polled, BROKEN, NOW + second, 0)
    assert (polled.errors, polled.retry_at, polled.next_poll) == (FAILING.errors, NOW + 50, NOW + 50)
    assert failed(polled, BROKEN, NOW + 50, 0).errors == FAILING.errors + 1


def test_wait_is_no_longer_after_any_number_of_polls_by_hand():
    polled = failed(POLLED, BROKEN, NOW, 0)
    for second in range(1, 21):
        polled = failed(polled, BROKEN, NOW + second, 0)
    assert (polled.errors, wait(polled)) == (1, 2 * MINUTE)


def test_errors_count_once_in_each_wait():
    polled, now = POLLED, NOW
    for minutes in (2, 4, 8, 16):
        polled = failed(polled, BROKEN, now, 0)
        polled = failed(polled, BROKEN, now + MINUTE / 2, 0)
        assert polled.next_poll == now + minutes * MINUTE
        now = polled.next_poll


def test_poll_by_hand_does_not_hide_what_the_server_asks_for():
    assert wait(polled_by_hand(http_error(503, 2 * HOUR))) == 2 * HOUR
    assert polled_by_hand(http_error(410)).state is State.GONE


def test_interval_set_meanwhile_shortens_the_wait():
    assert wait(polled_by_hand(BROKEN, interval=300)) == 300


@pytest.mark.parametrize("ahead", [HOUR, 2 * DAY])
def test_try_set_by_a_clock_that_was_ahead_is_due_after_the_longest_wait_for_its_errors(ahead: float):
    polled = failed(replace(FAILING, retry_at=NOW + ahead), BROKEN, NOW, 0)
    assert (polled.errors, wait(polled)) == (FAILING.errors, 32 * MINUTE)


def test_first_error_counts_though_another_try_is_said_to_be_due():
    polled = failed(replace(POLLED, retry_at=NOW + MINUTE), BROKEN, NOW, 0)
    assert (polled.errors, wait(polled)) == (1, 2 * MINUTE)


def test_first_error_after_a_successful_poll_counts():
    polled = unchanged(replace(FAILING, retry_at=NOW + HOUR), SAME)
    assert failed(polled, BROKEN, NOW + 1, 0).errors == 1


def test_410_marks_the_feed_as_gone():
    polled = failed(replace(POLLED, next_poll=NOW), http_error(410), NOW, 0)
    assert (polled.state, polled.next_poll) == (State.GONE, None)


def test_410_behind_a_temporary_redirect_keeps_the_feed_active():
    error = FetchError.of_status("example.org", 410, None, is_elsewhere=True)
    assert failed(POLLED, error, NOW, 0).state is State.ACTIVE


@pytest.mark.parametrize("status", [404, 500])
def test_other_errors_keep_the_feed_active(status: int):
    assert failed(POLLED, http_error(status), NOW, 0).state is State.ACTIVE


def test_busy_host_puts_the_poll_off_without_an_error():
    assert failed(POLLED, BUSY, NOW, 0) == put_off(POLLED, NOW)


def test_polls_put_off_by_a_busy_host_are_spread_by_jitter():
    assert failed(POLLED, BUSY, NOW, 0.5).next_poll == NOW + 1.5 * MINUTE


def test_feed_of_a_host_that_is_left_alone_for_long_is_polled_when_that_is_over():
    held = BusyError("example.org", interval=1.0, wait=1_800.0)
    assert failed(POLLED, held, NOW, 0.5).next_poll == NOW + 1_800 + 0.5 * MINUTE


def test_put_off_poll_is_due_in_a_minute():
    assert put_off(POLLED, NOW) == replace(POLLED, next_poll=NOW + MINUTE)


# Hubs


def test_hub_and_topic_come_from_the_feed():
    content = replace(EMPTY, hub="https://hub.example/", self_url="https://example.org/self")
    polled = read(POLLED, fetched(), content, [])
    assert (polled.hub, polled.topic) == ("https://hub.example/", "https://example.org/self")


def test_link_headers_take_precedence_over_the_feed():
    content = replace(EMPTY, hub="https://hub.example/", self_url="https://example.org/self")
    polled = read(POLLED, fetched(hub="https://other.example/", self_url="/own"), content, [])
    assert (polled.hub, polled.topic) == ("https://other.example/", "https://example.org/own")


def test_topic_is_the_feeds_url_if_it_names_no_other():
    polled = read(POLLED, fetched(), replace(EMPTY, hub="https://hub.example/"), [])
    assert polled.topic == POLLED.url


def test_hub_no_longer_named_is_forgotten():
    assert read(replace(POLLED, hub="https://hub.example/"), fetched(), EMPTY, []).hub is None


def test_hub_is_kept_after_304():
    assert unchanged(replace(POLLED, hub="https://hub.example/"), SAME).hub == "https://hub.example/"


def pushing(seconds: float, **fields: object) -> Subscription:
    """Return a feed with an item an hour, whose hub has pushed and agreed to do so for so many seconds."""
    times = tuple(NOW - HOUR * hour for hour in range(20, 0, -1))
    return replace(POLLED, **{"times": times, "pushed_until": NOW + seconds, "last_push": NOW - 1} | fields)


def test_pushed_feed_is_polled_daily():
    assert wait(unchanged(pushing(9 * DAY), SAME)) == DAY


def test_pushed_feed_is_polled_when_the_lease_ends():
    assert wait(unchanged(pushing(5 * HOUR), SAME)) == 5 * HOUR


@pytest.mark.parametrize(
    "polled", [pushing(-1), pushing(9 * DAY, last_push=None), pushing(9 * DAY, pushed_until=None)]
)
def test_feed_that_is_not_pushed_is_polled_by_its_rhythm(polled: Subscription):
    assert wait(unchanged(polled, SAME)) == wait(unchanged(replace(polled, hub=None, last_push=None), SAME))
    assert wait(unchanged(polled, SAME)) < HOUR


def test_end_of_the_lease_does_not_hurry_the_poll():
    assert wait(unchanged(pushing(MINUTE), SAME)) > MINUTE


@pytest.mark.parametrize("polled", [unchanged, lambda known, _: read(known, fetched(), EMPTY, [])])
def test_pushed_feed_is_polled_when_an_entry_has_rested(polled: Callable[..., Subscription]):
    assert wait(polled(pushing(9 * DAY, wakes=NOW + 5 * HOUR), SAME)) == 5 * HOUR


def test_interval_of_the_user_wins_over_the_hub():
    assert wait(unchanged(pushing(9 * DAY, interval=300), SAME)) == 300


def test_poll_that_finds_a_new_entry_ends_trust_in_the_hub():
    polled = read(pushing(9 * DAY), fetched(), EMPTY, [entry(NOW)])
    assert polled.last_push is None
    assert wait(polled) < HOUR


def test_hub_is_trusted_while_polls_find_nothing_new():
    assert wait(read(pushing(9 * DAY), fetched(), EMPTY, [])) == DAY


def test_push_updates_what_a_poll_would_but_not_the_schedule():
    known = replace(POLLED, etag='"1"', next_poll=NOW + 5, ttl=HOUR, hub_error="why")
    updated = pushed(known, EMPTY, [entry(NOW)], NOW)
    assert updated == replace(
        known, title="News", site_url="https://example.org/", times=(NOW,), last_push=NOW, hub_error=None
    )
