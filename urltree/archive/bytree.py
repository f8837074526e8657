"""The pages of a site judged by its URL Tree, which sees them in the order of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.archive.judged import Judged
from urltree.archive.warc import load
from urltree.errors import PageError
from urltree.extract import Extractor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urltree.archive.catalogue import Capture

#: Pages of a site that are learnt before the first is judged.
LEARNT_FIRST = 25


def judge_by_tree(heuristic: str, captures: Sequence[Capture]) -> Iterator[Judged | PageError]:
    """Judge the captures of a site; each is judged, or the reason why it could not be."""
    with Extractor(heuristic) as extractor:
        for capture in captures[:LEARNT_FIRST]:
            _judged(extractor, capture)
        for capture in captures:
            yield _judged(extractor, capture)


def _judged(extractor: Extractor, capture: Capture) -> Judged | PageError:
    snapshot = load(capture.place)
    try:
        found = extractor.extract(snapshot.html, capture.url, charset=snapshot.charset)
    except PageError as error:
        return error
    texts = [block.text for block in found.page.blocks]
    return Judged(capture, snapshot, texts, [decision.label.value for decision in found.decisions])
