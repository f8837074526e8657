"""In which snapshots of its cross each text of a page occurs: token diffs (Leśniak §2.3, Listing 2.9)."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from difflib import Match

    from urltree.archive.cross import Bits, Cross
    from urltree.archive.textelements import TextElement, TextPage

#: Consecutive words that both pages must share, as fewer may agree by chance; fewer suffice on short pages.
MIN_RUN = 3

#: Words from the start of a page that are compared; later ones count as not shared.
MAX_WORDS = 10_000

#: Steps after which a diff ends; what is left counts as not shared. Their number can grow with the cube of
#: that of the words. Articles of 5,000 words need 300,000.
MAX_STEPS = 10_000_000


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
    for match in _runs(words[:MAX_WORDS], others[:MAX_WORDS]):
        if match.size >= least:
            found[match.a : match.a + match.size] = b"\1" * match.size
    return bytes(found)


def _runs(words: Sequence[str], others: Sequence[str]) -> Iterator[Match]:
    """Yield the matching blocks of two texts in no order, as far as `MAX_STEPS` go."""
    matcher = SequenceMatcher(None, words, others)
    places = matcher.b2j  # type: ignore[attr-defined]  # documented
    steps = list(accumulate((1 + len(places.get(word, ())) for word in words), initial=0))
    left, gaps = MAX_STEPS, [(0, len(words), 0, len(others))]
    while gaps and left > 0:
        start, stop, other_start, other_stop = gaps.pop()
        left -= steps[stop] - steps[start]
        match = matcher.find_longest_match(start, stop, other_start, other_stop)
        if match.size:
            yield match
            gaps.append((start, match.a, other_start, match.b))
            gaps.append((match.a + match.size, stop, match.b + match.size, other_stop))


def _parts(text: TextElement, bits: Sequence[Bits]) -> Iterator[Occurrence]:
    for key, run in groupby(range(text.start, text.stop), bits.__getitem__):
        places = list(run)
        yield Occurrence(text._replace(start=places[0], stop=places[-1] + 1), key)
