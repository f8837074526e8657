"""Results made up for tests: no page was ever read for them."""

from urltree.evaluation.measures import Score
from urltree.evaluation.results import Outcome, PageResult, SiteResult


def page(keys=("a", "a", "a"), **f1):
    """A page with some F1 for each system."""
    outcomes = {
        name: Outcome(Score(value, value, value), seconds=0.002, failed=False) for name, value in f1.items()
    }
    return PageResult("http://s.org/a", keys, outcomes)


def site(name, *pages, dataset=None):
    """A site of a data set that is named as itself."""
    return SiteResult(dataset or name, name, pages)
