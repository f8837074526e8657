"""The same pages as if they were written in another script: each word becomes letters drawn by its hash."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

if TYPE_CHECKING:
    from urltree.evaluation.datasets import GoldPage

_WORD = re.compile(r"[^\W\d_]+")
_UNWRITTEN = frozenset(("script", "style"))


class Script(NamedTuple):
    """How words are written."""

    letters: range
    #: Its letters for one of the word's.
    share: float
    #: Whether words have spaces between them.
    spaced: bool

    def written(self, text: str) -> str:
        """Write a text in this script; its punctuation stays."""
        found = _WORD.sub(lambda word: _written(word[0].lower(), self), text)
        return found if self.spaced else self._unspaced(found)

    def _unspaced(self, text: str) -> str:
        letter = f"[{chr(self.letters[0])}-{chr(self.letters[-1])}]"
        return re.sub(rf"\s+(?={letter})|(?<={letter})\s+", "", text)


@cache
def _written(word: str, script: Script) -> str:
    draw = Random(word.encode(errors="surrogatepass")).choices
    return "".join(map(chr, draw(script.letters, k=max(1, round(len(word) * script.share)))))


SCRIPTS = {
    "Arabic letters": Script(range(0x0620, 0x064B), 1, spaced=True),
    "Chinese characters, no spaces": Script(range(0x4E00, 0x9FA6), 0.4, spaced=False),
    "Thai letters, no spaces": Script(range(0x0E01, 0x0E2F), 0.8, spaced=False),
}


def in_script(page: GoldPage, script: Script) -> GoldPage:
    """Return a page, its title and its gold text in another script."""
    root = etree.fromstring(page.html.encode(), etree.HTMLParser(encoding="utf-8", huge_tree=True))
    for element in root.iter():
        if element.text and isinstance(element.tag, str) and element.tag not in _UNWRITTEN:
            element.text = script.written(element.text)
        element.tail = element.tail and script.written(element.tail)
    return replace(
        page,
        html=etree.tostring(root, method="html", encoding="unicode"),
        title=page.title and script.written(page.title),
        gold=script.written(page.gold),
    )
