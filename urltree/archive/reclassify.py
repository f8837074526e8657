"""Classify the texts of a page anew, having learnt from its own bit patterns (Leśniak §2.3, §4.2)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from urltree.archive.patterns import Kind, propagate
from urltree.archive.windows import windows
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from urltree.archive.occurrence import Occurrence
    from urltree.archive.textelements import TextPage

#: Random seed of the thesis (§4).
SEED = 2047226289

#: Listings 4.1 and 4.2.
NEIGHBOURS, TREES = 5, 10

#: A page of more nodes is not learnt from: the time of a search for neighbours grows with the square of their
#: number, and one hostile page could make all others wait for hours.
MAX_NODES = 50_000


def reclassify(
    layers: int,
    classifier: Callable[[int], Any],
    page: TextPage,
    texts: Sequence[Occurrence],
    kinds: Sequence[Kind],
) -> Sequence[Kind]:
    """Return new kinds of all texts of a page, invalid ones too; `kinds` if there is nothing to learn.

    `classifier` makes one of scikit-learn for so many training vectors. It is trained on this page alone: on
    windows of so many layers around the texts, and around the elements to which propagation gives a kind.
    Nothing is learnt from a page that has more than `MAX_NODES` texts and elements.
    """
    if len(page.elements) + len(texts) > MAX_NODES:
        return kinds
    parents = [element.parent for element in page.elements]
    vectors = windows(page, texts, layers)
    known = without_conflicts(vectors, [*propagate(parents, texts, kinds), *kinds])
    if not known:
        return kinds
    model = classifier(len(known)).fit(vectors[list(known)], [kind.value for kind in known.values()])
    return [Kind(kind) for kind in model.predict(vectors[len(page.elements) :])]


def without_conflicts(vectors: NDArray[np.float64], kinds: Sequence[Kind | None]) -> dict[int, Kind]:
    """Return the places of the vectors to learn from, with their kinds.

    Vectors that are neither content nor boilerplate are left out, and so are equal vectors of both kinds.
    """
    known = {place: kind for place, kind in enumerate(kinds) if kind in {Kind.CONTENT, Kind.BOILERPLATE}}
    found = defaultdict(set)
    for place, kind in known.items():
        found[vectors[place].tobytes()].add(kind)
    return {place: kind for place, kind in known.items() if len(found[vectors[place].tobytes()]) == 1}


def nearest_neighbours(vectors: int) -> Any:
    """Make the classifier of T003 to T005. Raises `InputError` if scikit-learn is not installed."""
    # Imported only here, because this import takes longer than all others of the command.
    neighbors = library("sklearn.neighbors", "archive")
    return neighbors.KNeighborsClassifier(min(NEIGHBOURS, vectors))


def random_forest(_: int) -> Any:
    """Make the classifier of T006. Raises `InputError` if scikit-learn is not installed."""
    return library("sklearn.ensemble", "archive").RandomForestClassifier(TREES, random_state=SEED)
