"""The writing end of the stream: every revision of a document is published once, however often that is tried.

The tree's word is not enough: after a worker died between counting a page and publishing it, the next try
finds a *duplicate*, and so does a feed's item whose page somebody has posted to ``/extract``. The script that
publishes a document therefore marks it as published, and the mark alone decides. See docs/stream.md.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from service.state import keys
from service.state.scripts import load_script
from service.stream.document import entry_fields
from service.stream.kept import KEPT_AGE, KEPT_BYTES, MOST_FORGOTTEN, WARM, key_of
from urltree.store.base import REVISION_CHARS
from urltree.url import parse_url

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.state.scripts import LuaValue
    from service.stream.document import Reading
    from service.stream.values import StreamRetention
    from urltree.models import Retention

#: A mark must outlive the tree's memory of its key: the tree counts from the moment that a page is observed,
#: the mark from the moment that it is published, and the clocks of two machines differ.
_MARGIN_DOCUMENTS = 1_000
_MARGIN_SECONDS = 86_400.0

#: Marks dropped by one publication at most, and by one step of a sweep.
_MARKS_STEP, _SWEPT_MARKS = 8, 500

#: Documents in the list of a feed or label.
NEWEST = 50

#: Characters, some five words, by which a text may differ from that last published and count as the same.
FEW_CHARS = 30

_CONSTANTS: dict[str, LuaValue] = {
    "REVISION_CHARS": REVISION_CHARS,
    "FEW_CHARS": FEW_CHARS,
    "MARKS_STEP": _MARKS_STEP,
    "WARM": WARM,
    "KEPT_BYTES": KEPT_BYTES,
    "KEPT_AGE": KEPT_AGE,
    "MOST_FORGOTTEN": MOST_FORGOTTEN,
    "NEWEST": NEWEST,
    "FEED": keys.FEED,
    "NEWEST_OF_FEED": keys.NEWEST_OF_FEED,
    "NEWEST_OF_LABEL": keys.NEWEST_OF_LABEL,
    "MERGED": keys.FEEDS_MERGED,
}


class Outcome(StrEnum):
    """What became of a reading."""

    NEW = "new"
    REVISION = "revision"
    #: The key is published; the response URL is the same, or ...
    RESPONSE_URL = "response_url"
    #: ... the normal URL with its `_cid_` is, or ...
    CID = "cid"
    #: ... only the rules made the two the same (URL Tree, Figure 2).
    RULES = "rules"
    #: The key is new, but the text is, word for word, that of another document of the domain.
    TEXT = "text"
    #: A revision to the tree, but its content has no more than `REVISION_CHARS` characters that are new.
    UNCHANGED = "unchanged"


class SecondOutcome(StrEnum):
    """What became of a kept page that was judged again."""

    WARMED = "warmed"
    #: The text is the same but for `FEW_CHARS` characters at most, or another document of the domain has it.
    CONFIRMED = "confirmed"
    #: The page is no longer kept, as after a later revision, or the rules now give it another key, or the
    #: stream no longer has its document.
    OVERTAKEN = "overtaken"


class Publication(NamedTuple):
    """What `publish` did."""

    outcome: Outcome
    #: Position of the document that the readers have: the one just published, or that published before.
    position: str


class Publisher:
    """The writing end of the stream in one Redis; raises `redis.RedisError` when Redis is unavailable.

    `tree` is the retention of the tree, which the marks outlive.
    """

    def __init__(self, redis: Redis, tree: Retention, retention: StreamRetention) -> None:
        constants = _CONSTANTS | {
            "MAX_MARKS": tree.max_documents + _MARGIN_DOCUMENTS,
            "MARKS_AGE": round((tree.max_age + _MARGIN_SECONDS) * 1000),
            "MIN_MARKS": min(tree.min_documents, tree.max_documents) + _MARGIN_DOCUMENTS,
            "FORGETS_SILENT": 0 if tree.min_documents else 1,
            "STREAM_DOCUMENTS": retention.documents,
            "STREAM_AGE": round(retention.age * 1000),
        }
        self._scripts = {
            verb: load_script(
                redis, "stream/marks", "stream/document", "stream/kept", f"stream/{verb}", **constants
            )
            for verb in ("publish", "publish_again")
        }
        swept = constants | {"MARKS_STEP": _SWEPT_MARKS}
        self._drop_old_marks = load_script(redis, "stream/marks", "stream/drop_old_marks", **swept)

    async def publish(self, reading: Reading, page: bytes = b"") -> Publication:
        """Publish a reading, unless it was published already. Doing it again changes nothing.

        `page`, as `service.stream.kept` packs it, is kept until its domain is warm, if it was published.
        """
        outcome, position = await self._run("publish", reading, page)
        return Publication(Outcome(outcome), position)

    async def publish_again(self, reading: Reading) -> SecondOutcome:
        """Publish the new reading of a kept page, if its text differs and is new, and drop the page."""
        (outcome,) = await self._run("publish_again", reading, b"")
        return SecondOutcome(outcome)

    async def drop_old_marks(self, domain: str) -> None:
        """Drop marks of a domain that would only go with its next publications."""
        while await self._drop_old_marks(_names(domain)):
            pass

    async def _run(self, verb: str, reading: Reading, page: bytes) -> list[str]:
        normal = str(parse_url(reading.url).with_title(reading.title))
        hashes = (_text_hash(reading.text), _hash(reading.url), _hash(normal))
        first_seen = int(reading.first_seen.timestamp() * 1000) if reading.first_seen else 0
        fields = chain.from_iterable(entry_fields(reading).items())
        given = (key_of(reading.url_key), *hashes, first_seen, page)
        answer = await self._scripts[verb](_names(reading.domain), [*given, *fields])
        return [part.decode() for part in answer]


def _names(domain: str) -> list[str]:
    return [keys.DOCUMENTS, keys.KEPT, keys.PUBLISHED + domain, keys.PUBLISHING + domain]


def _text_hash(text: str) -> str:
    """Hash a text; ``-`` if it is too short to tell documents apart."""
    return xxhash.xxh3_64_hexdigest(text.encode()) if len(text) > REVISION_CHARS else "-"


def _hash(url: str) -> str:
    return xxhash.xxh32_hexdigest(url.encode())
