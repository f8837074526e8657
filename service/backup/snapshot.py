"""Reads the state of a service for a backup, while the service goes on.

    histories of feeds ─► plans ─► the tree ─► all else, marks among it ─► documents

What comes first in the pipeline is read first. So an item in progress during the backup is either in the
plans, and will be processed again, or its result is read later; processing it again changes nothing. The
plans (feeds, webhooks, queue) are read at one moment, and so is each domain of the tree and each other key.

A feed, webhook or history that came once the plans had been read is left out: the feed would have no address,
and entries that the history knows would never be fetched, as they are not in the plans.

A document that came once the marks of its domain had been read is left out: it would be published twice, as
its item is still in the plans, or new to the histories. All others have the marks that they had in the store.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any, cast

from service.state import keys
from service.state.scripts import read_script
from urltree.store.keys import DOMAIN_KEYS, domain_prefix, half_space

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from redis import Redis

    from service.backup.container import Record

#: Kinds of records: a key with its time of expiry and value; of the stream of documents, an entry with its
#: fields, a group with the last entry delivered to it, and an entry that a consumer has not acknowledged.
KEY, ENTRY, GROUP, PENDING = b"key", b"entry", b"group", b"pending"

#: The keys of the offices that running services hold by election.
OFFICES = (keys.FEEDS_POLLER, keys.WEBHOOKS_DELIVERER, keys.TREE_SWEEPER)

#: Beginnings of keys that are left out: those that matter only to running processes, the sessions of people,
#: who can log in again, and kept pages: they are large, and judging them again changes little.
_FLEETING = tuple(
    name.encode()
    for name in (
        *(*OFFICES, keys.ALIVE, keys.SESSION, keys.KEPT, keys.DELETED),
        *(keys.TURNS, keys.WORK_HOST, keys.REQUESTS, keys.SENT),
    )
)

#: Beginnings of keys that are complete once the plans are read; what comes later is left out.
_EARLY = tuple(name.encode() for name in (keys.HISTORY, keys.RECENT, keys.FEED, keys.WEBHOOK))

#: The first two list ids whose keys are read with them; see plans.lua.
_PLANS = (
    *(keys.FEED_ADDRESSES, keys.WEBHOOKS),
    *(keys.FEED_TITLES, keys.FEEDS_DUE, keys.FEEDS_MERGED),
    *(keys.WEBSUB, keys.WEBSUB_DUE, keys.WEBSUB_ASKED),
    *(keys.WORK, keys.WORK_ITEMS, keys.WORK_TRIES, keys.WORK_DEATHS, keys.WORK_LATER, keys.WORK_SINCE),
    *(keys.WORK_IDS, keys.WORK_FAILED, keys.WORK_PARKED, keys.WORK_REASONS),
)

_PUBLISHED, _PUBLISHING = keys.PUBLISHED.encode(), keys.PUBLISHING.encode()
_TREE_BEFORE, _TREE_AFTER = (part.encode() for part in domain_prefix("\0").split("\0"))
_HALVES = _TREE_BEFORE + half_space(b"").encode()

#: Keys that one command looks at in a walk through all keys; keys, and entries of the stream, read at once.
_WALK, _AT_ONCE, _PAGE = 1_000, 16, 200


class Snapshot:
    """Reads what a backup holds. Raises `redis.RedisError` when the server is away."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._each, self._plans, self._domain = map(self._script, ("each", "plans", "domain"))
        #: Keys that walks must skip, because they were read or are read otherwise; domains of the tree that
        #: were read.
        self._done = {name.encode() for name in (*_PLANS, keys.DOCUMENTS)}
        self._domains = set[bytes]()
        #: The newest document at the moment when the marks of a domain were read, by their key; that before
        #: any were, for domains that had none.
        self._marked_up_to = dict[bytes, bytes]()
        self._unmarked_up_to = b"0-0"

    def records(self) -> Iterator[Record]:
        """Yield all records.

        A key that is removed meanwhile may be missing, and so may what the tree learns of new domains.
        """
        for pattern in (keys.HISTORY, keys.RECENT):
            yield from self._read(walk(self._redis, f"{pattern}*"))
        yield from self._remembered(self._plans(keys=_PLANS))
        for name in walk(self._redis, f"{domain_prefix('*')}meta"):
            yield from self._read_domain(_domain_of(name))
        self._unmarked_up_to, _ = self._each()
        yield from self._read(name for name in walk(self._redis) if not name.startswith(_EARLY))
        yield from self._documents()

    def _script(self, verb: str) -> Any:
        script = read_script("backup/dump", f"backup/{verb}", PREFIX=keys.PREFIX)
        return self._redis.register_script(script)

    def _read(self, names: Iterable[bytes]) -> Iterator[Record]:
        left = (_with_its_order(name) for name in names if self._is_left(name))
        while batch := list(islice(left, _AT_ONCE)):
            newest, answer = self._each(keys=[*chain.from_iterable(batch)])
            self._marked_up_to |= {name: newest for name, *_ in batch if name.startswith(_PUBLISHED)}
            yield from self._remembered(answer)

    def _is_left(self, name: bytes) -> bool:
        is_of_domain = name.startswith(_TREE_BEFORE) and not name.startswith(_HALVES)
        return not (is_of_domain or name.startswith((*_FLEETING, _PUBLISHING)) or name in self._done)

    def _read_domain(self, domain: bytes) -> Iterator[Record]:
        if domain not in self._domains:
            self._domains.add(domain)
            yield from _dumped(self._domain(keys=[_TREE_BEFORE + domain + _TREE_AFTER], args=DOMAIN_KEYS))

    def _remembered(self, answer: list[bytes]) -> Iterator[Record]:
        for record in _dumped(answer):
            self._done.add(record[1])
            yield record

    def _documents(self) -> Iterator[Record]:
        """Yield the stream entry by entry: as one value it would be too long to be restored."""
        position = b"-"
        while page := self._entries(position):
            for entry, fields in page:
                if self._has_its_mark(entry, fields):
                    yield (ENTRY, entry, *(part for pair in fields.items() for part in pair))
            position = b"(" + page[-1][0]
        if self._redis.exists(keys.DOCUMENTS):
            yield from self._groups()

    def _has_its_mark(self, entry: bytes, fields: dict[bytes, bytes]) -> bool:
        """Return whether it was there when the marks of its domain were read."""
        newest = self._marked_up_to.get(_PUBLISHED + fields[b"domain"], self._unmarked_up_to)
        return _place(entry) <= _place(newest)

    def _entries(self, start: bytes) -> list[tuple[bytes, dict[bytes, bytes]]]:
        page = self._redis.xrange(keys.DOCUMENTS, start, count=_PAGE)
        return cast("list[tuple[bytes, dict[bytes, bytes]]]", page)

    def _groups(self) -> Iterator[Record]:
        groups: Any = self._redis.xinfo_groups(keys.DOCUMENTS)
        for group in groups:
            yield GROUP, group["name"], group["last-delivered-id"]
            start = "-"
            while page := self._pending(group["name"], start):
                for each in page:
                    yield PENDING, group["name"], each["consumer"], each["message_id"]
                start = f"({page[-1]['message_id'].decode()}"

    def _pending(self, group: bytes, start: str) -> list[dict[str, bytes]]:
        page = self._redis.xpending_range(keys.DOCUMENTS, group, start, "+", _PAGE)
        return cast("list[dict[str, bytes]]", page)


def walk(redis: Redis, pattern: str = f"{keys.PREFIX}*") -> Iterator[bytes]:
    """Yield the keys of a pattern, by default all of urltree; one may come twice."""
    found: Iterator[bytes] = redis.scan_iter(pattern, count=_WALK)
    return found


def _dumped(answer: list[bytes]) -> Iterator[Record]:
    entries = iter(answer)
    for name, expires, value in zip(entries, entries, entries, strict=True):
        yield KEY, name, expires, value


def _domain_of(name: bytes) -> bytes:
    """Return the domain of a key of the tree."""
    return name.removeprefix(_TREE_BEFORE).partition(_TREE_AFTER)[0]


def _place(entry: bytes) -> tuple[int, ...]:
    """Return the id of an entry as numbers, which compare as ids do."""
    return tuple(map(int, entry.split(b"-")))


def _with_its_order(name: bytes) -> tuple[bytes, ...]:
    """Return a key and those that must be read at the same moment."""
    if name.startswith(_PUBLISHED):
        return name, _PUBLISHING + name.removeprefix(_PUBLISHED)
    return (name,)
