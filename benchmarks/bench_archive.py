"""Web archives made of streams: accuracy of DBCE, of the URL Tree and of both; CPU time of two cores.

Each page is archived several times, with its content edited a little and its surroundings more. Accuracy is
that of all text elements, or of all blocks, of the pages that have a cross; F1 of content is also given as
the mean of pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.figure import Figure
from benchmarks.made_archives import aged, write_archive
from benchmarks.pages import stream_files
from urltree.archive.catalogue import Capture, scan, sites
from urltree.archive.cross import Cross, crosses
from urltree.archive.judge import CLASSIFIERS, METHODS, judge
from urltree.archive.judged import Judged
from urltree.archive.occurrence import occurrences
from urltree.archive.patterns import Kind, classify
from urltree.archive.textelements import text_page
from urltree.archive.warc import load
from urltree.evaluation.datasets import read_pages
from urltree.rules import shipped_rules
from urltree.training.labels import label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

#: Pages of a site, and times that each is in the archive.
PAGES, PASSES = 20, 3

#: Accuracy, recall of content and precision of boilerplate in the thesis (Table 4.2).
TARGETS = {"dbce-t001": (0.88, 0.92, 0.98)}

#: F1 of content that the joint decision must exceed: the best in the thesis, that of T006.
F1 = 0.728

#: Pages a second of two cores.
RATES = {"tree": 300, "dbce-t001": 20}
CORES = 2

#: The test case that is scored on the invalid texts too.
ON_ALL_TEXTS = "dbce-t002"

#: The joint decision takes for content what both of these take for content.
JOINT = ("tree", "dbce-t002")


class Confusion(NamedTuple):
    """Counts of content and other text, by the gold text and by the decision."""

    hits: int
    missed: int
    wrong: int
    refused: int

    @property
    def f1(self) -> float:
        """F1 of content; 1 where there is none and none is found."""
        found = 2 * self.hits + self.missed + self.wrong
        return 2 * self.hits / found if found else 1


class Site(NamedTuple):
    """A made-up archive of one site."""

    crosses: list[Cross[Capture]]
    #: URL and time -> the main text.
    gold: Mapping[tuple[str, float], str]
    #: CPU seconds to list and compare what is in the archive, with signatures and without.
    seconds: Mapping[bool, float]


def figures(data: Path) -> Iterator[Figure]:
    """Measure archives of real streams, where there are any."""
    files = stream_files(data)
    if not files:
        print(f"archive: skipped, no streams in {data}")
        return
    texts, blocks, seconds = defaultdict(list), defaultdict(list), Counter[str]()
    captures = 0
    for file in files:
        with TemporaryDirectory(prefix="urltree-") as folder:
            site = _site(file, Path(folder) / "archive.warc.gz")
            captures += len(site.crosses)
            _measure(site, texts, blocks, seconds)
    compared = len(blocks["auto"])
    yield Figure("captures", captures, "")
    yield Figure("of these with a cross", compared / captures, "")
    for name, found in texts.items():
        yield from _by_text(name, found, TARGETS.get(name, (None, None, None)))
    for name, found in blocks.items():
        target = F1 if name in {"auto", "joint"} else None
        yield Figure(f"{name}: F1 of content by block", _sum(found).f1, "", at_least=target)
        yield Figure(f"{name}: the same, mean of pages", float(np.mean([each.f1 for each in found])), "")
    for name, taken in seconds.items():
        yield Figure(f"{name}: pages, two cores", CORES * captures / taken, "1/s", at_least=RATES.get(name))


def _site(stream: Path, file: Path) -> Site:
    made = list(aged(list(islice(read_pages(stream), PAGES)), PASSES))
    write_archive(file, (each.snapshot for each in made))
    gold = {(each.snapshot.url, each.snapshot.time.timestamp()): each.gold for each in made}
    start = process_time()
    scan(file, sign=False)
    unsigned = process_time()
    signed = [each for found in sites([scan(file, sign=True)])[0].values() for each in found]
    captures = [each.capture for each in signed]
    found = list(crosses(captures, [each.signature for each in signed if each.signature is not None]))
    seconds = {False: unsigned - start, True: process_time() - unsigned}
    return Site([cross.map(captures.__getitem__) for cross in found], gold, seconds)


def _measure(
    site: Site,
    texts: dict[str, list[Confusion]],
    blocks: dict[str, list[Confusion]],
    seconds: Counter[str],
) -> None:
    """Let all methods judge a site, and count what they get right and wrong."""
    marks = {}
    for name in METHODS:
        start = process_time()
        judged = [each for each in judge(name, site.crosses, shipped_rules()) if isinstance(each, Judged)]
        seconds[name] += process_time() - start + site.seconds[name in CLASSIFIERS]
        marks[name] = [each.marks for each in judged]
    for number, (cross, page) in enumerate(zip(site.crosses, judged, strict=True)):
        if cross.up:
            text = site.gold[page.capture.url, page.capture.time.timestamp()]
            gold = label(page.blocks, text).content
            said = {name: _is_content(marks[name][number] or ()) for name in METHODS}
            said["joint"] = np.logical_and(*(said[name] for name in JOINT))
            for name, content in said.items():
                blocks[name].append(_confusion(gold, content))
            for name, confusion in _texts(cross, gold):
                texts[name].append(confusion)


def _texts(cross: Cross[Capture], gold: NDArray[np.bool_]) -> Iterator[tuple[str, Confusion]]:
    """Score text elements as the thesis does: those that T001 finds invalid count only for T002."""
    snapshots = cross.map(lambda capture: load(capture.place))
    pages = snapshots.map(lambda snapshot: text_page(snapshot.html, snapshot.charset))
    found = occurrences(pages)
    kinds = classify(cross.bits, found)
    is_content = gold[[each.text.block for each in found]]
    valid = np.array([kind is not Kind.INVALID for kind in kinds], bool)
    for name, classifier in CLASSIFIERS.items():
        said = _is_content(classifier(pages.cur, found, kinds))
        scored = valid | (name == ON_ALL_TEXTS)
        yield name, _confusion(is_content[scored], said[scored])


def _is_content(marks: Sequence[str]) -> NDArray[np.bool_]:
    return np.array([mark == Kind.CONTENT for mark in marks], bool)


def _confusion(gold: NDArray[np.bool_], said: NDArray[np.bool_]) -> Confusion:
    return Confusion(*(int(each.sum()) for each in (gold & said, gold & ~said, ~gold & said, ~gold & ~said)))


def _sum(found: Iterable[Confusion]) -> Confusion:
    return Confusion(*np.sum(list(found), axis=0).tolist())


def _by_text(name: str, found: Sequence[Confusion], targets: Sequence[float | None]) -> Iterator[Figure]:
    total = _sum(found)
    accuracy = (total.hits + total.refused) / sum(total)
    recall = total.hits / (total.hits + total.missed)
    precision = total.refused / (total.refused + total.missed)
    whats = ("accuracy", "recall of content", "precision of boilerplate")
    for what, value, target in zip(whats, (accuracy, recall, precision), targets, strict=True):
        yield Figure(f"{name}: {what}", value, "", at_least=target)
    yield Figure(f"{name}: F1 of content", total.f1, "")
