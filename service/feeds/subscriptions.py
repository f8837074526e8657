"""The feeds that are subscribed to, in Redis; `service.state.keys` shows the keys."""

from __future__ import annotations

import json
import logging
import re
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from service.feeds.errors import NoSuchFeedError, TooManyLabelsError
from service.feeds.schedule import DAY
from service.state import keys
from service.state.scripts import load_script
from service.stream.document import MOST_LABELS
from urltree.errors import UrlError
from urltree.url import parse_url
from urltree.urlkey import domain_meant_by, domain_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from redis.asyncio import Redis
    from redis.asyncio.client import Pipeline

    from service.state.scripts import LuaValue

_logger = logging.getLogger(__name__)

#: Script -> its parts.
_SCRIPTS = {
    "add": ("feeds/feed", "feeds/aliases", "feeds/add"),
    "change": ("feeds/feed", "feeds/change"),
    "claim": ("claim",),
    "merge": ("feeds/feed", "feeds/aliases", "feeds/merge", "feeds/remove"),
    "move": ("feeds/feed", "feeds/aliases", "feeds/move"),
    "page": ("feeds/feed_json", "feeds/page"),
    "read": ("feeds/feed_json", "feeds/read"),
    "record": ("feeds/feed", "feeds/record"),
    "remove": ("feeds/feed", "feeds/aliases", "feeds/remove"),
}

#: Bytes of a title or URL by which feeds are sorted.
_PLACE = 100

#: Feeds read, and added, at once: few enough that nobody else waits for Redis for long.
_PAGE, _ADDED = 500, 50

#: Addresses at most that a feed has left and that still lead to it, and as many of feeds merged into it.
_ALIASES = 20

#: A host in normal form: labels, in which underscores occur too, or an IPv6 address.
_HOST = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*|\[[0-9a-f:.]+\]")


class State(StrEnum):
    """Whether a feed is polled."""

    ACTIVE = "active"
    #: Paused by a user, until a user makes it active again.
    PAUSED = "paused"
    #: The server said so (410).
    GONE = "gone"


