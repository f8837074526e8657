"""Block features: what a page says of its blocks without its site; pure.

Composition of the text, length, position, container and the page as a whole are taken from texrex (Schäfer,
§2); its shares of markup, doctypes and counts of addresses are left out, since they add nothing to the rest
(docs/experiments.md), and its windows, since the network itself sees what is around a block (`Context`).
Added are the share of links, the DOM path, the containers around a block, and the title. No feature depends
on a language; only the group ``names``, which can be left out, looks at ids and classes.
"""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

from urltree.traits.characters import Characters, Kind, count_characters
from urltree.traits.columns import stack, stack_levels
from urltree.traits.elements import CONTAINER_LEVELS, Elements
from urltree.traits.pathfeatures import MARKS, NAMES, OWN_TAGS, TAGS, path_features, unwrapped
from urltree.traits.titlematch import title_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from urltree.models import TextBlock

    Floats = NDArray[np.floating]

Quantity = TypeVar("Quantity")

#: A block of more than this many words, and less than this share of its characters in links, is long text.
LONG_WORDS = 10
_LONG_LINK_SHARE = 0.35

#: Logarithms of numbers of words are divided by these: of a block, of a container.
BLOCK_WORDS_SCALE = 6
CONTAINER_WORDS_SCALE = 8

#: How much long text counts for its own element, for the parent, and for the parent of that. The container of
#: a single paragraph thus scores higher than the paragraph.
_CONTAINER_WEIGHTS = (0.9, 1.0, 0.5)

#: The block that matches the title best is told apart if it matches at least this well.
LEAST_MATCH = 0.4

#: The kinds of characters that texts have when they are spaced.
_KINDS = slice(Kind.LETTER, Kind.UNSPACED)

_TEXT = (
    *(f"{kind.name.lower()} share" for kind in tuple(Kind)[_KINDS]),
    *("log characters", "characters / 1000", "share of page", "share of longest", "log words"),
    *("characters a word", "words a sentence", "log sentences", "ends a sentence", "ends with a comma"),
    *("starts upper", "starts with a digit", "upper letters", "copyright", "link share"),
    *("log link characters", "all links", "no links", "long"),
)
_POSITION = ("index", "from middle", "mass before", "mass from middle", "near start", "near end")
_PAGE = ("log blocks", "log words", "links", "long text", "longest")
_AROUND = ("log words", "links", "share of page", "log blocks", "long text", "log alike", "place in it")
_BEST = ("own", "around", "next around", "inside", "blocks away", "its words")
_TITLE = ("match", "is best", "best match", "near best", "after best", "blocks from best")

#: Group -> names of its columns, in the order of the matrix.
GROUPS: dict[str, tuple[str, ...]] = {
    "text": _TEXT,
    "position": _POSITION,
    "page": _PAGE,
    "tags": (*(f"is {tag}" for tag in OWN_TAGS), *(f"in {tag}" for tag in TAGS)),
    "names": tuple(NAMES),
    "marks": (*MARKS, *(f"{mark} on the page" for mark in MARKS)),
    "containers": ("depth", *(f"{name} {level}" for level in range(CONTAINER_LEVELS) for name in _AROUND)),
    "best container": _BEST,
    "title": _TITLE,
}

#: The names of all columns, ``group: name``.
FEATURES = tuple(f"{group}: {name}" for group, names in GROUPS.items() for name in names)


class PageFeatures(NamedTuple):
    """What is known of a page's n blocks without its site."""

    #: float32 (n, len(FEATURES)), column by column in memory.
    matrix: NDArray[np.float32]
    #: float32 (n,): words; in scripts without spaces two characters count as one.
    words: Floats
    #: bool (n,): True for long text.
    long: NDArray[np.bool_]
    elements: Elements


class _Amounts(NamedTuple, Generic[Quantity]):
    """How much there is in each block, or on the page."""

    #: Characters in links.
    in_links: Quantity
    #: Words of long text.
    in_long: Quantity
    #: Characters.
    length: Quantity
    words: Quantity


class _Basics(NamedTuple):
    """Quantities from which several groups of features are computed."""

    characters: Characters
    #: float32 (n,), each.
    amounts: _Amounts[Floats]
    totals: _Amounts[float]
    #: float32 (n,): share of characters in links.
    links: Floats


def page_features(blocks: Sequence[TextBlock], title: str | None) -> PageFeatures:
    """Describe the blocks of a page, at least one; `title` is the headline, None if it is unknown."""
    texts, _, _, paths, link_chars, shared, *_ = zip(*blocks, strict=True)
    basics = _basics(texts, link_chars)
    path, container_paths, depths = path_features(unwrapped(paths, shared))
    elements = Elements(depths, shared)
    match = title_match(texts, title)
    text = _text(basics)
    groups = (
        text,
        _position(basics),
        _page(basics),
        path,
        _on_the_page(path),
        stack((elements.depths / 16,)),
        _containers(basics, elements, container_paths),
        _best_container(basics, elements),
        _title(match, path),
    )
    matrix = np.concatenate([group.T for group in groups], dtype=np.float32)
    return PageFeatures(matrix.T, basics.amounts.words, basics.amounts.in_long > 0, elements)


