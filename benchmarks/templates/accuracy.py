"""How well templates are told apart on real pages: streams have one a site, news one a site and year."""

from __future__ import annotations

import json
import lzma
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from sklearn.metrics import adjusted_rand_score  # type: ignore[import-untyped]

from benchmarks.documents import START, document, streams
from benchmarks.figure import Figure
from benchmarks.pages import WebPage, stored_pages, stream_files
from benchmarks.templates.grouping import by_class, classification, purity
from benchmarks.templates.recognition import (
    CommonShingles,
    SameHash,
    cross_validate,
    head_digest,
    published_fingerprint,
    shingles,
)
from urltree.evaluation.datasets import set_name
from urltree.models import Retention
from urltree.rules import load_rules
from urltree.store import open_store
from urltree.templates.classify import TemplateClassifier
from urltree.templates.clusters import Clusters
from urltree.templates.fingerprint import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

#: What fingerprints are to reach on all pages together.
PRECISION, RECALL, F1, PURITY, RAND = 1.0, 0.99, 0.995, 1.0, 0.84

#: Number of documents after a change of years within which an alarm is due to it.
SOON = 5


class Known(NamedTuple):
    """A page whose template is known."""

    site: str
    #: None in streams, which have one template each.
    year: str | None
    html: bytes

    @property
    def template(self) -> str:
        """Name the template."""
        return f"{self.site} {self.year or ''}"


class System(NamedTuple):
    """Which feature of a page a system looks at, and what it does with that."""

    feature: Callable[[bytes], Any]
    recogniser: Callable[[], Any]


SYSTEMS = {
    "FP": System(fingerprint, TemplateClassifier),
    "FP as published": System(published_fingerprint, TemplateClassifier),
    "MDH5": System(head_digest, SameHash),
    "CTSS": System(shingles, CommonShingles),
}


def accuracy(data: Path) -> Iterator[Figure]:
    """Score fingerprints, and the paper's baselines beside them."""
    news = list(_news(data))
    pages = [*_streams(data), *news]
    gold, html = [page.template for page in pages], [page.html for page in pages]
    for name, system in SYSTEMS.items():
        features = list(map(system.feature, html))
        yield from _classification(name, system, gold, features)
    for name, feature in (("FP", fingerprint), ("FP as published", published_fingerprint)):
        yield from _clustering(name, gold, _clusters(list(map(feature, html))))
    yield from _clustering("MDH5", gold, [head_digest(each).hex() for each in html])
    yield from _redesigns(data, news)


def _clusters(fingerprints: Sequence[bytes]) -> list[int]:
    """Give each page the number of its template."""
    made = Clusters()
    for each in fingerprints:
        made.observe(each, "")
    return list(map(made.number, fingerprints))


def _streams(data: Path) -> Iterator[Known]:
    for path in stream_files(data):
        for page in stored_pages(path):
            yield Known(set_name(path), None, page.html)


def _news(data: Path) -> Iterator[Known]:
    """Yield the news pages in the order of time of each site; empty where there are none."""
    path = data / "pages" / "news-drift.jsonl.xz"
    if path.is_file():
        with lzma.open(path) as file:
            pages = sorted(map(json.loads, file), key=lambda page: (page["site"], page["date"]))
        for page in pages:
            yield Known(page["site"], page["date"][:4], page["html"].encode("utf-8", "replace"))


def _classification(
    name: str, system: System, gold: Sequence[str], features: Sequence[Any]
) -> Iterator[Figure]:
    answers = cross_validate(system.recogniser, features, gold)
    targets = (PRECISION, RECALL, F1) if name == "FP" else (None, None, None)
    scores = classification(gold, answers)._asdict()
    for (what, score), target in zip(scores.items(), targets, strict=True):
        yield Figure(f"{name}: {what}", score, "", at_least=target)
    for what, score in by_class(gold, answers)._asdict().items():
        yield Figure(f"{name}: {what}, mean of templates", score, "")


def _clustering(name: str, gold: Sequence[str], groups: Sequence[Any]) -> Iterator[Figure]:
    targets = (PURITY, RAND) if name == "FP" else (None, None)
    yield Figure(f"{name}: templates, of {len(set(gold))}", len(set(groups)), "")
    yield Figure(f"{name}: purity", purity(gold, groups), "", at_least=targets[0])
    yield Figure(f"{name}: adjusted Rand", float(adjusted_rand_score(gold, groups)), "", at_least=targets[1])


def _redesigns(data: Path, news: Sequence[Known]) -> Iterator[Figure]:
    """Watch every site; in the news each change of years is a redesign, in the streams none is."""
    store = open_store("memory://")
    told = (store.observe(each, Retention()) for each in streams(data)["streams with paths"])
    yield Figure("false alarms in streams", sum(seen.template_changed for seen in told), "")
    alarms, changes = _alarms(news), _changes(news)
    delays = []
    for site, change in changes:
        soon = [alarm for alarm in alarms[site] if change <= alarm < change + SOON]
        delays += [alarm - change + 1 for alarm in soon[:1]]
    yield Figure(f"redesigns found, of {len(changes)}", len(delays), "")
    yield Figure("pages until sure", fmean(delays or [0]), "")
    yield Figure("other alarms in the news", sum(map(len, alarms.values())) - len(delays), "")


def _alarms(pages: Sequence[Known]) -> dict[str, list[int]]:
    """Give the numbers of the pages of each site at which a redesign was sure."""
    store, rules = open_store("memory://"), load_rules()
    seen, alarms = Counter[str](), defaultdict(list)
    for number, page in enumerate(pages):
        told = document(WebPage(f"http://{page.site}/{number}", page.html), rules, START + number)
        if store.observe(told, Retention()).template_changed:
            alarms[page.site].append(seen[page.site])
        seen[page.site] += 1
    return alarms


def _changes(pages: Sequence[Known]) -> list[tuple[str, int]]:
    """Name the site and the number of the first page of each year but its first."""
    years = defaultdict(list)
    for page in pages:
        years[page.site].append(page.year)
    return [
        (site, number)
        for site, its in years.items()
        for number, (before, year) in enumerate(pairwise(its), 1)
        if before != year
    ]
