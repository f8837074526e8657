"""A page with its text blocks marked, to be looked at in a browser: no scripts, no remote loads."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from urltree.blocks import BLOCK_TAGS, Cutter, feed
from urltree.charset import to_utf8
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEAD = """<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
.urltree-content {{ background: #c8f0c8; }}
.urltree-boilerplate {{ background: #f6cccc; }}
.urltree-cold {{ background: #fff0b8; }}
</style>
</head>
<body>
"""
_FOOT = "\n</body>\n</html>\n"

#: Tags that are written again: not the page's frame, which is ours, nor raw text, which would swallow marks.
_SHOWN_TAGS = BLOCK_TAGS - {
    "body",
    "frameset",
    "head",
    "html",
    "listing",
    "optgroup",
    "option",
    "plaintext",
    "xmp",
}
_SHOWN_TAGS |= {
    "a",
    "b",
    "bdo",
    "br",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "kbd",
    "mark",
    "q",
    "s",
    "small",
}
_SHOWN_TAGS |= {"span", "strong", "sub", "sup", "u", "var"}
_VOID_TAGS = frozenset(["br", "col", "hr"])
_SHOWN_ATTRIBUTES = ("class", "colspan", "dir", "id", "lang", "rowspan", "title")
_LINK_SCHEMES = ("http://", "https://")

#: Place in the output, text.
_Piece = tuple[int, str]


def annotate(html: bytes | str, marks: Sequence[str], charset: str | None = None) -> str:
    """Write the page anew, the text of block k in spans of class ``urltree-`` + ``marks[k]``.

    Only harmless elements of the page are kept, with harmless attributes. The marks that have a colour are
    content, boilerplate and cold.

    Raises `PageError` as `urltree.blocks.parse_page` does, `InputError` unless every block has one mark.
    """
    writer = _Writer()
    feed(writer, to_utf8(html, charset))
    blocks = len(writer.blocks)
    if len(marks) != blocks:
        raise InputError(f"{len(marks)} marks for a page of {blocks} blocks; give one for each block")
    return writer.page(marks)


class _Writer:
    """Parser target that lets a `Cutter` see every event first and writes down what came of it."""

    def __init__(self) -> None:
        self._cutter = Cutter()
        self._output: list[str] = []
        #: Pieces of text that the cutter holds uncut, each with the place kept for it in the output.
        self._pieces: list[_Piece] = []
        #: The pieces of each block.
        self.blocks: list[list[_Piece]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._cutter.start(tag, attributes)
        self._follow()
        if tag in _SHOWN_TAGS:
            self._output.append(f"<{tag}{_shown_attributes(attributes)}>")

    def end(self, tag: str) -> None:
        self._cutter.end(tag)
        self._follow()
        if tag in _SHOWN_TAGS and tag not in _VOID_TAGS:
            self._output.append(f"</{tag}>")

    def data(self, text: str) -> None:
        self._cutter.data(text)
        self._follow()

    def close(self) -> None:
        self._cutter.close()
        self._follow()

    def _follow(self) -> None:
        """Do to our pieces and blocks what the cutter did to its own."""
        blocks = len(self._cutter.texts)
        if blocks > len(self.blocks):
            self.blocks.append(self._pieces)
            self._pieces = []
        del self.blocks[blocks:]
        del self._pieces[len(self._cutter.pieces) :]
        for text in self._cutter.pieces[len(self._pieces) :]:
            self._pieces.append((len(self._output), text))
            self._output.append("")

    def page(self, marks: Sequence[str]) -> str:
        for mark, pieces in zip(marks, self.blocks, strict=True):
            for place, text in pieces:
                self._output[place] = f'<span class="urltree-{escape(mark)}">{escape(text)}</span>'
        return "".join([_HEAD.format(title=escape(self._cutter.title or "")), *self._output, _FOOT])


def _shown_attributes(attributes: Mapping[str, str]) -> str:
    shown = {name: attributes[name] for name in _SHOWN_ATTRIBUTES if name in attributes}
    if attributes.get("href", "").lower().startswith(_LINK_SCHEMES):
        shown["href"] = attributes["href"]
    return "".join(f' {name}="{escape(value)}"' for name, value in shown.items())
