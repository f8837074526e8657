"""Block features: what a page alone says of its blocks; pure.

After texrex (Schäfer, §2): make-up of the text, length, position, container, the page as a whole. To these
come the share of links, the DOM path, the containers around a block, the title, and the blocks nearby. No
feature knows a language; the names in ids and classes are the group ``names``, which can be left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from urltree.characters import Characters, Kind, count_characters
from urltree.containers import Containers, containers, windows
from urltree.pathfeatures import LEVELS, NAMES, OWN_TAGS, TAGS, PathTable
from urltree.titlematch import title_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.floating]

    from urltree.models import TextBlock

#: A block of more words, and mostly not links, is long text.
LONG_WORDS = 10
_LONG_LINK_SHARE = 0.35

#: Neighbours looked at on each side, and blocks on each side of the two windows.
REACH = 3
WINDOWS = (3, 10)

#: How much long text counts for its own element, the one around that, and the next. Of one paragraph alone
#: in a container the container is the better one.
_CONTAINER_WEIGHTS = (0.9, 1.0, 0.5)

#: A match as good as this is taken for the headline.
_HEADLINE = 0.4

_paths = PathTable()

_TEXT = (
    *(f"{kind.name.lower()} share" for kind in Kind if kind),
    *("log characters", "characters / 1000", "share of page", "share of longest", "log words"),
    *("characters a word", "words a sentence", "log sentences", "ends a sentence", "ends with a comma"),
    *(
        "starts upper",
        "starts with a digit",
        "upper letters",
        "copyright",
        "link share",
        "log link characters",
    ),
    *("all links", "no links", "long"),
)
_POSITION = ("index", "from middle", "mass before", "mass from middle", "near start", "near end")
_PAGE = ("log blocks", "log words", "links", "long text", "longest")
_AROUND = ("log words", "links", "share of page", "log blocks", "long text", "log alike", "place in it")
_BEST = ("own", "around", "next around", "inside", "blocks away", "its words")
_TITLE = ("match", "is best", "best match", "near best", "after best", "blocks from best")
_CORE = (
    *(
        "log words",
        "link share",
        "ends a sentence",
        "sentences",
        "upper letters",
        "digit share",
        "comma share",
    ),
    *("starts upper", "title match", "paragraph", "item", "heading", "long", "long words"),
)
_WINDOW = ("words", "links", "long words", "sentences", "paragraphs", "items", "headings", "text a block")

#: Group -> names of its columns, in the order of the matrix.
GROUPS: dict[str, tuple[str, ...]] = {
    "text": _TEXT,
    "position": _POSITION,
    "page": _PAGE,
    "tags": (*(f"is {tag}" for tag in OWN_TAGS), *(f"in {tag}" for tag in TAGS)),
    "names": tuple(NAMES),
    "containers": ("depth", *(f"{name} {level}" for level in range(LEVELS) for name in _AROUND)),
    "best container": _BEST,
    "title": _TITLE,
    "neighbours": tuple(
        f"{name} {offset:+d}" for offset in range(-REACH, REACH + 1) if offset for name in _CORE
    ),
    "windows": tuple(f"{name} within {radius}" for radius in WINDOWS for name in _WINDOW),
}

#: The names of all columns, ``group: name``.
FEATURES = tuple(f"{group}: {name}" for group, names in GROUPS.items() for name in names)


class PageFeatures(NamedTuple):
    """What is known of a page's n blocks without its site."""

    #: float32 (n, len(FEATURES)).
    matrix: NDArray[np.float32]
    #: float32 (n,): words, two characters of a script without spaces being one.
    words: Floats
    #: bool (n,): True for long text.
    long: NDArray[np.bool_]
    containers: Containers


class _Basics(NamedTuple):
    """What several groups are made of, each (n,)."""

    characters: Characters
    length: Floats
    words: Floats
    links: Floats
    #: Words of long text, 0 elsewhere.
    long_words: Floats


