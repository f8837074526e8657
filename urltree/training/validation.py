"""How well networks do on sites that they have not seen."""

from __future__ import annotations

import zlib
from collections import defaultdict
from itertools import compress
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.auto.auto import choose
from urltree.auto.clues import read_clues
from urltree.auto.threads import is_thread, with_bodies
from urltree.auto.vetoes import permitted
from urltree.commandline.printable import printable_line
from urltree.context import Context
from urltree.errors import InputError
from urltree.evaluation.measures import Gold
from urltree.features import page_features
from urltree.training.examples import without_evidence
from urltree.training.labelledpage import Version
from urltree.training.labels import LEAST_GOLD_WORDS
from urltree.traits.outline import outline

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from urltree.scorer import Network
    from urltree.training.labelledpage import LabelledPage

#: A site of more pages is a stream, which is scored separately.
STREAM_PAGES = 100

#: Pages of a stream that count as its first.
FIRST_PAGES = 10


class PageScore(NamedTuple):
    """F1 of one page, from a network that has not learnt its domain."""

    dataset: str
    domain: str
    number: int
    #: With the tree's evidence, and without.
    warm: float
    cold: float
    #: ``article``, ``product``, … if its data set has kinds.
    kind: str | None = None
    version: Version = Version.AS_SERVED


class Summary(NamedTuple):
    """What a cross-validation found."""

    #: Data set without streams -> mean F1 of its pages, each treated as the first of its site.
    cold: Mapping[str, float]
    #: The same for each kind of page in a data set that has kinds.
    kinds: Mapping[str, float]
    #: Data set and domain of a stream -> mean F1 of its pages in order.
    streams: Mapping[str, float]
    #: Mean over streams of the mean F1 of their first pages.
    first: float

    def lines(self) -> Iterable[str]:
        """Write the summary for people."""
        for name, f1 in (*self.cold.items(), *self.kinds.items()):
            yield f"{printable_line(name)}: {f1:.4f} cold"
        for name, f1 in sorted(self.streams.items(), key=lambda item: item[1]):
            yield f"{printable_line(name)}: {f1:.4f} in order"
        if scores := list(self.streams.values()):
            good = fmean(score >= 0.98 for score in scores)  # noqa: PLR2004 - the mark of a site done well
            yield (
                f"streams: mean {fmean(scores):.4f}, median {median(scores):.4f}, worst {min(scores):.4f},"
                f" {good:.0%} at .98, first {FIRST_PAGES} pages {self.first:.4f}"
            )


def check_teachers(domains: Collection[str], folders: Iterable[Path], folds: int) -> None:
    """Raise `InputError` if there is nothing to learn from, or there are too few domains for so many folds.

    `domains` are those of the pages that are learnt from; with 0 folds any number is enough.
    """
    if not domains:
        raise InputError(
            f"no page of {', '.join(map(str, folders))} can be learnt from; use pages that hold their gold "
            f"text, of {LEAST_GOLD_WORDS} words or more"
        )
    if folds and (folds > len(set(domains)) or len({fold_of(domain, folds) for domain in domains}) == 1):
        raise InputError(f"too few sites for --folds {folds}; use another number, or more sites")


def cross_validate(
    pages: Sequence[LabelledPage],
    folds: int,
    learn: Callable[[Sequence[LabelledPage]], Network],
    score: Callable[[LabelledPage, Network], PageScore],
) -> list[PageScore]:
    """Score each page by a network that has learnt the pages of all folds but its own."""
    scores: list[PageScore] = []
    for fold in range(folds):
        network = learn([page for page in pages if fold_of(page.domain, folds) != fold])
        scores += [score(page, network) for page in pages if fold_of(page.domain, folds) == fold]
    return scores


def fold_of(domain: str, folds: int) -> int:
    """Return the fold of a domain, the same in every run."""
    return zlib.crc32(domain.encode(errors="surrogateescape")) % folds


def score_page(page: LabelledPage, network: Network) -> PageScore:
    """Score a page with and without its evidence."""
    gold_score = Gold(page.gold).score
    context = Context.of([outline(page.parsed.blocks).own], [page.words])
    inputs = page.inputs.astype(np.float32)
    alone = network.score(without_evidence(inputs), context)
    if is_thread(page.parsed.blocks, inputs, page.words, alone):
        inputs = with_bodies(inputs)
        alone = network.score(without_evidence(inputs), context)
    judged = (inputs, network.score(inputs, context)), (without_evidence(inputs), alone)
    warm, cold = (gold_score(_text(page, inputs, scores, alone)).f1 for inputs, scores in judged)
    return PageScore(page.dataset, page.domain, page.number, warm, cold, page.kind, page.version)


def _text(
    page: LabelledPage, inputs: NDArray[np.float32], scores: NDArray[np.float32], alone: NDArray[np.float32]
) -> str:
    elements = page_features(page.parsed.blocks, None).elements
    clues = read_clues(page.parsed, elements, page.words, alone, inputs)
    return content_of(page, choose(permitted(scores, clues), clues))


def content_of(page: LabelledPage, content: NDArray[np.bool_]) -> str:
    """Join the blocks of a page that are content, one per line."""
    return "\n".join(block.text for block in compress(page.parsed.blocks, content))


def summarise(scores: Iterable[PageScore]) -> Summary:
    """Sum up the scores of pages: those of streams by site, all others by data set.

    In a data set that has a stream, pages of sites that are not streams do not count.
    """
    sites = defaultdict[tuple[str, str], list[PageScore]](list)
    for page in scores:
        sites[page.dataset, page.domain].append(page)
    streams = {site: pages for site, pages in sites.items() if len(pages) > STREAM_PAGES}
    of_streams = {dataset for dataset, _ in streams}
    single = [page for pages in sites.values() for page in pages if page.dataset not in of_streams]
    first = [fmean(page.warm for page in pages if page.number <= FIRST_PAGES) for pages in streams.values()]
    return Summary(
        _means((page.dataset, page.cold) for page in single),
        _means((f"{page.dataset}, {page.kind}", page.cold) for page in single if page.kind),
        {", ".join(site): fmean(page.warm for page in pages) for site, pages in streams.items()},
        fmean(first) if first else float("nan"),
    )


def _means(named: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Average the numbers of each name."""
    numbers = defaultdict[str, list[float]](list)
    for name, number in named:
        numbers[name].append(number)
    return {name: fmean(found) for name, found in numbers.items()}
