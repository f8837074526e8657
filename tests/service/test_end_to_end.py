"""Replayed sites in, documents out, while every part of the service keeps being killed."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from files import short_folder
from processes import gone
from redis import Redis, RedisError
from replayed import replaying, write_streams
from waiting import soon

from benchmarks.service.system import Service
from service.state import keys
from service.stream.publish import Outcome
from urltree.archive.warc import Response, read
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from replayed import Replay

#: Pages of each site; each page is in two feeds.
SITES = {"a.example": 25, "b.example": 15}
RATE, FEEDS = "12", ("feed.rss", "feed.atom")

#: With this seed every kind of fault hits some page.
FAULTS, SEED = "301=0.1,302=0.1,404=0.05,410=0.05,429=0.05,500=0.05,truncated=0.05,slow=0.05", "4"

#: Documents between two kills, and whom to kill.
STEP = 6
VICTIMS = ("extractor", "valkey", "service", "valkey", "service")

#: Seconds that everything may take.
PATIENCE = 300


class Killed(Service):
    """A service that can be killed and restarted."""

    def __init__(self, data: Path, proxy: str) -> None:
        self.data = data
        #: Process ids of the services that were killed, and of their children.
        self.dead = list[int]()
        super().__init__(
            data, proxy=proxy, heuristic="strict", host_rate=1_000, lease=3, workers=2,
            record=data / "record", stream_markdown=True,
        )  # fmt: skip

    def kill(self, victim: str, random: Random) -> None:
        if victim == "service":
            self.dead += [each.number for each in self.processes()]
        super().kill(victim, random)

    def is_over(self, items: int, gone: set[str]) -> bool:
        """Return whether at least so many items are done, and only those whose page is gone remain."""
        with Redis.from_url(EmbeddedValkey(self.data).url) as redis, suppress(RedisError):
            counts, left = redis.hmget(keys.STATISTICS, list(Outcome)), redis.hvals(keys.WORK_ITEMS)
            done = sum(int(count) for count in counts if count)
            return done >= items and {json.loads(item).get("url") for item in left} <= gone
        return False


class Story(NamedTuple):
    """What the sites published, and what the service made of it."""

    pages: list[dict[str, Any]]
    documents: list[dict[str, Any]]
    #: Process ids of what was killed.
    dead: list[int]
    #: The URLs that were recorded, and the records that cannot be read.
    recorded: set[str]
    unreadable: list[str]


def available(pages: list[dict[str, Any]]) -> list[str]:
    return sorted(page["url"] for page in pages if page["fault"] not in {"404", "410"})


def subscribe(service: Killed, site: str, feed: str) -> str:
    """Subscribe, however often it takes; each feed has its own history, so each page comes twice."""
    fields = {"url": f"http://{site}/{feed}", "site": f"{feed}-of-{site}"}
    return soon(lambda: service.ask("POST", "/feeds", json=fields)).json()["id"]


def is_over(replay: Replay, service: Killed) -> bool:
    """Return whether all pages have appeared, and each item of both feeds is done."""
    pages = replay.pages()
    gone = {page["url"] for page in pages} - set(available(pages))
    return len(pages) == sum(SITES.values()) and service.is_over(len(FEEDS) * len(available(pages)), gone)


def play(replay: Replay, service: Killed) -> None:
    """Poll until everything is published, killing each victim on the way."""
    feeds = [subscribe(service, site, feed) for site in SITES for feed in FEEDS]
    random, victims = Random(1), list(VICTIMS)
    end = time.monotonic() + PATIENCE
    while victims or not is_over(replay, service):
        assert time.monotonic() < end
        service.poll(feeds)
        if victims and len(service.documents()) >= STEP * (1 + len(VICTIMS) - len(victims)):
            service.kill(victims.pop(0), random)
        time.sleep(random.uniform(0, 0.4))


@contextmanager
def killed(proxy: str) -> Iterator[Killed]:
    with short_folder() as folder:
        service = Killed(folder, proxy)
        try:
            yield service
        finally:
            service.end()


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    streams = write_streams(tmp_path_factory.mktemp("streams"), SITES)
    with (
        replaying(streams, "--rate", RATE, "--faults", FAULTS, "--seed", SEED) as replay,
        killed(replay.url) as service,
    ):
        play(replay, service)
        records = [record for file in (service.data / "record").iterdir() for record in read(file)]
        recorded = {record.snapshot.url for record in records if isinstance(record, Response)}
        unreadable = [record for record in records if isinstance(record, str)]
        return Story(replay.pages(), service.documents(), service.dead, recorded, unreadable)


def test_every_page_is_published_as_new_exactly_once(story: Story) -> None:
    new = [document["url"] for document in story.documents if document["status"] == "new"]
    assert sorted(new) == available(story.pages)


def test_pages_are_republished_at_most_once_and_only_when_their_site_has_warmed(story: Story) -> None:
    again = [document for document in story.documents if document["status"] != "new"]
    assert {document.get("reason") for document in again} <= {"warmed"}
    assert len({document["url"] for document in again}) == len(again)


def test_every_text_contains_the_title_of_its_page(story: Story) -> None:
    assert all(document["title"] in document["text"] for document in story.documents)


def test_every_document_has_its_markdown(story: Story) -> None:
    assert all(document["markdown"] for document in story.documents)


def test_the_archive_survives_the_kills_readable_and_complete(story: Story) -> None:
    assert sorted(story.recorded) == available(story.pages)
    assert not story.unreadable


def test_every_kind_of_fault_was_encountered(story: Story) -> None:
    met = {page["fault"] for page in story.pages if page["requests"]}
    assert met == {None, "301", "302", "404", "410", "429", "500", "truncated", "slow"}


def test_killed_services_leave_no_processes(story: Story) -> None:
    assert all(map(gone, story.dead))
