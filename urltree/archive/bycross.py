"""Pages judged by their crosses: a diff with others of their template and with themselves at other times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from urltree.archive.judged import Judged
from urltree.archive.occurrence import Occurrence, occurrences
from urltree.archive.patterns import Kind, classify
from urltree.archive.textelements import TextPage, text_page
from urltree.archive.warc import load
from urltree.blocks import parse_page
from urltree.errors import PageError
from urltree.metadata.metadata import page_metadata

if TYPE_CHECKING:
    from collections.abc import Iterator

    from urltree.archive.catalogue import Capture
    from urltree.archive.cross import Cross
    from urltree.archive.warc import Place
    from urltree.rules import RuleSet

#: A page, its texts and the kind that the bit patterns give each text -> the final kind of each text.
Classifier = Callable[[TextPage, Sequence[Occurrence], Sequence[Kind]], Sequence[Kind]]

_MARKS = {Kind.CONTENT: "content", Kind.BOILERPLATE: "boilerplate", Kind.INVALID: "uncertain"}

#: Pages cut into words that are cached, because a page is in the crosses of other pages too.
_KEPT = 256


def judge_by_cross(
    classifier: Classifier, crosses: Iterable[Cross[Capture]], _rules: RuleSet
) -> Iterator[Judged | PageError]:
    """Judge each capture by its cross; yield the judged capture, or the error if it could not be judged."""
    cut = lru_cache(_KEPT)(_text_page)
    for cross in crosses:
        try:
            pages = cross.map(lambda capture: cut(capture.place))
        except PageError as error:
            yield error
        else:
            marks, snapshot = _marks(classifier, pages), load(cross.cur.place)
            page = parse_page(snapshot.html, snapshot.charset)
            metadata = page_metadata(page, cross.cur.url, None)
            yield Judged(cross.cur, snapshot, pages.cur.blocks, marks, metadata)


def _marks(classifier: Classifier, pages: Cross[TextPage]) -> list[str] | None:
    if not pages.up:
        return None
    texts = occurrences(pages)
    kinds = classifier(pages.cur, texts, classify(pages.bits, texts))
    return [_MARKS[kind] for kind in block_kinds(len(pages.cur.blocks), texts, kinds)]


def _text_page(place: Place) -> TextPage:
    snapshot = load(place)
    return text_page(snapshot.html, snapshot.charset)


def block_kinds(blocks: int, texts: Iterable[Occurrence], kinds: Iterable[Kind]) -> list[Kind]:
    """Return what most words of each block are: content or boilerplate, or invalid if no word is either."""
    lead = np.zeros(blocks, int)
    valid = np.zeros(blocks, bool)
    for (text, _), kind in zip(texts, kinds, strict=True):
        if kind is not Kind.INVALID:
            words = text.stop - text.start
            lead[text.block] += words if kind is Kind.CONTENT else -words
            valid[text.block] = True
    decided = np.where(lead > 0, Kind.CONTENT, Kind.BOILERPLATE)
    return [Kind(kind) if is_valid else Kind.INVALID for kind, is_valid in zip(decided, valid, strict=True)]
