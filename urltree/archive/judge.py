"""The methods by which an archive can be judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from urltree.archive.bycross import Classifier, judge_by_cross
from urltree.archive.bytree import judge_by_tree
from urltree.archive.catalogue import Capture
from urltree.archive.cross import Cross
from urltree.archive.judged import Judged
from urltree.archive.patterns import invalid_as_boilerplate
from urltree.archive.reclassify import nearest_neighbours, random_forest, reclassify
from urltree.errors import InputError, PageError
from urltree.rules import RuleSet

#: Captures of a site with their crosses, rules of URL keys -> each capture judged, or the error if it could
#: not be.
Judge = Callable[[Sequence[Cross[Capture]], RuleSet], Iterator[Judged | PageError]]


class Method(NamedTuple):
    """How a method judges a site."""

    judge: Judge
    #: True if it judges each page by its own cross; otherwise by all pages of the site together.
    by_crosses: bool


def method(name: str) -> Method:
    """Return the method of that name. Raises `InputError` if there is none."""
    if name not in METHODS:
        raise InputError(f"unknown method {name!r}; use one of {', '.join(METHODS)}")
    return METHODS[name]


#: The test cases of the thesis (§4.2).
CLASSIFIERS: dict[str, Classifier] = {
    "dbce-t001": lambda _page, _texts, kinds: kinds,
    "dbce-t002": lambda _page, _texts, kinds: invalid_as_boilerplate(kinds),
    "dbce-t003": partial(reclassify, 1, nearest_neighbours),
    "dbce-t004": partial(reclassify, 2, nearest_neighbours),
    "dbce-t005": partial(reclassify, 3, nearest_neighbours),
    "dbce-t006": partial(reclassify, 3, random_forest),
}

METHODS = {
    "auto": Method(partial(judge_by_tree, "auto"), by_crosses=False),
    "tree": Method(partial(judge_by_tree, "relaxed-at-domain-100"), by_crosses=False),
    **{
        name: Method(partial(judge_by_cross, classifier), by_crosses=True)
        for name, classifier in CLASSIFIERS.items()
    },
}
