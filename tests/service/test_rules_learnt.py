"""From a worker to a rule, for a site behind one script: without a rule, all documents but one are lost."""

from __future__ import annotations

import asyncio
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from workshop import counts

from service.fetching.values import Fetched
from service.queue import Item, WorkQueue
from service.running.tasks import running
from service.worker.sightings import Sightings
from service.worker.worker import Worker
from urltree.mining.rulemining import propose
from urltree.rules import load_rules

if TYPE_CHECKING:
    from redis.asyncio import Redis

DOCUMENTS = 20


class Site:
    """Articles that differ in a single word."""

    async def page(self, url: str) -> Fetched:
        word = ascii_letters[int(url.partition("nr=")[2].partition("&")[0])]
        body = f"<p>Home and news</p><p>Bridge {word} over the river was opened on Monday.</p>".encode()
        return Fetched(url=url, received=1_767_323_045.0, body=body, charset="utf-8")


async def test_a_rule_is_learnt_from_the_sightings_that_a_worker_records(
    parts: dict[str, Any], redis: Redis
) -> None:
    items = [
        Item(id=f"x.org:{n}", url=f"http://x.org/read?nr={n}&von=rss", title=f"A {n}")
        for n in range(DOCUMENTS)
    ]
    queue = WorkQueue(redis)
    await queue.put(items)
    async with running(Worker(**parts | {"queue": queue, "fetch": Site().page}).run):
        while sum((await counts(redis)).values()) < DOCUMENTS:  # noqa: ASYNC110 -- others count
            await asyncio.sleep(0.05)
    assert await counts(redis) == {"new": 1, "rules": 19}
    sightings = await Sightings(redis).all()
    assert [each.keep for each in propose(sightings, load_rules())] == [("nr",)]
