"""A second pass over a page whose blocks are known: which piece of its text became part of which block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from urltree.blocks import feed_whole
from urltree.cutter import Cutter
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

Piece = TypeVar("Piece")


class Follower(ABC, Generic[Piece]):
    """Parser target that lets a `Cutter` see every event first and keeps what `piece` makes of each text."""

    def __init__(self) -> None:
        self.cutter = Cutter()
        #: The pieces made of the texts of each block.
        self.blocks: list[list[Piece]] = []
        #: The pieces made of the texts that the cutter has not cut yet.
        self._uncut: list[Piece] = []

    @abstractmethod
    def piece(self, text: str) -> Piece:
        """Make a piece of a text where it is met; a line break is `whitespace.BREAK`."""

    def block(self, pieces: list[Piece]) -> list[Piece]:
        """Make a block of the pieces that it consists of."""
        return pieces

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        self.cutter.start(tag, attributes)
        self._follow()

    def end(self, tag: str) -> None:
        """Take an end tag."""
        self.cutter.end(tag)
        self._follow()

    def data(self, text: str) -> None:
        """Take a text, white space before others, too: it is the indent of code."""
        cutter = self.cutter
        if text.isspace() and len(cutter.pieces) == cutter.indent and not cutter.dropping:
            cutter.indent += 1
        cutter.pieces.append(text)
        self._follow()

    def close(self) -> None:
        """Take the end of the page."""
        self.cutter.close()
        self._follow()

    def _follow(self) -> None:
        """Repeat on our blocks and pieces what the cutter did to its own; most events change none of them."""
        blocks, pieces = len(self.cutter.texts), len(self.cutter.pieces)
        if blocks == len(self.blocks) and pieces == len(self._uncut):
            return
        if blocks > len(self.blocks):
            self.blocks.append(self.block(self._uncut))
            self._uncut = []
        del self.blocks[blocks:]
        del self._uncut[pieces:]
        self.cutter.indent = min(self.cutter.indent, pieces)
        if not self.cutter.dropping:
            self._uncut += map(self.piece, self.cutter.pieces[len(self._uncut) :])


def follow(follower: Follower[Piece], html: bytes | str, charset: str | None, known: int) -> None:
    """Run a page through a follower.

    Raises `PageError` as `urltree.blocks.parse_page` does, `InputError` unless the page has `known` blocks.
    """
    feed_whole(follower, html, charset)
    blocks = len(follower.blocks)
    if blocks != known:
        raise InputError(
            f"the page has {blocks} blocks, not {known}; pass the HTML and charset that these come from"
        )
