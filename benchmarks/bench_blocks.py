"""Time of `parse_page` against a bare lxml tree parse of the same bytes.

python -m benchmarks.bench_blocks [--data DIR]    DIR holds .jsonl.xz files of pages; without it, our own
"""

from __future__ import annotations

import argparse
import json
import lzma
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from lxml import etree

from urltree.blocks import parse_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGES = 40
ROUNDS = 15
WORDS = [
    "river",
    "market",
    "council",
    "morning",
    "report",
    "winter",
    "garden",
    "station",
    "letter",
    "harbour",
]


def main() -> None:
    """Print one line for each source of pages."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path)
    folder = parser.parse_args().data
    for name, pages in stored_pages(folder) if folder else [("generated", generated_pages())]:
        ours, bare = page_times(pages)
        ratio = median(one / other for one, other in zip(ours, bare, strict=True))
        times = f"{sum(ours) / len(ours) * 1e3:.2f} / {sum(bare) / len(bare) * 1e3:.2f} ms"
        print(f"{name:28} {ratio:.2f} x  ({times})")


def page_times(pages: list[bytes]) -> tuple[list[float], list[float]]:
    """Seconds of both for each page: the best of interleaved rounds."""
    ours, bare = [], []
    for page in pages:
        rounds = [(seconds(parse_page, page), seconds(bare_parse, page)) for _ in range(ROUNDS)]
        ours.append(min(pair[0] for pair in rounds))
        bare.append(min(pair[1] for pair in rounds))
    return ours, bare


def seconds(parse: Callable[[bytes], object], page: bytes) -> float:
    """Time one call, the freeing of its result included."""
    start = perf_counter()
    parse(page)
    return perf_counter() - start


def bare_parse(page: bytes) -> object:
    """Build lxml's tree and nothing more."""
    return etree.fromstring(page, etree.HTMLParser(encoding="utf-8"))


def stored_pages(folder: Path) -> Iterator[tuple[str, list[bytes]]]:
    """Give the first pages of every file."""
    for path in sorted(folder.glob("*.jsonl.xz")):
        with lzma.open(path, "rt") as lines:
            yield (
                path.name,
                [json.loads(line)["html"].encode("utf-8", "replace") for line in islice(lines, PAGES)],
            )


def generated_pages() -> list[bytes]:
    """Write pages in the proportions of a news site: 160 KB, 900 elements, 180 blocks, half of it scripts."""
    random = Random(1)
    return [generated_page(random).encode() for _ in range(PAGES)]


def generated_page(random: Random) -> str:
    """Write one page."""

    def words(count: int) -> str:
        return " ".join(random.choices(WORDS, k=count))

    links = "".join(
        f'\n  <li class="item item-{n}"><a class="link" href="/{n}"><span>{words(3)}</span></a></li>'
        for n in range(90)
    )
    teasers = "".join(
        f'\n <div class="card">\n  <div class="card-body">\n   <a href="/{n}"><img src="/{n}.jpg" alt=""></a>'
        f'\n   <h3 class="card-title"><a href="/{n}">{words(8)}</a></h3>\n  </div>\n </div>'
        for n in range(40)
    )
    text = "".join(f"\n <p>{words(40)} <em>{words(2)}</em> {words(20)}.</p>" for _ in range(30))
    scripts = "".join(f"\n<script>var data{n} = '{words(300)}';</script>" for n in range(35))
    head = f"<!DOCTYPE html><html><head><title>{words(6)}</title>{scripts}</head>"
    body = f"<ul>{links}</ul><main><article class='post'>{text}</article></main>{teasers}"
    return f"{head}<body class='single'>{body}</body></html>"


if __name__ == "__main__":
    main()
