"""The content blocks of a page with the structure around them, for renderers; pure.

html ── second pass ──► texts, each with the elements around it ── labels ──► passages
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from urltree.arguments import expect
from urltree.errors import InputError, UrlError
from urltree.extraction import Extraction
from urltree.metadata.links import base_url, web_url
from urltree.models import SOFT_HYPHEN, Label
from urltree.output.codelanguage import CLASS_CHARS, code_language
from urltree.output.follow import Follower, follow
from urltree.output.inline import INLINE, marked
from urltree.output.structure import STRUCTURE, Element, Path, inside, layout_tables, sound, without_tables
from urltree.tags import BLOCK_TAGS, HEADINGS, LINE_TAGS
from urltree.traits.linenumbers import line_numbers
from urltree.traits.whitespace import BREAK
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

#: Old names of ``pre``, and the class of the ``div`` that Doxygen writes instead.
_OLD_PRE = frozenset(["listing", "plaintext", "xmp"])
_DOXYGEN_PRE = "fragment"

#: What holds rows; a ``td`` of ``thead`` is a header, like ``th``.
_ROW_HOLDERS = frozenset(["table", "tbody", "tfoot", "thead"])

#: Structure deeper than this is left out: Markdown parsers give up on text that is 20 levels deep.
_MAX_DEPTH = 16

#: The same while the tables of the layout, of which old pages have many around a text, still count; this
#: bounds what a hostile page may cost.
_MAX_READ_DEPTH = 48

#: How many elements around ``pre`` may name its language: Jekyll puts it into a table in ``code``.
_WRAPPERS = 7

_SPACE = re.compile(r"\s+")

#: Soft hyphens, and byte order marks: at the start of Markdown its readers take none for text.
_INVISIBLE = dict.fromkeys((ord(SOFT_HYPHEN), 0xFEFF))

#: What some pages, those of arXiv for one, write before the text of an item, in a block of its own.
_LABEL = re.compile(r"\s*(?:[^\w\s]|[(\[]?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)\]])\s*", re.ASCII | re.IGNORECASE)


class Run(NamedTuple):
    """Text that the same inline elements hold."""

    #: In ``pre`` as on the page. Elsewhere white space is one space, and there is none at an end or `BREAK`.
    text: str
    #: Outermost first; links lead to the web.
    marks: Path


class Passage(NamedTuple):
    """A content block, or all content blocks of one ``pre``."""

    #: ``p``, ``pre`` or ``h1`` to ``h6``.
    kind: str
    #: The lists, quotes and tables of data that hold it.
    path: Path
    runs: tuple[Run, ...]
    #: Programming language of ``pre``, as its class or that of an element around it names it.
    language: str = ""


def read_passages(html: bytes | str, extraction: Extraction, charset: str | None = None) -> list[Passage]:
    """Read the content blocks of the page that was extracted, in order.

    Raises `PageError` and, if it is not that page, `InputError`.
    """
    expect("extraction", extraction, Extraction)
    reader = _Reader()
    follow(reader, html, charset, len(extraction.decisions))
    if reader.cutter.texts != [block.text for block in extraction.page.blocks]:
        raise InputError("the page has different text; pass the HTML and charset that were extracted")
    base = base_url(extraction.page.noted, extraction.url)
    labelled = zip(reader.blocks, extraction.decisions, strict=True)
    content = [texts for texts, decision in labelled if decision.label is Label.CONTENT]
    blocks = _blocks(_linked(content, base, {extraction.url_key, _normal(extraction.url)}))
    layout = layout_tables(path for path, _ in blocks)
    return [_passage(sound(without_tables(path, layout)[:_MAX_DEPTH]), texts) for path, texts in blocks]


class _Text(NamedTuple):
    """A text, and the elements that were open where it was met."""

    text: str
    marks: Path
    path: Path


class _Open(NamedTuple):
    """An open element, with what is around the texts in it."""

    #: Its class, or the start of it.
    classes: str = ""
    #: Tag of the innermost element that holds rows.
    rows: str = ""
    marks: Path = ()
    path: Path = ()


class _Reader(Follower[_Text]):
    """Keeps with each text the elements that are open around it."""

    def __init__(self) -> None:
        super().__init__()
        #: The page itself, then the open elements, outermost first.
        self._open = [_Open()]
        #: How many blocks there were where the last element began that delimits; -1 once one has ended.
        self._begun = -1
        #: Empty lines of ``pre`` since the last block: elements that delimit and hold only white space.
        self._empty_lines = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        super().start(tag, attributes)
        _, rows, marks, path = self._open[-1]
        classes = attributes.get("class", "") if attributes else ""
        if tag in _ROW_HOLDERS:
            rows = tag
        elif tag == "td" and rows == "thead":
            tag = "th"
        elif tag in _OLD_PRE or (classes == _DOXYGEN_PRE and tag == "div" and self._is_by_doxygen):
            tag = "pre"
        if tag in BLOCK_TAGS:
            self._begun = len(self.blocks)
        if tag in STRUCTURE:
            if len(path) < _MAX_READ_DEPTH:
                path = inside(path, Element(tag, attributes, self._around() if tag == "pre" else ""))
        elif tag in INLINE:
            marks = marked(marks, tag, attributes)
        self._open.append(_Open(classes[:CLASS_CHARS], rows, marks, path))

    def _around(self) -> str:
        """Return the classes of the innermost open elements."""
        return " ".join([each.classes for each in self._open[: -_WRAPPERS - 1 : -1]])

    @cached_property
    def _is_by_doxygen(self) -> bool:
        """Whether the page says, before its first listing, that Doxygen wrote it."""
        metas = (attributes for tag, attributes in self.cutter.noted if tag == "meta")
        named = (each for each in metas if each.get("name", "").lower() == "generator")
        return any("doxygen" in each.get("content", "").lower() for each in named)

    def end(self, tag: str) -> None:
        has_space = bool(self._uncut)
        super().end(tag)
        path = self._open.pop().path
        if tag in BLOCK_TAGS:
            self._count_empty_line(path, has_space=has_space)

    def piece(self, text: str) -> _Text:
        around = self._open[-1]
        return _Text(text.translate(_INVISIBLE), around.marks, around.path)

    def block(self, pieces: list[_Text]) -> list[_Text]:
        if self._empty_lines:
            pieces.insert(0, pieces[0]._replace(text="\n" * self._empty_lines))
            self._empty_lines = 0
        if self.cutter.paths[-1].tag == "pre":
            for place in line_numbers(each.text for each in pieces):
                pieces[place] = pieces[place]._replace(text="")
        return pieces

    def _count_empty_line(self, path: Path, *, has_space: bool) -> None:
        """Count the element that ends if it is an empty line of a ``pre``; forget those at the end of one."""
        if not path or path[-1].tag != "pre":
            self._empty_lines = 0
        elif has_space and len(self.blocks) == self._begun:
            self._empty_lines += 1
        self._begun = -1


def _linked(content: Sequence[list[_Text]], base: str, own: Container[str]) -> Iterator[list[_Text]]:
    """Make the links of blocks absolute; drop those that do not lead to the web, and headings' to their page.

    This is done for content only: most links of a page are in menus, and joining them all took a quarter of
    the time. It is done once for each, as one link may hold several blocks. `own` are URLs of the page.
    """
    around_headings = {link for texts in content for link in _around_heading(texts)}
    dropped = {link for link in around_headings if _leads_to(own, link.attributes["href"], base)}
    for link in {mark for texts in content for each in texts for mark in each.marks if mark.tag == "a"}:
        if url := web_url(link.attributes["href"], base):
            link.attributes = {"href": url}
        else:
            dropped.add(link)
    for texts in content:
        yield [
            each._replace(marks=tuple(mark for mark in each.marks if mark not in dropped)) for each in texts
        ]


def _around_heading(texts: Iterable[_Text]) -> Iterator[Element]:
    """Yield the link around a whole heading."""
    words = [each for each in texts if each.text.strip()]
    if any(element.tag in HEADINGS for element in words[0].path):
        yield from (
            mark for mark in words[0].marks if mark.tag == "a" and all(mark in each.marks for each in words)
        )


def _leads_to(own: Container[str], reference: str, base: str) -> bool:
    """Say whether a reference leads to a place on the page, or to one of its URLs."""
    return reference.startswith("#") or _normal(web_url(reference, base) or "") in own


def _normal(url: str) -> str:
    """Write a URL in normal form; empty if it has none."""
    try:
        return str(parse_url(url))
    except UrlError:
        return ""


def _blocks(content: Iterable[list[_Text]]) -> list[tuple[Path, list[_Text]]]:
    """Return each block with its path; joined are the lines of one ``pre``, and an item's label and text."""
    blocks: list[tuple[Path, list[_Text]]] = []
    for texts in content:
        path = sound(texts[0].path)
        before, last = blocks[-1] if blocks else ((), [])
        if path and path[-1].tag == "pre" and path[-1:] == before[-1:]:
            last.extend([_line_end(last[-1]), *texts])
        elif _begins_item(path, before) and _LABEL.fullmatch("".join(each.text for each in last)):
            blocks[-1] = path, [*last, last[-1]._replace(text=" ", marks=()), *texts]
        else:
            blocks.append((path, texts))
    return blocks


