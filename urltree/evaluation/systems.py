"""The systems compared: heuristics, with a page's counts in the URL Tree, and baselines, on HTML alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from urltree.blocks import parse_page
from urltree.decide import heuristic
from urltree.errors import DatasetError, HeuristicError, PageError, UrlError
from urltree.evaluation.baselines import BASELINES
from urltree.extract import content_text
from urltree.models import Observation, Page, PagePaths, TextBlock, UrlKey
from urltree.rules import shipped_rules
from urltree.urlkey import explain_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from urltree.decide import Heuristic, Reading
    from urltree.evaluation.baselines import Extract
    from urltree.evaluation.datasets import GoldPage
    from urltree.urlkey import KeyExplanation

#: `observe` or `lookup` of a tree.
Look = Callable[[UrlKey, Sequence[TextBlock], float, PagePaths | None], Observation]

#: Every page is observed at this time, so that none expires by age.
NOW = 0.0

_EMPTY = Page((), None)


class Read(NamedTuple):
    """One heuristic's reading of a page without the tree."""

    reading: Reading
    seconds: float


@dataclass(frozen=True, slots=True)
class Seen:
    """A page after the steps that all heuristics share."""

    html: str
    explanation: KeyExplanation
    page: Page
    #: Name of a heuristic -> its reading; empty if no text can be cut from the page.
    reads: Mapping[str, Read]
    #: None if no text can be cut from the page, which is then not in the tree.
    observation: Observation | None
    #: Time that the shared steps took.
    seconds: float


class Attempt(NamedTuple):
    """The text that one system found in one page."""

    text: str
    #: Time from HTML to text; the time of shared steps is charged to each heuristic.
    seconds: float
    #: True if the system could not read the page; the text is then empty.
    failed: bool


class System(NamedTuple):
    """One extractor of a run."""

    name: str
    #: Returns None for a page that it cannot read.
    find_text: Callable[[Seen], str | None]
    #: The heuristic; None for a baseline, which does not use the tree.
    heuristic: Heuristic | None

    def attempt(self, seen: Seen) -> Attempt:
        """Find the text of a page and take the time."""
        started = perf_counter()
        text = self.find_text(seen)
        taken = perf_counter() - started
        if self.heuristic:
            taken += seen.seconds + (seen.reads[self.name].seconds if seen.reads else 0)
        return Attempt(text or "", taken, text is None)


def load_system(name: str) -> System:
    """Load a baseline or heuristic by name.

    Raises `HeuristicError` for a name that is neither, `InputError` if a baseline's library is not installed.
    """
    if name in BASELINES:
        return _baseline(name, BASELINES[name].load())
    try:
        return _on_tree(name, heuristic(name))
    except HeuristicError as error:
        raise HeuristicError(f"{error}, or a baseline: {', '.join(BASELINES)}") from error


def _baseline(name: str, extract: Extract) -> System:
    def find_text(seen: Seen) -> str | None:
        try:
            return extract(seen.html)
        except Exception:  # noqa: BLE001 - other projects' code: it may raise anything
            return None

    return System(name, find_text, None)


def _on_tree(name: str, heuristic: Heuristic) -> System:
    def find_text(seen: Seen) -> str | None:
        if seen.observation is None:
            return None
        return content_text(seen.page.blocks, seen.reads[name].reading.decide(seen.observation))

    return System(name, find_text, heuristic)


def see(page: GoldPage, look: Look, heuristics: Mapping[str, Heuristic]) -> Seen:
    """Cut a page into blocks, let every heuristic read it, and ask the tree, if blocks can be cut at all.

    Raises `DatasetError` for a bad URL.
    """
    started = perf_counter()
    try:
        parsed = parse_page(page.html)
    except PageError:
        explanation = _explain(page, page.title)
        return Seen(page.html, explanation, _EMPTY, {}, None, perf_counter() - started)
    explanation = _explain(page, page.title or parsed.title)
    shared = perf_counter() - started
    reads = {name: _read(heuristic, parsed, page.title) for name, heuristic in heuristics.items()}
    started = perf_counter()
    paths = next((read.reading.paths for read in reads.values() if read.reading.paths), None)
    observation = look(explanation.key, parsed.blocks, NOW, paths)
    seconds = shared + perf_counter() - started
    return Seen(page.html, explanation, parsed, reads, observation, seconds)


def _read(heuristic: Heuristic, page: Page, title: str | None) -> Read:
    started = perf_counter()
    return Read(heuristic(page, title), perf_counter() - started)


def _explain(page: GoldPage, title: str | None) -> KeyExplanation:
    try:
        return explain_key(page.url, title, shipped_rules())
    except UrlError as error:
        raise DatasetError(f"{page.where}: {error}") from error
