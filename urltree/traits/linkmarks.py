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
_JOINT = re.compile(r"[,;][ \xa0]?|[\u2010-\u2014\u2212-]")

#: Begins a list of numbers that is a text of its own: *[1,2]*.
_OPENING = ("(", "[", "\uff08", "\u3010")

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
    if tag not in HEADINGS or tag == "h1":
        return False
    return href.lower().startswith(("#", "javascript:")) and href[1:2] not in {"/", "!"}


def is_mark(text: str, before: str) -> bool:
    """Say whether the text of a link to the same page is no text; `before` is what precedes it.

    It is a sign, such as ¶, or a number right after a text, with which it would become another. White space
    alone is no mark: it may be the line break between two words.
    """
    if not any(map(str.isalnum, text)):
        return bool(text.strip())
    return text.isdecimal() and _NOTED.fullmatch(before[-1:]) is not None


class NoteNumbers:
    """Tells which links to their own page are no text. The numbers of a list share the fate of the first."""

    __slots__ = ("_are_text", "end")

    def __init__(self) -> None:
        #: The piece that follows the last number of a list; 0 without one, as in a new block.
        self.end = 0
        #: Whether the numbers of the list are text.
        self._are_text = False

    def start_of(self, pieces: Sequence[str], link: int) -> int | None:
        """Return the piece from which on the open link, which starts at piece `link`, is no text.

        None if it is text.
        """
        text, before = "".join(pieces[link:]), "".join(pieces[max(link - NEAR, 0) : link])
        if not text.isdecimal():
            return link if is_mark(text, before) else None
        goes_on = self.end and _JOINT.fullmatch("".join(pieces[self.end : link]))
        if not goes_on:
            self._are_text = not is_mark(text, before)
        if not self._are_text:
            self.end = start = self.end if goes_on else link  # from there on, the caller drops all
            return start
        # A number that is text begins a list only after a bracket: [1,2].
        self.end = len(pieces) if goes_on or before.endswith(_OPENING) else 0
        return None
