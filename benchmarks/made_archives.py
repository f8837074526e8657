"""Archives made from streams: each page several times, its content edited a little, its surroundings more.

    python -m benchmarks.made_archives streams/ --out archives/ --pages 20 --passes 3

A stream was rendered at one moment. With every pass over it the teasers in the site's menus change, dates and
counters advance, comments are added, and some articles are corrected or continued.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice, product
from pathlib import Path  # noqa: TC003 -- typer reads it
from random import Random
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType
from lxml import etree, html

from urltree.archive.warc import Snapshot
from urltree.blocks import parse_page
from urltree.evaluation.datasets import dataset_files, read_pages, set_name
from urltree.training.labels import label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from urltree.evaluation.datasets import GoldPage

FIRST = datetime(2020, 1, 1, tzinfo=UTC)
BETWEEN = timedelta(days=30)

#: Shares of the pages, or of the texts, that change with a pass.
CORRECTED, CONTINUED, COMMENTED = 0.2, 0.05, 0.3
TEASERS, COUNTERS = 0.3, 0.5

#: Words that a text must have to be a teaser, or to be corrected.
LONG = 4

_RAW = {"script", "style", "title", "textarea", "noscript", "template"}
_DIGIT = re.compile(r"\d")


class Aged(NamedTuple):
    """A snapshot and the main text of its page."""

    snapshot: Snapshot
    gold: str


@dataclass(frozen=True, slots=True)
class _Original:
    page: GoldPage
    root: html.HtmlElement
    #: Texts of its blocks that are content, and of the others, each in one string.
    content: str
    around: str

    @property
    def title(self) -> str:
        return self.page.title or self.page.gold.partition("\n")[0]


def aged(pages: Sequence[GoldPage], passes: int) -> Iterator[Aged]:
    """Yield the pages of one site pass by pass. The first pass has changing parts too."""
    originals = [_original(page) for page in pages]
    common = Counter(text for original in originals for text in {text for _, _, text in _around(original)})
    teasers = {text for text, count in common.items() if count > len(pages) / 2 and _is_teaser(text)}
    titles = [original.title for original in originals]
    for number, original in product(range(passes), originals):
        random = Random(f"{number} {original.page.url}")
        root = _Ager(original, number, random, titles, teasers).aged()
        written = etree.tostring(root, method="html", encoding="utf-8")
        time = FIRST + number * BETWEEN + timedelta(minutes=random.randrange(10_000))
        yield Aged(Snapshot(original.page.url, time, written, "utf-8"), original.page.gold)


def _original(page: GoldPage) -> _Original:
    blocks = parse_page(page.html).blocks
    labels = label([block.text for block in blocks], page.gold)
    parts: tuple[list[str], list[str]] = ([], [])
    for block, is_content in zip(blocks, labels.content, strict=True):
        parts[int(is_content)].append(block.text)
    root = html.document_fromstring(page.html.encode("utf-8", "replace"), html.HTMLParser(encoding="utf-8"))
    return _Original(page, root, " ".join(parts[1]), " ".join(parts[0]))


#: An element, which text of it, and that text with single spaces.
_Text = tuple[html.HtmlElement, str, str]


def _texts(root: html.HtmlElement) -> Iterator[_Text]:
    for element in root.iter(etree.Element):
        if not any(each.tag in _RAW for each in (element, *element.iterancestors())):
            yield element, "text", " ".join((element.text or "").split())
        if element.getparent() is not None and element.getparent().tag not in _RAW:
            yield element, "tail", " ".join((element.tail or "").split())


def _around(original: _Original, root: html.HtmlElement | None = None) -> list[_Text]:
    texts = _texts(original.root if root is None else root)
    return [
        each for each in texts if each[2] and each[2] in original.around and each[2] not in original.content
    ]


def _is_teaser(text: str) -> bool:
    return len(text.split()) >= LONG and Random(text).random() < TEASERS


class _Ager:
    """Makes the version of a page at one pass."""

    def __init__(
        self, original: _Original, number: int, random: Random, titles: Sequence[str], teasers: set[str]
    ) -> None:
        self._original = original
        self._number = number
        self._random = random
        self._titles = titles
        self._teasers = teasers
        self._root = html.fromstring(html.tostring(original.root))

    def aged(self) -> html.HtmlElement:
        for element, which, text in _around(self._original, self._root):
            setattr(element, which, self._replaced(text))
        self._edit_content()
        self._add_parts()
        return self._root

    def _replaced(self, text: str) -> str:
        """Change a text outside the content: a teaser alike on all pages, numbers on each page anew."""
        if text in self._teasers and self._number:
            return Random(f"{text} {self._number}").choice(self._titles)
        if Random(text).random() < COUNTERS:
            return _DIGIT.sub(lambda _: str(self._random.randrange(10)), text)
        return text

    def _edit_content(self) -> None:
        """Correct or continue some texts; an edit stays in all later passes."""
        original = self._original
        edits: tuple[tuple[float, Callable[[list[str], Random], list[str]]], ...] = (
            (CORRECTED, _corrected),
            (CONTINUED, _continued),
        )
        for number, (share, edit) in product(range(1, self._number + 1), edits):
            random = Random(f"{edit.__name__} {number} {original.page.url}")
            if random.random() < share:
                texts = [
                    each
                    for each in _texts(self._root)
                    if len(each[2].split()) > LONG and each[2] in original.content
                ]
                if texts:
                    element, which, text = random.choice(texts)
                    setattr(element, which, " ".join(edit(text.split(), random)))

    def _add_parts(self) -> None:
        """Add what was not there when the stream was rendered: latest articles, a counter, comments."""
        chance = Random(f"latest {self._number}")
        latest = "".join(
            f"<li><a href='#'>{_escaped(chance.choice(self._titles))}</a></li>" for _ in range(5)
        )
        read = self._random.randrange(100, 99_999)
        parts = [
            f"<ul class='latest'>{latest}</ul>",
            f"<p class='counter'>This page was read {read} times</p>",
        ]
        for number in range(self._number + 1):
            random = Random(f"comment {number} {self._original.page.url}")
            if random.random() < COMMENTED:
                parts.append(f"<div class='comment'><p>{self._comment(random)}</p></div>")
        body = self._root.find("body")
        if body is not None:
            for part in parts:
                body.append(html.fragment_fromstring(part))

    def _comment(self, random: Random) -> str:
        words = " ".join(random.sample(self._titles, min(5, len(self._titles)))).split()
        random.shuffle(words)
        return _escaped(" ".join(words))


def _corrected(words: list[str], random: Random) -> list[str]:
    place = random.randrange(len(words))
    return [*words[:place], words[place][::-1], *words[place + 1 :]]


def _continued(words: list[str], random: Random) -> list[str]:
    return [*words, *random.sample(words, len(words) // 2)]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def write_archive(file: Path, snapshots: Iterable[Snapshot]) -> None:
    """Write snapshots as WARC, a gzip member each."""
    with file.open("wb") as stream:
        for snapshot in snapshots:
            record = WarcRecord()
            record.init_headers(record_type=WarcRecordType.response)
            record.is_http = True
            record.record_date = snapshot.time
            record.headers["WARC-Target-URI"] = snapshot.url
            record.headers["Content-Type"] = "application/http; msgtype=response"
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={snapshot.charset}\r\n\r\n"
            record.set_bytes_content(head.encode() + snapshot.html)
            with GzipWriter(stream) as member:
                record.write(member)


def main(
    streams: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Data sets, each of one site.")],
    *,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")],
    pages: Annotated[int, typer.Option(min=1, help="Pages of each site, its first ones.")] = 20,
    passes: Annotated[int, typer.Option(min=1, help="Times that each page is there.")] = 3,
) -> None:
    """Make a web archive of each stream, in which its pages change with time."""
    out.mkdir(parents=True, exist_ok=True)
    for stream in dataset_files(streams):
        made = aged(list(islice(read_pages(stream), pages)), passes)
        write_archive(out / f"{set_name(stream)}.warc.gz", (each.snapshot for each in made))


if __name__ == "__main__":
    typer.run(main)
