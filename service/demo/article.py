"""The articles of the sample site, as they are written down in `sample/articles.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

SAMPLE = files(__package__) / "sample"

#: First word of a part of a body -> its tag; a paragraph has no mark.
MARKS = {"##": "h2", "-": "li"}


class Part(NamedTuple):
    """One paragraph, subheading or list item."""

    tag: str
    text: str


@dataclass(frozen=True, slots=True)
class Article:
    """One article of the sample."""

    section: str
    title: str
    standfirst: str
    author: str
    published: datetime
    body: str
    caption: str = ""
    #: Whether the feed of top stories carries it too.
    top: bool = False
    #: Paragraphs that join the body later.
    update: str = ""
    #: Each with the name of its writer, ``by``, and its ``text``.
    comments: tuple[Mapping[str, str], ...] = ()

    @property
    def path(self) -> str:
        """Where on the site the article is."""
        return f"/{self.section}/{self.published:%Y/%m}/{slug(self.title)}/"

    @property
    def gold(self) -> str:
        """What an extractor should return: headline, standfirst and body, one block a line."""
        return "\n".join((self.title, self.standfirst, *(part.text for part in parts(self.body))))

    @property
    def updated(self) -> Article:
        """The article with its update in place."""
        return replace(self, body=f"{self.body}\n\n{self.update}", update="")


@cache
def articles() -> tuple[Article, ...]:
    """Return all articles, oldest first."""
    written = tomllib.loads((SAMPLE / "articles.toml").read_text("utf-8"))["article"]
    return tuple(Article(**fields) for fields in written)


def parts(body: str) -> Iterator[Part]:
    """Cut a body at its empty lines and before its list items."""
    for part in re.split(r"\n\s*\n|\n(?=- )", body.strip()):
        mark, _, rest = part.partition(" ")
        tag = MARKS.get(mark)
        yield Part(tag or "p", " ".join((rest if tag else part).split()))


def slug(name: str) -> str:
    """Write a name as one segment of a URL."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))
