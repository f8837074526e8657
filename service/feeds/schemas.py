"""What clients send and get about feeds, as JSON."""

from __future__ import annotations

import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from service.feeds.schedule import DAY, MINUTE, items_per_day
from service.feeds.subscriptions import State, Subscription  # noqa: TC001 -- pydantic reads them
from service.schemas import without_defaults
from service.stream.document import MOST_LABELS, FeedLabel

Labels = Annotated[
    list[FeedLabel],
    AfterValidator(lambda labels: sorted(set(labels))),
    Field(
        max_length=MOST_LABELS,
        description="Words of your choice for the feed.",
        examples=[["Europe", "news"]],
    ),
]
Interval = Annotated[
    float | None,
    Field(
        ge=MINUTE,
        le=DAY,
        description="Seconds between polls; by default, they follow the feed's rhythm.",
        examples=[600],
    ),
]
Site = Annotated[
    str | None,
    Field(
        description="Site whose history its entries share, a host or URL; by default, the feed's own.",
        examples=["example.com"],
    ),
]


class NewFeed(BaseModel):
    """A feed to subscribe to."""

    model_config = ConfigDict(extra="forbid")

    url: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        Field(
            description="URL of a feed, or of a page that links to one; https:// may be left out.",
            examples=["https://example.com/feed"],
        ),
    ]
    site: Site = None
    interval: Interval = None
    labels: Labels = []


class FeedChange(BaseModel):
    """What to change about a feed; the rest stays."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=without_defaults)

    interval: Interval = None
    labels: Labels = []
    state: Annotated[Literal["active", "paused"], Field(description="Whether it is polled.")] = "active"


class HubBody(BaseModel):
    """The WebSub hub of a feed, which pushes what is new if `URLTREE_PUBLIC_URL` is set."""

    url: Annotated[str, Field(examples=["https://hub.example.com/"])]
    until: Annotated[datetime | None, Field(description="Until when it has agreed to push.")]
    last_push: Annotated[
        datetime | None,
        Field(
            description="Null if it has pushed nothing, or if a poll has since found what it had not pushed."
        ),
    ]
    error: Annotated[
        str | None,
        Field(
            description="What went wrong with the hub.", examples=["hub.example.com answers 404 Not Found"]
        ),
    ]

    @classmethod
    def of(cls, feed: Subscription) -> Self | None:
        """Describe the hub of a feed; None if none is known."""
        if feed.hub is None:
            return None
        return cls(
            url=feed.hub,
            until=_date(feed.pushed_until),
            last_push=_date(feed.last_push),
            error=feed.hub_error,
        )


class FeedBody(BaseModel):
    """A feed as it stands."""

    id: Annotated[str, Field(examples=["5f1c9a0b7e42"])]
    url: Annotated[str, Field(examples=["https://example.com/feed"])]
    title: Annotated[str | None, Field(examples=["Example News"])]
    site: Annotated[str, Field(description="Site whose history its entries share.", examples=["example.com"])]
    site_url: Annotated[
        str | None, Field(description="The page that the feed belongs to.", examples=["https://example.com/"])
    ]
    labels: Annotated[list[str], Field(examples=[["Europe", "news"]])]
    interval: Interval
    state: State
    items_per_day: Annotated[
        float | None, Field(description="Null while the times of its items are not known.", examples=[23.5])
    ]
    last_poll: Annotated[datetime | None, Field(description="Null until its first poll.")]
    next_poll: Annotated[datetime | None, Field(description="Null while it is not polled.")]
    error: Annotated[
        str | None,
        Field(
            description="What went wrong at the last poll.", examples=["example.com answers 404 Not Found"]
        ),
    ]
    errors: Annotated[
        int,
        Field(
            description="Polls that have failed since the last one that did not, without those "
            "that were asked for before another try was due."
        ),
    ]
    unreadable: Annotated[
        int, Field(description="How many of the latest items in a row have pages that could not be read.")
    ]
    unreadable_reason: Annotated[
        str | None,
        Field(
            description="Why the page of the latest one could not be read.",
            examples=["the robots.txt of example.com forbids https://example.com/news/bridge"],
        ),
    ]
    hub: Annotated[HubBody | None, Field(description="Null if the feed names none, or was not polled yet.")]

    @classmethod
    def of(cls, feed: Subscription) -> Self:
        """Describe a feed."""
        a_day = items_per_day(feed.times, time.time())
        fields = asdict(feed) | {
            "items_per_day": None if a_day is None else round(a_day, 1),
            "last_poll": _date(feed.last_poll),
            "next_poll": _date(feed.next_poll),
            "hub": HubBody.of(feed),
        }
        return cls(**fields)


class NamedFeed(BaseModel):
    """A feed that a page links to."""

    model_config = ConfigDict(from_attributes=True)

    url: Annotated[str, Field(examples=["https://example.com/sport/feed"])]
    title: Annotated[str | None, Field(examples=["Sport"])]


class Choice(BaseModel):
    """Several feeds, none of which was subscribed to."""

    detail: Annotated[str, Field(description="What to do: send the URL of one of them.")]
    feeds: Annotated[list[NamedFeed], Field(description="Those that the page links to.")]


class ImportBody(BaseModel):
    """What became of the feeds of a list."""

    #: Only their first polls will show whether they can be read.
    added: Annotated[int, Field(examples=[12])]
    known: Annotated[
        int,
        Field(
            description="Feeds that were already subscribed; they got their labels, 100 at most.",
            examples=[3],
        ),
    ]
    left_out: Annotated[
        list[str],
        Field(description="What is no http(s) URL, or has a user name.", examples=[["feed://example.com/"]]),
    ]


def _date(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(round(seconds), UTC)
