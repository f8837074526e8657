"""The heuristic ``texrex``: Schäfer's boilerplate detector, for comparison; it knows nothing of the site.

Built after "Efficient High-precision Boilerplate Detection Using Multilayer Perceptrons" (extended abstract):
the 37 inputs of §2, scaled as there, and the network of §3 with the activations of FANN. Our own are the
blocks, the constants that the paper does not state, and the weights, learnt from our pages. The bytes of
markup are not measured: elements are counted, and each is taken to be as long as its kind is on average on
the web.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from urltree.heuristics import by_score
from urltree.scorer import load_network
from urltree.traits.blockspans import windows
from urltree.traits.characters import Kind, count_characters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import Branch, Decision, Page, TextBlock
    from urltree.scorer import Layer
    from urltree.traits.characters import Characters

    Floats = NDArray[np.floating]

WEIGHTS = Path(__file__).parent / "weights" / "texrex.npz"

#: A block is boilerplate from this output on, at which the paper has its highest accuracy.
THRESHOLD = 0.5

#: Containers (1d): groups of tags.
CONTAINERS: dict[str, tuple[str, ...]] = {
    "article": ("article", "main"),
    "aside": ("aside",),
    "blockquote": ("blockquote",),
    "definition": ("dd", "dt"),
    "div": ("div",),
    "h": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "li": ("li",),
    "p": ("p",),
    "pre": ("pre",),
    "section": ("section",),
    "td": ("td", "th"),
}

#: The network's inputs, in the order of the paper.
INPUTS = (
    *("1a markup", "1b markup within 1", "1c markup within 2"),
    *(f"1d {name}" for name in CONTAINERS),
    *("1e no container", "1f empty blocks before", "1g links"),
    *("2a addresses", "2b URLs", "2c hashtags"),
    *("3a length", "3b share of page", "3c place in text", "3d place in blocks"),
    *("4a punctuation", "4b letters", "4c digits", "4d upper case", "4e copyright"),
    *("5a sentence length", "5b sentences", "5c ends with punctuation"),
    *("6a HTML 4", "6a HTML 5", "6a XHTML", "6a undeclared", "6b markup of page"),
)

#: Bytes of markup of an element, both tags included, on average over six sets of pages: of an element that
#: delimits, of a link, and of any other.
_BYTES = (40, 105, 95)

#: Counts that are not shares of a block's characters are divided by these and cut off at 1.
_MOST_EMPTY = 10
_MOST_CHARS = 500
_MOST_WORDS = 30
_MOST_SENTENCES = 10

#: Addresses, URLs, hashtags (2a-c); each pattern begins with a sign that is rare, and so quick to search for.
_TEXT_PATTERNS = (
    re.compile(r"@(?<=\w@)[\w-]+\.\w"),
    re.compile(r"(?:://|www\.)\w"),
    re.compile(r"#(?<!\S#)\w*[^\W\d]"),
)
_PUNCTUATION = [Kind.STOP, Kind.COMMA, Kind.PUNCTUATION, Kind.ADDRESS]
_LETTERS = [Kind.LETTER, Kind.UPPER, Kind.UNSPACED]


def texrex(page: Page, branch: Branch) -> list[Decision]:
    """Decide on the blocks of a page, at least one; the domain's counts are reported, but decide nothing."""
    outputs = boilerplate_output(shipped_layers(), texrex_inputs(page)).astype(float)
    return by_score(page.blocks, outputs < THRESHOLD, (1 - outputs).clip(0, 1), branch.domain)


@cache
def shipped_layers() -> tuple[Layer, ...]:
    """Load the network that comes with the library, once; its inputs are scaled already."""
    return load_network(WEIGHTS).layers


def boilerplate_output(layers: Sequence[Layer], inputs: Floats) -> Floats:
    """Return the output, (n,) from -1 to 1, for rows of inputs (n, 37): 0 for content, 1 for boilerplate."""
    hidden, last = layers
    values = gaussian(inputs @ hidden.weights + hidden.bias)
    return piecewise_linear(values @ last.weights + last.bias)[:, 0]


