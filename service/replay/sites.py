"""The sites of a folder of streams. A site is a host; its pages appear in order of publication.

site 1   ●─────────●─────────●─────────●─────────     all begin and end together
site 2   ●────●────●────●────●────●────●────●────
"""

from __future__ import annotations

import gzip
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import httpx

from urltree.archive.warc import Response, read
from urltree.blocks import parse_utf8
from urltree.charset import to_utf8
from urltree.errors import DatasetError, PageError
from urltree.evaluation.datasets import GoldPage, dataset_files, read_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from urltree.archive.warc import Snapshot

#: Words of the text that a feed's item begins with.
_SUMMARY_WORDS = 30


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is served."""

    #: Always http: nobody can answer for another host over TLS.
    url: str
    title: str
    #: How its text begins.
    summary: str
    #: HTML in UTF-8, as gzip.
    packed: bytes


@dataclass(frozen=True)
class Site:
    """A host. A URL that occurs twice is that of a page that was changed."""

    host: str
    pages: tuple[Page, ...]
    #: Seconds after the start at which each page appears.
    dues: tuple[float, ...]

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        numbers = defaultdict[str, list[int]](list)
        for number, page in enumerate(self.pages):
            numbers[page.url].append(number)
        return numbers

    @property
    def home(self) -> str:
        """The URL of the page that names the feeds."""
        return f"http://{self.host}/"

    def appeared(self, elapsed: float) -> int:
        """Count the pages that have appeared so many seconds after the start."""
        return bisect_right(self.dues, elapsed)

    def find(self, url: str, appeared: int) -> int | None:
        """Return the number of the page that is at a URL once `appeared` pages have appeared, if any."""
        return max((number for number in self._numbers.get(url, ()) if number < appeared), default=None)


def read_sites(folder: Path, rate: float) -> list[Site]:
    """Read the pages of a folder, which are to appear at `rate` a second, all sites together.

    Raises `InputError` for what cannot be read, `DatasetError` if there is no page.
    """
    pages = defaultdict[str, list[Page]](list)
    for record in _records(folder):
        page = _page(record)
        pages[httpx.URL(page.url).netloc.decode()].append(page)
    if not pages:
        raise DatasetError(f"{folder} holds no pages that can be replayed")
    seconds = sum(map(len, pages.values())) / rate
    return [Site(host, tuple(found), _dues(len(found), seconds)) for host, found in pages.items()]


def total(sites: Iterable[Site]) -> int:
    """Count the pages of all sites."""
    return sum(len(site.pages) for site in sites)


def _records(folder: Path) -> Iterator[GoldPage]:
    if warcs := _warc_files(folder):
        yield from _recorded_pages(warcs)
    else:
        for file in dataset_files([folder]):
            yield from read_pages(file)


def _warc_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.warc*") if file.name.endswith((".warc", ".warc.gz")))


def _recorded_pages(files: Sequence[Path]) -> Iterator[GoldPage]:
    """Read the pages of WARC files in the order of time; the longest block stands in for the gold text.

    Records that are not pages are skipped. Raises `InputError` for a file that is not WARC.
    """
    found = [record.snapshot for file in files for record in read(file) if isinstance(record, Response)]
    for snapshot in sorted(found, key=lambda snapshot: snapshot.time):
        try:
            yield _gold_page(snapshot)
        except PageError:
            continue


def _gold_page(snapshot: Snapshot) -> GoldPage:
    html = to_utf8(snapshot.html, snapshot.charset)
    page = parse_utf8(html)
    longest = max((block.text for block in page.blocks), key=len, default="")
    return GoldPage(snapshot.url, "", snapshot.url, page.title, longest, html.decode("utf-8", "replace"))


def _dues(count: int, seconds: float) -> tuple[float, ...]:
    # The first is there from the start: a reader that finds an empty feed comes again only much later.
    return tuple(number * seconds / count for number in range(count))


def _page(record: GoldPage) -> Page:
    words = record.gold.split()
    return Page(
        url=_http(record),
        title=record.title or " ".join(words[:8]),
        summary=" ".join(words[:_SUMMARY_WORDS]),
        packed=gzip.compress(record.html.encode("utf-8", "replace"), compresslevel=1, mtime=0),
    )


def _http(record: GoldPage) -> str:
    """Return a page's URL as it will be asked for."""
    try:
        url = httpx.URL(record.url)
    except (httpx.InvalidURL, ValueError) as error:
        raise DatasetError(f"{record.where}: {record.url!r} is not a URL: {error}") from error
    if url.scheme not in {"http", "https"} or not url.raw_host:  # `host` fails for emoji
        raise DatasetError(f"{record.where}: {record.url!r} is not an http(s) URL")
    return str(url.copy_with(scheme="http", fragment=None))
