"""Pack the arguments of the Lua scripts and unpack their answers; pure. Numbers are big-endian."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from urltree.evidence.pathhistory import faded_sums
from urltree.models import OPENINGS, PATH_SUMS, NodeCounts, PathHistory, Status, StoreAnswer

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from urltree.models import Document, PagePaths, Retention

_STATUS = (Status.NEW, Status.DUPLICATE, Status.REVISION)

#: Stands in for the count of a common block (MARK of page.lua).
_MARK = 65_535

#: A block on a path: its place in the page, the place of the path, words, score.
_ON_PATH = np.dtype([("place", ">u2"), ("own", ">u2"), ("words", ">u2"), ("score", "u1")])

#: A row of the history of paths: the number of the last document, the sums as of it, its openings.
_ROW = np.dtype([("last", ">u4"), ("sums", ">f4", len(PATH_SUMS)), ("openings", ">u2", OPENINGS)])


def pack_hashes(hashes: Collection[int]) -> bytes:
    """Pack hashes of 64 bits."""
    return struct.pack(f">{len(hashes)}Q", *hashes)


def pack_retention(retention: Retention) -> bytes:
    """Pack what retention.lua unpacks."""
    return struct.pack(">IId", retention.max_documents, retention.min_documents, retention.max_age)


def pack_document(document: Document) -> tuple[bytes, ...]:
    """Pack the arguments that lookup.lua and observe.lua share."""
    return (
        struct.pack(">Qd", document.key, document.time),
        "\0".join(document.branch).encode(),
        pack_hashes(document.blocks),
        struct.pack(f">{len(document.blocks)}I", *document.blocks.values()),
        document.paths.hashes.astype(">u8").tobytes() if document.paths else b"",
    )


def pack_observed(document: Document) -> tuple[bytes, ...]:
    """Pack the arguments of observe.lua except the retention."""
    paths = _paths(document.paths, document.blocks) if document.paths else (b"", b"", b"")
    fingerprint, url = document.sample or (b"", "")
    return *pack_document(document), *paths, fingerprint, url.encode()


def _paths(paths: PagePaths, blocks: Collection[int]) -> tuple[bytes, bytes, bytes]:
    places = {each: place for place, each in enumerate(blocks)}
    packed = np.empty(len(paths.blocks), _ON_PATH)
    packed["place"] = [places[each] for each in paths.blocks]
    packed["own"], packed["words"], packed["score"] = paths.own, paths.words, paths.scores
    return paths.above.astype(">u2").tobytes(), packed.tobytes(), paths.openings.astype(">u2").tobytes()


def unpack_answer(document: Document, seen: Sequence[Any]) -> StoreAnswer:
    """Read what page.lua packs."""
    status, revision, following, number, time, changed, history, alone, *counts = seen
    branch = _branch(document, alone, counts)
    past = _history(history, following) if document.paths else None
    (first_seen,) = struct.unpack(">d", time)
    age = following - number
    return StoreAnswer(_STATUS[status], revision, branch, past, bool(changed), age, first_seen)


def _branch(document: Document, alone: int, packed: Sequence[bytes]) -> tuple[NodeCounts, ...]:
    """Return the counts along a document's branch; nodes that are not in the tree have no documents."""
    held, supports, sources, *rows = map(_numbers, packed)
    at_domain = dict(zip(document.blocks, held, strict=True))
    asked = _asked(at_domain, alone)
    counts = {each: _counts(at_domain, asked, rows[each - 1]) for each in {*sources} - {0}}
    counts[0] = dict.fromkeys(document.blocks, 0)
    absent = (0,) * (len(document.branch) - len(rows))
    used = [counts[source] for source in (*sources, *absent)]
    return tuple(map(NodeCounts, document.branch, (*supports, *absent), used))


def _asked(at_domain: Mapping[int, int], alone: int) -> list[int]:
    """Return the blocks whose counts differ by node, in the order of a row."""
    common = [block for block, count in at_domain.items() if count == _MARK]
    return common + [block for block, count in at_domain.items() if alone < count < _MARK]


def _counts(at_domain: dict[int, int], asked: Sequence[int], row: Sequence[int]) -> dict[int, int]:
    """Merge a row into the domain's counts of rare blocks; the domain's own row has common blocks only."""
    counts = at_domain.copy()
    counts.update(zip(asked, row, strict=False))
    return counts


def _history(packed: bytes, following: int) -> PathHistory:
    rows = np.frombuffer(packed, _ROW)
    sums = faded_sums(rows["sums"], following - rows["last"].astype(np.int64))
    return PathHistory(sums.astype(np.float32), rows["openings"].astype(np.uint16))


def _numbers(packed: bytes) -> tuple[int, ...]:
    return struct.unpack(f">{len(packed) // 2}H", packed)
