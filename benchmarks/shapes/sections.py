"""Pieces of made-up pages: their markup, and which of their texts are wanted."""

from __future__ import annotations

from contextlib import contextmanager
from enum import Enum, auto
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Wanted(Enum):
    """Whether a text belongs to the gold text."""

    YES = auto()
    NO = auto()
    #: Readers disagree on it, so it counts neither for nor against: about-boxes, sign-offs, tables of facts.
    EITHER = auto()


class Text(NamedTuple):
    """A block of text."""

    text: str
    wanted: Wanted


class Section:
    """A piece of a page that is written from top to bottom."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self._html: list[str] = []

    @property
    def html(self) -> str:
        """The markup so far; its classes have plain names, which the frame replaces by those of its style."""
        return "\n".join(self._html)

    def text(
        self, tag: str, text: str, wanted: Wanted = Wanted.YES, *, name: str = "", link: bool = False
    ) -> None:
        """Write an element that holds only a text."""
        self.texts.append(Text(text, wanted))
        held = linked(text) if link else escape(text)
        self._html.append(f"{_opened(tag, name)}{held}</{tag}>")

    def paragraphs(self, texts: Iterable[str], wanted: Wanted = Wanted.YES) -> None:
        """Write paragraphs."""
        for text in texts:
            self.text("p", text, wanted)

    def paragraph(self, text: str, wanted: Wanted = Wanted.YES) -> None:
        """Write one paragraph."""
        self.text("p", text, wanted)

    def heading(self, text: str, wanted: Wanted = Wanted.YES, *, level: int = 3) -> None:
        """Write a heading."""
        self.text(f"h{level}", text, wanted)

    def items(
        self, texts: Iterable[str], wanted: Wanted = Wanted.YES, *, tag: str = "ul", name: str = ""
    ) -> None:
        """Write a list."""
        with self.element(tag, name):
            for text in texts:
                self.text("li", text, wanted)

    def table(self, rows: Iterable[Iterable[str]], wanted: Wanted = Wanted.YES, *, name: str = "") -> None:
        """Write a table."""
        with self.element("table", name):
            for row in rows:
                with self.element("tr"):
                    for cell in row:
                        self.text("td", cell, wanted)

    def box(self, name: str, heading: str, texts: Iterable[str], wanted: Wanted) -> None:
        """Write paragraphs beneath a heading, in an element of their own."""
        with self.element("div", name):
            self.heading(heading, wanted)
            self.paragraphs(texts, wanted)

    @contextmanager
    def element(self, tag: str, name: str = "") -> Iterator[None]:
        """Put what is written meanwhile into an element."""
        self._html.append(_opened(tag, name))
        yield
        self._html.append(f"</{tag}>")


def linked(text: str) -> str:
    """Make a text a link to a page of that title."""
    return f'<a href="/{slug(text)}">{escape(text)}</a>'


def slug(title: str) -> str:
    """Write a title as addresses do."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())


def _opened(tag: str, name: str) -> str:
    return f'<{tag} class="{name}">' if name else f"<{tag}>"
