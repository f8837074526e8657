"""A page as words in text elements: the unit that DBCE compares and classifies (Leśniak §2.3)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from urltree.blocks import feed
from urltree.charset import to_utf8
from urltree.follow import Follower

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Number of the element above all others.
ROOT = 0


class TextElement(NamedTuple):
    """A text without tags in it, and where it is."""

    #: Its words are those of the page from ``start`` up to ``stop``.
    start: int
    stop: int
    #: Number of the text block that it is part of, as `urltree.blocks.parse_page` cuts them.
    block: int
    #: Number of the element that it is in.
    parent: int


class TextPage(NamedTuple):
    """The words of a page, sanitised as its blocks are: without scripts, styles, frames and comments."""

    words: tuple[str, ...]
    #: The text elements that hold words, in order.
    texts: tuple[TextElement, ...]
    #: Of each element the number of the one around it; `ROOT` is around itself.
    parents: tuple[int, ...]


def text_page(html: bytes | str, charset: str | None = None) -> TextPage:
    """Cut a page into text elements. Raises `PageError` as `urltree.blocks.parse_page` does."""
    reader = _Reader()
    feed(reader, to_utf8(html, charset))
    words: list[str] = []
    texts = []
    for block, parent, text in reader.texts():
        start = len(words)
        words += text.split()
        if len(words) > start:
            texts.append(TextElement(start, len(words), block, parent))
    return TextPage(tuple(words), tuple(texts), tuple(reader.parents))


class _Piece(NamedTuple):
    text: str
    parent: int
    #: Tags before it.
    tags: int


class _Reader(Follower[_Piece]):
    """Tells of each piece of text where it is."""

    def __init__(self) -> None:
        super().__init__()
        self.parents = [ROOT]
        self._open = [ROOT]
        self._tags = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.parents.append(self._open[-1])
        self._open.append(len(self.parents) - 1)
        self._tags += 1
        super().start(tag, attributes)

    def end(self, tag: str) -> None:
        super().end(tag)
        self._open.pop()
        self._tags += 1

    def piece(self, text: str, *, is_break: bool) -> _Piece:  # noqa: ARG002 - a break is white space
        return _Piece(text, self._open[-1], self._tags)

    def texts(self) -> Iterator[tuple[int, int, str]]:
        """Yield block, parent and text of each text element; the parser may have cut it into pieces."""
        for number, pieces in enumerate(self.blocks):
            for (_, parent), run in groupby(pieces, lambda piece: (piece.tags, piece.parent)):
                yield number, parent, "".join(piece.text for piece in run)
