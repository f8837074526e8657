"""Pages grouped by template in a single pass (§5.1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from urltree.templates.index import TemplateIndex

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Template:
    """A group of documents whose fingerprints are similar, directly or through others."""

    #: The number of its first document, from 1 in order of observation.
    number: int
    #: Its first document, as the caller names it.
    example: str
    #: Fingerprint -> documents that have it.
    fingerprints: Mapping[bytes, int]

    @property
    def support(self) -> int:
        """Documents of the template."""
        return sum(self.fingerprints.values())


class Clusters:
    """The templates of the documents observed so far.

    A document that is similar to documents of several templates merges them. Which documents end up together
    does not depend on their order, because templates are the connected components of similarity.
    """

    def __init__(self) -> None:
        self._index = TemplateIndex()
        self._documents: Counter[bytes] = Counter()
        #: Fingerprint -> an older one of its template; the oldest -> itself.
        self._older: dict[bytes, bytes] = {}
        #: Fingerprint -> number and name of its first document.
        self._first: dict[bytes, tuple[int, str]] = {}
        self._count = 0

    def observe(self, fingerprint: bytes, name: str, documents: int = 1) -> None:
        """Count documents that have a fingerprint, the first of which is called `name`."""
        if fingerprint not in self._first:
            self._first[fingerprint] = self._count + 1, name
            self._join(fingerprint)
        self._count += documents
        self._documents[fingerprint] += documents

    def number(self, fingerprint: bytes) -> int:
        """Return the number of the template of an observed fingerprint; a later merge may lower it."""
        return self._first[self._oldest(fingerprint)][0]

    def templates(self) -> list[Template]:
        """List the templates, best supported first, then by age."""
        members: defaultdict[bytes, dict[bytes, int]] = defaultdict(dict)
        for fingerprint, documents in self._documents.items():
            members[self._oldest(fingerprint)][fingerprint] = documents
        found = (Template(*self._first[oldest], its) for oldest, its in members.items())
        return sorted(found, key=lambda template: (-template.support, template.number))

    def _join(self, fingerprint: bytes) -> None:
        oldest = {self._oldest(similar) for similar in self._index.similar(fingerprint)} | {fingerprint}
        root = min(oldest, key=self._first.__getitem__)
        self._older.update(dict.fromkeys(oldest, root))
        self._index.add(fingerprint)

    def _oldest(self, fingerprint: bytes) -> bytes:
        """Find the oldest fingerprint of the template, halving the path to it for the next time."""
        while (older := self._older[fingerprint]) != fingerprint:
            self._older[fingerprint] = fingerprint = self._older[older]
        return fingerprint