class Answered(StrEnum):
    """How the URL of a feed answered when somebody subscribed to it."""

    #: It was not fetched.
    UNASKED = ""
    #: Without a redirect.
    ITSELF = "itself"
    REDIRECTED = "redirected"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A feed and what its polls have shown. Times are seconds since the epoch."""

    id: str
    url: str
    #: The site whose history its entries share.
    site: str
    #: Where it is redirected for good, at every poll that went well since that time; None if it is not.
    leads_to: str | None = None
    leads_since: float | None = None
    title: str | None = None
    #: The page that the feed is of.
    site_url: str | None = None
    #: Sorted.
    labels: tuple[str, ...] = ()
    #: Seconds between polls as a user wants them; None: by the feed's rhythm.
    interval: float | None = None
    state: State = State.ACTIVE
    etag: str | None = None
    last_modified: str | None = None
    last_poll: float | None = None
    #: The last poll with a body.
    last_body: float | None = None
    #: None if it is not polled.
    next_poll: float | None = None
    #: What went wrong at the last poll, in words.
    error: str | None = None
    #: Polls that went wrong since the last that went well; none that came before another try was due.
    errors: int = 0
    #: When another try is due after an error; `next_poll` may be earlier, as somebody wants it.
    retry_at: float | None = None
    #: How many items in a row, up to the last, had pages that could not be read, and why the last could not,
    #: in words. The work queue reports both.
    unreadable: int = 0
    unreadable_reason: str | None = None
    #: When the first of its entries that rest is to be put to work; None if none rests.
    wakes: float | None = None
    #: Seconds that the publisher asked to wait at the last poll with a body.
    ttl: float | None = None
    #: Seconds for which Cache-Control last said that the feed is fresh.
    max_age: int | None = None
    #: Times of the newest entries, in order.
    times: tuple[float, ...] = ()
    #: The first WebSub hub that the feed names, and the URL by which it knows the feed.
    hub: str | None = None
    topic: str | None = None
    #: Token of the push that the hub was asked for; see `service.websub`.
    push: str | None = None
    #: Until when the hub has agreed to push.
    pushed_until: float | None = None
    #: When the hub last pushed; None if a poll has found what it did not push.
    last_push: float | None = None
    #: What went wrong with the hub, in words.
    hub_error: str | None = None


#: Fields that are not stored with the others: the id is in the name of the feed's key, the next poll is its
#: score in `FEEDS_DUE`.
_ELSEWHERE = {"id", "next_poll"}
_FIELDS = tuple(field.name for field in fields(Subscription) if field.name not in _ELSEWHERE)

_CONSTANTS: dict[str, LuaValue] = {
    "FEED": keys.FEED,
    "HISTORY": keys.HISTORY,
    "RECENT": keys.RECENT,
    "FIELDS": _FIELDS,
    "PLACE": _PLACE,
    "MOST_LABELS": MOST_LABELS,
    "MOST_ALIASES": _ALIASES,
}


def named_site(name: str) -> str:
    """Return the site that a user names by a host or URL. Raises `UrlError` if the name is neither."""
    site = domain_meant_by(name)
    if not _HOST.fullmatch(site):
        raise UrlError(f"{name!r} is not a site; use a host such as example.com, or one of its URLs")
    return site


class Page(NamedTuple):
    """Some feeds in order."""

    feeds: list[Subscription]
    #: The position after which the next page begins; empty if there is none.
    last: str


class Subscriptions:
    """The subscriptions in Redis. Each method is one round trip and atomic, unless it says otherwise."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._scripts = {verb: load_script(redis, *parts, **_CONSTANTS) for verb, parts in _SCRIPTS.items()}

    async def add(
        self,
        subscription: Subscription,
        now: float,
        answered: Answered = Answered.UNASKED,
        former: str | None = None,
    ) -> Subscription:
        """Subscribe to a feed, to be polled at once; a `former` URL, which redirects to its own, leads to it.

        If its URL leads to a feed already, that feed gets the labels, and the interval, if one is given, with
        a poll at once; a second round trip reads it. If the URL has `answered`, a feed that was gone is back.
        If it has answered itself, a feed that fails at another URL goes there; one that works, and had left
        the URL or was merged from there, leaves it to a new feed.
        Raises `TooManyLabelsError` if it got only some of the labels.
        """
        ((feed, left),) = await self._add([subscription], now, answered, former)
        if feed == subscription.id:
            return replace(subscription, next_poll=now)
        if left:
            _logger.warning("%s is polled at %s now, which somebody subscribed to", left, subscription.url)
        try:
            known = await self.get(feed)
        except NoSuchFeedError:  # somebody has removed it meanwhile
            return await self.add(subscription, now, answered, former)
        if set(subscription.labels) - set(known.labels):
            raise TooManyLabelsError(feed, MOST_LABELS)
        return known

    async def add_all(self, subscriptions: Sequence[Subscription], now: float) -> int:
        """Subscribe to many as `add` does; return how many are new. A round trip for each 50."""
        added = 0
        for start in range(0, len(subscriptions), _ADDED):
            some = subscriptions[start : start + _ADDED]
            feeds = await self._add(some, now)
            added += sum(feed == wanted.id for (feed, _), wanted in zip(feeds, some, strict=True))
        return added

    async def get(self, feed: str) -> Subscription:
        """Read the feed of this id. Raises `NoSuchFeedError`."""
        found = await self._read([feed])
        if not found:
            raise NoSuchFeedError(feed)
        return found[0]

    async def current(self, feed: str) -> Subscription:
        """Read the feed of this id, or the feed that it was merged into; two round trips.

        Raises `NoSuchFeedError`.
        """
        other: Any = await self._redis.hget(keys.FEEDS_MERGED, feed)
        return await self.get(other.decode() if other else feed)

    async def find(self, name: str) -> Subscription:
        """Read the feed that has this id or URL, or had the URL before; up to three round trips.

        A feed that was merged into another is not found, as it cannot be removed. Raises `NoSuchFeedError`.
        """
        with suppress(UrlError):
            address = _address(name)
            known: Any = await self._redis.hget(keys.FEED_ADDRESSES, address)
            if known:
                absorbed: Any = await self._redis.hget(keys.FEED + known.decode(), "absorbed")
                if address not in json.loads(absorbed or b"[]"):
                    name = known.decode()
        return await self.get(name)

    async def at(self, url: str) -> Subscription | None:
        """Read the feed that is at a URL now; None if there is none. Up to three round trips."""
        with suppress(NoSuchFeedError):
            found = await self.find(url)
            return found if _address(found.url) == _address(url) else None
        return None

    async def all(self) -> list[Subscription]:
        """Read all feeds, by title; a round trip for each 500.

        A feed whose title changes meanwhile may be left out.
        """
        page = await self.page("", _PAGE)
        found = {feed.id: feed for feed in page.feeds}
        while page.last:
            page = await self.page(page.last, _PAGE)
            found |= {feed.id: feed for feed in page.feeds}
        return list(found.values())

    async def page(self, after: str, limit: int) -> Page:
        """Read up to `limit` feeds, by title, after `last` of the page before; "" for the first page."""
        names = [keys.FEEDS_DUE, keys.FEED_TITLES]
        last, rows = await self._scripts["page"](names, [bytes.fromhex(after), limit])
        return Page(_subscriptions(rows), last.hex())

    async def change(self, feed: str, poll: float | None = None, **changes: Any) -> Subscription:
        """Change fields by name and, with `poll`, the time of the next poll. Raises `NoSuchFeedError`.

        A feed whose state becomes other than active is not polled. A second round trip reads the feed again.
        """
        await self._write("change", feed, _time(poll), *_flat(changes))
        return await self.get(feed)

    async def remove(self, feed: str) -> None:
        """Remove a feed, and with the last of a site what is remembered of entries. Raises `NoSuchFeedError`.

        Its hub is asked at once to push it no more.
        """
        if not await self._write("remove", feed):
            raise NoSuchFeedError(feed)

    async def claim(self, now: float, until: float, limit: int) -> list[Subscription]:
        """Claim up to `limit` feeds that are due; due again at `until` unless their poll is recorded.

        No wait is longer than a day, so a feed that is due later was polled while the clock was ahead, and is
        due, too. A second round trip reads them.
        """
        feeds = await self._scripts["claim"]([keys.FEEDS_DUE], [now, until, limit, until + DAY])
        return await self._read([feed.decode() for feed in feeds])

    async def record(self, claimed: Subscription, polled: Subscription) -> None:
        """Write what a poll changed; a feed that was paused or removed meanwhile stays so.

        If somebody wants the feed polled before its claim runs out, that poll stays due.
        """
        fields = _flat(changed_fields(claimed, polled))
        await self._write("record", polled.id, _time(polled.next_poll), claimed.next_poll or 0, *fields)

    async def note(self, feed: str, poll: float | None = None, **changes: Any) -> None:
        """Change fields by name and, with `poll`, have the feed polled at that time at the latest.

        A feed that was paused or removed meanwhile stays so.
        """
        await self._write("record", feed, _time(poll), poll or 0, *_flat(changes))

    async def move(self, polled: Subscription, url: str) -> str | None:
        """Give a feed another URL, unless another feed has it; the one that it leaves still leads to it.

        Returns the id of the feed that has the URL now; None if the feed was removed meanwhile, or is no
        longer at the URL that was polled: somebody had it go elsewhere, and that stays.
        """
        args = (json.dumps(polled.url), _address(url), json.dumps(url))
        return (await self._write("move", polled.id, *args)).decode() or None

    async def merge(self, feed: str, into: str) -> bool:
        """Merge a feed into another, which gets its labels, and to which its id and its URLs then lead.

        Returns whether it was merged: not if either was removed, or the other is not polled or fails.
        """
        return bool(await self._write("merge", feed, into))

    async def _add(
        self,
        subscriptions: Iterable[Subscription],
        now: float,
        answered: Answered = Answered.UNASKED,
        former: str | None = None,
    ) -> list[tuple[str, str | None]]:
        """Subscribe, in one round trip; return for each its id, and the URL that it left for this one."""
        async with self._redis.pipeline(transaction=False) as asked:
            for each in subscriptions:
                left = _address(former) if former else ""
                args = (_address(each.url), now, answered.value, left, *_flat(_stored(each)))
                await self._write("add", each.id, *args, client=asked)
            return [(feed.decode(), json.loads(url or b"null")) for feed, url in await asked.execute()]

    async def _read(self, feeds: Iterable[str]) -> list[Subscription]:
        """Read those of these feeds that exist."""
        return _subscriptions(await self._scripts["read"]([keys.FEEDS_DUE], list(feeds)))

    async def _write(self, verb: str, feed: str, *args: str | float, client: Pipeline | None = None) -> Any:
        names = [
            *(keys.FEED_ADDRESSES, keys.FEEDS_DUE, keys.FEED_TITLES, keys.FEED + feed),
            *(keys.WEBSUB_DUE, keys.FEEDS_MERGED),
        ]
        return await self._scripts[verb](names, [feed, *args], client)


