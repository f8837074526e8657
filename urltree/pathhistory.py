"""The history of DOM paths as evidence: what the paths around each block have held on this site; pure.

A site keeps each kind of text in a place of its own: articles, comments, teasers. What a path held in the
past, and how it scored as seen without the site, tells what it holds now. All columns are 0 for a path
without a past.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from urltree.models import MAX_BLOCKS, PATH_SUMS, PagePaths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import TextBlock

#: Paths looked at for each block: its own, the one above, ...
LEVELS = 4

#: Paths of a page that are told from their parents; of more, no page of use has been seen.
MAX_PAGE_PATHS = 1_000

#: Logarithms of documents and words are divided by this.
LOG_SCALE = 6

#: The hash of the empty path.
_EMPTY = 0

_PATH = (
    *("log documents", "share of documents", "new blocks", "new words", "log new words", "log blocks"),
    *("log words a block", "variation", "score", "liked", "log score", "score a word"),
)

#: Group -> names of its columns, in the order of the matrix.
GROUPS: dict[str, tuple[str, ...]] = {
    "path": tuple(f"{name} {level}" for level in range(LEVELS) for name in _PATH),
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


def outline(blocks: Sequence[TextBlock]) -> Outline:
    """Find the paths of a page's blocks and those above them."""
    places, above = {_EMPTY: 0}, [0]
    paths = [block.path for block in blocks]
    own = {path: _place(_hashes(path), places, above) for path in dict.fromkeys(paths)}
    return Outline(
        np.array(list(places), np.uint64),
        np.array(above, np.uint16),
        np.array([own[path] for path in paths], np.uint16),
    )


def _place(hashes: Sequence[int], places: dict[int, int], above: list[int]) -> int:
    """Give the place of a path, which is added with those above it unless there are too many."""
    known = len(hashes)
    while known and hashes[known - 1] not in places:
        known -= 1
    place = places[hashes[known - 1]] if known else 0
    for each in hashes[known:]:
        if len(above) == MAX_PAGE_PATHS:
            break
        above.append(place)
        places[each] = place = len(above) - 1
    return place


@lru_cache(maxsize=65_536)
def _hashes(path: str) -> tuple[int, ...]:
    """Hash a path and those above it, topmost first."""
    paths = accumulate(path.split("/"), lambda upper, step: f"{upper}/{step}")
    return tuple(xxhash.xxh3_64_intdigest(each.encode()) for each in paths)


def page_paths(
    blocks: Sequence[TextBlock],
    paths: Outline,
    words: NDArray[np.floating],
    scores: NDArray[np.floating],
) -> PagePaths:
    """Say what the history is to learn of n blocks: of those with letters, words (n,) and scores (n,)."""
    lettered = [place for place, block in enumerate(blocks) if block.hash is not None][:MAX_BLOCKS]
    return PagePaths(
        paths.hashes,
        paths.above,
        tuple(hash_ for place in lettered if (hash_ := blocks[place].hash) is not None),
        paths.own[lettered],
        words[lettered].clip(max=65_535).astype(np.uint16),
        (scores[lettered] * 255).round().astype(np.uint8),
    )


def path_evidence(paths: Outline, history: NDArray[np.floating] | None) -> NDArray[np.float32]:
    """Give float32 (n, len(PATH_EVIDENCE)) for n blocks, by the sums (m, len(PATH_SUMS)) over their paths."""
    if history is None or not history[0, 0]:
        return np.zeros((len(paths.own), len(PATH_EVIDENCE)), np.float32)
    columns = _columns(history)
    around = np.empty((len(paths.own), LEVELS), np.intp)
    around[:, 0] = paths.own
    for level in range(1, LEVELS):
        around[:, level] = paths.above[around[:, level - 1]]
    return columns[around].reshape(len(paths.own), -1)


def _columns(history: NDArray[np.floating]) -> NDArray[np.float32]:
    """Describe each of m paths: (m, len(_PATH))."""
    sums = dict(zip(PATH_SUMS, history.T, strict=True))
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
    return np.array(columns, np.float32).T * (history[:, :1] > 0)
