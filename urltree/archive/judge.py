"""What the pages of a site's captures are: by the URL Tree in the order of time, or by their crosses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.archive.catalogue import Capture
from urltree.archive.cross import Cross
from urltree.archive.occurrence import Occurrence, occurrences
from urltree.archive.patterns import Kind, classify, invalid_as_boilerplate
from urltree.archive.textelements import TextPage, text_page
from urltree.archive.warc import load
from urltree.blocks import parse_page
from urltree.errors import InputError, PageError
from urltree.extract import Extractor

if TYPE_CHECKING:
    from urltree.archive.snapshot import Snapshot
    from urltree.archive.warc import Place
    from urltree.models import TextBlock

#: Pages of a site that are learnt before the first is judged.
LEARNT_FIRST = 25

#: Pages cut into words that are kept: a page is in the crosses of others too.
_KEPT = 256

#: What a block is marked where no pattern tells.
UNCERTAIN = "uncertain"

_MARKS = {Kind.CONTENT: "content", Kind.BOILERPLATE: "boilerplate", Kind.INVALID: UNCERTAIN}


class Judged(NamedTuple):
    """A capture and what its blocks are."""

    capture: Capture
    snapshot: Snapshot
    blocks: Sequence[TextBlock]
    #: Of each block ``content``, ``boilerplate`` or ``uncertain``; None where nothing can be told.
    marks: Sequence[str] | None

    @property
    def text(self) -> str | None:
        """The content blocks, one a line; None where nothing can be told."""
        if self.marks is None:
            return None
        marked = zip(self.blocks, self.marks, strict=True)
        return "\n".join(block.text for block, mark in marked if mark == "content")


#: Captures with their crosses -> each judged, or the reason why it could not be.
Method = Callable[[Sequence[Cross[Capture]]], Iterator[Judged | PageError]]


class MethodTraits(NamedTuple):
    """How a method goes about a site."""

    judge: Method
    #: True if it judges by crosses, each for itself; else by all pages of the site together.
    by_crosses: bool


def method(name: str) -> MethodTraits:
    """Give the method of that name. Raises `InputError`."""
    if name not in METHODS:
        raise InputError(f"no method {name!r}: give one of {', '.join(METHODS)}")
    return METHODS[name]


def _by_tree(heuristic: str) -> MethodTraits:
    def judge(crosses: Sequence[Cross[Capture]]) -> Iterator[Judged | PageError]:
        captures = [cross.cur for cross in crosses]
        with Extractor(heuristic) as extractor:
            for capture in captures[:LEARNT_FIRST]:
                _extracted(extractor, capture)
            for capture in captures:
                yield _extracted(extractor, capture)

    return MethodTraits(judge, by_crosses=False)


def _extracted(extractor: Extractor, capture: Capture) -> Judged | PageError:
    snapshot = load(capture.place)
    try:
        found = extractor.extract(snapshot.html, capture.url, charset=snapshot.charset)
    except PageError as error:
        return error
    marks = [decision.label.value for decision in found.decisions]
    return Judged(capture, snapshot, found.page.blocks, marks)


def _by_cross(weigh: Callable[[Iterable[Kind]], list[Kind]]) -> MethodTraits:
    def judge(crosses: Sequence[Cross[Capture]]) -> Iterator[Judged | PageError]:
        for cross in crosses:
            yield _compared(cross, weigh)

    return MethodTraits(judge, by_crosses=True)


def _compared(cross: Cross[Capture], weigh: Callable[[Iterable[Kind]], list[Kind]]) -> Judged | PageError:
    snapshot = load(cross.cur.place)
    try:
        blocks = parse_page(snapshot.html, snapshot.charset).blocks
        pages = cross.map(lambda capture: _words(capture.place))
    except PageError as error:
        return error
    if not pages.up:
        return Judged(cross.cur, snapshot, blocks, None)
    texts = occurrences(pages)
    marks = [_MARKS[kind] for kind in block_kinds(len(blocks), texts, weigh(classify(cross.bits, texts)))]
    return Judged(cross.cur, snapshot, blocks, marks)


@lru_cache(_KEPT)
def _words(place: Place) -> TextPage:
    snapshot = load(place)
    return text_page(snapshot.html, snapshot.charset)


def block_kinds(blocks: int, texts: Iterable[Occurrence], kinds: Iterable[Kind]) -> list[Kind]:
    """Give each block what more of its words are, content or boilerplate; invalid where none is either."""
    lead = np.zeros(blocks, int)
    valid = np.zeros(blocks, bool)
    for (text, _), kind in zip(texts, kinds, strict=True):
        if kind is not Kind.INVALID:
            words = text.stop - text.start
            lead[text.block] += words if kind is Kind.CONTENT else -words
            valid[text.block] = True
    decided = np.where(lead > 0, Kind.CONTENT, Kind.BOILERPLATE)
    return [Kind(kind) if told else Kind.INVALID for kind, told in zip(decided, valid, strict=True)]


METHODS = {
    "auto": _by_tree("auto"),
    "tree": _by_tree("relaxed-at-domain-100"),
    "dbce-t001": _by_cross(list),
    "dbce-t002": _by_cross(invalid_as_boilerplate),
}
