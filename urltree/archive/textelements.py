"""A page as words in text elements: the unit that DBCE compares and classifies (Leśniak §2.3)."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from urltree.archive.layers import DOCUMENT
from urltree.blocks import feed_whole
from urltree.models import SOFT_HYPHEN
from urltree.output.follow import Follower

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Number of the element above all others.
ROOT = 0


class Element(NamedTuple):
    """An element of a page."""

    tag: str
    #: Its attribute ``class``, empty if it has none.
    classes: str
    #: Number of the element around it; `ROOT` is around itself.
    parent: int


class TextElement(NamedTuple):
    """A text without tags in it, and where it is."""

    #: Its words are those of the page from ``start`` up to ``stop``.
    start: int
    stop: int
    #: Number of the block that it is part of, as `urltree.blocks.parse_page` cuts them.
    block: int
    #: Number of the element that it is in.
    parent: int
    #: Number of the element that started last before it.
    after: int


class TextPage(NamedTuple):
    """The words of a page, sanitised as its blocks are: without scripts, styles, frames and comments."""

    words: tuple[str, ...]
    #: The text of each block.
    blocks: tuple[str, ...]
    #: The text elements that hold words, in order.
    texts: tuple[TextElement, ...]
    #: In the order in which they start, the first being `ROOT`.
    elements: tuple[Element, ...]


def text_page(html: bytes | str, charset: str | None = None) -> TextPage:
    """Cut a page into text elements. Raises `PageError` as `urltree.blocks.parse_page` does."""
    reader = _Reader()
    feed_whole(reader, html, charset)
    words: list[str] = []
    texts = []
    for block, parent, after, text in reader.texts():
        start = len(words)
        words += text.split()
        if len(words) > start:
            texts.append(TextElement(start, len(words), block, parent, after))
    return TextPage(tuple(words), tuple(reader.cutter.texts), tuple(texts), tuple(reader.elements))


class _Piece(NamedTuple):
    """A piece of a text, and where it is as in `TextElement`: no two texts between tags are in one place."""

    text: str
    parent: int
    after: int


class _Reader(Follower[_Piece]):
    """Records where each piece of text is."""

    def __init__(self) -> None:
        super().__init__()
        self.elements = [Element(DOCUMENT, "", ROOT)]
        self._open = [ROOT]

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._open.append(len(self.elements))
        self.elements.append(Element(tag, attributes.get("class", ""), self._open[-2]))
        super().start(tag, attributes)

    def end(self, tag: str) -> None:
        super().end(tag)
        self._open.pop()

    def piece(self, text: str) -> _Piece:
        return _Piece(text.replace(SOFT_HYPHEN, ""), self._open[-1], len(self.elements) - 1)

    def texts(self) -> Iterator[tuple[int, int, int, str]]:
        """Yield block, parent, element before and text of each text element, joined from its pieces."""
        for number, pieces in enumerate(self.blocks):
            for (parent, after), run in groupby(pieces, attrgetter("parent", "after")):
                yield number, parent, after, "".join(piece.text for piece in run)
