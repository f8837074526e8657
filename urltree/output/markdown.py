"""The content of a page as Markdown: CommonMark, with the tables and the strikethrough of GFM."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from urltree.output.passages import Run, read_passages
from urltree.output.spans import broken_line, code_fence, line_of, paragraph_line
from urltree.output.structure import LISTS, item_number, shared_length
from urltree.tags import HEADINGS
from urltree.traits.whitespace import BREAK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from urltree.extraction import Extraction
    from urltree.output.passages import Passage
    from urltree.output.structure import Element, Path

#: Rows are filled up with empty cells, as some readers of Markdown demand, unless the table would have more
#: than this many times as many cells as have text: a hostile one may have thousands of columns in one row.
_FILLED = 4

#: Bullets, and what ends a number. Two lists in a row use different ones, since they would otherwise be one.
_BULLETS = "-*"
_NUMBER_ENDS = ".)"

#: The highest number of an item: CommonMark reads nine digits.
_MOST = 999_999_999

_LINE_END = re.compile(r"\r\n?|\n")
_CLOSING_HASHES = re.compile(r"(?<!\S)(?=#+$)")


class _Block(NamedTuple):
    """A block of Markdown, without the markup of the lists and quotes that hold it."""

    #: The lists and quotes that hold it.
    path: Path
    lines: Sequence[str]
    is_paragraph: bool = False


def to_markdown(html: bytes | str, extraction: Extraction, charset: str | None = None) -> str:
    """Write the content blocks of the page that was extracted as Markdown.

    Paragraphs, headings, nested lists, quotes, code, tables of data, emphasis and links, made absolute, are
    kept; images are not. The words are those of ``extraction.text``.

    Raises `PageError`, and `InputError` if it is not the page that was extracted.
    """
    writer = _Writer()
    for block in _blocks(read_passages(html, extraction, charset)):
        writer.add(block)
    return "\n".join(writer.lines)


class _Writer:
    """Puts blocks into their lists and quotes."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._last = _Block((), ())
        #: List -> place of its mark in `_BULLETS` or `_NUMBER_ENDS`.
        self._styles: dict[Element, int] = {}
        #: Item -> what goes before its first line.
        self._marks: dict[Element, str] = {}

    def add(self, block: _Block) -> None:
        shared = shared_length(self._last.path, block.path)
        if self.lines and not self._is_tight(block, shared):
            self.lines.append(self._indent(block.path[:shared]).rstrip())
        first, *others = block.lines
        self.lines.append(self._indent(block.path[:shared]) + self._open(block.path, shared) + first)
        indent = self._indent(block.path)
        self.lines += [indent + line if line else indent.rstrip() for line in others]
        self._last = block

    def _indent(self, path: Path) -> str:
        return "".join(
            "> " if each.tag == "blockquote" else " " * len(self._marks.get(each, "")) for each in path
        )

    def _open(self, path: Path, shared: int) -> str:
        """Style the new lists and items of a path; return the markup that they put before the first line."""
        marks = []
        for place, element in enumerate(path[shared:], start=shared):
            if element.tag in LISTS:
                self._styles[element] = self._style(place) if place == shared else 0
            elif element.tag == "li":
                self._marks[element] = _mark(path[place - 1], element, self._styles[path[place - 1]])
                marks.append(self._marks[element])
            elif element.tag == "blockquote":
                marks.append("> ")
        return "".join(marks)

    def _style(self, place: int) -> int:
        """Choose the style of a new list, different from that of a list which the last block was in."""
        before = self._last.path[place:]
        return 1 - self._styles[before[0]] if before and before[0].tag in LISTS else 0

    def _is_tight(self, block: _Block, shared: int) -> bool:
        """Say whether a block is an item that follows the one before without a blank line.

        That one is another item of the list, or the text of the item that holds the list.
        """
        if not (shared and block.is_paragraph and self._last.is_paragraph):
            return False
        held, new = block.path[shared - 1], block.path[shared:]
        if held.tag in LISTS:
            return True
        # Without a blank line, a list that does not begin with 1 would be taken for more of the text.
        return held.tag == "li" and bool(new) and new[0].tag in LISTS and _number(*new[:2]) == 1


def _mark(holder: Element, item: Element, style: int) -> str:
    return f"{_number(holder, item)}{_NUMBER_ENDS[style]} " if holder.tag == "ol" else f"{_BULLETS[style]} "


