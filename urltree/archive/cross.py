"""The cross: a page beside two others of its template, and beside itself before and after (Leśniak §2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from urltree.archive.similar import THRESHOLD, SimilarPages
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from typing import Protocol

    import numpy as np
    from numpy.typing import NDArray

    class Dated(Protocol):
        """What must be known of a snapshot to place it."""

        @property
        def url(self) -> str:
            """Its URL."""

        @property
        def time(self) -> datetime:
            """When it was taken."""


Each = TypeVar("Each")
Other = TypeVar("Other")

#: For each place of a cross, or of what was found in it, 1 or 0.
Bits = tuple[int, int, int, int, int]


class Cross(NamedTuple, Generic[Each]):
    """Up to five snapshots, in the order in which they are compared (Listing 2.8)."""

    cur: Each
    #: The two most similar to it that have another URL. Without one nothing can be told, and all are None.
    up: Each | None
    down: Each | None
    #: Those of the same URL that are nearest in time.
    prev: Each | None
    next: Each | None

    @property
    def bits(self) -> Bits:
        """Say which places are taken."""
        return tuple(int(each is not None) for each in self)  # type: ignore[return-value]  # five

    def map(self, function: Callable[[Each], Other]) -> Cross[Other]:
        """Put something else in each place that is taken."""
        cur, *others = self
        return Cross(function(cur), *(None if each is None else function(each) for each in others))


def alone(cur: Each) -> Cross[Each]:
    """Give the cross of a page to which none is similar."""
    return Cross(cur, None, None, None, None)


def crosses(
    snapshots: Sequence[Dated], signatures: Sequence[NDArray[np.uint32]], threshold: float = THRESHOLD
) -> Iterator[Cross[int]]:
    """Give the cross of each snapshot of a site.

    The places hold the snapshots' numbers. Raises `UrlError` for what is no URL of the web.
    """
    if not snapshots:
        return
    documents = [parse_url(snapshot.url).address for snapshot in snapshots]
    similar = SimilarPages(signatures, threshold)
    for number, snapshot in enumerate(snapshots):
        alike = similar.like(number)
        others = [each for each in alike if documents[each] != documents[number]]
        if not others:
            yield alone(number)
            continue
        itself = [each for each in alike if documents[each] == documents[number]]
        before = [each for each in itself if snapshots[each].time < snapshot.time]
        after = [each for each in itself if snapshots[each].time > snapshot.time]
        yield Cross(
            cur=number,
            up=others[0],
            down=next(iter(others[1:]), None),
            prev=max(before, key=lambda each: snapshots[each].time, default=None),
            next=min(after, key=lambda each: snapshots[each].time, default=None),
        )
