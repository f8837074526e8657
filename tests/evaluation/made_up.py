"""Pages and results made up for tests."""

import json

import replayed

from urltree.evaluation.measures import Score
from urltree.evaluation.results import Outcome, PageResult, SiteResult


def page(keys=("a", "a", "a"), **f1):
    """A page with some F1 for each system."""
    outcomes = {
        name: Outcome(Score(value, value, value), seconds=0.002, failed=False) for name, value in f1.items()
    }
    return PageResult(keys, outcomes)


def site(name, *pages, dataset=None):
    """A site, by default of a data set that has its name."""
    return SiteResult(dataset or name, name, pages)


def record(number, site="demo", host="demo.org"):
    """A line of a data set."""
    return replayed.record(host, number) | {"site": site}


def write_set(folder, name, records):
    """Write a data set and return its file."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records), encoding="utf-8")
    return path
