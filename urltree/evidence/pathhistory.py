"""What a page adds to the history of its paths, and what the history is without it; pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from urltree.evidence.reprints import count_reprints, is_template
from urltree.models import MAX_BLOCKS, OPENINGS, PATH_SUMS, PagePaths, PathHistory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import NodeCounts, TextBlock
    from urltree.traits.outline import Outline

    Sums = NDArray[np.floating]

#: The weight of a document in the history is halved once per this many later documents.
HALF_LIFE = 128

#: A block is new if no more than this share of the domain's documents hold it, or only one.
NEW_SHARE = 0.02

#: A path is strange to a domain if fewer of the domain's documents had it; newer documents count for more.
STRANGE_DOCUMENTS = 2.5

#: A path with no more documents than this, once the page is taken out, had no other document: the rest is
#: rounding.
_NO_DOCUMENTS = 1e-3

#: Blocks of a path open alike if on average at least this share of its openings were in the document before.
_ALIKE = 0.5


def page_paths(
    blocks: Sequence[TextBlock],
    outline: Outline,
    words: NDArray[np.floating],
    scores: NDArray[np.floating],
) -> PagePaths:
    """Say what the history is to learn from n blocks, of which only those with letters count.

    Words and scores are (n,).
    """
    hashes = {place: block.hash for place, block in enumerate(blocks) if block.hash is not None}
    lettered = np.array(list(hashes)[:MAX_BLOCKS], np.intp)
    return PagePaths(
        outline.hashes,
        outline.above,
        tuple(hashes.values())[:MAX_BLOCKS],
        outline.own[lettered],
        words[lettered].clip(max=65_535).astype(np.uint16),
        (scores[lettered] * 255).round().astype(np.uint8),
        _openings_by_path(outline),
    )


def _openings_by_path(outline: Outline) -> NDArray[np.uint16]:
    """Return the openings on each of m paths: (m, OPENINGS)."""
    found = np.zeros((len(outline.hashes), OPENINGS), np.uint16)
    held = Counter[int]()
    told = outline.openings > 0
    for path, opening in zip(outline.own[told].tolist(), outline.openings[told].tolist(), strict=True):
        found[path, held[path]] = opening
        held[path] += 1
    return found


def path_sums(paths: PagePaths, domain: NodeCounts, history: PathHistory) -> NDArray[np.float64]:
    """Sum the page's blocks over its m paths: (m, len(PATH_SUMS)).

    The counts of its domain include the page; its history tells how blocks opened in the document before.
    """
    held = np.array([domain.counts[each] for each in paths.blocks], np.float64)
    new = held <= max(1, NEW_SHARE * domain.support, 1 + count_reprints(paths, domain))
    own = new | ~is_template(held, domain.support)
    words = own * paths.words.astype(np.float64)
    new_words = new * words
    of_blocks = (own, words, words**2, new, new_words, new_words * (paths.scores / 255))
    sums = np.array(_up(_by_path(np.array(of_blocks), paths).tolist(), paths.above.tolist()))
    *_, of_new_words, score = sums
    alike = _alike(paths.openings.T, history.openings.T)
    return np.array((np.ones(len(alike)), *sums, score > of_new_words / 2, alike)).T


def _by_path(columns: NDArray[np.float64], paths: PagePaths) -> NDArray[np.float64]:
    """Sum columns (c, k) of the blocks over the paths that are their own: (c, m)."""
    size = len(paths.hashes)
    cells = paths.own + np.arange(0, len(columns) * size, size)[:, None]
    sums: NDArray[Any] = np.bincount(cells.ravel(), columns.ravel(), len(columns) * size)
    return sums.reshape(-1, size)


def _up(columns: list[list[float]], above: list[int]) -> list[list[float]]:
    """Add the sum of each path to that of the one above, in each column (m,)."""
    upward = list(zip(range(len(above) - 1, 0, -1), above[:0:-1], strict=True))
    for sums in columns:
        for place, upper in upward:
            sums[upper] += sums[place]
    return columns


def _alike(openings: NDArray[np.uint16], last: NDArray[np.uint16]) -> NDArray[np.float64]:
    """Return the share of each path's openings (OPENINGS, m) that the last document had there, too."""
    told = openings > 0
    again = told & (openings[:, None] == last).any(axis=1)
    shares: NDArray[np.float64] = again.sum(axis=0) / np.maximum(told.sum(axis=0), 1)
    return shares


def faded_sums(sums: Sums, documents: NDArray[np.integer]) -> Sums:
    """Return sums (m, ...) as they are after so many later documents (m,)."""
    faded: Sums = sums * (0.5 ** (documents / HALF_LIFE))[:, None]
    return faded


def before_itself(paths: PagePaths, history: PathHistory, domain: NodeCounts, age: int) -> PathHistory:
    """Return the history of a page's m paths without what it added when it was new, `age` documents ago.

    How blocks open is known only for the last document of a path, which may be the page itself: where they
    mostly open alike, they are assumed to have done so before it.
    """
    own = path_sums(paths, domain, history)
    sums = history.sums - faded_sums(own, np.full(len(own), age))
    documents, alike = PATH_SUMS.index("documents"), PATH_SUMS.index("alike")
    share = history.sum_of("alike") / np.maximum(history.sum_of("documents") - 1, _NO_DOCUMENTS)
    sums[:, alike] = share.clip(max=1) * (sums[:, documents] - 1)  # the first document had none before it
    is_left = sums[:, documents] > _NO_DOCUMENTS
    openings = history.openings * (is_left & (share >= _ALIKE))[:, None]
    return PathHistory((sums * is_left[:, None]).clip(min=0).astype(np.float32), openings)


def strange_share(paths: PagePaths, history: PathHistory) -> float:
    """Return the share of a page's words on paths that are strange by their history."""
    words = paths.words.astype(np.float64)
    strange = words[history.sum_of("documents")[paths.own] < STRANGE_DOCUMENTS].sum()
    return float(strange / max(words.sum(), 1))
