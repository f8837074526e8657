"""Pages of similar templates: MinHash and locality-sensitive hashing (Leśniak §2.2)."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from itertools import compress, islice
from typing import TYPE_CHECKING, Any

import numpy as np
from datasketch import MinHash, MinHashLSH  # type: ignore[import-untyped]
from xxhash import xxh32_intdigest

from urltree.archive.layers import layers, tokens
from urltree.archive.lsh import lsh_index
from urltree.charset import to_utf8

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from urltree.archive.warc import Snapshot

#: Approximate least Jaccard similarity of two pages of one template (Leśniak §4.2).
THRESHOLD = 0.6

#: Number of values in a signature.
PERMUTATIONS = 128

#: About how many pages of one bucket are compared with one another. A larger bucket is split at random into
#: parts: otherwise time would grow with the square of the number of similar pages.
BUCKET = 200

#: Seed of the split into parts, so that it is the same each time.
_SEED = 0

#: Tokens that are hashed at once; each takes 1 KB during that time.
_BATCH = 1_000

#: Writes that each table of an index collects before it sends them.
_BUFFER = 100


def signature(snapshot: Snapshot) -> NDArray[np.uint32]:
    """Return the MinHash of a page's tokens, uint32 (n,). Raises `PageError` for what is not a page."""
    found = (token.encode() for token in tokens(layers(to_utf8(snapshot.html, snapshot.charset))))
    minhash = _blank().copy()
    while batch := list(islice(found, _BATCH)):
        minhash.update_batch(batch)
    values: NDArray[np.uint32] = minhash.hashvalues
    return values


@contextmanager
def similar_pages(
    signatures: Sequence[NDArray[np.uint32]], threshold: float, lsh_store: str | None
) -> Iterator[SimilarPages]:
    """Make pages searchable by an index in `lsh_store`. Raises `StoreError` as `lsh_index` does."""
    bands, rows = _shape(threshold)
    with lsh_index(bands, rows + 1, lsh_store) as index:  # the last row is the part of the bucket
        yield SimilarPages(signatures, bands, rows, index)


@cache
def _shape(threshold: float) -> tuple[int, int]:
    """Return the numbers of bands and rows; cached: finding them takes longer than judging a small site."""
    best = MinHashLSH(threshold, PERMUTATIONS)
    return best.b, best.r


class SimilarPages:
    """Pages, searchable by the similarity of their templates."""

    def __init__(self, signatures: Sequence[NDArray[np.uint32]], bands: int, rows: int, index: Any) -> None:
        self._signatures = np.stack(signatures)
        self._bands = self._signatures[:, : bands * rows].reshape(-1, bands, rows)
        self._parts = _dealt(self._bands)
        self._index = index
        with index.insertion_session(_BUFFER) as session:
            for number in range(len(signatures)):
                session.insert(b"%d" % number, self._key(number), check_duplication=False)

    def like(self, number: int) -> list[int]:
        """Return the numbers of other pages that are similar to one page, the most similar first.

        Only pages in the same part of a bucket are found: all similar ones, unless a bucket was split.
        """
        alike = map(int, self._index.query(self._key(number)))
        found = np.array(sorted(set(alike) - {number}), np.intp)
        similarity = (self._signatures[found] == self._signatures[number]).mean(axis=1)
        order = np.argsort(-similarity, kind="stable")
        return [int(each) for each in found[order]]

    def similar_among(self, number: int, others: Sequence[int]) -> list[int]:
        """Return which of `others` share a bucket with page `number`, in any of its parts, in given order."""
        bands = self._bands[np.array(others, np.intp)]
        shared = (bands == self._bands[number]).all(axis=2).any(axis=1)
        return list(compress(others, shared))

    def _key(self, number: int) -> Any:
        """Return the key of a page in the index: its bands, each with its part of the bucket as last row."""
        minhash = _blank().copy()
        minhash.hashvalues = np.column_stack([self._bands[number], self._parts[number]]).ravel()
        return minhash


@cache
def _blank() -> Any:
    return MinHash(PERMUTATIONS, hashfunc=xxh32_intdigest)


def _dealt(bands: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Assign each page at random a part of its bucket in each band, (pages, bands, rows) to (pages, bands).

    Each band is split anew, so the more bands two pages share, the likelier they share a part.
    """
    random = np.random.default_rng(_SEED)
    parts = np.empty(bands.shape[:2], np.uint32)
    for number in range(bands.shape[1]):
        _, bucket, pages = np.unique(bands[:, number], axis=0, return_inverse=True, return_counts=True)
        parts[:, number] = random.random(len(bands)) * -(-pages // BUCKET)[bucket.ravel()]
    return parts
