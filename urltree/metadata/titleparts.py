"""The parts of a title, which separators divide: *A bridge - News - The Town*; pure."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What separates the headline from the site's name: ``&`` and ``+`` do not, they join words. Scripts without
#: spaces have none around it, either: \uff5c and the letter \u4e28 are their bars, and after one of their
#: characters or marks a hyphen, dash or colon does not join words.
_SEPARATOR = (
    r"(?: [^\w\s&+]{1,2} | \u4e28 |[_|\uff5c\u4e28]|"
    r"(?<=[\u3001-\u9fff\uff01\uff09\uff1f\uff3d\uff5d])[-\u2013-\u2015\uff0d\uff1a]{1,2})"
)
_SEPARATOR_AT_END = re.compile(rf"(?<=\S){_SEPARATOR}$")
_SEPARATOR_AT_START = re.compile(rf"{_SEPARATOR}(?=\S)")
_SEPARATOR_BETWEEN = re.compile(rf"(?<=\S){_SEPARATOR}(?=\S)")

#: The most characters of a separator.
_MOST_CHARS = 4

#: The most separators of a title that are looked at, but for the last.
_MOST_SEPARATORS = 7


def without_start(title: str, part: str) -> str | None:
    """Return what follows `part` and a separator at the start of a title; None without them."""
    found = _SEPARATOR_AT_START.match(title, len(part)) if title.startswith(part) else None
    return title[found.end() :] if found else None


def without_end(title: str, part: str) -> str | None:
    """Return what precedes a separator and `part` at the end of a title; None without them."""
    if not title.endswith(part):
        return None
    rest = title.removesuffix(part)
    found = _SEPARATOR_AT_END.search(rest, max(0, len(rest) - _MOST_CHARS))
    return title[: found.start()] if found else None


def splits(title: str) -> Iterator[tuple[str, str]]:
    """Yield what precedes each of the first separators of a title, and what follows it."""
    for start, end in _separators(title):
        yield title[:start], title[end:]


def last_split(title: str) -> tuple[str, str]:
    """Return what precedes the last separator of a title, and what follows it: all of it if it has none."""
    start = end = 0
    for separator in _SEPARATOR_BETWEEN.finditer(title):
        start, end = separator.span()
    return title[:start], title[end:]


def runs(title: str) -> Iterator[tuple[str, int]]:
    """Yield each run of neighbouring parts of a title, with the length of the longest part beside it."""
    places = list(_separators(title))
    starts = [0, *(end for _, end in places)]
    ends = [*(start for start, _ in places), len(title)]
    lengths = [end - start for start, end in zip(starts, ends, strict=True)]
    for first, last in combinations_with_replacement(range(len(lengths)), 2):
        yield title[starts[first] : ends[last]], max(lengths[:first] + lengths[last + 1 :], default=0)


def _separators(title: str) -> Iterator[tuple[int, int]]:
    """Yield where the first separators of a title start and end."""
    return (found.span() for found in islice(_SEPARATOR_BETWEEN.finditer(title), _MOST_SEPARATORS))
