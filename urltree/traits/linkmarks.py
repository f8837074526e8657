"""Links that are no text: a sign, *[edit]* or *Permalink* beside a heading, the number of a footnote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urltree.tags import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The character that the number of a footnote may follow directly.
_NOTED = re.compile(r"[\w.,;:!?\"'\u2019\u201d\xbb)\]\u2026\u3002]")

#: Stands between the numbers of a list: *1,2,5*, *3\u20136*.
_JOINT = re.compile(r"[\s,;\u2010-\u2014\u2212-]{0,5}")

#: The most pieces of text that are looked at before a link: all would take quadratic time.
NEAR = 8

#: Arrows that turn back. Those that point up or to the left also stand beside quotations and in menus.
_BACK = re.compile("[\u21a9\u21b0\u21b5\u23ce\u2934]")

#: Classes of the ``span`` with which MediaWiki ends a heading, *[edit | edit source]*.
_EDIT_SECTION = frozenset(("editsection", "mw-editsection"))

#: Endings of the classes of what only screen readers tell.
_UNSEEN = re.compile(r"(?:sr-only|screen-?reader(?:-(?:text|only))?|visually-?hidden)(?!\S)", re.IGNORECASE)


def edits_section(classes: str) -> bool:
    """Say whether an element with these classes is a link to edit the section of a wiki, and no text."""
    return "editsection" in classes and not _EDIT_SECTION.isdisjoint(classes.split())


def is_permalink(href: str, classes: str) -> bool:
    """Say whether a part, with these classes, of a link after the text of a heading is no text."""
    return href.startswith("#") and _UNSEEN.search(classes) is not None


def leads_back(text: str) -> bool:
    """Say whether a mark leads to a place above, as that at the end of a footnote does."""
    return _BACK.search(text) is not None


def opens_below(href: str, tag: str) -> bool:
    """Say whether a link in an element stays on its page, as the headings of accordions do: it is no link.

    In an ``h1`` it may be the site's name. What begins with ``#/`` or ``#!`` is a page of its own to scripts.
    """
    stays = href.lower().startswith(("#", "javascript:")) and href[1:2] not in {"/", "!"}
    return stays and tag in HEADINGS and tag != "h1"


def is_mark(text: str, before: str) -> bool:
    """Say whether the text of a link to the same page is no text; `before` is what precedes it.

    It is a sign, such as ¶, or a number right after a text, with which it would become another. White space
    alone is no mark: it may be the line break between two words.
    """
    if not any(map(str.isalnum, text)):
        return bool(text.strip())
    return text.isdecimal() and _NOTED.fullmatch(before[-1:]) is not None


class Marks:
    """Tells which links to their own page are no text. The numbers of a list share the fate of the first."""

    __slots__ = ("_block", "_end", "_is_dropped")

    def __init__(self) -> None:
        #: Of the last number: its block, the piece that follows it, and whether it is no text.
        self._block, self._end, self._is_dropped = -1, 0, False

    def start_of(self, pieces: Sequence[str], link: int, block: int) -> int | None:
        """Return the piece from which on the open link, which starts at piece `link`, is no text.

        None if it is text. `block` is the number of the block that the pieces are for.
        """
        text, start = "".join(pieces[link:]), link
        is_number = text.isdecimal()
        if is_number and block == self._block and _JOINT.fullmatch("".join(pieces[self._end : link])):
            is_dropped, start = self._is_dropped, self._end
        else:
            is_dropped = is_mark(text, "".join(pieces[max(link - NEAR, 0) : link]))
        if is_number:
            end = start if is_dropped else len(pieces)
            self._block, self._end, self._is_dropped = block, end, is_dropped
        return start if is_dropped else None
