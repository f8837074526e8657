"""What was asked of a replayed site, and when. Times are seconds since the epoch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class SiteRecord:
    """What was asked of a site; pages are identified by their numbers."""

    #: How often its feeds were asked for.
    polls: int = 0
    #: Page -> when a feed that lists it was first served.
    announced: dict[int, float] = field(default_factory=dict)
    #: Page -> when it was first asked for, and how often.
    asked: dict[int, float] = field(default_factory=dict)
    requests: Counter[int] = field(default_factory=Counter)

    def announce(self, pages: range, now: float) -> None:
        """Note that a feed that lists these pages was served."""
        for page in reversed(pages):
            if page in self.announced:
                break
            self.announced[page] = now

    def ask(self, page: int, now: float) -> int:
        """Note that a page is asked for; return how often it had been asked for before."""
        self.asked.setdefault(page, now)
        self.requests[page] += 1
        return self.requests[page] - 1
