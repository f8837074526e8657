"""What was counted over some time, and the figures that follow from it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from service.stream.publish import Outcome, SecondOutcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.models import Status

#: Outcomes by which a document reaches the stream.
PUBLISHED = (Outcome.NEW, Outcome.REVISION, SecondOutcome.WARMED)

#: The steps that drop duplicates, in their order; the first three are those of URL Tree, Figure 2.
STEPS = (Outcome.RESPONSE_URL, Outcome.CID, Outcome.RULES, Outcome.TEXT, Outcome.UNCHANGED)

#: Outcomes of a second look that publish nothing.
_UNPUBLISHED = (SecondOutcome.CONFIRMED, SecondOutcome.OVERTAKEN)

_REFUSED = "refused:"


class Counted(StrEnum):
    """What is counted beside the outcomes of items."""

    #: Entries of feeds that their history had, each time that they were read: they never come into the queue.
    KNOWN = "known"
    #: Items that came into the queue.
    QUEUED = "queued"
    #: Failed tries of items that are tried again.
    FAILED = "failed"
    #: Items that were given up.
    PARKED = "parked"
    #: Pages that failed through a fault of the service, not of the page.
    ERROR = "error"
    #: Pages that were to be recorded and could not be.
    UNRECORDED = "unrecorded"
    #: Characters of text of new documents, and those of them that are content.
    READ = "read"
    KEPT = "kept"
    #: Sites whose template changed.
    TEMPLATE_CHANGED = "template_changed"


class Pushed(StrEnum):
    """What became of what a hub has pushed."""

    TAKEN = "taken"
    #: It was not signed, or wrongly.
    FORGED = "forged"
    UNREADABLE = "unreadable"


def push_count(outcome: Pushed) -> str:
    """Name the count of pushes that had this outcome."""
    return f"push:{outcome}"


def document_count(status: Status, *, warm: bool) -> str:
    """Name the count of pages that had this status in the tree, of domains that are warm or cold."""
    return f"document:{status}:{'warm' if warm else 'cold'}"


class Counts(Counter[str]):
    """Counts by name; what was not counted is 0."""

    @classmethod
    def sum(cls, parts: Iterable[Counts]) -> Counts:
        """Add up."""
        total = cls()
        for part in parts:
            total.update(part)
        return total

    @property
    def published(self) -> int:
        """Documents that went out: new, revisions, and those published again by the second look."""
        return self._all(PUBLISHED)

    @property
    def duplicates(self) -> int:
        """Items that `STEPS` dropped."""
        return self._all(STEPS)

    @property
    def refused(self) -> dict[str, int]:
        """Items refused, by reason, the most frequent first."""
        found = {name.removeprefix(_REFUSED): n for name, n in self.items() if name.startswith(_REFUSED)}
        return dict(sorted(found.items(), key=lambda each: (-each[1], each[0])))

    @property
    def finished(self) -> int:
        """Items that were finished, without those that were given up."""
        return self.published + self.duplicates + self._all(_UNPUBLISHED) + sum(self.refused.values())

    @property
    def failures(self) -> int:
        """Failed tries of items, including the last tries of items that were given up."""
        return self[Counted.FAILED] + self[Counted.PARKED]

    @property
    def error_rate(self) -> float | None:
        """The share of tries that failed; None if there were none."""
        return _share(self.failures, self.finished + self.failures)

    @property
    def removed(self) -> float | None:
        """The share of the characters of new documents that was left out; None if there were none."""
        return _share(self[Counted.READ] - self[Counted.KEPT], self[Counted.READ])

    def _all(self, names: Iterable[str]) -> int:
        return sum(self[name] for name in names)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
