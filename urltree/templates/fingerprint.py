"""The template fingerprint of a page (§3.1): 25 prefix references of a compression of its tags.

Unlike the paper's it passes over ``meta`` and ``link``: these tell of the one page, what it is about and what
comes next to it, and without them a site has far fewer templates (docs/papers.md).
"""

from __future__ import annotations

import re
from operator import ne
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

#: Dictionary entries of a fingerprint, and its bytes.
LENGTH = 25

#: Fills up the fingerprint of a page that ends too soon; no reference is as high.
FILLER = b"\xff"

#: Attributes up to the end of the tag. A quote opens a value only after an equals sign, as in browsers.
_ATTRIBUTES = rb"""[^>=]*+ (?:= (?:\s*+ (?:"[^"]*+" | '[^']*+'))?+ [^>=]*+)*+"""

#: The group of ``meta`` and ``link`` in what follows.
_PAGE_LINKS = 1

# The possessive quantifiers never give back what they took, so that no page takes more than linear time.
_MARKUP = re.compile(
    rb"""
      <!-- (?:[^-]++ | -(?!->))*+
    | <[!?] [^>]*+
    | </?(meta|link)(?=[\s/>]) %(attributes)b
    | <(script|style|title|textarea|xmp|iframe|noembed|noframes)(?=[\s/>]) %(attributes)b
      (?:[^<]++ | <(?!/\2[\s/>]))*+
    | </?([a-z][^\s/>]*+) %(attributes)b
    """
    % {b"attributes": _ATTRIBUTES},
    re.IGNORECASE | re.VERBOSE,
)


def fingerprint(html: bytes) -> bytes:
    """Give the `LENGTH` bytes of a page in UTF-8, or in any charset that extends ASCII.

    The page is scanned, not parsed, and only as far as needed: most often its head and the start of its body.
    That of a page with fewer entries is filled up.
    """
    return references(layout_tags(html)).ljust(LENGTH, FILLER)


def layout_tags(html: bytes) -> Iterator[bytes]:
    """Yield what `tags` does, but for ``meta`` and ``link``."""
    for markup in _MARKUP.finditer(html):
        if (group := markup.lastindex) and group != _PAGE_LINKS:
            yield markup[group].lower()


def tags(html: bytes) -> Iterator[bytes]:
    """Yield the names of all tags in lower case, of end tags too; none from within comments and scripts."""
    for markup in _MARKUP.finditer(html):
        if group := markup.lastindex:
            yield markup[group].lower()


def references(tags: Iterable[Hashable]) -> bytes:
    """Compress (LZW) until `LENGTH` entries stand; give each entry's reference to its prefix, 0 for none.

    As in the paper's algorithm 1, the tag that completes an entry does not begin the next.
    """
    entries: dict[tuple[int, Hashable], int] = {}
    found = bytearray()
    prefix = 0
    for tag in tags:
        longer = entries.setdefault((prefix, tag), len(found) + 1)
        if longer <= len(found):
            prefix = longer
            continue
        found.append(prefix)
        prefix = 0
        if len(found) == LENGTH:
            break
    return bytes(found)


def same_template(one: bytes, other: bytes) -> bool:
    """Tell whether the Levenshtein distance of two fingerprints is at most 1 (definition 3.1).

    Of one length, as they are, they may then differ in one place.
    """
    different: int = sum(map(ne, one, other))
    return different <= 1
