"""What can be wrong with a feed.

InputError
├── FeedError             what came is no feed
│   ├── SeveralFeedsError the page names more than one
│   └── ReaderDiedError   it was not read, and may be sound
├── NoSuchFeedError       nothing is subscribed under that id
├── OpmlError             no OPML
└── TooManyLabelsError    the feed has as many as it may have
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.feeds.discover import FeedLink


class FeedError(InputError):
    """What came is no feed; the message says what it is instead."""


class SeveralFeedsError(FeedError):
    """The page names more than one feed."""

    def __init__(self, url: str, links: Sequence[FeedLink]) -> None:
        super().__init__(
            f"{url} links to {len(links)} feeds; choose one of: {', '.join(link.url for link in links)}"
        )
        self.links = links


class ReaderDiedError(FeedError):
    """The process that reads feeds died or was ended; the feed may be sound."""

    def __init__(self) -> None:
        super().__init__("the process that reads feeds died; the feed may be sound, so try again later")


class NoSuchFeedError(InputError):
    """Nothing is subscribed under that id."""

    def __init__(self, feed: str) -> None:
        super().__init__(f"there is no feed {feed!r}; GET /feeds or urltree feeds list shows the feeds")


class OpmlError(InputError):
    """Not OPML, or OPML that cannot be read."""


class TooManyLabelsError(InputError):
    """A feed that was subscribed to again got only some of the labels, as it may have no more."""

    def __init__(self, feed: str, most: int) -> None:
        super().__init__(
            f"the feed {feed} may have {most} labels, so some of these were left out; "
            f"PATCH /feeds/{feed} with all that it is to have"
        )