def _number(holder: Element, item: Element) -> int:
    """Return the number of an item, 1 if its list has no numbers; 0 to `_MOST`, as Markdown has no others."""
    return min(max(item_number(holder, item), 0), _MOST) if holder.tag == "ol" else 1


def _blocks(passages: Iterable[Passage]) -> Iterator[_Block]:
    for table, group in groupby(passages, _table):
        if table:
            yield _table_block(table, list(group))
        else:
            for passage in group:
                yield from _passage_blocks(passage)


def _table(passage: Passage) -> Element | None:
    return next((element for element in passage.path if element.tag == "table"), None)


def _passage_blocks(passage: Passage) -> Iterator[_Block]:
    if passage.kind == "pre":
        code = _LINE_END.sub("\n", "".join(run.text for run in passage.runs)).strip("\n")
        fence = code_fence(code, 3)
        yield _Block(passage.path, [fence + passage.language, *code.split("\n"), fence])
    elif passage.kind in HEADINGS:
        heading = _CLOSING_HASHES.sub(r"\\", _one_line(_heading(passage.runs)))
        yield _Block(passage.path, [f"{'#' * int(passage.kind[1])} {heading}"])
    else:
        for lines in _paragraphs(passage.runs):
            yield _Block(passage.path, [*map(broken_line, lines[:-1]), lines[-1]], is_paragraph=True)


def _heading(runs: Sequence[Run]) -> Iterable[Run]:
    """Leave out strong emphasis of the whole heading: headings are strong."""
    if not _is_strong(runs):
        return runs
    return (run._replace(marks=tuple(mark for mark in run.marks if mark.tag != "strong")) for run in runs)


def _is_strong(runs: Iterable[Run]) -> bool:
    return all(any(mark.tag == "strong" for mark in run.marks) for run in runs if run.text.strip())


def _paragraphs(runs: Iterable[Run]) -> Iterator[list[str]]:
    """Yield the lines of each paragraph; two line breaks in a row separate paragraphs."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        if run.text == BREAK:
            lines.append([])
        else:
            lines[-1].append(run)
    for has_text, group in groupby(lines, bool):
        if has_text:
            yield [paragraph_line(line) for line in group]


def _table_block(table: Element, passages: list[Passage]) -> _Block:
    path = passages[0].path
    depth = path.index(table)
    rows = _rows(passages, depth + 1)
    width = 1 + max(map(max, rows))
    filled = width if len(rows) * width <= _FILLED * sum(map(len, rows)) else 0
    head = rows.pop(0) if _has_head(passages, depth + 1) else {}
    return _Block(
        path[:depth], [_row(head, width), f"|{' --- |' * width}", *(_row(row, filled) for row in rows)]
    )


def _rows(passages: Iterable[Passage], depth: int) -> list[dict[int, str]]:
    """Return the texts of each row by column; `depth` is that of rows.

    Columns at which no cell with text begins are left out, since an empty cell may span dozens.
    """
    texts = {
        cell: " ".join(_one_line(passage.runs) for passage in group).replace("|", "\\|")
        for cell, group in groupby(passages, lambda passage: passage.path[depth : depth + 2])
    }
    columns = sorted({cell.place for _, cell in texts})
    places = {column: place for place, column in enumerate(columns)}
    return [
        {places[cell.place]: texts[row, cell] for row, cell in cells}
        for _, cells in groupby(texts, lambda cell: cell[0])
    ]


def _has_head(passages: Sequence[Passage], depth: int) -> bool:
    """Say whether all cells of the first row are heads, or in strong emphasis; `depth` is that of rows."""
    row = passages[0].path[depth]
    first = (passage for passage in passages if passage.path[depth] is row)
    return all(each.path[depth + 1].tag == "th" or _is_strong(each.runs) for each in first)


def _row(texts: Mapping[int, str], width: int) -> str:
    """Write a row, with empty cells for columns without a text, and at the end up to `width`."""
    written = range(max(width, 1 + max(texts, default=0)))
    return f"| {' | '.join(texts.get(column, '') for column in written)} |"


def _one_line(runs: Iterable[Run]) -> str:
    return line_of(Run(" ", ()) if run.text == BREAK else run for run in runs)
