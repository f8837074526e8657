"""Lists, quotes and tables around a text: paths of the elements that give structure, made sound; pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from urltree.tags import HEADINGS, LINE_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LISTS = frozenset(["dir", "menu", "ol", "ul"])
CELLS = frozenset(["td", "th"])
_TERMS = frozenset(["dd", "dt"])

#: Elements that count only directly inside one of certain others, which in turn count only around them.
_PARENTS = {
    "li": LISTS,
    "tr": frozenset(["table"]),
    **dict.fromkeys(CELLS, frozenset(["tr"])),
    **dict.fromkeys(_TERMS, frozenset(["dl"])),
}
_NO_PARENTS = frozenset[str]()
_WITH_CHILDREN = _NO_PARENTS.union(*_PARENTS.values())

#: The tags that paths are made of.
STRUCTURE = LINE_TAGS | _WITH_CHILDREN | _PARENTS.keys() | {"blockquote"}

#: What the cells of a table of data may hold if it has heads, and the most texts in each: forums use such
#: cells for whole posts.
_IN_CELLS = LISTS | {"li", "p"}
_MOST_IN_CELL = 10

#: Numbers that are read, such as those of items: in Markdown these have at most nine digits.
_INTEGER = re.compile(r"-?\d{1,9}", re.ASCII)

#: The most columns, or rows, that one cell takes.
_MAX_SPAN = 100


class Taken(NamedTuple):
    """What a cell takes of its table."""

    #: The column behind it.
    stop: int
    #: Place of its last row.
    last: int


@dataclass(eq=False, slots=True)
class Element:
    """One element of a page; equal only to itself."""

    tag: str
    attributes: Mapping[str, str]
    #: Of ``pre``: classes of the elements around it, joined by spaces, the nearest first.
    around: str = ""
    #: Place among the items of its list, or the column at which it begins; from 0.
    place: int = 0
    #: Items, or columns, that it has so far.
    size: int = 0
    #: The last of these.
    last: Element | None = None
    #: The item with an explicit number from which this item, or the next one of this list, is counted.
    numbered: Element | None = None
    #: Of a table and its rows: column at which a cell begins -> what it takes.
    taken: dict[int, Taken] = field(default_factory=dict)


#: Outermost first.
Path = tuple[Element, ...]


def taken_by(cell: Element, row: Element) -> Taken:
    """Return what a cell takes of its table."""
    return Taken(cell.place + _spanned(cell, "colspan"), row.place + _spanned(cell, "rowspan") - 1)


def _spanned(cell: Element, attribute: str) -> int:
    number = _integer(cell, attribute, 1)
    return number if 0 < number <= _MAX_SPAN else 1


def free_column(taken: Mapping[int, Taken], row: Element, column: int) -> int:
    """Return the first column, from `column` on, that no cell of a row above takes in `row` too."""
    while column in taken and taken[column].last >= row.place:
        column = taken[column].stop
    return column


def count_step(holder: Element) -> int:
    """Return the step between the numbers of a list's items: 1, or -1 if it is reversed."""
    return -1 if "reversed" in holder.attributes else 1


def item_number(holder: Element, item: Element) -> int:
    """Return the number that browsers show before an item of an ``ol``."""
    step = count_step(holder)
    if item.numbered:
        return _integer(item.numbered, "value", 1) + step * (item.place - item.numbered.place)
    return _integer(holder, "start", 1 if step > 0 else holder.size) + step * item.place


def _integer(element: Element, name: str, default: int) -> int:
    text = element.attributes.get(name, "")
    return int(text) if _INTEGER.fullmatch(text) else default


def inside(path: Path, element: Element) -> Path:
    """Put an element at the end of a path, and count it there if it is an item, a row or a cell.

    A list that stands among the items of another is put into the item before it, as browsers show it, and a
    term or description inside another beside it: libxml2 does not end an unclosed one (HTML, 13.1.2.4).
    Whatever is in ``pre``, except for headings, only holds its lines. Items without a list, cells without a
    row and the like are left out.
    """
    if path and path[-1].tag == "pre" and element.tag not in HEADINGS:
        return path
    if path and element.tag in _TERMS and path[-1].tag in _TERMS:
        path = path[:-1]
    if element.tag in _PARENTS:
        return _with_child(path, element)
    if path and path[-1].last and {path[-1].tag, element.tag} <= LISTS:
        return (*path, path[-1].last, element)
    return (*path, element)


def _with_child(path: Path, element: Element) -> Path:
    """Put an item, a row or a cell at the end of a path and count it there, if that is the place for it."""
    if not path or path[-1].tag not in _PARENTS[element.tag]:
        return path
    if element.tag in CELLS:
        _place(path[-1], element)
    else:
        _count(path[-1], element)
    return (*path, element)


def _count(parent: Element, element: Element) -> None:
    """Count an item or a row."""
    element.place = parent.size
    element.taken = parent.taken
    parent.size += 1
    parent.last = element
    if _INTEGER.fullmatch(element.attributes.get("value", "")):
        parent.numbered = element
    element.numbered = parent.numbered


def _place(row: Element, cell: Element) -> None:
    """Let a cell begin at the next free column."""
    cell.place = free_column(row.taken, row, row.size)
    row.taken[cell.place] = taken = taken_by(cell, row)
    row.size = taken.stop


def sound(path: Path) -> Path:
    """Leave out lists without an item, tables without a cell and the like, and all but the innermost leaf."""
    kept: list[Element] = []
    for element in reversed(path):
        children = _PARENTS.get(kept[-1].tag, _NO_PARENTS) if kept else _NO_PARENTS
        if element.tag in _WITH_CHILDREN and element.tag not in children:
            continue
        if element.tag not in LINE_TAGS or not kept:
            kept.append(element)
    return tuple(reversed(kept))


def layout_tables(paths: Iterable[Path]) -> set[Element]:
    """Find the tables in sound paths that serve the layout and do not hold data.

    A table of data consists of rows of cells with one paragraph each; if it has heads, its cells may hold a
    few paragraphs, and lists.
    """
    insides: dict[Element, list[Path]] = defaultdict(list)
    for path in paths:
        for place, element in enumerate(path):
            if element.tag == "table":
                insides[element].append(path[place + 1 :])
    return {table for table, found in insides.items() if not _is_data(found)}


def _is_data(insides: list[Path]) -> bool:
    cells = Counter((row, cell) for row, cell, *_ in insides)
    rows = [[cell for _, cell in group] for _, group in groupby(cells, lambda path: path[0])]
    tags = {element.tag for _, _, *rest in insides for element in rest}
    most = max(cells.values())
    simple = tags <= {"p"} and most == 1
    headed = tags <= _IN_CELLS and most <= _MOST_IN_CELL and _has_heads(rows)
    return len(cells) > len(rows) > 1 and (simple or headed)


def _has_heads(rows: Iterable[Sequence[Element]]) -> bool:
    """Say whether all columns have a head, or all rows: tables for the layout hardly ever have."""
    heads = [[cell.tag == "th" for cell in row] for row in rows if len(row) > 1]
    return any(map(all, heads)) or all(first for first, *_ in heads)


def without_tables(path: Path, tables: set[Element]) -> Path:
    """Take the given tables out of a sound path, each with its row and cell."""
    kept: list[Element] = []
    elements = iter(path)
    for element in elements:
        if element in tables:
            next(elements), next(elements)
        else:
            kept.append(element)
    return tuple(kept)


def shared_length(one: Path, other: Path) -> int:
    """Count the elements that two paths share from the start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a is not b), min(len(one), len(other)))
