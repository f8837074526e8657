"""How much each text of a page is like its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: A text is compared if its length is between these shares of the title's.
_SHORTEST = 0.3
_LONGEST = 1.6


def title_match(texts: Sequence[str], title: str | None) -> NDArray[np.float32]:
    """Say how much each of n texts is like the title: (n,), 0 for nothing in common, 1 for the same.

    A text inside the title scores by its length, since titles may be ``Headline - Site``; so does a text with
    the title inside it. Others score by the words that both have.
    """
    folded = (title or "").casefold()
    words = frozenset(folded.split())
    shortest, longest = _SHORTEST * len(folded), _LONGEST * len(folded)
    match = [
        _likeness(text.casefold(), folded, words) if shortest <= len(text) <= longest else 0 for text in texts
    ]
    return np.array(match, np.float32)


def _likeness(text: str, title: str, title_words: frozenset[str]) -> float:
    if text in title:
        return len(text) / len(title)
    if title in text:
        return len(title) / len(text)
    words = text.split()
    if title_words.isdisjoint(words):
        return 0
    shared = len(title_words.intersection(words))
    return shared / (len(title_words) + len(set(words)) - shared)
