"""The methods by which an archive can be judged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from urltree.archive.bycross import Classifier, judge_by_cross
from urltree.archive.bytree import judge_by_tree
from urltree.archive.patterns import invalid_as_boilerplate
from urltree.archive.reclassify import nearest_neighbours, random_forest, reclassify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urltree.archive.catalogue import Capture
    from urltree.archive.cross import Cross
    from urltree.archive.judged import Judged
    from urltree.errors import PageError
    from urltree.rules import RuleSet

#: Methods that judge all pages of a site together, by its URL Tree -> heuristic.
HEURISTICS = {"auto": "auto", "tree": "relaxed-at-domain-100"}

#: Methods that judge each page by its own cross: the test cases of the thesis (§4.2).
CLASSIFIERS: dict[str, Classifier] = {
    "dbce-t001": lambda _page, _texts, kinds: kinds,
    "dbce-t002": lambda _page, _texts, kinds: invalid_as_boilerplate(kinds),
    "dbce-t003": partial(reclassify, 1, nearest_neighbours),
    "dbce-t004": partial(reclassify, 2, nearest_neighbours),
    "dbce-t005": partial(reclassify, 3, nearest_neighbours),
    "dbce-t006": partial(reclassify, 3, random_forest),
}

METHODS = (*HEURISTICS, *CLASSIFIERS)


def judge(method: str, crosses: Sequence[Cross[Capture]], rules: RuleSet) -> Iterator[Judged | PageError]:
    """Judge captures of a site; yield each judged capture, or the error if it could not be judged."""
    if method in HEURISTICS:
        return judge_by_tree(HEURISTICS[method], [cross.cur for cross in crosses], rules)
    return judge_by_cross(CLASSIFIERS[method], crosses)
