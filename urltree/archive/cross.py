"""The cross: a page beside two others of its template, and beside itself before and after (Leśniak §2.3)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from urltree.archive.similar import THRESHOLD, similar_pages
from urltree.rules import RuleSet, shipped_rules
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from urltree.archive.catalogue import Capture
    from urltree.archive.similar import SimilarPages

Each = TypeVar("Each")
Other = TypeVar("Other")

#: Snapshots of a page's own URL that are searched for a similar one, as many before it as after it.
LOOKED_AT = 100

#: For each place of a cross: 1 if it is taken, or if a text occurs in its snapshot, else 0.
Bits = tuple[int, int, int, int, int]


class Cross(NamedTuple, Generic[Each]):
    """Up to five snapshots, in the order in which they are compared (Listing 2.8)."""

    cur: Each
    #: The two snapshots most similar to `cur` that have another URL. Without `up` nothing can be decided, and
    #: all others are None.
    up: Each | None = None
    down: Each | None = None
    #: The snapshots of the same URL and template that are nearest in time, before and after.
    prev: Each | None = None
    next: Each | None = None

    @property
    def bits(self) -> Bits:
        """Return 1 for each place that is taken, 0 for the others."""
        return tuple(int(each is not None) for each in self)  # type: ignore[return-value]  # five

    def map(self, function: Callable[[Each], Other]) -> Cross[Other]:
        """Apply a function to each place that is taken."""
        cur, *others = self
        return Cross(function(cur), *(None if each is None else function(each) for each in others))


def crosses(
    captures: Sequence[Capture],
    signatures: Sequence[NDArray[np.uint32]],
    threshold: float = THRESHOLD,
    lsh_store: str | None = None,
    rules: RuleSet | None = None,
) -> Iterator[Cross[int]]:
    """Yield the cross of each capture of a site.

    The places hold indices into `captures`. Without `rules` those that come with urltree are taken. Raises
    `UrlError` for what is not a web URL, and `StoreError` as `lsh_index` does.
    """
    if not captures:
        return
    documents = [_document(capture.url, rules or shipped_rules()) for capture in captures]
    times = [capture.time for capture in captures]
    series = _series(documents, times)
    with similar_pages(signatures, threshold, lsh_store) as similar:
        for number, document in enumerate(documents):
            others = (each for each in similar.like(number) if documents[each] != document)
            up, down = next(others, None), next(others, None)
            if up is None:
                yield Cross(number)
            else:
                yield Cross(number, up, down, *_nearest(number, series[document], times, similar))


def _document(url: str, rules: RuleSet) -> str:
    """Name what a URL leads to: beside itself under another URL, all of a page would be boilerplate."""
    return rules.untracked(parse_url(url)).address.removeprefix("www.")


def _series(documents: Sequence[str], times: Sequence[datetime]) -> dict[str, list[int]]:
    """Return the numbers of each document's snapshots in the order of time."""
    series = defaultdict(list)
    for number in sorted(range(len(times)), key=times.__getitem__):
        series[documents[number]].append(number)
    return series


def _nearest(
    number: int, series: Sequence[int], times: Sequence[datetime], similar: SimilarPages
) -> Iterator[int | None]:
    """Yield the nearest similar snapshot of the same document before snapshot `number`, then after it."""
    start = bisect_left(series, times[number], key=times.__getitem__)
    end = bisect_right(series, times[number], key=times.__getitem__)
    for nearest in series[max(start - LOOKED_AT, 0) : start][::-1], series[end : end + LOOKED_AT]:
        yield next(iter(similar.similar_among(number, nearest)), None)
