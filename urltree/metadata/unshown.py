"""The article of a page that leaves it to scripts to show what its JSON-LD (schema.org) states; pure."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from urltree.metadata.linkeddata import linked_nodes
from urltree.metadata.plaintext import in_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: An article of fewer characters is a description, which pages need not show.
LEAST_CHARS = 250

#: An article is compared with a page by at most so many runs of so many characters, without white space.
_RUNS, _RUN_CHARS = 16, 24


def unshown_article(linked_data: Sequence[str], texts: Iterable[str]) -> str:
    """Return the article that linked data states, as HTML; empty if the texts of the page show it.

    They do if they have half of it, or any of it and more text than the article, of which that may be a
    summary. An article that is not for everyone (`isAccessibleForFree`) is left out.
    """
    body = _stated(script for script in linked_data if "articleBody" in script)
    if len(body) < LEAST_CHARS or _is_shown(_squeezed(body), _squeezed("".join(texts))):
        return ""
    paragraphs = (f"<p>{escape(line)}</p>" for line in map(str.strip, body.splitlines()) if line)
    return f"<article itemprop=articleBody>{''.join(paragraphs)}</article>"


def _stated(scripts: Iterable[str]) -> str:
    """Return the first article that is stated, without tags."""
    for node in linked_nodes(scripts):
        body = node.get("articleBody")
        if isinstance(body, str) and not str(node.get("isAccessibleForFree")).lower().endswith("false"):
            return in_lines(body).strip()
    return ""


def _is_shown(stated: str, shown: str) -> bool:
    last = max(len(stated) - _RUN_CHARS, 0)
    starts = range(0, last + 1, max(last // _RUNS, _RUN_CHARS))
    found = sum(stated[at : at + _RUN_CHARS] in shown for at in starts)
    return 2 * found >= len(starts) or (found > 0 and len(shown) > len(stated))


def _squeezed(text: str) -> str:
    return "".join(text.split())
