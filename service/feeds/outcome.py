"""The subscription of a feed after a poll or push; pure. Times are seconds since the epoch."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from service.feeds.feed import absolute
from service.feeds.schedule import DAY, MINUTE, back_off, bounded, interval, rhythm
from service.feeds.subscriptions import State, Subscription
from service.fetching.errors import BusyError, FetchError, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.feeds.feed import Entry, Feed
    from service.fetching.values import Fetched, NotModified
    from urltree.errors import UrlTreeError

#: The most doublings of a minute while no server answers.
_UNANSWERED = 5


def unchanged(polled: Subscription, answer: NotModified) -> Subscription:
    """Return the subscription after a poll that found nothing new (304).

    What its headers leave out stays as it was (RFC 9111 §4.3.4). The next poll asks for the feed in full if
    this one went to another URL, where 304 does not show that there is a feed; or if the clock was ahead when
    the last body came, and so is the time at which entries that rest are wanted again.
    """
    if answer.max_age is None:
        answer = replace(answer, max_age=polled.max_age)
    if answer.moved_to or (polled.last_body or 0.0) > answer.received:
        answer = replace(answer, etag=None, last_modified=None)
    return _fine(polled, answer)


def read(polled: Subscription, answer: Fetched, feed: Feed, new: Sequence[Entry]) -> Subscription:
    """Return the subscription after its feed was read; its `new` entries are all in the queue."""
    known = _with_feed(polled, feed, new, answer.received)
    known = replace(
        known,
        last_body=answer.received,
        ttl=feed.ttl,
        hub=named_hub(answer, feed),
        topic=absolute(answer.url, answer.self_url) or feed.self_url or answer.url,
        last_push=None if new else polled.last_push,
    )
    return _fine(known, answer)


def led_away(polled: Subscription, answer: Fetched) -> Subscription:
    """Return the subscription after a poll that led to another feed, whose own polls bring its entries."""
    return _fine(polled, replace(answer, etag=None, last_modified=None))


def led_for_good(polled: Subscription) -> str | None:
    """Return the URL to which a feed has been redirected, and to no other, for a day up to its last poll.

    Some sites redirect their feeds to one URL, even for good, while they are mended.
    """
    since, last = polled.leads_since, polled.last_poll
    return polled.leads_to if since and last and last - since >= DAY else None


def is_polled_well(known: Subscription) -> bool:
    """Return whether a feed is polled, and its last poll, if there was one, went well."""
    return known.state is State.ACTIVE and not known.errors


def named_hub(answer: Fetched, feed: Feed) -> str | None:
    """Return the WebSub hub of a feed: that of a Link header, else that of the feed itself."""
    return absolute(answer.url, answer.hub) or feed.hub


def pushed(known: Subscription, feed: Feed, new: Iterable[Entry], now: float) -> Subscription:
    """Return the subscription after its hub has pushed the feed. Its next poll stays as it is."""
    return replace(_with_feed(known, feed, new, now), last_push=now, hub_error=None)


def put_off(polled: Subscription, now: float) -> Subscription:
    """Return the subscription as if this poll had not been, to be polled again soon: the queue was full."""
    return replace(polled, next_poll=now + MINUTE)


def failed(polled: Subscription, error: UrlTreeError, now: float, jitter: float) -> Subscription:
    """Return the subscription after its feed could not be fetched or read; `jitter` is 0 to 1.

    A poll before another try is due, as users and hubs may want any number of, does not count.
    """
    if isinstance(error, BusyError):
        # Spread at random, or all feeds of the host would come at once again, minute after minute.
        return replace(polled, next_poll=now + bounded(error.wait) + MINUTE * jitter)
    left = _left(polled, now)
    errors = polled.errors + (not left)
    tried = replace(polled, last_poll=now, error=str(error), errors=errors)
    if isinstance(error, FetchError) and error.reason is Reason.GONE:
        return replace(tried, state=State.GONE, next_poll=None)
    retry_at = now + _allowed(polled, error, left or _wait_after(error, errors, jitter))
    return replace(tried, next_poll=retry_at, retry_at=retry_at)


def _left(polled: Subscription, now: float) -> float:
    """Return the seconds until another try is due, 0 if it is: no longer than the wait after these errors.

    It was set for later if the server asked for that, which it may do again, or by a clock that was ahead.
    """
    left = (polled.retry_at or 0.0) - now
    return min(max(left, 0.0), back_off(polled.errors, 0)) if polled.errors else 0.0


def _wait_after(error: UrlTreeError, errors: int, jitter: float) -> float:
    """Return the wait after so many errors in a row, the last of which is given.

    If no server answered, our own network may have been away, and be back soon.
    """
    is_unanswered = isinstance(error, FetchError) and error.is_unanswered
    return back_off(min(errors, _UNANSWERED) if is_unanswered else errors, jitter)


def _allowed(polled: Subscription, error: UrlTreeError, wait: float) -> float:
    """Return the wait after an error: no longer than the user wants, unless the server asks for it.

    What is left of a wait may be less than a minute.
    """
    asked = error.retry_after if isinstance(error, FetchError) else None
    most = DAY if polled.interval is None else bounded(polled.interval)
    return min(max(min(wait, most), asked or 0.0), DAY)


def _with_feed(known: Subscription, feed: Feed, new: Iterable[Entry], now: float) -> Subscription:
    return replace(
        known,
        title=feed.title or known.title,
        site_url=feed.site_url or known.site_url,
        times=rhythm(known.times, _times(known, new, now), now),
    )


def _fine(polled: Subscription, answer: Fetched | NotModified) -> Subscription:
    now = answer.received
    return replace(
        polled,
        etag=answer.etag,
        last_modified=answer.last_modified,
        max_age=answer.max_age,
        last_poll=now,
        next_poll=now + _wait(polled, answer),
        leads_to=answer.moved_to,
        leads_since=_leads_since(polled, answer),
        error=None,
        errors=0,
        retry_at=None,
    )


def _leads_since(polled: Subscription, answer: Fetched | NotModified) -> float | None:
    if answer.moved_to is None:
        return None
    return polled.leads_since if answer.moved_to == polled.leads_to else answer.received


def _wait(polled: Subscription, answer: Fetched | NotModified) -> float:
    """Return the seconds until the next poll; if a hub pushes everything, polls only check that it does."""
    if polled.interval is not None:
        return bounded(polled.interval)
    now = answer.received
    waited = now - polled.last_poll if polled.last_poll else 0.0
    by_rhythm = interval(polled.times, now, waited, (polled.ttl, answer.max_age))
    # Entries that rest are not pushed again: a poll must bring them.
    pushed_all_until = min(polled.pushed_until or 0.0, polled.wakes or inf)
    return max(by_rhythm, bounded(pushed_all_until - now)) if polled.last_push else by_rhythm


def _times(polled: Subscription, new: Iterable[Entry], now: float) -> list[float]:
    """Return when entries appeared: when their dates say, or now, after a poll that went well.

    Now is for those without a date, and for those of some day long before that poll: of a decision, or of a
    first edition. If the last poll failed, or there was none, entries may be of any age, and those without a
    date are left out.
    """
    times = [min(entry.published.timestamp(), now) if entry.published else None for entry in new]
    if polled.last_poll is None or polled.errors:
        return [time for time in times if time is not None]
    earliest = polled.last_poll - DAY
    return [now if time is None or time < earliest else time for time in times]
