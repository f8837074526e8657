"""Shapes of sites whose articles have text around or amid them that is none of theirs."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from benchmarks.shapes.pages import PAGES
from benchmarks.shapes.sections import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from benchmarks.shapes.pages import Page, Site

#: Articles that a page teases.
_TEASED = 3


def series_box(site: Site) -> Iterator[Page]:
    """Two of three articles belong to a series, which a box after the first paragraph tells of."""
    write = site.writer
    about = write.paragraphs(2)
    for number in range(PAGES):
        page = site.article(write.paragraphs(1))
        if number % 3:
            page.body.box("series", "About this series", about, Wanted.NO)
        page.body.paragraphs(write.paragraphs(3, 6))
        yield page


def authors_boxes(site: Site) -> Iterator[Page]:
    """Beneath each article a box on its author, one of five."""
    write = site.writer
    authors = {write.name(): write.paragraph() for _ in range(5)}
    for _ in range(PAGES):
        author = write.one(list(authors))
        page = site.page(author=author)
        page.body.paragraphs(write.paragraphs(3, 6))
        page.after.box("author-box", f"About {author}", [authors[author]], Wanted.NO)
        yield page


def banner(site: Site) -> Iterator[Page]:
    """Above all a notice, another for each eight pages."""
    write = site.writer
    notices = write.paragraphs(-(-PAGES // 8))
    for number in range(PAGES):
        page = site.article(write.paragraphs(3, 6))
        with page.top.element("div", "site-notice"):
            page.top.paragraph(notices[number // 8], Wanted.NO)
        yield page


def cookies(site: Site) -> Iterator[Page]:
    """Above all a long text on cookies."""
    consent = site.writer.paragraphs(3)
    for _ in range(PAGES):
        page = site.article(site.writer.paragraphs(3, 6))
        page.top.box("consent", "We value your privacy", consent, Wanted.NO)
        yield page


def teasers_forward(site: Site) -> Iterator[Page]:
    """Each page shows the beginnings of the articles before it."""
    yield from _teasing(
        site, range(_TEASED, _TEASED + PAGES), lambda number: range(number - 1, number - 4, -1)
    )


def teasers_backward(site: Site) -> Iterator[Page]:
    """Likewise, but read from the newest to the oldest: what is shown comes next."""
    numbers = range(_TEASED + PAGES - 1, _TEASED - 1, -1)
    yield from _teasing(site, numbers, lambda number: range(number - 1, number - 4, -1))


def teasers_latest(site: Site) -> Iterator[Page]:
    """All pages are read at one time: each shows the beginnings of the newest, which come last."""
    newest = range(PAGES - 1, PAGES - _TEASED - 2, -1)
    yield from _teasing(
        site, range(PAGES), lambda number: [each for each in newest if each != number][:_TEASED]
    )


def _teasing(site: Site, numbers: Iterable[int], teased: Callable[[int], Iterable[int]]) -> Iterator[Page]:
    articles = [(site.title(), site.writer.paragraphs(3, 6)) for _ in range(PAGES + _TEASED)]
    for number in numbers:
        title, paragraphs = articles[number]
        page = site.article(paragraphs, title)
        with page.after.element("div", "latest"):
            for other, (beginning, *_) in (articles[each] for each in teased(number)):
                with page.after.element("div", "teaser"):
                    page.after.text("h3", other, Wanted.NO, link=True)
                    page.after.paragraph(beginning, Wanted.NO)
        yield page


def infinite(site: Site) -> Iterator[Page]:
    """Beneath each article the whole of the next one, which then comes itself."""
    articles = [(site.title(), site.writer.paragraphs(3, 6)) for _ in range(PAGES + 1)]
    for (title, paragraphs), (next_title, following) in pairwise(articles):
        page = site.article(paragraphs, title)
        with page.after.element("article", "next-article"):
            page.after.text("h1", next_title, Wanted.NO)
            page.after.paragraphs(following, Wanted.NO)
        yield page


def promos_in_articles(site: Site) -> Iterator[Page]:
    """After each of the first paragraphs something that is not wanted."""
    write = site.writer
    promo, box = write.sentence(), write.sentences(2)
    for _ in range(PAGES):
        page = site.page()
        body, paragraphs = page.body, iter(write.paragraphs(6, 9))
        body.paragraph("Listen to this article", Wanted.NO)
        body.paragraph(next(paragraphs))
        body.text("div", "Advertisement", Wanted.NO, name="slot")
        body.paragraph(next(paragraphs))
        body.paragraph(f"Sign up for our newsletter: {promo}", Wanted.NO)
        body.paragraph(next(paragraphs))
        body.text("p", f"Read more: {write.one(page.latest)}", Wanted.NO, link=True)
        body.paragraph(next(paragraphs))
        body.box("newsletter", "Get the best of our stories", box, Wanted.NO)
        body.paragraph(next(paragraphs))
        body.paragraph("Article continues below advertisement", Wanted.NO)
        body.paragraphs(paragraphs)
        yield page


def ticker(site: Site) -> Iterator[Page]:
    """Amid each article a heading of an advertisement and a table of quotes."""
    write = site.writer
    for _ in range(PAGES):
        page = site.article(write.paragraphs(2))
        page.body.heading("Advertisement", Wanted.NO, level=4)
        page.body.paragraph(write.paragraph())
        quotes = [
            [name, f"{write.number(1_000, 20_000)}.{write.number(10, 99)}", f"{write.number(-30, 30) / 10} %"]
            for name in ("DAX", "Dow", "Nikkei", "FTSE", "Gold", "Oil")
        ]
        page.body.table([["Index", "Last", "Change"], *quotes], Wanted.NO, name="quotes")
        page.body.paragraphs(write.paragraphs(1, 4))
        yield page


def video_pages(site: Site) -> Iterator[Page]:
    """Nothing is wanted but a headline; beneath the video others are teased with a sentence each."""
    write = site.writer
    for _ in range(PAGES):
        page = site.page("videos")
        with page.after.element("div", "related-videos"):
            page.after.heading("Up next", Wanted.NO)
            for _ in range(5):
                with page.after.element("div", "teaser"):
                    page.after.text("h4", site.title(), Wanted.NO, link=True)
                    page.after.paragraph(write.sentence(), Wanted.NO)
        yield page
