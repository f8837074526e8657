"""What many browsers look at, read once for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.dashboard.newest import NewestDocuments
from service.statistics.fresh import Fresh

if TYPE_CHECKING:
    from service.dashboard.parts import Parts

#: Parked items that are shown.
PARKED = 200


class Common:
    """Values of one service; each is read again when somebody asks and some seconds have passed."""

    def __init__(self, parts: Parts) -> None:
        newest = NewestDocuments(parts)
        self.documents = Fresh(newest.read, 1)
        self.parked = Fresh(lambda: parts.queue.parked(PARKED), 1)
        self.feeds = Fresh(lambda: parts.subscriptions.all(), 3)  # noqa: PLW0108 -- there are no parts yet
