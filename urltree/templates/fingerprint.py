"""The template fingerprint of a page (§3.1): 25 prefix references of a compression of its tags.

Unlike the paper's it ignores ``meta`` and ``link``: these describe the single page, its subject and its
neighbours, and without them a site has far fewer templates (docs/papers.md).
"""

from __future__ import annotations

import re
from operator import ne
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

#: Dictionary entries of a fingerprint, one byte each.
LENGTH = 25

#: Pads the fingerprint of a page that has too few tags; no reference is as high.
FILLER = b"\xff"

#: Attributes up to the end of the tag. A quote opens a value only after an equals sign, as in browsers.
_ATTRIBUTES = rb"""[^>=]*+ (?:= (?:\s*+ (?:"[^"]*+" | '[^']*+'))?+ [^>=]*+)*+"""

_PAGE_TAGS = (b"meta", b"link")

#: Elements of raw text, and the group of their names in the pattern below.
_RAW = 1
_RAW_TAGS = (b"script", b"style", b"title", b"textarea", b"xmp", b"iframe", b"noembed", b"noframes")

# The possessive quantifiers never backtrack, so that no page takes more than linear time. The ends of raw
# text are searched for separately, as Python before 3.11.5 gets the repetition for that wrong (gh-100061).
_MARKUP = re.compile(
    rb"""
      <!-- (?:-?>)?
    | <[!?] [^>]*+
    | <(%(raw)b)(?=[\s/>]) %(attributes)b
    | </?([a-z][^\s/>]*+) %(attributes)b
    """
    % {b"attributes": _ATTRIBUTES, b"raw": b"|".join(_RAW_TAGS)},
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT_END = re.compile(b"--!?>")
_RAW_ENDS = {tag: re.compile(rb"</%b[\s/>]" % tag, re.IGNORECASE) for tag in _RAW_TAGS}


def fingerprint(html: bytes) -> bytes:
    """Return the fingerprint, `LENGTH` bytes, of a page in UTF-8 or any charset that extends ASCII.

    The page is scanned, not parsed, and only as far as needed: most often its head and the start of its body.
    The fingerprint of a page with fewer entries is padded.
    """
    return references(name for name in tags(html) if name not in _PAGE_TAGS).ljust(LENGTH, FILLER)


def tags(html: bytes) -> Iterator[bytes]:
    """Yield the names of all tags in lower case, of end tags too; none from within comments and scripts.

    An unclosed comment or raw text extends to the end of the page; ``<!-->`` and ``<!--->`` are closed.
    """
    place = 0
    while markup := _MARKUP.search(html, place):
        place = markup.end()
        end = None
        if group := markup.lastindex:
            name = markup[group].lower()
            yield name
            end = _RAW_ENDS[name] if group == _RAW else None
        elif markup[0] == b"<!--":
            end = _COMMENT_END
        if end:
            found = end.search(html, place)
            place = found.start() if found else len(html)


def references(tags: Iterable[Hashable]) -> bytes:
    """Compress (LZW) up to `LENGTH` entries; return each entry's reference to its prefix, 0 for none.

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
    """Return whether the Levenshtein distance of two fingerprints is at most 1 (definition 3.1).

    As all fingerprints have one length, this means that they differ in one place at most.
    """
    different: int = sum(map(ne, one, other))
    return different <= 1
