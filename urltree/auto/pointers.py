"""Paragraphs amid a text that point to another page: *Read more: A bridge for the town*; pure."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.auto.clues import Clues
    from urltree.models import TextBlock

    Mask = NDArray[np.bool_]

#: A label: a few words without digits up to a colon, or up to the wide colon of Chinese and Japanese.
_LABEL = re.compile(r"[^:\uff1a\d]{2,30}[:\uff1a]")
_LABEL_WORDS = 4

#: After it a title is linked, which has at least so many words and is no address.
_TITLE_WORDS = 4
_ADDRESS = re.compile(r"://|www\.")

#: The fewest characters in the link, as a share of the block's, and of those after the label.
_LINKED_OF_BLOCK = 0.5
_LINKED_OF_TITLE = 0.9

#: Blocks of so many words, with a smaller share in links, are text.
_TEXT_WORDS = 15
_TEXT_LINK_SHARE = 0.4


def pointers(blocks: Sequence[TextBlock]) -> Mask:
    """Say which of n blocks are a paragraph of a label and a link, (n,)."""
    links = [after - before for before, after in pairwise((0, *(block.links for block in blocks)))]
    return np.array([number == 1 and _points(block) for number, block in zip(links, blocks, strict=True)])


def _points(block: TextBlock) -> bool:
    if block.tag != "p" or block.link_chars < _LINKED_OF_BLOCK * len(block.text):
        return False
    label = _LABEL.match(block.text)
    if label is None or len(label[0].split()) > _LABEL_WORDS or _ADDRESS.search(block.text):
        return False
    title = block.text[label.end() :]
    return len(title.split()) >= _TITLE_WORDS and block.link_chars >= _LINKED_OF_TITLE * len(title)


def points_elsewhere(content: Mask, clues: Clues) -> Mask:
    """Say which pointers stand between text that is content, or before its next heading, (n,).

    Others may be sources or downloads.
    """
    found = content & pointers(clues.blocks) & ~clues.heads
    if found.any():
        shares = np.array([block.link_chars / len(block.text) for block in clues.blocks])
        text = content & (clues.words >= _TEXT_WORDS) & (shares < _TEXT_LINK_SHARE)
        found[0] = found[-1] = False
        headings = content & clues.in_heading & ~clues.heads
        found[1:-1] &= text[:-2] & (text | headings)[2:]
    return found
