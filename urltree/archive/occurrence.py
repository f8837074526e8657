"""In which snapshots of its cross each text of a page occurs: token diffs (Leśniak §2.3, Listing 2.9)."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urltree.archive.cross import Bits, Cross
    from urltree.archive.textelements import TextElement, TextPage

#: Consecutive words that both pages must share, as fewer may agree by chance; fewer suffice on short pages.
MIN_RUN = 3

#: Words from the start of a page that are compared; later ones count as not shared. The time of a diff can
#: grow with the square of their number.
MAX_WORDS = 10_000


class Occurrence(NamedTuple):
    """A text element, or a part of one, whose words occur in the same snapshots."""

    text: TextElement
    #: Where it occurs: cur, up, down, prev, next.
    bits: Bits


def occurrences(pages: Cross[TextPage]) -> list[Occurrence]:
    """Compare a page with the others of its cross; cut text elements where the words' bits change."""
    cur = pages.cur
    found = [shared(cur.words, page.words) if page else bytes(len(cur.words)) for page in pages[1:]]
    bits: list[Bits] = list(zip(b"\1" * len(cur.words), *found, strict=True))
    return [part for text in cur.texts for part in _parts(text, bits)]


def shared(words: Sequence[str], others: Sequence[str]) -> bytes:
    """Return 1 for each of `words` that is in a run which both texts share in the same order, else 0."""
    found = bytearray(len(words))
    least = min(MIN_RUN, len(others) // 4 + 1)
    for match in SequenceMatcher(None, words[:MAX_WORDS], others[:MAX_WORDS]).get_matching_blocks():
        if match.size >= least:
            found[match.a : match.a + match.size] = b"\1" * match.size
    return bytes(found)


def _parts(text: TextElement, bits: Sequence[Bits]) -> Iterator[Occurrence]:
    for key, run in groupby(range(text.start, text.stop), bits.__getitem__):
        places = list(run)
        yield Occurrence(text._replace(start=places[0], stop=places[-1] + 1), key)
