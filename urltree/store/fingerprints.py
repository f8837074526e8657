"""The template fingerprints of a domain in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from urltree.models import FingerprintSummary
from urltree.store.answer import by_support

if TYPE_CHECKING:
    from urltree.models import TemplateSample


@dataclass(slots=True)
class _Held:
    """What is known of one fingerprint."""

    #: Number of the first document that had it.
    first: int
    #: URL of the last one.
    example: str
    support: int = 0


class Fingerprints:
    """Fingerprint -> what is known of its documents; a fingerprint without documents is forgotten."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: dict[bytes, _Held] = {}

    def add(self, sample: TemplateSample, number: int) -> int:
        """Count a document; return the number of the first that had its fingerprint."""
        held = self._held.setdefault(sample.fingerprint, _Held(number, sample.url))
        held.support += 1
        held.example = sample.url
        return held.first

    def remove(self, fingerprint: bytes) -> None:
        """Drop a document that was counted."""
        held = self._held[fingerprint]
        held.support -= 1
        if not held.support:
            del self._held[fingerprint]

    def summaries(self) -> list[FingerprintSummary]:
        """See `Store.fingerprints`."""
        found = (FingerprintSummary(each, held.support, held.example) for each, held in self._held.items())
        return sorted(found, key=by_support)