def _begins_item(path: Path, before: Path) -> bool:
    """Say whether a block is a paragraph of the item that holds the text before it without any other."""
    is_in_item = bool(before) and before[-1].tag == "li" and path[: len(before)] == before
    return is_in_item and all(each.tag == "p" for each in path[len(before) :])


def _line_end(last: _Text) -> _Text:
    """Return what ends the line after a text; an empty text if that ends it already."""
    return last._replace(text="" if last.text.endswith("\n") else "\n")


def _passage(path: Path, texts: Sequence[_Text]) -> Passage:
    *outside, leaf = path if path and path[-1].tag in LINE_TAGS else (*path, Element("p", {}))
    if leaf.tag != "pre":
        return Passage(leaf.tag, tuple(outside), tuple(_collapse(texts)))
    runs = tuple(Run("\n" if each.text == BREAK else each.text, each.marks) for each in texts)
    return Passage(leaf.tag, tuple(outside), runs, _language(leaf, texts))


def _language(leaf: Element, texts: Sequence[_Text]) -> str:
    marks = dict.fromkeys(mark for each in texts for mark in each.marks)
    return code_language([each.attributes for each in (leaf, *marks)], leaf.around)


def _collapse(texts: Iterable[_Text]) -> list[Run]:
    """Make each run of white space one space, and remove it beside a break and at the ends."""
    runs: list[Run] = []
    for (is_break, marks), group in groupby(texts, lambda each: (each.text == BREAK, each.marks)):
        if is_break:
            _strip(runs)
            runs += [Run(BREAK, marks) for _ in group if runs]
            continue
        text = _SPACE.sub(" ", "".join(each.text for each in group))
        if not runs or runs[-1].text[-1].isspace():
            text = text.removeprefix(" ")
        if text:
            runs.append(Run(text, marks))
    while runs and runs[-1].text == BREAK:
        runs.pop()
    _strip(runs)
    return runs


def _strip(runs: list[Run]) -> None:
    """Remove the space at the end."""
    if runs and runs[-1].text.endswith(" "):
        last = runs.pop()
        if text := last.text.removesuffix(" "):
            runs.append(Run(text, last.marks))
