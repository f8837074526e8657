"""The history of DOM paths as evidence: what the paths around each block have held on this site; pure.

A site keeps each kind of text in a place of its own: articles, comments, teasers. What a path held in the
past, and how that scored without the site, indicates what it holds now. All columns are 0 for a path without
a past.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.models import PATH_SUMS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from urltree.models import PathHistory
    from urltree.traits.outline import Outline

#: How many paths have their history looked at for each block: its own, the one above, and so on.
HISTORY_LEVELS = 4

#: Logarithms of documents and words are divided by this.
LOG_SCALE = 6

#: Divisors are no less than this, which stands for 0.
_LEAST = 1e-6

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


def path_evidence(outline: Outline, history: PathHistory | None) -> NDArray[np.float32]:
    """Return float32 (n, len(PATH_EVIDENCE)) for n blocks, by the history of their m paths.

    It lies column by column in memory, as the other inputs of the network do.
    """
    size = len(outline.own)
    if history is None or not history.sums.any():
        return np.zeros((size, len(PATH_EVIDENCE)), np.float32, order="F")
    columns = _columns(history).take(outline.levels(HISTORY_LEVELS), axis=1).swapaxes(0, 1)
    return np.concatenate((columns.reshape(-1, size), _alikeness(outline, history))).T


def _alikeness(outline: Outline, history: PathHistory) -> NDArray[np.float32]:
    """Say how alike blocks on the paths of n blocks open, and whether these open so, too: (3, n)."""
    documents, alike = (history.sum_of(name)[outline.own] for name in ("documents", "alike"))
    share = alike / np.maximum(documents, _LEAST)
    same = (history.openings[outline.own] == outline.openings[:, None]).any(axis=1) & (outline.openings > 0)
    return np.array((share, same, share * same), np.float32)


def _columns(history: PathHistory) -> NDArray[np.float32]:
    """Describe each of m paths by its history: (len(_PATH), m)."""
    sums = dict(zip(PATH_SUMS, history.sums.T, strict=True))
    documents, blocks, words, new_words = (
        np.maximum(sums[name], _LEAST) for name in ("documents", "blocks", "words", "new words")
    )
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
