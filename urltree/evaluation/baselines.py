"""Extractors that look at one page at a time, to compare with ours: HTML in, text out.

Each extracts the main text without comments, in its language-independent setting if it has one.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from urltree.blocks import parse_page
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    Extract = Callable[[str], str]


class Baseline(NamedTuple):
    """An extractor that is imported when it is loaded."""

    load: Callable[[], Extract]
    #: The package that it is from.
    package: str


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


BASELINES = {
    "all-text": Baseline(lambda: all_text, "urltree"),
    "trafilatura": Baseline(_trafilatura, "trafilatura"),
    "readability-lxml": Baseline(_readability, "readability-lxml"),
    "justext": Baseline(_justext, "justext"),
    "boilerpy3-article": Baseline(lambda: _boilerpy("ArticleExtractor"), "boilerpy3"),
    "boilerpy3-default": Baseline(lambda: _boilerpy("DefaultExtractor"), "boilerpy3"),
    "resiliparse": Baseline(_resiliparse, "resiliparse"),
}
