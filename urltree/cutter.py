"""The parser target that cuts a page into text blocks (URL Tree §2).

events of lxml's parser → texts, DOM paths, link characters, and what the page says about itself
"""
# ruff: noqa: SLF001 -- the tables of tags name the cutter's own methods

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from urltree.dompath import MARKING, PathNode, PathTrie, is_unseen, marks
from urltree.errors import PageError
from urltree.models import AuthorLink, DatedElement
from urltree.tags import BLOCK_TAGS, DROPPED_TAGS, HEADINGS, LINE_TAGS, OPENABLE_TAGS
from urltree.traits.endings import asks, ending, is_at_start
from urltree.traits.formulas import IN_ROW, OFF_ROW, bare_tex, formula_text
from urltree.traits.linenumbers import line_numbers
from urltree.traits.linkmarks import NEAR, NoteNumbers, edits_section, is_permalink, leads_back, opens_below
from urltree.traits.readings import READING, end_reading
from urltree.traits.whitespace import BREAK, collapsed, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from urltree.models import Noted

#: A noscript with at most this many characters, about 150 words, is dropped: it asks readers to turn scripts
#: on. A longer one is taken for a page that sits inside an unclosed noscript; a longer inline element that is
#: hidden, for text that readers may open.
NOSCRIPT_CHARS, HIDDEN_CHARS = 900, 100

#: A page with more blocks is refused: `auto` takes 5 KB for each, and articles have a few hundred.
MOST_BLOCKS = 100_000

# ``html`` delimits, too, but has an opener of its own, which also notes its attributes.
_DELIMITERS = BLOCK_TAGS - {"html"}

_paths = PathTrie()


