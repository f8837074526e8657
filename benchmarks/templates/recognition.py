"""How well pages of known templates are recognised: cross-validation, and what to compare with.

Hachenberg & Gottron, CIKM 2013, §4.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, TypeVar

from urltree.templates.fingerprint import FILLER, LENGTH, references, tags

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

#: Tags of a shingle. The paper does not say how many it takes.
SHINGLE = 4

#: Similarity from which two pages have one template by their shingles (§4.2).
SIMILAR = 0.8

Page = TypeVar("Page")
Page_contra = TypeVar("Page_contra", contravariant=True)


class Recogniser(Protocol[Page_contra]):
    """What learns templates from examples and names that of a page."""

    def learn(self, page: Page_contra, template: str, /) -> None:
        """Take a page as an example of a template."""

    def classify(self, page: Page_contra, /) -> str | None:
        """Name the template of a page; None if it is none of the known ones."""


def cross_validate(
    make: Callable[[], Recogniser[Page]], pages: Sequence[Page], gold: Sequence[str], folds: int = 10
) -> list[str | None]:
    """Classify every page by what is learnt of the pages in other folds; the templates are dealt evenly."""
    dealt: Counter[str] = Counter()
    fold_of = []
    for template in gold:
        fold_of.append(dealt[template] % folds)
        dealt[template] += 1
    recognisers = [make() for _ in range(folds)]
    for page, template, its in zip(pages, gold, fold_of, strict=True):
        for fold, recogniser in enumerate(recognisers):
            if fold != its:
                recogniser.learn(page, template)
    return [recognisers[fold].classify(page) for page, fold in zip(pages, fold_of, strict=True)]


def published_fingerprint(html: bytes) -> bytes:
    """Return the fingerprint as published: ours skips some tags."""
    return references(tags(html)).ljust(LENGTH, FILLER)


def head_digest(html: bytes) -> bytes:
    """Return what MDH5 knows of a page: the MD5 hash of its tags up to the body."""
    head = takewhile(lambda tag: tag != b"body", tags(html))
    return hashlib.md5(b" ".join(head), usedforsecurity=False).digest()


class SameHash:
    """MDH5: a page has the template of the pages with its very hash."""

    def __init__(self) -> None:
        self._examples: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)

    def learn(self, page: Hashable, template: str) -> None:
        """See `Recogniser.learn`."""
        self._examples[page][template] += 1

    def classify(self, page: Hashable) -> str | None:
        """See `Recogniser.classify`."""
        examples = self._examples.get(page)
        return examples.most_common(1)[0][0] if examples else None


def shingles(html: bytes) -> frozenset[bytes]:
    """Return what CTSS knows of a page: its runs of `SHINGLE` tags."""
    sequence = list(tags(html))
    return frozenset(map(b" ".join, zip(*(sequence[at:] for at in range(SHINGLE)), strict=False)))


class CommonShingles:
    """CTSS: a page has the template of any page that is `SIMILAR`; the nearest in size are asked first."""

    def __init__(self) -> None:
        #: Number of shingles -> examples that have so many.
        self._examples: defaultdict[int, list[tuple[frozenset[bytes], str]]] = defaultdict(list)

    def learn(self, page: frozenset[bytes], template: str) -> None:
        """See `Recogniser.learn`."""
        self._examples[len(page)].append((page, template))

    def classify(self, page: frozenset[bytes]) -> str | None:
        """See `Recogniser.classify`."""
        for size in self._similar_sizes(len(page)):
            for example, template in self._examples[size]:
                if len(page & example) >= SIMILAR * max(len(page), size):
                    return template
        return None

    def _similar_sizes(self, size: int) -> list[int]:
        """List the sizes that a set may have to be similar to one of `size`, nearest first."""
        similar = (other for other in self._examples if min(size, other) >= SIMILAR * max(size, other) > 0)
        return sorted(similar, key=lambda other: abs(other - size))
