"""The index of fingerprints (§3.3): finds those of the same template among those that share a half.

So the time does not depend on the size of the index but on how many share a half: few, unless pages were made
to share one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from urltree.templates.fingerprint import same_template

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Where fingerprints are split, so that both parts are equally informative (§3.4).
SPLIT = 17


def halves(fingerprint: bytes) -> tuple[bytes, bytes]:
    """Split a fingerprint; the halves differ in length, so a prefix is never taken for a suffix."""
    return fingerprint[:SPLIT], fingerprint[SPLIT:]


class TemplateIndex:
    """Hash table of fingerprints by what comes before the split, and by what comes after.

    Two fingerprints that differ in one place agree on one side of the split (lemma 3.1), so every similar one
    is found in one of two lists.
    """

    def __init__(self) -> None:
        self._by_half: defaultdict[bytes, list[bytes]] = defaultdict(list)

    def add(self, fingerprint: bytes) -> None:
        """Add a fingerprint that is not in the index yet."""
        for half in halves(fingerprint):
            self._by_half[half].append(fingerprint)

    def similar(self, fingerprint: bytes) -> Iterator[bytes]:
        """Yield every fingerprint of the same template; one that is in the index itself comes twice."""
        for half in halves(fingerprint):
            for candidate in self._by_half.get(half, ()):
                if same_template(candidate, fingerprint):
                    yield candidate
