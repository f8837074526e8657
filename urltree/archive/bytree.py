"""Judge the pages of a site by its URL Tree, which sees them in the order of time."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from urltree.archive.judged import Judged
from urltree.archive.warc import load
from urltree.errors import PageError
from urltree.extract import Extractor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from urltree.archive.catalogue import Capture
    from urltree.archive.warc import Snapshot
    from urltree.extraction import Extraction
    from urltree.rules import RuleSet

#: Pages of a site that are learnt before the first page is judged.
LEARNT_FIRST = 25


class _Extracted(NamedTuple):
    capture: Capture
    snapshot: Snapshot
    extraction: Extraction

    @property
    def judged(self) -> Judged:
        texts = [block.text for block in self.extraction.page.blocks]
        marks = [decision.label.value for decision in self.extraction.decisions]
        return Judged(self.capture, self.snapshot, texts, marks, self.extraction.metadata)


def judge_by_tree(
    heuristic: str, captures: Iterable[Capture], rules: RuleSet
) -> Iterator[Judged | PageError]:
    """Judge the captures of a site; yield each judged capture, or the error if it could not be judged."""
    with Extractor(heuristic, rules=rules) as extractor:
        pages = (_extracted(extractor, capture) for capture in captures)
        first = list(islice(pages, LEARNT_FIRST))
        for page in chain((_again(extractor, page) for page in first), pages):
            yield page if isinstance(page, PageError) else page.judged


def _extracted(extractor: Extractor, capture: Capture) -> _Extracted | PageError:
    snapshot = load(capture.place)
    try:
        extraction = extractor.extract(snapshot.html, capture.url, charset=snapshot.charset)
    except PageError as error:
        return error
    return _Extracted(capture, snapshot, extraction)


def _again(extractor: Extractor, page: _Extracted | PageError) -> _Extracted | PageError:
    if isinstance(page, PageError):
        return page
    return page._replace(extraction=extractor.judge_again(page.extraction))