def page_features(blocks: Sequence[TextBlock], title: str | None) -> PageFeatures:
    """Describe the blocks of a page, at least one; `title` is the headline as far as it is known."""
    basics = _basics(blocks)
    path, prefixes, depths = _paths.look_up([block.path for block in blocks])
    around = containers(depths, np.array([block.shared for block in blocks]), LEVELS)
    match = title_match([block.text for block in blocks], title)
    text = _text(basics)
    core = _core(basics, text, path, match)
    groups = (
        text,
        _position(basics),
        _page(basics),
        path,
        _containers(basics, around, prefixes),
        _best_container(basics, around),
        _title(match, path),
        _neighbours(core),
        _windows(basics, core),
    )
    return PageFeatures(
        np.concatenate(groups, axis=1, dtype=np.float32), basics.words, basics.long_words > 0, around
    )


def _stack(columns: Sequence[NDArray[Any]]) -> Floats:
    return np.array(columns, np.float32).T


def _stack_levels(columns: Sequence[NDArray[Any]]) -> Floats:
    """Put columns (n, levels) side by side, level by level: (n, levels x columns)."""
    return np.array(columns, np.float32).transpose(1, 2, 0).reshape(len(columns[0]), -1)


def _basics(blocks: Sequence[TextBlock]) -> _Basics:
    characters = count_characters([block.text for block in blocks])
    counts = characters.counts
    length = counts.sum(axis=1)
    words = counts[:, Kind.SPACE] + 1 + counts[:, Kind.UNSPACED] / 2
    links = np.minimum(np.array([block.link_chars for block in blocks], np.float32) / length, 1)
    long = (words > LONG_WORDS) & (links < _LONG_LINK_SHARE)
    return _Basics(characters, length, words, links, words * long)


def _text(basics: _Basics) -> Floats:
    (counts, first, last), length, words, links, long_words = basics
    letters = counts[:, Kind.LETTER] + counts[:, Kind.UPPER]
    stops = counts[:, Kind.STOP]
    columns = (
        np.log1p(length) / 8,
        np.minimum(length / 1000, 1),
        length / length.sum(),
        length / length.max(),
        np.log1p(words) / 6,
        np.minimum(length / words / 12, 2),
        np.minimum(words / (stops + 1) / 30, 2),
        np.log1p(stops) / 3,
        last == Kind.STOP,
        last == Kind.COMMA,
        first == Kind.UPPER,
        first == Kind.DIGIT,
        counts[:, Kind.UPPER] / np.maximum(letters, 1),
        counts[:, Kind.COPYRIGHT] > 0,
        links,
        np.log1p(links * length) / 8,
        links > 0.95,  # noqa: PLR2004 - a full stop may be outside the link
        links == 0,
        long_words > 0,
    )
    return np.concatenate((counts[:, 1:] / length[:, None], _stack(columns)), axis=1)


def _position(basics: _Basics) -> Floats:
    size = len(basics.length)
    index = np.arange(size)
    place = (index + 0.5) / size
    mass = (np.cumsum(basics.length) - basics.length / 2) / basics.length.sum()
    columns = (
        place,
        abs(2 * place - 1),
        mass,
        abs(2 * mass - 1),
        1 / (1 + index / 3),
        1 / (1 + index[::-1] / 3),
    )
    return _stack(columns)


def _page(basics: _Basics) -> Floats:
    length, words = basics.length, basics.words
    row = (
        np.log1p(len(length)) / 6,
        np.log1p(words.sum()) / 8,
        (basics.links * length).sum() / length.sum(),
        basics.long_words.sum() / words.sum(),
        np.log1p(basics.long_words.max()) / 6,
    )
    return np.broadcast_to(np.array(row, np.float32), (len(length), len(row)))


def _containers(basics: _Basics, around: Containers, prefixes: NDArray[np.integer]) -> Floats:
    length, words = basics.length, basics.words
    starts, ends = around.spans
    held = ends - starts
    in_words, in_length, in_links, in_long = around.spans.sums(
        words, length, basics.links * length, basics.long_words
    )
    index = np.arange(len(length))[:, None]
    columns = (
        np.log1p(in_words) / 8,
        in_links / in_length,
        in_words / words.sum(),
        np.log1p(held) / 5,
        in_long / in_words,
        np.log1p(_alike(around, prefixes)) / 4,
        (index - starts) / held,
    )
    return np.concatenate((around.depths[:, :1] / 16, _stack_levels(columns)), axis=1)


