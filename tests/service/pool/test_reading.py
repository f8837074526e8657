"""Reading of pages by the pool, and its failures."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from workshop import URL, Site, an_item

from service.http.problems import INTERNAL, TOO_SLOW, WORKER_DIED, Kind, Problem, of_error
from service.pool.reading import LONGEST, Reader, UnreadableError
from service.pool.work import Job, Reply, refuse
from service.queue import Item
from service.schemas import ExtractResponse
from service.texts import clipped
from urltree import Extractor
from urltree.errors import StoreError, StoreRefusedError

if TYPE_CHECKING:
    from service.stream.document import Reading

FOUND = Extractor("strict").extract("<p>The bridge is open.", URL).as_dict(blocks=False) | {
    "first_seen": "2026-01-02T03:04:05Z"
}


async def read(problem: Problem) -> None:
    """Read a page in a pool that answers with a problem."""

    async def answer(_: Job) -> Reply:
        return refuse(problem)

    await Reader(answer, 1).read(an_item(), await Site()(URL))


@pytest.mark.parametrize("error", [StoreError("it is away"), StoreRefusedError("it is full")])
async def test_unavailable_store_is_not_blamed_on_the_page(error: StoreError) -> None:
    with pytest.raises(StoreError) as raised:
        await read(of_error(error))
    assert type(raised.value) is type(error)


@pytest.mark.parametrize(("kind", "is_final"), [(TOO_SLOW, True), (INTERNAL, False), (WORKER_DIED, False)])
async def test_only_failures_caused_by_the_page_are_final(kind: Kind, is_final: bool) -> None:
    with pytest.raises(UnreadableError) as error:
        await read(Problem(kind, "why"))
    assert (error.value.reason, error.value.is_final) == (kind.name, is_final)


async def test_error_says_why_the_page_could_not_be_read() -> None:
    with pytest.raises(UnreadableError, match=f"^{TOO_SLOW.title}: 1 s$"):
        await read(Problem(TOO_SLOW, "1 s"))


async def found(told: datetime | None = None, **fields: object) -> Reading:
    """Read a page in which these fields are found, for an item of which the feed told a date at most."""

    async def answer(_: Job) -> Reply:
        return Reply(200, ExtractResponse.model_validate(FOUND | fields).json_bytes(), "application/json", {})

    return await Reader(answer, 1).read(Item(id="1", url=URL, published=told), await Site()(URL))


async def test_text_over_the_maximum_length_is_refused() -> None:
    assert len((await found(text="x" * LONGEST)).text) == LONGEST
    with pytest.raises(UnreadableError, match=r"more than 1,000,000 characters") as error:
        await found(text="x" * (LONGEST + 1))
    assert (error.value.reason, error.value.is_final) == ("too-long", True)


async def test_markdown_over_the_maximum_length_is_left_out() -> None:
    assert (await found(markdown="x" * LONGEST)).markdown == "x" * LONGEST
    assert (await found(markdown="x" * (LONGEST + 1))).markdown is None


async def test_long_title_author_and_description_are_clipped() -> None:
    reading = await found(title="t" * 5_000, authors=["a" * 5_000], description="d" * 5_000)
    assert (reading.title, reading.author) == (clipped("t" * 5_000), clipped("a" * 5_000))
    assert reading.description == clipped("d" * 5_000)


async def test_picture_of_the_page_is_passed_on() -> None:
    assert (await found(image_url=URL)).image_url == URL


async def test_when_the_page_was_first_seen_is_passed_on() -> None:
    assert (await found()).first_seen == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("hour", "page", "date"),
    [
        (0, "2026-01-02T10:15:00+01:00", "2026-01-02T10:15:00+01:00"),
        (0, "2026-01-02", "2026-01-02"),
        (0, "2026-01-03T10:15:00+01:00", "2026-01-02T00:00:00+00:00"),
        (0, None, "2026-01-02T00:00:00+00:00"),
        (9, "2026-01-02T10:15:00+01:00", "2026-01-02T09:00:00+00:00"),
    ],
)
async def test_page_tells_the_time_of_a_day_that_the_feed_gives_alone(
    hour: int, page: str | None, date: str
) -> None:
    assert (await found(datetime(2026, 1, 2, hour, tzinfo=UTC), published=page)).published == date


async def test_number_of_concurrent_reads_is_limited() -> None:
    at_once = []

    async def answer(job: Job) -> Reply:
        at_once.append(job)
        await asyncio.sleep(0.01)
        assert len(at_once) <= 2
        at_once.remove(job)
        return refuse(Problem(INTERNAL, "why"))

    reader, page = Reader(answer, 2), await Site()(URL)
    results = await asyncio.gather(*(reader.read(an_item(), page) for _ in range(5)), return_exceptions=True)
    assert {type(each) for each in results} == {UnreadableError}


async def test_language_that_nobody_states_is_that_of_the_text() -> None:
    reading = await found(text="Die Brücke ist seit gestern wieder offen, und die Züge fahren.")
    assert reading.language == "de"