def gaussian(sums: Floats) -> Floats:
    """Activate as FANN's GAUSSIAN_SYMMETRIC does, with its default steepness of 0.5."""
    return 2 * np.exp(-((sums / 2) ** 2)) - 1


def piecewise_linear(sums: Floats) -> Floats:
    """Activate as FANN's LINEAR_PIECE_SYMMETRIC does, with its default steepness of 0.5."""
    return np.clip(sums / 2, -1, 1)


def texrex_inputs(page: Page) -> NDArray[np.float32]:
    """Describe the n blocks of a page, at least one: float32 (n, 37) within 0 and 1."""
    texts = [block.text for block in page.blocks]
    elements = np.array([(block.boxes, block.links, block.inlines) for block in page.blocks])
    elements = np.diff(elements, axis=0, prepend=0)
    characters = count_characters(texts)
    counts, length, _, last = characters
    *near, of_page = _markup(texts, elements @ _BYTES)
    columns = (
        *near,
        *_container([block.tag for block in page.blocks]),
        _empty_before(page.blocks, elements[:, 0]) / _MOST_EMPTY,
        elements[:, 1] / length,
        *(_found(pattern, texts) / length for pattern in _TEXT_PATTERNS),
        *_length_and_place(length),
        *_graphemes(counts, length),
        *_sentences(characters),
        np.isin(last, _PUNCTUATION),
        *_doctype(page.doctype, len(texts)),
        of_page,
    )
    return np.array(columns, np.float32).T.clip(0, 1)


def _markup(texts: Sequence[str], markup: Floats) -> tuple[Floats, ...]:
    """Return the share of markup in the bytes of each block, windows around it, and the page (1a-c, 6b)."""
    text = np.array([len(text.encode("utf-8", "replace")) for text in texts])
    in_markup, in_text = windows(len(texts), (0, 1, 2, len(texts))).sums(markup, text)
    return tuple((in_markup / (in_markup + in_text)).T)


def _container(tags: Sequence[str]) -> list[list[bool]]:
    """Say which container holds each block, or none (1d-e)."""
    groups = [[tag in group for tag in tags] for group in CONTAINERS.values()]
    return [*groups, [not any(found) for found in zip(*groups, strict=True)]]


def _empty_before(blocks: Sequence[TextBlock], boxes: Floats) -> Floats:
    """Count the delimiting elements since the previous block that do not hold this one (1f)."""
    around = np.array([block.path.count("/") + 1 - block.shared for block in blocks])
    empty: Floats = np.maximum(boxes - around, 0)
    return empty


def _found(pattern: re.Pattern[str], texts: Sequence[str]) -> Floats:
    return np.array([len(pattern.findall(text)) for text in texts])


def _length_and_place(length: Floats) -> tuple[Floats, ...]:
    """Return length, share of the page, place in the text and in the blocks, scaled as in the paper (3a-d).

    The place in the text is 0 in the middle of the text mass, and 1 at both its ends.
    """
    share = length / length.sum()
    mass = np.cumsum(share) - share / 2
    return length / _MOST_CHARS, share, abs(2 * mass - 1), (np.arange(len(length)) + 0.5) / len(length)


def _graphemes(counts: Floats, length: Floats) -> tuple[Floats, ...]:
    kinds = (_PUNCTUATION, _LETTERS, [Kind.DIGIT], [Kind.UPPER])
    shares = (counts[:, each].sum(axis=1) / length for each in kinds)
    return *shares, counts[:, Kind.COPYRIGHT].clip(0, 1)


def _sentences(characters: Characters) -> tuple[Floats, Floats]:
    """Return words per sentence, and sentences (5a-b); text without a full stop is one sentence."""
    sentences = characters.counts[:, Kind.STOP].clip(1)
    return characters.words / sentences / _MOST_WORDS, sentences / _MOST_SENTENCES


def _doctype(public_id: str | None, blocks: int) -> list[list[bool]]:
    """Say of each block which doctype its page has (6a)."""
    is_xhtml = "XHTML" in (public_id or "")
    kinds = (bool(public_id) and not is_xhtml, public_id == "", is_xhtml, public_id is None)
    return [[kind] * blocks for kind in kinds]
