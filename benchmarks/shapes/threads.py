"""Shapes of sites on which many people write: questions, threads, comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.shapes.pages import MONTHS, PAGES
from benchmarks.shapes.sections import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.shapes.material import Writer
    from benchmarks.shapes.pages import Page, Site
    from benchmarks.shapes.sections import Section


def questions(site: Site) -> Iterator[Page]:
    """Questions with code, and answers that quote them."""
    write = site.writer
    users = [write.name() for _ in range(12)]
    for _ in range(PAGES):
        page = site.page("questions", write.question(), author=write.one(users))
        asked = write.paragraphs(1, 2)
        with page.body.element("div", "question"):
            page.body.paragraphs(asked)
            with page.body.element("pre"):
                page.body.text("code", write.words(9).lower())
        for _ in range(write.number(1, 4)):
            with page.body.element("div", "answer"):
                _quote(page.body, asked[-1])
                page.body.paragraphs(write.paragraphs(1, 2))
                with page.body.element("div", "user-card"):
                    for text in (f"answered {page.date}", write.one(users), f"{write.number(1, 9)}k"):
                        page.body.text("div", text, Wanted.NO)
        yield page


def forum(site: Site) -> Iterator[Page]:
    """Threads of posts that quote the one before, with who wrote them and signatures."""
    write = site.writer
    signatures = {write.name(): write.sentence() for _ in range(10)}
    for _ in range(PAGES):
        page = site.page("threads")
        before = ""
        for _ in range(write.number(2, 8)):
            user = write.one(list(signatures))
            with page.body.element("div", "post-row"):
                _poster(page.body, user, write)
                with page.body.element("div", "post-text"):
                    if before and write.happens(0.4):
                        _quote(page.body, before)
                    before = write.remark()
                    page.body.paragraph(before)
                page.body.text("div", signatures[user], Wanted.NO, name="signature")
        yield page


def _quote(section: Section, text: str) -> None:
    with section.element("blockquote"):
        section.paragraph(text, Wanted.EITHER)


def _poster(section: Section, user: str, write: Writer) -> None:
    joined = f"Joined: {write.one(MONTHS)} {write.number(2001, 2015)}"
    with section.element("div", "poster"):
        for text in (user, joined, f"Posts: {write.number(10, 5000)}"):
            section.text("div", text, Wanted.NO)


def comments_under_short_posts(site: Site) -> Iterator[Page]:
    """One paragraph a page, and far longer comments."""
    for _ in range(PAGES):
        page = site.article(site.writer.paragraphs(1))
        _comments(page.after, site.writer, 3, 12)
        yield page


def photo_with_comments(site: Site) -> Iterator[Page]:
    """Nothing is wanted but a headline and a caption of a few words."""
    for _ in range(PAGES):
        page = site.page("photos")
        with page.body.element("figure"):
            page.body.text("figcaption", site.writer.words(4))
        _comments(page.after, site.writer, 2, 7)
        yield page


def _comments(section: Section, write: Writer, least: int, most: int) -> None:
    with section.element("div", "comments"):
        section.heading("Comments", Wanted.NO)
        for _ in range(write.number(least, most)):
            with section.element("div", "comment-body"):
                section.text("div", write.name(), Wanted.NO)
                section.paragraph(write.remark(), Wanted.NO)
