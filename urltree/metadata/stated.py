"""The blocks of a page whose text its JSON-LD (schema.org) states, as content of its own; pure.

Plugins that write recipes, steps, and questions with their answers into a page state them for search engines,
too. Such boxes look like boilerplate: they stand below the text, and are made of short pieces.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from urltree.metadata.linkeddata import has_type, linked_nodes
from urltree.metadata.plaintext import in_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from urltree.models import Page

#: Endings of the types of nodes that state content, and the properties in which they, and their parts, do so.
_TYPES = ("FAQPage", "HowTo", "QAPage", "Recipe")
_PROPERTIES = ("mainEntity", "recipeIngredient", "recipeInstructions", "step")
_PARTS = ("acceptedAnswer", "itemListElement", "name", "suggestedAnswer", "text")

_NO_LETTERS = re.compile(r"[\W_]+")


def stated_blocks(page: Page) -> NDArray[np.bool_]:
    """Say which of n blocks are lines of questions, answers, steps or ingredients that JSON-LD states: (n,).

    What is all link is none: it leads to one.
    """
    scripts = [script for script in page.linked_data if any(name in script for name in _TYPES)]
    lines = set(_letters(_stated_lines(scripts))) - {""}
    if not lines:
        return np.zeros(len(page.blocks), bool)
    texts = _letters(block.text if block.link_chars < len(block.text) else "" for block in page.blocks)
    return np.array([text in lines for text in texts])


def _stated_lines(scripts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the texts that scripts state, without tags."""
    waiting: list[Any] = [
        node.get(name) for node in linked_nodes(scripts) if has_type(node, _TYPES) for name in _PROPERTIES
    ]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += map(value.get, _PARTS)
        elif isinstance(value, str):
            yield from in_lines(value).splitlines()


def _letters(texts: Iterable[str]) -> list[str]:
    return [_NO_LETTERS.sub("", text).lower() for text in texts]