def new_subscription(
    url: str, title: str | None, site_url: str | None, labels: Iterable[str]
) -> Subscription:
    """Make a subscription; its site is that of its page."""
    return Subscription(
        id=secrets.token_hex(6),  # it stays when the feed moves, so it is not made from the URL
        url=url,
        site=domain_of(site_url or url),
        title=title,
        site_url=site_url,
        labels=tuple(sorted(set(labels))),
    )


def _address(url: str) -> str:
    """Bring a feed's URL into the form in which URLs of the same feed are equal. Raises `UrlError`."""
    return parse_url(url).address


def _stored(subscription: Subscription) -> dict[str, Any]:
    return {name: value for name, value in asdict(subscription).items() if name not in _ELSEWHERE}


def changed_fields(before: Subscription, after: Subscription) -> dict[str, Any]:
    """Return only fields that differ: somebody may have changed the rest meanwhile."""
    old, new = _stored(before), _stored(after)
    return {name: value for name, value in new.items() if value != old[name]}


def _flat(changes: Mapping[str, Any]) -> list[str]:
    """List names and values as Redis takes them; the values are JSON."""
    return [part for name, value in changes.items() for part in (name, json.dumps(value))]


def _time(poll: float | None) -> float | str:
    """Write the time of a poll for a script; empty for none."""
    return "" if poll is None else poll


def _subscriptions(rows: bytes) -> list[Subscription]:
    return [_subscription(*row) for row in json.loads(rows)]


def _subscription(feed: str, due: float | None, *values: Any) -> Subscription:
    known = {name: value for name, value in zip(_FIELDS, values, strict=True) if value is not None}
    known |= {name: tuple(sorted(known.get(name, ()))) for name in ("labels", "times")}
    return Subscription(**known | {"id": feed, "state": State(known["state"]), "next_poll": due})