class Cutter:
    """Parser target that cuts one page into blocks.

    lxml calls it some 3,000 times per page, so each method tests for the common case first. Blocks are kept
    in columns, which need no garbage collection. In a dropped element only `dropping` tells the open tags.
    """

    __slots__ = tuple(
        """
        _boxes _customs _drop_from _formula_end _hidden_depth _hidden_from _hidden_tag _inlines
        _is_linked_data _is_opener _link _link_from _links _long_noscripts _lowest _noscripts
        _note_numbers _open_link_chars _path _readings _tex _tex_from author_links boxes dated
        doctype_id dropping footnotes indent inlines lines link_chars linked_data links noted paths
        pieces shared texts title
        """.split(),
    )

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begin with another page: nothing is left of the one before, nor of an exception amid it."""
        #: Pieces of text that do not belong to a block yet.
        self.pieces: list[str] = []
        #: How many of these may be white space before a text: none, unless a follower adds it.
        self.indent = 0
        #: Columns of the blocks so far; at the end of a short noscript its blocks are removed again.
        self.texts: list[str] = []
        self.paths: list[PathNode] = []
        self.link_chars: list[int] = []
        self.shared: list[int] = []
        self.boxes: list[int] = []
        self.links: list[int] = []
        self.inlines: list[int] = []
        #: Text of the first ``<title>`` that has any.
        self.title: str | None = None
        #: Public identifier of the doctype, empty if it has none; None without a doctype.
        self.doctype_id: str | None = None
        #: What the page says about itself: see `Page`.
        self.noted: list[Noted] = []
        self.dated: list[DatedElement] = []
        self.lines: dict[str, tuple[str, ...]] = {}
        self.footnotes: list[int] = []
        self.linked_data: list[str] = []
        self.author_links: list[AuthorLink] = []
        #: Tags of the open elements from the outermost dropped one down; empty outside of dropped elements.
        self.dropping: list[str] = []
        self._path = _paths.root()
        self._customs: list[bool] = []  # whether each open custom element delimits
        self._lowest = 0  # depth of the deepest element that has been open all the time since the last cut
        self._link_from: int | None = None  # the piece at which the open link starts
        self._link: Mapping[str, str] = {}  # the attributes of the last link
        self._open_link_chars = 0  # characters in the closed links of the block that is not cut yet
        self._drop_from = 0  # the piece at which the dropped element starts
        self._is_linked_data = False  # whether the element being dropped is JSON-LD
        self._is_opener = False  # whether the element being dropped is a button that opens what is below
        self._note_numbers = NoteNumbers()
        self._tex = ""  # of the formula being dropped, by an attribute of it
        self._tex_from: int | None = None  # the piece at which an annotation tells its TeX
        self._formula_end = 0  # the piece that follows the last formula; 0 if there is none in the block
        self._readings = 0  # how many readings are open
        self._hidden_tag, self._hidden_depth = "", 0  # of the open hidden element, and of those in it
        self._hidden_from = 0, 0, 0  # the block and piece at which it starts, characters in links before
        self._noscripts: list[int] = []  # the block at which each open noscript starts
        self._long_noscripts = 0  # how many of these, from the outermost on, are known to be long
        self._boxes = self._links = self._inlines = 0  # elements so far

    def doctype(self, _name: str, public_id: str | None, _url: str | None) -> None:
        """Take the doctype."""
        self.doctype_id = public_id or ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        if self.dropping:
            self._start_within(tag, attributes)
        elif tag in _DELIMITERS or ("-" in tag and self._open_custom(tag, attributes)):
            if self.pieces:
                self._cut()
            self._boxes += 1
            path, lowest = self._path, self._lowest
            self._lowest = lowest if lowest < path.depth else path.depth  # noqa: FURB136 - saves a call
            if attributes:
                marked = "" if MARKING.isdisjoint(attributes) else marks(attributes)
                self._path = path[tag, attributes.get("id"), attributes.get("class"), marked]
            else:
                self._path = path[tag, None, None, ""]
        elif tag == "a":
            self._links += 1
            if self._link_from is None and "href" in attributes:
                self._link_from = len(self.pieces)
                self._link = attributes
        elif tag in _OPENERS:
            _OPENERS[tag](self, attributes)
        else:
            self._inlines += 1
            if attributes or self._hidden_tag or self._formula_end:
                self._open_inline(tag, attributes)

    def data(self, text: str) -> None:
        """Take a text; most texts are the white space between elements, which is not worth a cut."""
        if self.pieces or not text.isspace():
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        """Take an end tag; the parser sends one for every start tag, in order."""
        if self.dropping:
            self.dropping.pop()
            if not self.dropping:
                self._close_dropped(tag)
        elif tag in BLOCK_TAGS or ("-" in tag and self._customs and self._customs.pop()):
            if self.pieces:
                self._cut()
            self._path = self._path.parent
        elif tag == "a":
            if self._link_from is not None:
                self._close_link()
        elif tag in _CLOSERS:
            _CLOSERS[tag](self)
        elif tag == self._hidden_tag:
            self._close_hidden()

    def close(self) -> None:
        """Cut what is left."""
        self._cut()

    def _start_within(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag in a dropped element."""
        if tag == "button" and self.dropping[0] == tag:
            self._close_button()
            self.start(tag, attributes)
            return
        self.dropping.append(tag)
        if tag == "annotation" and "tex" in attributes.get("encoding", "").lower():
            self._tex_from = len(self.pieces)
        elif tag not in IN_ROW and self.dropping[0] == "math":
            self.pieces.append(OFF_ROW)

    def _open_inline(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Drop what is no text; note what is hidden, but for formulas: Wikipedia shows pictures of these."""
        classes = attributes.get("class", "")
        is_note = tag == "span" and (edits_section(classes) or self._is_permalink(classes))
        if is_note or (self._formula_end and self._skips_formula(tag, attributes)):
            self._open_dropped(tag)
        elif tag == self._hidden_tag:
            self._hidden_depth += 1
        elif not self._hidden_tag and "math" not in classes and "-" not in tag and is_unseen(attributes):
            self._hidden_tag, self._hidden_depth = tag, 1
            self._hidden_from = len(self.texts), len(self.pieces), self._open_link_chars

    def _close_hidden(self) -> None:
        """End a hidden element; drop its text if short and in one line: readers may open longer ones."""
        self._hidden_depth -= 1
        if self._hidden_depth == 0:
            self._hidden_tag = ""
            blocks, start, link_chars = self._hidden_from
            if blocks == len(self.texts) and len(collapsed(self.pieces[start:])) <= HIDDEN_CHARS:
                del self.pieces[start:]
                self._open_link_chars, self._formula_end, self._note_numbers = link_chars, 0, NoteNumbers()

    def _open_custom(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """Note a custom element and its time; say whether it delimits: within a text it is inline."""
        if "time" in tag.split("-"):
            self._open_time(attributes)
        self._customs.append(len(self.pieces) <= self.indent and self._path.tag not in LINE_TAGS)
        return self._customs[-1]

    def _cut(self) -> None:
        if self._path.tag == "pre":
            for place in line_numbers(self.pieces):
                self.pieces[place] = ""
        text = collapsed(self.pieces)
        if text:
            if self._link_from is not None:
                self._read_link()
            self.texts.append(text)
            if BREAK in self.pieces and (lines := lines_of(self.pieces)):
                self.lines[text] = lines
            if len(self.texts) > MOST_BLOCKS:
                raise PageError(f"the page has more than {MOST_BLOCKS:,} text blocks; split it")
            path, lowest = self._path, self._lowest
            self.paths.append(path)
            self.link_chars.append(self._open_link_chars)
            self._open_link_chars = 0
            self._lowest = depth = path.depth
            self.shared.append(lowest if lowest < depth else depth)  # noqa: FURB136 - saves a call
            self.boxes.append(self._boxes)
            self.links.append(self._links)
            self.inlines.append(self._inlines)
        if self._link_from:
            self._link_from = 0
        self._formula_end, self._note_numbers.end = 0, 0
        self.pieces.clear()

    def _close_link(self) -> None:
        """End the open link; drop its text if it only marks a place on the same page."""
        if not (self._link["href"].startswith("#") and self._drop_mark(self._link_from or 0)):
            self._read_link()
        self._link_from = None

    def _drop_mark(self, link: int) -> bool:
        """Drop a link that is a mark; say whether it is one, or numbers a line, which is dropped later."""
        text = "".join(self.pieces[link:])
        start = self._note_numbers.start_of(self.pieces, link)
        if start is None:
            return self._path.tag == "pre" and text.strip().isdecimal()
        if leads_back(text) and any(map(str.strip, self.pieces[max(link - NEAR, 0) : link])):
            self.footnotes.append(len(self.texts))
        del self.pieces[start:]
        self._formula_end = 0
        return True

    def _is_permalink(self, classes: str) -> bool:
        """Say whether a part of the open link with these classes names it, after the text of a heading."""
        is_after = (self._link_from or 0) > self.indent and self._path.tag in HEADINGS
        return is_after and is_permalink(self._link["href"], classes)

    def _read_link(self) -> None:
        """Count the characters of the open link that are not cut yet; keep the link if it is to an author."""
        text = collapsed(self.pieces[self._link_from :])
        if not opens_below(self._link["href"], self._path.tag):
            self._open_link_chars += len(text)
        if "rel" in self._link and text and "author" in self._link["rel"].lower().split():
            self.author_links.append(AuthorLink(self._link["href"], text))

    def _open_dropped(self, tag: str) -> None:
        self.dropping.append(tag)
        self._drop_from = len(self.pieces)

    def _close_dropped(self, tag: str) -> None:
        if tag == "title" and self.title is None:
            self.title = collapsed(self.pieces[self._drop_from :]) or None
        elif self._is_linked_data:
            self.linked_data.append("".join(self.pieces[self._drop_from :]))
            self._is_linked_data = False
        elif tag == "math":
            self._close_math()
        elif tag == "button" and self._is_opener and asks(self.pieces[self._drop_from :]):
            return  # as the buttons of accordions do
        del self.pieces[self._drop_from :]

    def _close_button(self) -> None:
        """End an unclosed button where another starts (HTML, 13.2.6.4.7); elements inside it stay open."""
        _, *inside = self.dropping
        self.dropping.clear()
        del self.pieces[self._drop_from :]
        for tag in inside:
            if tag != "rt":  # followers would miss its bracket if the next tag cut it off at once
                self.start(tag, {})

    def _open_button(self, attributes: Mapping[str, str]) -> None:
        if self._path.tag in OPENABLE_TAGS and is_at_start(self.pieces):
            self._inlines += 1
        else:
            self._open_dropped("button")
            self._is_opener = "aria-expanded" in attributes

    def _open_template(self, attributes: Mapping[str, str]) -> None:
        if "shadowrootmode" in attributes:
            self._inlines += 1
        else:
            self._open_dropped("template")

    def _open_math(self, attributes: Mapping[str, str]) -> None:
        self._open_dropped("math")
        self._tex, self._tex_from = attributes.get("alttext", "").strip(), None

    def _close_math(self) -> None:
        """Put its TeX, if the page tells it, or else the row that it is, in the place of a formula."""
        if tex := bare_tex(self._tex or formula_text(self.pieces, self._drop_from, self._tex_from)):
            self.pieces.insert(self._drop_from, tex)
            self._drop_from += 1
            self._formula_end = self._drop_from

    def _skips_formula(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """Say whether KaTeX shows an element in place of the formula that it has just told to screen readers.

        A custom element does not count: its end is to be taken from those that are open.
        """
        is_next = not "".join(self.pieces[self._formula_end :]).strip()
        self._formula_end = 0
        return is_next and attributes.get("aria-hidden") == "true" and "-" not in tag

    def _open_script(self, attributes: Mapping[str, str]) -> None:
        self._open_dropped("script")
        self._is_linked_data = "ld+json" in attributes.get("type", "").lower()

    def _open_noscript(self, _: Mapping[str, str]) -> None:
        self._cut()
        self._noscripts.append(len(self.texts))

    def _close_noscript(self) -> None:
        self._cut()
        first, outer = self._noscripts.pop(), len(self._noscripts)
        if outer < self._long_noscripts or sum(map(len, self.texts[first:])) > NOSCRIPT_CHARS:
            self._long_noscripts = outer  # a noscript around a long one is long, too
        else:
            self._lowest = min([self._lowest, *self.shared[first:]])
            del self.texts[first:], self.paths[first:], self.footnotes[bisect_left(self.footnotes, first) :]
            for column in self.numbers():
                del column[first:]

    def numbers(self) -> tuple[list[int], ...]:
        """Return the columns of numbers, in the order of `TextBlock`."""
        return self.link_chars, self.shared, self.boxes, self.links, self.inlines

    def _break_line(self, _: Mapping[str, str]) -> None:
        self.pieces.append(BREAK)

    def _open_reading(self, _: Mapping[str, str]) -> None:
        self._inlines += 1
        self._readings += 1
        self.pieces.append(READING)

    def _close_reading(self) -> None:
        """End the open reading, unless its block is cut."""
        if self._readings:
            self._readings -= 1
            end_reading(self.pieces)

    def _open_abbr(self, attributes: Mapping[str, str]) -> None:
        self._inlines += 1
        self._open_time(attributes, "abbr")

    def _open_time(self, attributes: Mapping[str, str], tag: str = "time") -> None:
        self.dated.append(DatedElement(tag, dict(attributes), ending(self.pieces), self._path.path))

    def _open_html(self, attributes: Mapping[str, str]) -> None:
        self._cut()
        self._lowest = 0
        self._path = self._path["html", attributes.get("id"), attributes.get("class"), marks(attributes)]
        self.noted.append(("html", dict(attributes)))


def _dropper(tag: str) -> Callable[[Cutter, Mapping[str, str]], None]:
    return lambda cutter, _: cutter._open_dropped(tag)


def _noter(tag: str) -> Callable[[Cutter, Mapping[str, str]], None]:
    return lambda cutter, attributes: cutter.noted.append((tag, dict(attributes)))


_OPENERS: dict[str, Callable[[Cutter, Mapping[str, str]], None]] = {
    **{tag: _dropper(tag) for tag in DROPPED_TAGS},
    "abbr": Cutter._open_abbr,
    "br": Cutter._break_line,
    "button": Cutter._open_button,
    "html": Cutter._open_html,
    "math": Cutter._open_math,
    "noscript": Cutter._open_noscript,
    "rt": Cutter._open_reading,
    "script": Cutter._open_script,
    "template": Cutter._open_template,
    "time": Cutter._open_time,
    **{tag: _noter(tag) for tag in ("base", "link", "meta")},
}
_CLOSERS: dict[str, Callable[[Cutter], None]] = {
    "noscript": Cutter._close_noscript,
    "rt": Cutter._close_reading,
}
