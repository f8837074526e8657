"""The texts that made-up sites are composed of: real paragraphs, their sentences and their words."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from urltree.evaluation.datasets import read_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

#: Sets of pages whose gold texts are the source.
SETS = ("news-2007", "news-2017", "news-drift")

#: Characters of a paragraph and of a sentence.
_PARAGRAPH, _SENTENCE = range(120, 701), range(50, 181)

#: Number of most frequent words that are left out, as they say little, and of the next ones that are taken.
_FREQUENT, _TAKEN = 300, 4000

_ENDS = (".", "!", "?", '"', "\N{RIGHT DOUBLE QUOTATION MARK}")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_WORD = re.compile(r"\b[a-z]{4,10}\b")


class Material(NamedTuple):
    """The texts that may be written; none occurs twice."""

    paragraphs: Sequence[str]
    sentences: Sequence[str]
    words: Sequence[str]


def gold_paragraphs(data: Path) -> list[str]:
    """Read the paragraphs of the gold texts of all sets there are."""
    files = [path for name in SETS if (path := data / "pages" / f"{name}.jsonl.xz").is_file()]
    lines = (
        " ".join(line.split())
        for path in files
        for page in read_pages(path)
        for line in page.gold.split("\n")
    )
    return [line for line in dict.fromkeys(lines) if len(line) in _PARAGRAPH and line.endswith(_ENDS)]


def material(paragraphs: Sequence[str]) -> Material:
    """Cut paragraphs into sentences and words."""
    sentences = (sentence for paragraph in paragraphs for sentence in _BETWEEN_SENTENCES.split(paragraph))
    counts = Counter(word for paragraph in paragraphs for word in _WORD.findall(paragraph))
    return Material(
        paragraphs,
        [
            sentence
            for sentence in dict.fromkeys(sentences)
            if len(sentence) in _SENTENCE and sentence[-1] == "."
        ],
        [word for word, _ in counts.most_common(_FREQUENT + _TAKEN)[_FREQUENT:]],
    )


class Writer:
    """Writes the texts of one site: no paragraph and no sentence comes twice, unless the site repeats it."""

    def __init__(self, texts: Material, seed: str) -> None:
        #: The source of chance, also for all else on the site that is left to it.
        self.chance = Random(seed)
        self._words = texts.words
        self._paragraphs = self.chance.sample(texts.paragraphs, len(texts.paragraphs))
        self._sentences = self.chance.sample(texts.sentences, len(texts.sentences))

    def paragraph(self) -> str:
        """Write a paragraph."""
        return self._paragraphs.pop()

    def paragraphs(self, least: int, most: int | None = None) -> list[str]:
        """Write some paragraphs, of which there are so many at least and at most."""
        return [self.paragraph() for _ in range(self._count(least, most))]

    def sentence(self) -> str:
        """Write a sentence."""
        return self._sentences.pop()

    def sentences(self, least: int, most: int | None = None) -> list[str]:
        """Write some sentences."""
        return [self.sentence() for _ in range(self._count(least, most))]

    def question(self) -> str:
        """Write a sentence that ends as a question does."""
        return f"{self.sentence().rstrip('.')}?"

    def remark(self) -> str:
        """Write what people answer: mostly a sentence, else a paragraph."""
        return self.sentence() if self.happens(0.6) else self.paragraph()

    def words(self, least: int, most: int | None = None) -> str:
        """Write some words, the first with a capital."""
        return " ".join(self.chance.sample(self._words, self._count(least, most))).capitalize()

    def name(self) -> str:
        """Make up the name of a person."""
        return f"{self._part(2)} {self._part(self.chance.randint(2, 3))}"

    def number(self, least: int, most: int) -> int:
        """Draw a number."""
        return self.chance.randint(least, most)

    def some(self, things: Sequence[str], least: int, most: int | None = None) -> list[str]:
        """Draw some of several things, none twice."""
        return self.chance.sample(things, self._count(least, most))

    def one(self, things: Sequence[str]) -> str:
        """Draw one of several things."""
        return self.chance.choice(things)

    def shuffled(self, things: Iterable[str]) -> list[str]:
        """Put things into another order."""
        given = list(things)
        return self.chance.sample(given, len(given))

    def happens(self, share: float) -> bool:
        """Draw whether a thing happens."""
        return self.chance.random() < share

    def _count(self, least: int, most: int | None) -> int:
        return self.chance.randint(least, most or least)

    def _part(self, syllables: int) -> str:
        sounds = (self.one("bdfghjklmnprstvw") + self.one("aeiou") for _ in range(syllables))
        return ("".join(sounds) + self.one("nrsl")).capitalize()
