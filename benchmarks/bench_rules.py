"""Rules learnt of made-up hosts of which it is known what identifies, and the time that it takes."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.rules.accuracy import score
from benchmarks.rules.hosts import hosts
from urltree.mining.identify import MIN_DOCUMENTS
from urltree.mining.rulemining import propose
from urltree.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRECISION, RECALL = 0.98, 0.9

#: Hosts of each kind.
EACH = 25


def figures(_data: Path) -> Iterator[Figure]:
    """Measure hosts that no test uses."""
    found = score(seed=1, each=EACH)
    yield Figure("hosts", found.hosts, "")
    yield Figure("rules to be learnt", found.answers, "")
    yield Figure("precision", found.precision, "", at_least=PRECISION)
    yield Figure("recall", found.recall, "", at_least=RECALL)
    yield Figure("fewest documents of a proposal", found.fewest, "", at_least=MIN_DOCUMENTS)
    yield _time()


def _time() -> Figure:
    rules, made = load_rules(), list(hosts(Random(2), 1))
    start = process_time()
    for host in made:
        propose(host.sightings, rules)
    return Figure("a host, mean", (process_time() - start) / len(made) * 1e3, "ms")
