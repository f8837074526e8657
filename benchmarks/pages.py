"""Pages to measure with: made-up ones, and real ones where there are any."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from urltree.evaluation.datasets import dataset_files, read_pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Sites of the generated pages.
SITES = 5

#: Bytes of a generated page.
PAGE_BYTES = 170_000

WORDS = ["".join(syllables) for syllables in product(("ba", "co", "di", "fu", "le", "mo", "na"), repeat=3)]


class WebPage(NamedTuple):
    """A page as it is fetched."""

    url: str
    html: bytes


def page_sets(data: Path, count: int) -> Iterator[tuple[str, list[WebPage]]]:
    """Yield sets of about `count` pages by name: generated ones, real news, real streams."""
    yield "generated", [generated_page(number % SITES, number) for number in range(count)]
    news = data / "pages" / "news-2017.jsonl.xz"
    if news.is_file():
        yield "news", list(islice(stored_pages(news), count))
    streams = stream_files(data)
    if streams:
        each = -(-count // len(streams))
        yield "streams", [page for path in streams for page in islice(stored_pages(path), each)]


def stream_files(data: Path) -> list[Path]:
    """List the files of real streams, one a site; none where there is no such folder."""
    folder = data / "streams"
    return dataset_files([folder]) if folder.is_dir() else []


def stored_pages(path: Path) -> Iterator[WebPage]:
    """Read the pages of one file in order."""
    return (WebPage(page.url, page.html.encode("utf-8", "replace")) for page in read_pages(path))


def generated_page(site: int, number: int) -> WebPage:
    """Make up a page of a news site: 700 elements, 170 blocks, half of its bytes scripts.

    The site's template is its menus and footer; article, related links and comments are the page's own.
    """
    random = Random(f"{site} {number}")
    head, foot = _template(site)
    title = _sentence(random, 6)
    article = "".join(f"<p>{_sentence(random, 60)} <a href='/x'>more</a></p>\n" for _ in range(30))
    comments = "".join(f"<div class='comment'>{_sentence(random, 25)}</div>\n" for _ in range(15))
    start = f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{title}</title>{head}"
    body = f"<article class='post'><h1>{title}</h1>{article}</article><aside>{_links(random, 20)}</aside>"
    page = f"{start}{body}<section>{comments}</section>{foot}"
    script = f"<script>var data = '{'x' * (PAGE_BYTES - len(page) - 44)}';</script>"
    return WebPage(
        f"https://www.site{site}.example/news/{number % 7}/{number}", f"{page}{script}</body></html>".encode()
    )


@cache
def _template(site: int) -> tuple[str, str]:
    random = Random(site)
    settings = ",".join(f"key{number}:{number}" for number in range(4_000))
    head = f"<script>var settings = {{{settings}}};</script></head><body><nav>{_links(random, 70)}</nav>"
    return head, f"<footer>{_links(random, 35)}<p>{_sentence(random, 30)}</p></footer>"


def _links(random: Random, count: int) -> str:
    items = (
        f"<li class='item item-{number}'>\n"
        f"<a class='thumb' href='/{number}'><img src='/{number}.jpg' alt=''></a>\n"
        f"<a class='link' href='/{number}'><span>{_sentence(random, 3)}</span></a>\n</li>\n"
        for number in range(count)
    )
    return f"<ul class='list'>{''.join(items)}</ul>"


def _sentence(random: Random, words: int) -> str:
    return " ".join(random.choices(WORDS, k=words)).capitalize() + "."
