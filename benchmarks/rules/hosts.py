"""Made-up hosts for the miner of rules; it is known what identifies their documents.

Real streams have faults with all kinds of hosts, which are added: titles that are missing or repeated, links
of aggregators, articles that are rewritten, pages that could not be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.rules.kinds import KINDS
from benchmarks.rules.made_up import happens, words
from urltree.mining.sightings import Sighting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from benchmarks.rules.made_up import Made, Page


@dataclass(frozen=True)
class Answer:
    """What identifies the documents of a script."""

    #: One URL for each folder that the script is in.
    urls: tuple[str, ...]
    #: Sets of parameters, any of which is right.
    keep: tuple[set[str], ...]


@dataclass(frozen=True)
class Host:
    """What was seen of a host, and what should be learnt from that."""

    kind: str
    sightings: list[Sighting]
    answers: list[Answer]


def hosts(random: Random, each: int) -> Iterator[Host]:
    """Make `each` hosts of every kind."""
    for kind, make in KINDS.items():
        for number in range(each):
            made = make(random)
            host = f"http://www.{kind.replace('_', '-')}-{number}.example"
            yield Host(
                kind,
                [Sighting.of(host + page.url, page.title, page.text) for page in _noisy(random, made)],
                [Answer(tuple(host + url for url in urls), keep) for urls, keep in made.answers],
            )


def _noisy(random: Random, made: Made) -> Iterator[Page]:
    """Yield the pages with the faults that real streams have."""
    for page in made.pages:
        yield _faulty(random, page)
        if happens(random, 0.15):
            copy = _from_aggregator(random, page)
            yield copy._replace(text=words(random, 12)) if made.changes else copy
        if happens(random, 0.03):
            yield page._replace(title=f"{page.title}, updated", text=f"{page.text} and what is new")


def _faulty(random: Random, page: Page) -> Page:
    if happens(random, 0.05):
        return page._replace(title="")
    if happens(random, 0.05):
        return page._replace(title="Letters to the editor")
    if happens(random, 0.02):
        return page._replace(text="Please allow cookies to read on.")
    return page


def _from_aggregator(random: Random, page: Page) -> Page:
    mark = f"utm_source=agg{random.randrange(3)}&utm_medium=rss"
    title = f"{page.title} - The Paper" if happens(random, 0.3) else page.title
    return page._replace(url=f"{page.url}{'&' if '?' in page.url else '?'}{mark}", title=title)
