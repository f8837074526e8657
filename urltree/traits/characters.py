"""What a page's texts are made of: characters by class, block by block, in one numpy pass."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Kind(IntEnum):
    """Classes of characters, the same for all scripts."""

    #: Letters that are not upper case, those without case included, and combining marks.
    LETTER = 0
    UPPER = 1
    DIGIT = 2
    SPACE = 3
    #: What ends a sentence.
    STOP = 4
    #: What divides a sentence.
    COMMA = 5
    PUNCTUATION = 6
    #: Commercial at, number sign, slash and other signs of URLs, addresses and hashtags.
    ADDRESS = 7
    COPYRIGHT = 8
    OTHER = 9
    #: Letters of scripts that put no spaces between words.
    UNSPACED = 10


_SINGLE = {
    "©": Kind.COPYRIGHT,
    **dict.fromkeys(".!?…‽。！？｡؟۔।॥։።", Kind.STOP),  # noqa: RUF001 - full stops of many scripts
    **dict.fromkeys(",;:、，；：،؛", Kind.COMMA),  # noqa: RUF001
    **dict.fromkeys("@#/\\_=&", Kind.ADDRESS),
}

#: Thai and Lao; Myanmar; Khmer; kana, Bopomofo and Han with their extensions; halfwidth kana.
_UNSPACED = (
    range(0x0E00, 0x0F00),
    range(0x1000, 0x10A0),
    range(0x1780, 0x1800),
    range(0x2E80, 0x3130),
    range(0x31A0, 0xA000),
    range(0xF900, 0xFB00),
    range(0xFF66, 0xFFA0),
    range(0x1B000, 0x1B300),
    range(0x20000, 0x40000),
)

_CATEGORIES = {
    **dict.fromkeys(("Ll", "Lm", "Lo", "Mn", "Mc", "Me"), Kind.LETTER),
    **dict.fromkeys(("Lu", "Lt"), Kind.UPPER),
    **dict.fromkeys(("Nd", "Nl", "No"), Kind.DIGIT),
    **dict.fromkeys(("Zs", "Zl", "Zp"), Kind.SPACE),
    **dict.fromkeys(("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"), Kind.PUNCTUATION),
    **dict.fromkeys(("Sm", "Sc", "Sk", "So", "Cc", "Cf", "Cs", "Co", "Cn"), Kind.OTHER),
}

#: A word of other scripts has about so many letters for each of the two characters that stand for it.
_LETTERS_A_CHARACTER = 2.5

#: Characters from here on (unassigned, tags, private use) are of the kind of the last one before:
#: `Kind.OTHER`.
_END = 0x40000


class Characters(NamedTuple):
    """The characters of a page's n texts."""

    #: float32 (n, 11): how many of each `Kind`.
    counts: NDArray[np.float32]
    #: float32 (n,).
    length: NDArray[np.float32]
    #: uint8 (n,): kind of each text's first character, and of its last.
    first: NDArray[np.uint8]
    last: NDArray[np.uint8]

    @property
    def words(self) -> NDArray[np.floating]:
        """Words of each text, (n,); in scripts without spaces two characters count as one."""
        words: NDArray[np.floating] = self.counts[:, Kind.SPACE] + 1 + self.counts[:, Kind.UNSPACED] / 2
        return words

    def spaced(self) -> Characters:
        """Return what would be counted if all scripts put spaces between words: no `Kind.UNSPACED`.

        So texts that say the same look alike, and what was learnt from one script holds for all.
        """
        unspaced = self.counts[:, Kind.UNSPACED]
        if not unspaced.any():
            return self
        counts = self.counts.copy(order="F")
        counts[:, Kind.LETTER] += _LETTERS_A_CHARACTER * unspaced
        counts[:, Kind.SPACE] += unspaced / 2
        counts[:, Kind.UNSPACED] = 0
        return self._replace(counts=counts, length=counts.sum(axis=1))


def count_characters(texts: Sequence[str]) -> Characters:
    """Count the characters of each text by `Kind`; there is at least one text, none is empty."""
    kinds = kinds_of("".join(texts))
    length = np.fromiter(map(len, texts), np.intp, len(texts))
    ends = length.cumsum()
    cells = np.arange(0, len(texts) * len(Kind), len(Kind), dtype=np.int32).repeat(length)
    cells += kinds
    counts = np.bincount(cells, minlength=len(texts) * len(Kind)).reshape(-1, len(Kind))
    return Characters(
        counts.astype(np.float32, order="F"),
        length.astype(np.float32),
        kinds[ends - length],
        kinds[ends - 1],
    )


def kinds_of(text: str) -> NDArray[np.uint8]:
    """Return the `Kind` of each of n characters: uint8 (n,)."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<i4")
    return _kind_table().take(points, mode="clip")


@cache
def _kind_table() -> NDArray[np.uint8]:
    """Code point -> kind; 256 KiB, made once."""
    table = np.array([_CATEGORIES[category(character)] for character in map(chr, range(_END))], np.uint8)
    for block in _UNSPACED:
        letters = table[block.start : block.stop]
        letters[letters == Kind.LETTER] = Kind.UNSPACED
    for character, kind in _SINGLE.items():
        table[ord(character)] = kind
    return table
