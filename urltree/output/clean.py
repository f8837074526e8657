"""The content of a page as clean HTML: a fragment without scripts, styles, or anything to load."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from urltree.output.passages import BREAK, read_passages
from urltree.output.structure import CELLS, Element, count_step, item_number, shared_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from urltree.extraction import Extraction
    from urltree.output.passages import Passage, Run
    from urltree.output.structure import Path

#: Attributes that are kept as they are.
_ATTRIBUTES = {"a": ("href",), **dict.fromkeys(CELLS, ("colspan", "rowspan"))}

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
    reached = Counter[Element]()
    written: list[str] = []
    path: Path = ()
    for passage in passages:
        written += _turn(path, passage.path, reached)
        written += _block(passage, alone=bool(passage.path) and held[passage.path[-1]] == 1)
        path = passage.path
    return "".join([*written, *_turn(path, (), reached)]).removesuffix("\n")


def _turn(old: Path, new: Path, reached: Counter[Element]) -> Iterator[str]:
    """Close the elements that end and open those that begin.

    `reached` has, for each row, the number of columns so far, and for each list, the number of its next item.
    """
    shared = shared_length(old, new)
    for element in reversed(old[shared:]):
        yield f"</{_name(element)}>\n"
    for place in range(shared, len(new)):
        element = new[place]
        if element.tag in CELLS:
            row = new[place - 1]
            yield "<td></td>\n" * (element.place - reached[row])
            reached[row] = element.place + element.span
        if element.tag == "ol":
            yield _opened_list(element, new[place + 1], reached)
        elif element.tag == "li" and new[place - 1].tag == "ol":
            yield _opened_item(new[place - 1], element, reached)
        else:
            yield _opened(element)


def _opened_list(holder: Element, first: Element, reached: Counter[Element]) -> str:
    reached[holder] = number = item_number(holder, first)
    is_reversed = count_step(holder) < 0
    start = f' start="{number}"' if is_reversed or number != 1 else ""
    return f"<ol{' reversed' * is_reversed}{start}>"


def _opened_item(holder: Element, item: Element, reached: Counter[Element]) -> str:
    """Open an item, with its number unless that follows from the item before."""
    number = item_number(holder, item)
    value = f' value="{number}"' if number != reached[holder] else ""
    reached[holder] = number + count_step(holder)
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
