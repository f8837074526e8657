"""Cut a page into its text blocks (URL Tree §2), in one pass over one lxml parse.

bytes → UTF-8 → parser events → `Cutter` → letter hashes → `TextBlock`s
"""

from __future__ import annotations

import re
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from lxml import etree

from urltree.charset import to_utf8
from urltree.cutter import Cutter
from urltree.letters import letter_hashes
from urltree.mailaddresses import with_mail_addresses
from urltree.metadata.authormarks import author_marks
from urltree.metadata.unshown import unshown_article
from urltree.models import Page, TextBlock

if TYPE_CHECKING:
    from lxml.etree._parser import CustomTargetParser

# The final ``>`` is optional: if no more of them follow, the match takes the rest of the page, which would
# otherwise be searched again from every ``<title``.
_TITLE = re.compile(rb"<title(?![^\s/>])[^>]*>?", re.IGNORECASE)
_TITLE_END = re.compile(rb"</title[\s/>]", re.IGNORECASE)

_BREAK_END = re.compile(rb"</br(?=[\s/>])", re.IGNORECASE)

#: What stands for a NUL.
_REPLACEMENT = "\ufffd".encode()

#: Makes a block from its row as `TextBlock._make` does, but without a call of Python code for each.
_block = partial(tuple.__new__, TextBlock)


def parse_page(html: bytes | str, charset: str | None = None) -> Page:
    """Cut a page into text blocks.

    ``charset`` is the one that HTTP declares. A byte order mark, or bytes that are UTF-8, overrule it; if it
    is missing, ``<meta>`` and then a detector are used. Markup may be broken, and nested to any depth.

    Raises `PageError` if the page is empty, plainly not HTML, or has more than `MOST_BLOCKS` blocks.
    """
    return parse_utf8(to_utf8(html, charset))


def parse_utf8(utf8: bytes) -> Page:
    """Cut a page that `to_utf8` has encoded, as `parse_page` does, whatever charset its ``<meta>`` names."""
    cutter = _thread.cutter
    try:
        etree.fromstring(_mended(utf8), _thread.parser)
        _feed_unshown(cutter, cutter)
        return _page(cutter, utf8)
    finally:
        cutter.reset()


def _page(cutter: Cutter, utf8: bytes) -> Page:
    hashes = letter_hashes(cutter.texts)
    tags = [path.tag for path in cutter.paths]
    paths = [path.path for path in cutter.paths]
    return Page(
        blocks=tuple(map(_block, zip(cutter.texts, hashes, tags, paths, *cutter.numbers(), strict=True))),
        title=cutter.title,
        noted=tuple(cutter.noted),
        dated=tuple(cutter.dated),
        lines=cutter.lines,
        footnotes=tuple(place for place in cutter.footnotes if place < len(cutter.texts)),
        linked_data=tuple(cutter.linked_data),
        author_links=tuple(cutter.author_links),
        author_marks=tuple(author_marks(utf8)),
        doctype=cutter.doctype_id,
    )


def feed(target: Any, page: bytes) -> None:
    """Run a page in UTF-8 through an lxml parser target, after the same repairs as in `parse_page`."""
    etree.fromstring(_mended(page), _parser(target))


def feed_whole(target: Any, html: bytes | str, charset: str | None) -> None:
    """Feed a page to a target that passes all to its `cutter`, which then has the blocks of `parse_page`."""
    feed(target, to_utf8(html, charset))
    _feed_unshown(target, target.cutter)


def _feed_unshown(target: Any, cutter: Cutter) -> None:
    if article := unshown_article(cutter.linked_data, cutter.texts):
        feed(target, article.encode(errors="replace"))


def _parser(target: Any) -> CustomTargetParser[Any]:
    return etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)


def _mended(page: bytes) -> bytes:
    """Remove ``<title>`` if no ``</title>`` is on the page: all that follows would be text of the title.

    ``</br>`` is a line break, as in browsers (HTML, 13.2.6.4.7). A NUL is written as U+FFFD, which libxml2
    would make of it too, but hand over by itself: each takes 90 bytes of memory then.
    """
    if not (b"</title>" in page or b"</TITLE>" in page or _TITLE_END.search(page)):
        page = _TITLE.sub(b"", page)
    return _BREAK_END.sub(b"<br", with_mail_addresses(page)).replace(b"\0", _REPLACEMENT)


class _Thread(threading.local):
    """A thread's cutter and its parser.

    A new parser for each page would take 5 to 9 % of the time of `strict`: lxml leaves a parser with a
    target, and all that the target holds, to the garbage collector.
    """

    def __init__(self) -> None:
        self.cutter = Cutter()
        self.parser = _parser(self.cutter)


_thread = _Thread()
