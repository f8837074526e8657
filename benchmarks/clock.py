"""Time measurement: CPU seconds of this process, so that other work of the machine matters little."""

from __future__ import annotations

import random
from time import process_time
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from lxml import etree

from benchmarks.figure import Figure
from benchmarks.pages import generated_page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Input = TypeVar("Input")
    Systems = Mapping[str, Callable[[Input], object]]

#: Parses whose median is the yardstick.
YARDSTICK_ROUNDS = 50


def cpu_seconds(work: Callable[[Input], object], given: Input) -> float:
    """Return the CPU seconds of one call, including those to free its result."""
    start = process_time()
    work(given)
    return process_time() - start


def interleaved(
    load: Callable[[], Systems[Input]], inputs: Sequence[Input], rounds: int
) -> dict[str, NDArray[np.float64]]:
    """Return each system's CPU seconds for each input, in the best of its rounds.

    The systems take turns at every input, so that a slow moment of the machine affects them all; `load` makes
    them anew for every round.
    """
    taken = []
    for _ in range(rounds):
        systems = load()
        taken.append([_turns(systems, each) for each in inputs])
    return dict(zip(systems, np.min(taken, axis=0).T, strict=True))


def _turns(systems: Systems[Input], given: Input) -> list[float]:
    """Time each system, in a random order: the first finds the input in no cache."""
    order = random.sample(list(systems), len(systems))
    seconds = {name: cpu_seconds(systems[name], given) for name in order}
    return [seconds[name] for name in systems]


def bare_parse(html: bytes) -> object:
    """Build lxml's tree and nothing more."""
    return etree.fromstring(html, etree.HTMLParser(encoding="utf-8"))


def yardstick() -> Figure:
    """Measure how fast the machine is at the moment."""
    html = generated_page(0, 0).html
    taken = [cpu_seconds(bare_parse, html) for _ in range(YARDSTICK_ROUNDS)]
    return Figure("yardstick: lxml parse of a generated page", float(np.median(taken)) * 1e3, "ms")
