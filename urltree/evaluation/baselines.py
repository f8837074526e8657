"""Extractors that look at one page at a time, to compare with ours: HTML in, text out.

Each extracts the main text without comments, in its language-independent setting if it has one.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from urltree.blocks import parse_page
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    Extract = Callable[[str], str]


def all_text(html: str) -> str:
    """Return the text of every block, as an extractor would that removes nothing."""
    return "\n".join(block.text for block in parse_page(html).blocks)


def _library(name: str) -> ModuleType:
    """Import a library and silence its log, because the report counts its failures."""
    logging.getLogger(name.partition(".")[0]).setLevel(logging.CRITICAL + 1)
    return library(name, "baselines")


def _trafilatura() -> Extract:
    extract = _library("trafilatura").extract
    return lambda html: extract(html, include_comments=False) or ""


def _readability() -> Extract:
    document = _library("readability").Document
    return lambda html: all_text(document(html).summary())


def _justext() -> Extract:
    justext = _library("justext").justext

    def extract(html: str) -> str:
        paragraphs = justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def _boilerpy(name: str) -> Extract:
    extractor = getattr(_library("boilerpy3.extractors"), name)()
    return lambda html: str(extractor.get_content(html))


def _resiliparse() -> Extract:
    extract = _library("resiliparse.extract.html2text").extract_plain_text
    return lambda html: str(
        extract(html, main_content=True, alt_texts=False, list_bullets=False, comments=False)
    )


#: Name -> how to load it.
BASELINES: dict[str, Callable[[], Extract]] = {
    "all-text": lambda: all_text,
    "trafilatura": _trafilatura,
    "readability-lxml": _readability,
    "justext": _justext,
    "boilerpy3-article": lambda: _boilerpy("ArticleExtractor"),
    "boilerpy3-default": lambda: _boilerpy("DefaultExtractor"),
    "resiliparse": _resiliparse,
}

#: Name -> the package that it is from.
PACKAGES = {
    "trafilatura": "trafilatura",
    "readability-lxml": "readability-lxml",
    "justext": "justext",
    "boilerpy3-article": "boilerpy3",
    "boilerpy3-default": "boilerpy3",
    "resiliparse": "resiliparse",
}
