"""The article of a page that leaves it to scripts to show what its JSON-LD (schema.org) states; pure."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from urltree.metadata.linkeddata import linked_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: An article of fewer characters is a description, which pages need not show.
LEAST_CHARS = 250

#: A page shows an article if it has one of this many runs of this many characters, not counting white space.
_RUNS, _RUN_CHARS = 16, 24

_TAG = re.compile(r"<[^<>]*>")


def unshown_article(linked_data: Sequence[str], texts: Iterable[str]) -> str:
    """Return the article that linked data states, as HTML; empty if the texts of the page show some of it.

    An article that is not for everyone (`isAccessibleForFree`) is left out.
    """
    body = _stated(script for script in linked_data if "articleBody" in script).strip()
    if len(body) < LEAST_CHARS or _is_shown(body, texts):
        return ""
    paragraphs = (f"<p>{line}</p>" for line in body.splitlines())
    return f"<article itemprop=articleBody>{''.join(paragraphs)}</article>"


def _stated(scripts: Iterable[str]) -> str:
    """Return the first article that is stated; it may have tags, or character references, or none."""
    for node in linked_nodes(scripts):
        body = node.get("articleBody")
        if isinstance(body, str) and not str(node.get("isAccessibleForFree")).lower().endswith("false"):
            return unescape(body)
    return ""


def _is_shown(body: str, texts: Iterable[str]) -> bool:
    stated, shown = _squeezed(_TAG.sub("", body)), _squeezed("".join(texts))
    last = max(len(stated) - _RUN_CHARS, 0)
    starts = range(0, last + 1, max(last // _RUNS, _RUN_CHARS))
    return any(stated[at : at + _RUN_CHARS] in shown for at in starts)


def _squeezed(text: str) -> str:
    return "".join(text.split())
