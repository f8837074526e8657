"""How well groups and classes agree with gold ones (Hachenberg & Gottron §4.3, §5.2)."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING

from urltree.evaluation.measures import Score

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


def classification(gold: Sequence[str], answers: Sequence[str | None]) -> Score:
    """Score all answers together; None is no answer, so it costs recall alone."""
    right = sum(one == answer for one, answer in zip(gold, answers, strict=True))
    given = sum(answer is not None for answer in answers)
    return _score(right, given, len(gold))


def by_class(gold: Sequence[str], answers: Sequence[str | None]) -> Score:
    """Score every gold class by itself and take the means, as the paper seems to do (docs/papers.md)."""
    right = Counter(one for one, answer in zip(gold, answers, strict=True) if one == answer)
    given, held = Counter(answers), Counter(gold)
    scores = [_score(right[name], given[name], held[name]) for name in held]
    return Score(*map(fmean, zip(*scores, strict=True)))


def _score(right: int, given: int, held: int) -> Score:
    """Count a class that no answer names as precise."""
    return Score(right / given if given else 1.0, right / held, 2 * right / (given + held))


def purity(gold: Sequence[Hashable], groups: Sequence[Hashable]) -> float:
    """Return the share of items that are of the most frequent class of their group."""
    largest: Counter[Hashable] = Counter()
    for (group, _), count in Counter(zip(groups, gold, strict=True)).items():
        largest[group] = max(largest[group], count)
    return largest.total() / len(gold)
