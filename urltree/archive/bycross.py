"""Pages judged by their crosses: a diff with others of their template and with themselves at other times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

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

#: A page, its texts and the kind that the bit patterns give each text -> the final kind of each text.
Classifier = Callable[[TextPage, Sequence[Occurrence], Sequence[Kind]], Sequence[Kind]]

#: Pages cut into words that are cached, because a page is in the crosses of other pages too.
_KEPT = 256


def judge_by_cross(classifier: Classifier, crosses: Iterable[Cross[Capture]]) -> Iterator[Judged | PageError]:
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


def _marks(classifier: Classifier, pages: Cross[TextPage]) -> list[Kind] | None:
    if not pages.up:
        return None
    texts = occurrences(pages)
    kinds = classifier(pages.cur, texts, classify(pages.bits, texts))
    return block_kinds(len(pages.cur.blocks), texts, kinds)


def _text_page(place: Place) -> TextPage:
    snapshot = load(place)
    return text_page(snapshot.html, snapshot.charset)


def block_kinds(blocks: int, texts: Iterable[Occurrence], kinds: Iterable[Kind]) -> list[Kind]:
    """Return what most words of each block are: content or boilerplate, or invalid if no word is either."""
    leads = Counter[int]()
    for (text, _), kind in zip(texts, kinds, strict=True):
        if kind is not Kind.INVALID:
            words = text.stop - text.start
            leads[text.block] += words if kind is Kind.CONTENT else -words
    decided = {block: Kind.CONTENT if lead > 0 else Kind.BOILERPLATE for block, lead in leads.items()}
    return [decided.get(block, Kind.INVALID) for block in range(blocks)]
