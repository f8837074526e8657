"""The history of DOM paths as evidence: what the paths around each block have held on this site; pure.

A site keeps each kind of text in a place of its own: articles, comments, teasers. What a path held in the
past, and how that scored without the site, indicates what it holds now. All columns are 0 for a path without
a past.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from urltree.models import MAX_BLOCKS, OPENINGS, PATH_SUMS, PagePaths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import PathHistory, TextBlock

#: How many paths have their history looked at for each block: its own, the one above, and so on.
HISTORY_LEVELS = 4

#: The most paths of a page that are told apart from their parents; no useful page has been seen to have more.
MAX_PAGE_PATHS = 1_000

#: Logarithms of documents and words are divided by this.
LOG_SCALE = 6

#: How a block opens: its first word, or the start of it.
_OPENING = re.compile(r"[^\W\d_]{1,12}")

#: Stands above all paths; no path has this hash.
_EMPTY = 0

_PATH = (
    *("log documents", "share of documents", "new blocks", "new words", "log new words", "log blocks"),
    *("log words a block", "variation", "score", "liked", "log score", "score a word"),
)

#: Group -> names of its columns, in the order of the matrix.
GROUPS: dict[str, tuple[str, ...]] = {
    "path": tuple(f"{name} {level}" for level in range(HISTORY_LEVELS) for name in _PATH),
    "opening": ("share alike", "as the last", "share if as the last"),
}

#: The names of all columns, ``group: name``.
PATH_EVIDENCE = tuple(f"{group}: {name}" for group, names in GROUPS.items() for name in names)


class Outline(NamedTuple):
    """The m paths of a page with n blocks; the first is the empty path."""

    #: uint64 (m,): a path comes after the one above it.
    hashes: NDArray[np.uint64]
    #: uint16 (m,): place of the path above.
    above: NDArray[np.uint16]
    #: uint16 (n,): place of each block's own path.
    own: NDArray[np.uint16]
    #: uint16 (n,): how each block opens; 0 without letters, or with more than `OPENINGS` blocks on its path.
    openings: NDArray[np.uint16]


def outline(blocks: Sequence[TextBlock]) -> Outline:
    """Find the paths of a page's blocks and those above them."""
    places, above = {_EMPTY: 0}, [0]
    paths = [block.path for block in blocks]
    place_of = {path: _place(path, places, above) for path in dict.fromkeys(paths)}
    own = np.array([place_of[path] for path in paths], np.uint16)
    return Outline(np.array(list(places), np.uint64), np.array(above, np.uint16), own, _openings(blocks, own))


def _openings(blocks: Sequence[TextBlock], own: NDArray[np.uint16]) -> NDArray[np.uint16]:
    openings = np.zeros(len(blocks), np.uint16)
    lettered = np.flatnonzero([block.hash is not None for block in blocks])
    paths = own[lettered]
    few = lettered[np.bincount(paths)[paths] <= OPENINGS]
    openings[few] = [_opening(blocks[place].text) for place in few.tolist()]
    return openings


def _place(path: str, places: dict[int, int], above: list[int]) -> int:
    """Return the place of a path, which is added with those above it; if there are too many, its parent's."""
    place = 0
    for hashed in _hashes(path):
        if hashed not in places:
            if len(above) == MAX_PAGE_PATHS:
                break
            places[hashed] = len(above)
            above.append(place)
        place = places[hashed]
    return place


@lru_cache(maxsize=32_768)
def _hashes(path: str) -> tuple[int, ...]:
    """Hash a path and those above it, from the top down."""
    paths = accumulate(path.split("/"), "{}/{}".format)
    return tuple(xxhash.xxh3_64_intdigest(each.encode()) for each in paths)


def _opening(text: str) -> int:
    first = _OPENING.search(text)
    return 1 + xxhash.xxh32_intdigest(first[0].lower().encode()) % 0xFFFF if first else 0


def page_paths(
    blocks: Sequence[TextBlock],
    paths: Outline,
    words: NDArray[np.floating],
    scores: NDArray[np.floating],
) -> PagePaths:
    """Say what the history is to learn from n blocks, of which only those with letters count.

    Words and scores are (n,).
    """
    hashes = {place: block.hash for place, block in enumerate(blocks) if block.hash is not None}
    lettered = np.array(list(hashes)[:MAX_BLOCKS], np.intp)
    return PagePaths(
        paths.hashes,
        paths.above,
        tuple(hashes.values())[:MAX_BLOCKS],
        paths.own[lettered],
        words[lettered].clip(max=65_535).astype(np.uint16),
        (scores[lettered] * 255).round().astype(np.uint8),
        _openings_by_path(paths),
    )


def _openings_by_path(paths: Outline) -> NDArray[np.uint16]:
    """Return the openings on each of m paths: (m, OPENINGS)."""
    told = np.flatnonzero(paths.openings)
    told = told[paths.own[told].argsort(kind="stable")]
    own = paths.own[told]
    found = np.zeros((len(paths.hashes), OPENINGS), np.uint16)
    found[own, np.arange(len(own)) - own.searchsorted(own)] = paths.openings[told]
    return found


def path_evidence(paths: Outline, history: PathHistory | None) -> NDArray[np.float32]:
    """Return float32 (n, len(PATH_EVIDENCE)) for n blocks, by the history of their m paths.

    It lies column by column in memory, as the other inputs of the network do.
    """
    size = len(paths.own)
    if history is None:
        return np.zeros((size, len(PATH_EVIDENCE)), np.float32, order="F")
    around = np.empty((HISTORY_LEVELS, size), np.intp)
    around[0] = paths.own
    for level in range(1, HISTORY_LEVELS):
        around[level] = paths.above[around[level - 1]]
    columns = _columns(history).take(around, axis=1).swapaxes(0, 1)
    return np.concatenate((columns.reshape(-1, size), _alikeness(paths, history))).T


def _alikeness(paths: Outline, history: PathHistory) -> NDArray[np.float32]:
    """Say how alike blocks on the paths of n blocks open, and whether these open so, too: (3, n)."""
    documents, alike = (history.sum_of(name)[paths.own] for name in ("documents", "alike"))
    share = alike / np.maximum(documents, 1e-6)
    same = (history.openings[paths.own] == paths.openings[:, None]).any(axis=1) & (paths.openings > 0)
    return np.array((share, same, share * same), np.float32)


def _columns(history: PathHistory) -> NDArray[np.float32]:
    """Describe each of m paths by its history: (len(_PATH), m)."""
    sums = dict(zip(PATH_SUMS, history.sums.T, strict=True))
    documents, blocks = np.maximum(sums["documents"], 1e-6), np.maximum(sums["blocks"], 1e-6)
    words, new_words = np.maximum(sums["words"], 1e-6), np.maximum(sums["new words"], 1e-6)
    mean = words / blocks
    spread = np.sqrt(np.maximum(sums["squares"] / blocks - mean**2, 0))
    columns = (
        np.log1p(documents) / LOG_SCALE,
        documents / documents[0],
        sums["new blocks"] / blocks,
        sums["new words"] / words,
        np.log1p(sums["new words"] / documents) / LOG_SCALE,
        np.log1p(blocks / documents) / 4,
        np.log1p(mean) / LOG_SCALE,
        np.minimum(spread / mean, 3) / 3,
        sums["score"] / new_words,
        sums["liked"] / documents,
        np.log1p(sums["score"] / documents) / LOG_SCALE,
        sums["score"] / words,
    )
    known: NDArray[np.float32] = np.array(columns, np.float32) * (sums["documents"] > 0)
    return known
