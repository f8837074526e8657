"""The layers of a page's elements, and tokens that characterise its template (Leśniak §2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.blocks import feed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: What Listing 2.7 calls the parent of all elements.
DOCUMENT = "[document]"

#: Elements whose content is ignored: scripts, and other pages in frames.
_SANITISED = {"iframe", "script"}

#: Most layers and elements that are read, to bound the cost of a hostile page.
_MAX_LAYERS, _MAX_ELEMENTS = 100, 100_000

#: The names of an element and of all elements above it, up to `DOCUMENT`.
Names = tuple[str, ...]

#: For each layer the groups of elements that share a parent, and for each group its elements, both from last
#: to first. An element without children has an empty group.
Layers = list[list[list[Names]]]


def layers(html: bytes) -> Layers:
    """Return the layers of a page in UTF-8, the outermost first (Listing 2.6)."""
    target = _Layers()
    feed(target, html)
    return [[group[::-1] for group in groups[::-1]] for groups in target.layers]


def tokens(page: Layers) -> Iterator[str]:
    """Yield a token per element: its names, each after the numbers of element, group, layer (Listing 2.7)."""
    for level, groups in enumerate(page):
        for group_number, group in enumerate(groups):
            for number, names in enumerate(group):
                place = f"{number}_{group_number}_{level}_"
                yield place + f"/{place}".join(names)


class _Layers:
    """Parser target that sorts elements into layers, in the order of the page."""

    def __init__(self) -> None:
        group: list[Names] = []
        self.layers = [[group]]
        #: The open elements, each with the group of its children.
        self._open: list[tuple[Names, list[Names]]] = [((DOCUMENT,), group)]
        #: Number of open elements that are ignored: the outermost ignored one and all open ones in it.
        self._passed_over = 0
        self._left = _MAX_ELEMENTS

    def start(self, tag: str, _: Mapping[str, str]) -> None:
        if self._passed_over or tag in _SANITISED or len(self._open) > _MAX_LAYERS or not self._left:
            self._passed_over += 1
            return
        self._left -= 1
        names, siblings = self._open[-1]
        names = (tag, *names)
        siblings.append(names)
        self._open.append((names, self._new_group(len(self._open))))

    def end(self, _: str) -> None:
        if self._passed_over:
            self._passed_over -= 1
        else:
            self._open.pop()

    def close(self) -> None:
        """Do nothing at the end of the page."""

    def _new_group(self, level: int) -> list[Names]:
        if level == len(self.layers):
            self.layers.append([])
        group: list[Names] = []
        self.layers[level].append(group)
        return group
