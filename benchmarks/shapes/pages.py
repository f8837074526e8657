"""Made-up sites and their pages, whose wanted text is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.shapes.material import Writer
from benchmarks.shapes.sections import Section, Text, Wanted, slug

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.shapes.material import Material

#: Pages of a site.
PAGES = 60

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(slots=True, kw_only=True)
class Page:
    """A page that is being written: what its frame shows of it, and the sections within the frame."""

    url: str
    title: str
    author: str
    date: str
    topic: str
    #: Titles of earlier pages, latest first.
    latest: list[str]
    #: Name of its style of markup.
    style: str
    #: Whether the title is shown above the body; then it is wanted.
    headline: bool = True
    #: Sections above the headline, beneath it, and beneath the article.
    top: Section = field(default_factory=Section)
    body: Section = field(default_factory=Section)
    after: Section = field(default_factory=Section)

    def golds(self) -> tuple[str, str]:
        """Return the gold text without the texts that are neither wanted nor unwanted, and with them."""
        return self._text({Wanted.YES}), self._text({Wanted.YES, Wanted.EITHER})

    def _text(self, which: set[Wanted]) -> str:
        headline = [Text(self.title, Wanted.YES)] if self.headline else []
        texts = (*self.top.texts, *headline, *self.body.texts, *self.after.texts)
        return "\n".join(text for text, wanted in texts if wanted in which)


class Site:
    """A site that is being written: its texts, and what all of its frames show."""

    def __init__(self, shape: str, style: str, material: Material) -> None:
        self.writer = write = Writer(material, f"{shape} {style}")
        self.style = style
        self.host = f"www.{slug(shape)}-{style}.example"
        self.name = write.words(2).title()
        self.menu = [write.words(1) for _ in range(8)]
        self.notice, self.promise = write.sentences(2)
        self.rights = f"© {self.name}. All rights reserved."
        self.invitation = f"{write.words(5)}."
        #: Titles of all pages so far, preceded by some of older pages.
        self.titles = [self.title() for _ in range(8)]
        self._pages = 0

    def title(self) -> str:
        """Make up a title."""
        return self.writer.words(4, 8)

    def date(self) -> str:
        """Return the date of the next page."""
        return f"{MONTHS[self._pages // 28 % 12]} {1 + self._pages % 28}, 2024"

    def page(
        self,
        folder: str = "news",
        title: str | None = None,
        *,
        author: str | None = None,
        path: str | None = None,
        style: str | None = None,
        headline: bool = True,
    ) -> Page:
        """Begin a page; its path is made of folder, title and number if none is given."""
        title = title or self.title()
        page = Page(
            url=f"https://{self.host}/{path or f'{folder}/{slug(title)}-{1000 + self._pages}'}",
            title=title,
            author=author or self.writer.name(),
            date=self.date(),
            topic=self.writer.one(self.menu),
            latest=self.titles[:-7:-1],
            style=style or self.style,
            headline=headline,
        )
        self.titles.append(title)
        self._pages += 1
        return page

    def article(self, paragraphs: Iterable[str], title: str | None = None) -> Page:
        """Write an article of these paragraphs."""
        page = self.page(title=title)
        page.body.paragraphs(paragraphs)
        return page
