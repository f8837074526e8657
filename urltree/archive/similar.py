"""Pages of similar templates: MinHash and locality-sensitive hashing (Leśniak §2.2)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from datasketch import MinHash  # type: ignore[import-untyped]
from xxhash import xxh32_intdigest

from urltree.archive.layers import layers, tokens
from urltree.archive.lsh import PERMUTATIONS
from urltree.charset import to_utf8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.archive.snapshot import Snapshot

#: The least Jaccard similarity of two pages of one template, about (Leśniak §4.2).
THRESHOLD = 0.6

#: Writes that each table of an index collects before it sends them.
_BUFFER = 100


def signature(snapshot: Snapshot) -> NDArray[np.uint32]:
    """Give the MinHash of a page's tokens, uint32 (n,). Raises `PageError` for what is no page."""
    found = tokens(layers(to_utf8(snapshot.html, snapshot.charset)))
    minhash = _blank().copy()
    minhash.update_batch([token.encode() for token in found])
    values: NDArray[np.uint32] = minhash.hashvalues
    return values


class SimilarPages:
    """Some pages by their template."""

    def __init__(self, signatures: Sequence[NDArray[np.uint32]], index: Any) -> None:
        self._signatures = np.stack(signatures)
        self._index = index
        with index.insertion_session(_BUFFER) as session:
            for number, values in enumerate(self._signatures):
                session.insert(b"%d" % number, _with(values), check_duplication=False)

    def like(self, number: int) -> list[int]:
        """Give the numbers of the other pages like one of them, the most similar first."""
        alike = map(int, self._index.query(_with(self._signatures[number])))
        found = np.array(sorted(set(alike) - {number}), np.intp)
        similarity = (self._signatures[found] == self._signatures[number]).mean(axis=1)
        order = np.argsort(-similarity, kind="stable")
        return [int(each) for each in found[order]]


@cache
def _blank() -> Any:
    return MinHash(PERMUTATIONS, hashfunc=xxh32_intdigest)


def _with(values: NDArray[np.uint32]) -> Any:
    minhash = _blank().copy()
    minhash.hashvalues = values
    return minhash
