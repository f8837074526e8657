"""The poller passes the hubs that feeds name to the subscriber."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from pollerbed import NEWS, Bed
from web import Answer

from service.running.tasks import running

if TYPE_CHECKING:
    from service.feeds.subscriptions import Subscription


class Hubs:
    """A subscriber that records the polls it is notified of."""

    def __init__(self) -> None:
        self.wanted: list[Subscription] = []
        self.runs = 0

    async def want(self, polled: Subscription) -> None:
        self.wanted.append(polled)

    async def run(self) -> None:
        self.runs += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.runs -= 1


async def test_subscriber_runs_while_the_poller_leads(bed: Bed):
    bed.subscriber = hubs = Hubs()
    async with running(bed.poller().run):
        await bed.until_polled("feed")
        assert hubs.runs == 1
    assert hubs.runs == 0


@pytest.mark.parametrize("status", [200, 304])
async def test_subscriber_learns_hub_and_topic_from_each_successful_poll(bed: Bed, status: int):
    bed.subscriber = hubs = Hubs()
    links = "<https://hub.example/>; rel=hub, </self>; rel=self"
    bed.web.answers["/feed"] = NEWS._replace(headers={"ETag": '"1"', "Link": links})
    for _ in range(1 if status == 200 else 2):
        await bed.poll()
    assert bed.web.statuses[-1] == status
    assert (hubs.wanted[-1].hub, hubs.wanted[-1].topic) == ("https://hub.example/", f"{bed.web.url}/self")


async def test_subscriber_is_not_notified_of_a_failed_poll(bed: Bed):
    bed.subscriber = hubs = Hubs()
    bed.web.answers["/feed"] = Answer(status=500)
    await bed.poll()
    assert hubs.wanted == []