def _clip(column: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """Do what `np.clip` does, in a third of its time for so few numbers."""
    clipped: NDArray[Any] = np.minimum(np.maximum(column, low), high)
    return clipped


def _log(quantity: ArrayLike) -> Floats:
    """Compress a quantity of any magnitude, in single precision like the matrix: doubles would be slower."""
    return np.log1p(quantity, dtype=np.float32)


def _basics(texts: Sequence[str], link_chars: Sequence[int]) -> _Basics:
    written = count_characters(texts)
    links = np.minimum(np.fromiter(link_chars, np.float32, len(texts)) / written.length, 1)
    characters = written.spaced()
    length, words = characters.length, characters.words
    in_links = links * length
    long = (words > LONG_WORDS) & (links < _LONG_LINK_SHARE)
    amounts = np.array((in_links, words * long, length, words))
    return _Basics(characters, _Amounts(*amounts), _Amounts(*amounts.sum(axis=1).tolist()), links)


# Divisors bring columns near 1. The network standardises them anyway, but was trained with just these.

_LAST = np.array([[Kind.STOP], [Kind.COMMA]], np.uint8)
_FIRST = np.array([[Kind.UPPER], [Kind.DIGIT]], np.uint8)


def _text(basics: _Basics) -> Floats:
    counts, length, first, last = basics.characters
    in_links, in_long, _, words = basics.amounts
    letters, upper, stops = counts[:, Kind.LETTER], counts[:, Kind.UPPER], counts[:, Kind.STOP]
    log_length, log_words, log_stops, log_in_links = _log((length, words, stops, in_links))
    sizes = np.multiply.outer(np.array([1 / 1000, 1 / basics.totals.length, 1 / length.max()]), length)
    columns = (
        *(counts.T[_KINDS] / length),
        log_length / 8,
        *np.minimum(sizes, 1),
        log_words / BLOCK_WORDS_SCALE,
        np.minimum(length / words / 12, 2),
        np.minimum(words / (stops + 1) / 30, 2),
        log_stops / 3,
        *(last == _LAST),
        *(first == _FIRST),
        upper / np.maximum(letters + upper, 1),
        counts[:, Kind.COPYRIGHT] > 0,
        basics.links,
        log_in_links / 8,
        basics.links > 0.95,  # noqa: PLR2004 - a full stop may be outside the link
        in_links == 0,
        in_long > 0,
    )
    return stack(columns)


def _position(basics: _Basics) -> Floats:
    length = basics.characters.length
    index = np.arange(len(length), dtype=np.float32)
    place = (index + 0.5) / len(length)
    mass = (length.cumsum() - length / 2) / basics.totals.length
    near_start = 1 / (1 + index / 3)
    columns = (place, abs(2 * place - 1), mass, abs(2 * mass - 1), near_start, near_start[::-1])
    return stack(columns)


def _page(basics: _Basics) -> Floats:
    size = len(basics.links)
    links, long, length, words = basics.totals
    longest = float(basics.amounts.in_long.max())
    row = (log1p(size) / 6, log1p(words) / 8, links / length, long / words, log1p(longest) / 6)
    return np.full((size, len(row)), row, np.float32)


def _on_the_page(path: Floats) -> Floats:
    """Return the greatest value of each mark on the page, for all n blocks: (n, len(MARKS)).

    It distinguishes a block without a mark on a page that has the mark elsewhere from one on a page without.
    """
    return np.full((len(path), len(MARKS)), path[:, -len(MARKS) :].max(axis=0), np.float32)


def _containers(basics: _Basics, elements: Elements, paths: NDArray[np.uint64]) -> Floats:
    starts, ends = elements.containers
    held = ends - starts
    in_links, in_long, in_length, in_words = elements.containers.sums(*basics.amounts)
    columns = (
        _log(in_words) / CONTAINER_WORDS_SCALE,
        in_links / in_length,
        in_words / basics.totals.words,
        _log(held) / 5,
        in_long / in_words,
        _log(_alike(elements, paths)) / 4,
        (np.arange(len(held))[:, None] - starts) / held,
    )
    return stack_levels(columns)


def _alike(elements: Elements, paths: NDArray[np.uint64]) -> Floats:
    """Count the elements of the page that have the path of each container."""
    numbers = np.unique(paths.T, return_inverse=True)[1].reshape(paths.T.shape)
    starts_here = elements.blocks.starts == elements.containers.starts.T
    found: NDArray[Any] = np.bincount(numbers.ravel(), weights=starts_here.ravel())
    return found.take(numbers).T


def _best_container(basics: _Basics, elements: Elements) -> Floats:
    """Score containers by the long text directly in and just below them; the best holds the main text."""
    in_long = basics.amounts.in_long
    levels = len(_CONTAINER_WEIGHTS)
    starts, ends = (each.T[:levels] for each in elements.containers)
    depths = np.maximum(elements.depths - np.arange(levels)[:, None], 1)
    numbers = starts * (depths.max() + 1) + depths  # of elements: each has a start and a depth of its own
    weights = np.multiply.outer(_CONTAINER_WEIGHTS, in_long)
    scores = np.bincount(numbers.ravel(), weights=weights.ravel()).take(numbers)
    best = scores.max()
    place = (numbers == numbers[scores == best].min()).argmax()
    index = np.arange(len(in_long))
    away = _clip(index, starts.item(place), ends.item(place) - 1) - index
    columns = (
        *(scores / max(best, 1)),
        away == 0,
        _clip(away / 20, -1, 1),
        np.full(len(index), np.log1p(best) / 8),
    )
    return stack(columns)


_H1 = list(OWN_TAGS).index("h1")


def _title(match: Floats, path: Floats) -> Floats:
    best = (match * (1 + 0.2 * path[:, _H1])).argmax()
    columns: dict[str, NDArray[Any]] = dict.fromkeys(_TITLE, np.zeros(len(match), np.float32))
    columns |= {"match": match, "best match": np.full(len(match), match[best])}
    if match[best] >= LEAST_MATCH:
        offset = np.arange(len(match)) - best
        columns |= {
            "is best": offset == 0,
            "near best": 1 / (1 + abs(offset) / 3),
            "after best": offset > 0,
            "blocks from best": _clip(offset / 40, -1, 1),
        }
    return stack(list(columns.values()))
