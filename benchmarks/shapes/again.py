"""Shapes of sites whose pages come again: grown, in another version, as a copy, in other markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.shapes.frames import STYLES
from benchmarks.shapes.pages import PAGES
from benchmarks.shapes.sections import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.shapes.pages import Page, Site


def liveblog(site: Site) -> Iterator[Page]:
    """Ten pages, each read six times while it grows at its top."""
    write = site.writer
    for event in range(PAGES // 6):
        title, introduction = site.title(), write.paragraph()
        entries: list[tuple[str, list[str]]] = []
        for hour in range(9, 15):
            for _ in range(write.number(1, 3)):
                entries.insert(0, (f"{hour}:{write.number(10, 59)}", write.paragraphs(1, 2)))
            page = site.page(title=title, author="Live desk", path=f"live/{event}")
            page.body.paragraph(introduction)
            for time, paragraphs in entries:
                with page.body.element("div", "live-entry"):
                    page.body.text("div", time, Wanted.EITHER)
                    page.body.paragraphs(paragraphs)
            yield page


def docs_in_versions(site: Site) -> Iterator[Page]:
    """Fifteen pages of documentation in four versions; from each to the next a tenth of the text changes."""
    write = site.writer
    documents = [(write.words(2).title(), write.paragraphs(3, 7)) for _ in range(PAGES // 4)]
    for version in range(1, 5):
        for number, (title, paragraphs) in enumerate(documents):
            page = site.page(title=title, path=f"docs/v{version}/page-{number}")
            page.body.paragraphs(paragraphs)
            yield page
            paragraphs[:] = [write.paragraph() if write.happens(0.1) else text for text in paragraphs]


def amp_copies(site: Site) -> Iterator[Page]:
    """Each article again as made for phones, and as made for print."""
    for number in range(PAGES // 3):
        title, paragraphs = site.title(), site.writer.paragraphs(3, 7)
        for path in (f"articles/{number}", f"articles/{number}/amp", f"print/articles/{number}"):
            page = site.page(title=title, path=path)
            page.body.paragraphs(paragraphs)
            yield page


def redesign(site: Site) -> Iterator[Page]:
    """After a third of the pages the site has other markup, and after two thirds its old one again."""
    styles = list(STYLES)
    other = styles[(styles.index(site.style) + 1) % len(styles)]
    for number in range(PAGES):
        page = site.page(style=other if number * 3 // PAGES == 1 else site.style)
        page.body.paragraphs(site.writer.paragraphs(3, 7))
        yield page