def _alike(around: Containers, prefixes: NDArray[np.integer]) -> NDArray[np.intp]:
    """Count the elements of the page that have the path of each container."""
    _, numbers = np.unique(prefixes, return_inverse=True)
    first = around.spans.starts == np.arange(len(prefixes))[:, None]
    found: NDArray[np.intp] = np.bincount(numbers.ravel(), weights=first.ravel())
    return found[numbers].reshape(prefixes.shape)


def _best_container(basics: _Basics, around: Containers) -> Floats:
    """Weigh containers by the long text directly in and just below them; the best holds the main text."""
    levels = slice(len(_CONTAINER_WEIGHTS))
    keys = around.spans.starts[:, levels] * 1024 + around.depths[:, levels]
    found, numbers = np.unique(keys, return_inverse=True)
    weights = basics.long_words[:, None] * np.array(_CONTAINER_WEIGHTS)
    scores = np.bincount(numbers.ravel(), weights=weights.ravel(), minlength=len(found))
    best = scores.max()
    row, level = np.unravel_index(np.flatnonzero(numbers.ravel() == scores.argmax())[0], keys.shape)
    start, end = around.spans.starts[row, level], around.spans.ends[row, level]
    index = np.arange(len(keys))
    away = np.maximum(start - index, 0) - np.maximum(index - end + 1, 0)
    own = scores[numbers.reshape(keys.shape)] / max(best, 1)
    others = (away == 0, np.clip(away / 20, -1, 1), np.full(len(keys), np.log1p(best) / 8))
    return np.concatenate((own, _stack(others)), axis=1)


def _title(match: Floats, path: Floats) -> Floats:
    index = np.arange(len(match))
    best = int((match * (1 + 0.2 * path[:, _H1])).argmax())
    found = bool(match[best] >= _HEADLINE)
    offset = (index - best) * found
    columns = (
        match,
        (index == best) & found,
        np.full(len(match), match[best]),
        found / (1 + abs(offset) / 3),
        offset > 0,
        np.clip(offset / 40, -1, 1),
    )
    return _stack(columns)


#: Columns of `_CORE` that windows average: paragraph, item, heading.
_TAGS_OF_CORE = slice(9, 12)

_H1 = list(OWN_TAGS).index("h1")
_P = list(OWN_TAGS).index("p")
_LI = list(OWN_TAGS).index("li")
_HEADING = len(OWN_TAGS) + list(TAGS).index("heading")


def _core(basics: _Basics, text: Floats, path: Floats, match: Floats) -> Floats:
    column = {name: text[:, number] for number, name in enumerate(_TEXT)}
    columns = (
        *(column["log words"], basics.links, column["ends a sentence"], column["log sentences"]),
        *(column["upper letters"], column["digit share"], column["comma share"], column["starts upper"]),
        *(match, path[:, _P], path[:, _LI], path[:, _HEADING] > 0, column["long"]),
        np.log1p(basics.long_words) / 6,
    )
    return _stack(columns)


def _neighbours(core: Floats) -> Floats:
    size = len(core)
    padded = np.zeros((size + 2 * REACH, core.shape[1]), np.float32)
    padded[REACH : REACH + size] = core
    parts = [padded[start : start + size] for start in range(2 * REACH + 1) if start != REACH]
    return np.concatenate(parts, axis=1)


def _windows(basics: _Basics, core: Floats) -> Floats:
    length, words = basics.length, basics.words
    spans = windows(len(words), WINDOWS)
    stops = basics.characters.counts[:, Kind.STOP]
    in_words, in_length, in_links, in_long, in_stops, *in_tags = spans.sums(
        words, length, basics.links * length, basics.long_words, stops, *core[:, _TAGS_OF_CORE].T
    )
    held = spans.ends - spans.starts
    columns = (
        np.log1p(in_words / held) / 5,
        in_links / in_length,
        in_long / in_words,
        np.minimum(in_stops / in_words * 10, 2),
        *(in_tag / held for in_tag in in_tags),
        np.log1p(in_length / held) / 8,
    )
    return _stack_levels(columns)
