"""Documents for the stores: made-up streams without end, and real ones if there are any.

A generated page has the mix of blocks that real streams were found to have: most are template, a few recur in
some documents, and the rest are never seen again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, count
from random import Random
from typing import TYPE_CHECKING

import xxhash

from benchmarks.pages import stored_pages, stream_files
from urltree.auto.auto import AutoReading
from urltree.auto.networks import networks_of
from urltree.blocks import parse_page
from urltree.models import Document, TemplateSample
from urltree.rules import load_rules
from urltree.templates.fingerprint import fingerprint
from urltree.urlkey import url_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.pages import WebPage
    from urltree.rules import RuleSet
    from urltree.store import Store

#: The time of the first document; each comes a second after its predecessor.
START = 1_000_000_000.0

#: Recurring blocks wait their turn in a bag of this size, so they come back within some 1,000 documents.
BAG = 5_000

#: Documents of a month, sections of a site.
MONTH, SECTIONS = 100, 8


@dataclass(frozen=True, slots=True)
class Mix:
    """Blocks of a generated page by kind."""

    template: int
    #: Blocks that occur in 2 to 8 documents.
    recurring: int
    once: int


#: A page as in most streams, and as on a large site.
USUAL, BIG = Mix(62, 5, 23), Mix(110, 8, 50)


def generated(domain: str, mix: Mix = USUAL) -> Iterator[Document]:
    """Yield the documents of one domain without end; the same ones each time."""
    random = Random(domain)
    template = [random.getrandbits(64) for _ in range(mix.template)]
    recurring = _recurring(random)
    for number in count():
        blocks = dict.fromkeys(template, 20)
        blocks.update((next(recurring), 30) for _ in range(mix.recurring))
        blocks.update((random.getrandbits(64), 100) for _ in range(mix.once))
        yield Document(domain, random.getrandbits(64), _branch(domain, number), blocks, START + number)


def _recurring(random: Random) -> Iterator[int]:
    bag: list[int] = []
    while True:
        while len(bag) < BAG:
            bag += [random.getrandbits(64)] * random.randint(2, 8)
        drawn = random.randrange(BAG)
        bag[drawn], bag[-1] = bag[-1], bag[drawn]
        yield bag.pop()


def _branch(domain: str, number: int) -> tuple[str, ...]:
    """Name 3 to 5 nodes: domain, host, section, in most sections also year, in many also month."""
    section, month = number % SECTIONS, number // MONTH
    host = f"www.{domain}"
    folder = f"{host}/section-{section}"
    year = f"{folder}/{2000 + month // 12}"
    return (domain, host, folder, year, f"{year}/{month % 12 + 1:02}")[: 3 + section % 3]


def streams(data: Path) -> dict[str, list[Document]]:
    """Return all real streams, site by site, as observed by heuristics that only count and by `auto`.

    Empty if there are none.
    """
    told = _streamed(data)
    counted = [replace(each, paths=None) for each in told]
    return {"streams": counted, "streams with paths": told} if told else {}


@cache
def _streamed(data: Path) -> list[Document]:
    rules = load_rules()
    pages = chain.from_iterable(map(stored_pages, stream_files(data)))
    return [document(page, rules, START + number) for number, page in enumerate(pages)]


def document(page: WebPage, rules: RuleSet, time: float) -> Document:
    """Return the document that `auto` gives a store for a page."""
    parsed = parse_page(page.html)
    key = url_key(page.url, parsed.title, rules)
    blocks = {block.hash: len(block.text) for block in parsed.blocks if block.hash is not None}
    paths = AutoReading(parsed, parsed.title, networks_of("auto")).paths if parsed.blocks else None
    hashed = xxhash.xxh3_64_intdigest(key.key.encode())
    sample = TemplateSample(fingerprint(page.html), page.url)
    return Document(key.domain, hashed, key.branch, blocks, time, paths, sample)


def kept(store: Store, domains: set[str]) -> int:
    """Count the documents that a store keeps; the node of the domain itself has the most."""
    return sum(max(node.support for node in store.nodes(domain)) for domain in domains)
