"""Vectors of the nodes of a page: each node with those beside and around it (Leśniak §2.3, Table 2.1).

Nodes are the elements of a page, and after them its texts: what is between two tags, or a part of it whose
words occur in the same snapshots.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from xxhash import xxh32_intdigest

from urltree.archive.textelements import ROOT
from urltree.tags import DROPPED_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from urltree.archive.occurrence import Occurrence
    from urltree.archive.textelements import TextPage

    Floats = NDArray[np.float64]

#: Columns of a node that its neighbours' windows hold too: all but the last two, class, characters per tag.
_BESIDE = 6

#: Characters of a line; text density is words per line (Kohlschütter et al., WSDM 2010).
LINE = 80

#: Name of the elements that the thesis puts around texts.
_TEXT = "dbce"


def windows(page: TextPage, texts: Sequence[Occurrence], layers: int) -> Floats:
    """Return the vector of each node, float64 (elements + texts, 20 * layers).

    The first layer is the node with its neighbours before and after in the same element, the next layer that
    element with its neighbours, and so on upwards. A missing node is all zeros.
    """
    parents = _parents(page, texts)
    before, after = _neighbours(page, texts)
    own = _own(page, texts, parents)
    window = np.hstack([own, own[before, :_BESIDE], own[after, :_BESIDE]])
    node = np.arange(len(parents) - 1)
    found = []
    for _ in range(layers):
        found.append(window[node])
        node = parents[node]
    return np.hstack(found)


def _parents(page: TextPage, texts: Sequence[Occurrence]) -> NDArray[np.intp]:
    """Return the parent of each node; the last number stands for a missing node."""
    nobody = len(page.elements) + len(texts)
    elements = (each.parent for each in page.elements[ROOT + 1 :])
    return np.array([nobody, *elements, *(each.text.parent for each in texts), nobody])


def _neighbours(page: TextPage, texts: Sequence[Occurrence]) -> NDArray[np.intp]:
    """Return for each node those before and after it in the same element, (2, nodes + 1)."""
    nobody = len(page.elements) + len(texts)
    found = np.full((2, nobody + 1), nobody)
    places = [(page.elements[node].parent, node, node) for node in _shown(page) if node != ROOT]
    places += [
        (text.parent, text.after, node) for node, (text, _) in enumerate(texts, start=len(page.elements))
    ]
    for (parent, _, node), (other, _, following) in pairwise(sorted(places)):
        if parent == other:
            found[0, following], found[1, node] = node, following
    return found


def _own(page: TextPage, texts: Sequence[Occurrence], parents: NDArray[np.intp]) -> Floats:
    """Return the columns of each node itself, (nodes + 1, 8)."""
    elements = page.elements
    numbers: dict[str, int] = {}
    names = [*(each.tag for each in elements), *[_TEXT] * len(texts)]
    name = [*(numbers.setdefault(each, len(numbers) + 1) for each in names), 0]
    classes = [*(_hashed(each.classes) for each in elements), *[0] * (len(texts) + 1)]
    characters, linked, words, lines, tags = _counts(page, texts, parents).T
    densities = linked / np.maximum(characters, 1), words / np.maximum(lines, 1)
    return np.column_stack(
        [name, *densities, words, characters, tags, classes, characters / np.maximum(tags, 1)]
    )


def _counts(page: TextPage, texts: Sequence[Occurrence], parents: NDArray[np.intp]) -> Floats:
    """Count characters, those in links, words, lines and tags in each node, (nodes + 1, 5)."""
    counts = np.zeros((len(parents), 5))
    counts[list(_shown(page)), -1] = 1
    is_link: list[bool] = []
    for element in page.elements:
        is_link.append(element.tag == "a" or (bool(is_link) and is_link[element.parent]))
    for node, (text, _) in enumerate(texts, start=len(page.elements)):
        words = page.words[text.start : text.stop]
        characters = sum(map(len, words)) + len(words) - 1
        counts[node, :-1] = characters, characters * is_link[text.parent], len(words), -(-characters // LINE)
    for node in range(len(parents) - 2, ROOT, -1):
        counts[parents[node]] += counts[node]
    return counts


def _shown(page: TextPage) -> Iterator[int]:
    """Yield the numbers of the elements, except those whose text a page does not show."""
    dropped: set[int] = set()
    for number, element in enumerate(page.elements):
        if element.tag in DROPPED_TAGS or element.parent in dropped:
            dropped.add(number)
        else:
            yield number


def _hashed(classes: str) -> int:
    return xxh32_intdigest(" ".join(sorted(classes.split())).encode()) if classes else 0
