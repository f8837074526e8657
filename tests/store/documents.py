"""Documents for tests of stores, and short helpers to read the answers."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from urltree.models import MATURE, OPENINGS, Document, PagePaths, Retention, TemplateSample
from urltree.store.base import COMMON

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from urltree.models import StoreAnswer
    from urltree.store.base import Store

DOMAIN = "example.com"
NEWS = (DOMAIN, "www.example.com", "www.example.com/news")
#: In the past, since a store takes a time ahead of its own clock for now.
NOW = 1_700_000_000.0
#: The time of a clock that is ahead.
AHEAD = 4_000_000_000.0

KEEP = Retention(max_documents=10_000, max_age=1e9, min_documents=0)
AGE = Retention(max_documents=10_000, max_age=100.0, min_documents=0)
NUMBER = Retention(max_documents=3, max_age=1e9, min_documents=0)

#: A name comes from a URL and holds neither NUL nor braces in its domain; a block's text may hold anything.
STRANGE_NAMES = ("a b", "a:b|c,d;e/f\\g", "line\nbreak\r\n", "例え.jp", "bücher.de", "🦊", "x" * 1_000)
STRANGE_TEXTS = (*STRANGE_NAMES, "nul\0", "a{b}c", "}{")


def document(
    key: int,
    blocks: Iterable[int] = (),
    *,
    chars: int = 50,
    branch: tuple[str, ...] = NEWS,
    time: float = NOW,
    paths: PagePaths | None = None,
    sample: TemplateSample | None = None,
) -> Document:
    """Make a document of the domain ``branch[0]`` whose blocks have ``chars`` characters each."""
    return Document(branch[0], key, branch, dict.fromkeys(blocks, chars), time, paths, sample)


def sample(template: int, url: str = "http://example.com/") -> TemplateSample:
    """Make a page of a template, whose pages all have the same fingerprint."""
    return TemplateSample(bytes([template]) * 25, url)


def paths(
    *blocks: tuple[int, int, int, int],
    above: tuple[int, ...] = (0, 0, 1, 1),
    openings: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> PagePaths:
    """Make paths 100, 101, ... and blocks on them: hash, place of the path, words, score in 255ths.

    `openings` says how the first blocks on a path open, by the path's place.
    """
    hashes, own, words, scores = zip(*blocks, strict=True) if blocks else ((), (), (), ())
    return PagePaths(
        np.arange(100, 100 + len(above), dtype=np.uint64),
        np.array(above, np.uint16),
        tuple(hashes),
        np.array(own, np.uint16),
        np.array(words, np.uint16),
        np.array(scores, np.uint8),
        np.array(
            [[*openings.get(place, ()), *[0] * OPENINGS][:OPENINGS] for place in range(len(above))], np.uint16
        ),
    )


def observe_many(store: Store, number: int, *hashes: int, time: float = NOW) -> None:
    """Observe documents 1 to ``number``, all with the same blocks."""
    for key in range(1, number + 1):
        store.observe(document(key, hashes, time=time), KEEP)


def ripen(store: Store, branch: tuple[str, ...] = NEWS, *, time: float = NOW) -> None:
    """Observe just enough documents, without blocks, for every node of the branch to give counts."""
    for key in range(0xA000, 0xA000 + MATURE):
        store.observe(document(key, branch=branch, time=time), KEEP)


def make_common(store: Store, *hashes: int, time: float = NOW) -> None:
    """Observe just enough documents to make their blocks common."""
    observe_many(store, COMMON + 1, *hashes, time=time)


def supports(observation: StoreAnswer) -> list[int]:
    """Support of every node, domain first."""
    return [node.support for node in observation.nodes]


def counts(observation: StoreAnswer, node: int = 0) -> dict[int, int]:
    """Counts at one node of the branch."""
    return dict(observation.nodes[node].counts)


def held(store: Store, *hashes: int) -> list[int]:
    """Count the documents of the domain that hold each block, by looking up a page never observed."""
    found = counts(store.lookup(document(0xFFFF, hashes)))
    return [found[hash_] - 1 for hash_ in hashes]
