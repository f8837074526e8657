"""The content of a page as clean HTML: a fragment without scripts, styles, or anything to load."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape
from typing import TYPE_CHECKING

from urltree.output.passages import read_passages
from urltree.output.structure import (
    CELLS,
    Element,
    Taken,
    count_step,
    free_column,
    item_number,
    shared_length,
    taken_by,
)
from urltree.traits.whitespace import BREAK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from urltree.extraction import Extraction
    from urltree.output.passages import Passage, Run
    from urltree.output.structure import Path

#: Attributes that are kept as they are.
_ATTRIBUTES = {"a": ("href",), **dict.fromkeys(CELLS, ("colspan", "rowspan"))}

#: The most empty cells that are written before one with text: a hostile table may have thousands.
_MOST_EMPTY = 30

#: Types of ``ol`` whose items have letters or Roman numbers, by which laws, for one, refer to them.
_LETTERED = frozenset("aAiI")

#: Old names of ``ul``.
_OLD_LISTS = ("dir", "menu")

#: Elements in which a text that is alone there is written without a paragraph around it.
_HOLDERS = CELLS | {"dd", "dt", "li"}


def to_html(html: bytes | str, extraction: Extraction, charset: str | None = None) -> str:
    """Write the content blocks of the page that was extracted as a fragment of HTML.

    Paragraphs, headings, lists, quotes, tables of data, code and inline markup are kept, with absolute links
    and no attributes but those that these need. The words are those of ``extraction.text``.

    Raises `PageError`, and `InputError` if it is not the page that was extracted.
    """
    passages = read_passages(html, extraction, charset)
    held = Counter(passage.path[-1] for passage in passages if passage.path)
    turns = _Turns()
    written: list[str] = []
    for passage in passages:
        written += turns.to(passage.path)
        written += _block(passage, alone=bool(passage.path) and held[passage.path[-1]] == 1)
    return "".join([*written, *turns.to(())]).removesuffix("\n")


class _Turns:
    """Closes the elements that end and opens those that begin on the way from text to text."""

    def __init__(self) -> None:
        self._path: Path = ()
        #: List -> number of its next item; row -> number of columns so far.
        self._reached = Counter[Element]()
        #: Table -> column at which a written cell begins -> what it takes.
        self._taken = defaultdict[Element, dict[int, Taken]](dict)

    def to(self, path: Path) -> Iterator[str]:
        """Yield the tags between the last text and one inside `path`."""
        shared = shared_length(self._path, path)
        for element in reversed(self._path[shared:]):
            yield f"</{_name(element)}>\n"
        self._path = path
        for place, element in enumerate(path[shared:], start=shared):
            if element.tag in CELLS:
                yield "<td></td>\n" * self._empty(*path[place - 2 : place + 1])
            if element.tag == "ol":
                yield self._list(element, path[place + 1])
            elif element.tag == "li" and path[place - 1].tag == "ol":
                yield self._item(path[place - 1], element)
            else:
                yield _opened(element)

    def _empty(self, table: Element, row: Element, cell: Element) -> int:
        """Count the columns between the last cell and this one that no written cell takes."""
        taken = self._taken[table]
        column, found = free_column(taken, row, self._reached[row]), 0
        while column < cell.place and found < _MOST_EMPTY:
            column, found = free_column(taken, row, column + 1), found + 1
        taken[cell.place] = taken_by(cell, row)
        self._reached[row] = taken[cell.place].stop
        return found

    def _list(self, holder: Element, first: Element) -> str:
        self._reached[holder] = number = item_number(holder, first)
        lettered = holder.attributes.get("type", "")
        kind = f' type="{lettered}"' if lettered in _LETTERED else ""
        is_reversed = count_step(holder) < 0
        start = f' start="{number}"' if is_reversed or number != 1 else ""
        return f"<ol{kind}{' reversed' * is_reversed}{start}>"

    def _item(self, holder: Element, item: Element) -> str:
        """Open an item, with its number unless that follows from the item before."""
        number = item_number(holder, item)
        value = f' value="{number}"' if number != self._reached[holder] else ""
        self._reached[holder] = number + count_step(holder)
        return f"<li{value}>"


def _block(passage: Passage, *, alone: bool) -> Iterator[str]:
    bare = alone and passage.kind == "p" and passage.path[-1].tag in _HOLDERS
    if not bare:
        yield f"<{passage.kind}>"
    if passage.kind == "pre":
        yield from _code(passage)
    else:
        yield from _inline(passage.runs)
    if not bare:
        yield f"</{passage.kind}>\n"


def _code(passage: Passage) -> Iterator[str]:
    """Write the text of a ``pre``."""
    yield f'<code class="language-{escape(passage.language)}">' if passage.language else "<code>"
    yield escape("".join(run.text for run in passage.runs).strip("\r\n"), quote=False)
    yield "</code>"


def _inline(runs: Iterable[Run]) -> Iterator[str]:
    marks: Path = ()
    for run in runs:
        yield from _remark(marks, run.marks)
        yield "<br>" if run.text == BREAK else escape(run.text, quote=False)
        marks = run.marks
    yield from _remark(marks, ())


def _remark(old: Path, new: Path) -> Iterator[str]:
    shared = shared_length(old, new)
    yield from (f"</{element.tag}>" for element in reversed(old[shared:]))
    yield from map(_opened, new[shared:])


def _opened(element: Element) -> str:
    names = (name for name in _ATTRIBUTES.get(element.tag, ()) if name in element.attributes)
    attributes = "".join(f' {name}="{escape(element.attributes[name])}"' for name in names)
    return f"<{_name(element)}{attributes}>"


def _name(element: Element) -> str:
    return "ul" if element.tag in _OLD_LISTS else element.tag
