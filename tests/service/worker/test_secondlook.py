"""The second look: the first pages of a domain are judged again once it is warm."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from deaths import DONE, dying
from readings import reading
from workshop import claim, counts, published, remaining, work_on

from service.fetching.values import Fetched
from service.http.problems import of_error
from service.pool.reading import Reader
from service.pool.work import refuse
from service.queue import Item, WorkQueue
from service.state import keys
from service.stream import publish as publishing
from service.stream.kept import KEPT_AGE, KEPT_BYTES, pack, unpack
from service.stream.publish import Publisher
from service.worker import secondlook
from service.worker.worker import Worker
from urltree.errors import PageError, UrlTreeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio import Redis
    from workshop import Site

    from service.pool.pool import Pool
    from service.pool.work import Job, Reply
    from service.stream.document import Document

TEMPLATE = "Subscribe to our letter, which tells of all new bridges in the country every week, for nothing."

LATER = (
    "On Tuesday it was closed again, for the wind had moved it by more than its builders thought it could, "
    "and nobody knows for how long."
)

#: Instead of 20 and 50, to save time.
FIRST, WARM = 10, 12

WARMING = f"{keys.KEPT}:warming"


@pytest.fixture(autouse=True)
def _lower_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secondlook, "FIRST", FIRST)
    monkeypatch.setattr(secondlook, "WARM", WARM)
    monkeypatch.setitem(publishing._CONSTANTS, "WARM", WARM)  # noqa: SLF001 -- what the script is given


def address(number: int, host: str = "example.com") -> str:
    return f"http://{host}/{number}"


def body(number: int) -> str:
    name = "abcdefghijklmnopqrstuvwxyz"[number] * 9
    return f"This is the story of the bridge of {name}, which is told here and on no other page."


def html(number: int) -> bytes:
    return f"<title>{number}</title><p>{TEMPLATE}</p><p>{body(number)}</p>".encode()


async def publish(parts: dict[str, Any], numbers: range, host: str = "example.com") -> None:
    for number in numbers:
        url = address(number, host)
        parts["fetch"].pages[url] = html(number)
        await work_on(parts, Item(id=url, url=url, feed="f", labels=("x",)))


async def look_again(parts: dict[str, Any]) -> list[Document]:
    """Work until the queue is empty; return what was published meanwhile."""
    before = len(await published(parts))
    queue = parts["queue"]
    await queue.tick()
    while claims := await queue.claim(10, 0.001):
        for each in claims:
            await Worker(**parts).work(each)
        await queue.tick()
    return (await published(parts))[before:]


async def warm_up(parts: dict[str, Any]) -> list[Document]:
    await publish(parts, range(WARM))
    return await look_again(parts)


async def test_document_is_republished_without_the_template(parts: dict[str, Any]) -> None:
    (revised,) = await warm_up(parts)
    first = (await published(parts))[0]
    assert (first.text, revised.text) == (f"{TEMPLATE}\n{body(0)}", body(0))
    assert revised.url == first.url


async def test_republished_document_gives_warmed_as_its_reason(parts: dict[str, Any]) -> None:
    revised = (await warm_up(parts))[0]
    (first,) = [each for each in await published(parts) if (each.url, each.status) == (revised.url, "new")]
    assert (revised.status, revised.reason, revised.unseen) == ("revision", "warmed", "")
    assert (revised.url_key, revised.revision, revised.feed, revised.labels, revised.fetched) == (
        first.url_key, first.revision, first.feed, first.labels, first.fetched,
    )  # fmt: skip


async def test_page_judged_again_is_not_counted_again(parts: dict[str, Any], pool: Pool) -> None:
    counted = []

    async def answer(job: Job) -> Reply:
        reply = await pool.answer(job)
        counted.append(reply.facts)
        return reply

    await publish(parts, range(WARM))
    await look_again(parts | {"reader": Reader(answer, 1)})
    assert counted == [None] * FIRST


async def test_nothing_is_judged_again_while_the_domain_is_cold(parts: dict[str, Any]) -> None:
    await publish(parts, range(WARM - 1))
    assert await look_again(parts) == []


async def test_document_whose_text_is_confirmed_is_not_republished(
    parts: dict[str, Any], redis: Redis
) -> None:
    revised = await warm_up(parts)
    assert len(revised) == 1
    assert await counts(redis) == {"new": WARM, "warmed": 1, "confirmed": FIRST - 1}


async def test_no_pages_are_kept_once_their_domain_was_judged_again(
    parts: dict[str, Any], redis: Redis
) -> None:
    await warm_up(parts)
    assert await redis.keys(f"{keys.KEPT}*") == [f"{keys.KEPT}:sizes".encode()]
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"0"}
    assert await remaining(redis) == 0


def refused(_reply: Reply) -> Reply:
    return refuse(of_error(PageError("why")))


def of_another_key(reply: Reply) -> Reply:
    fields = json.loads(reply.body) | {"url_key": "http://example.com/other"}
    return reply._replace(body=json.dumps(fields).encode())


@pytest.mark.parametrize(
    ("changed", "outcome"), [(refused, "refused:bad-page"), (of_another_key, "overtaken")]
)
async def test_page_that_later_cannot_be_judged_is_not_kept(
    parts: dict[str, Any], pool: Pool, redis: Redis, changed: Callable[[Reply], Reply], outcome: str
) -> None:
    async def answer(job: Job) -> Reply:
        return changed(await pool.answer(job))

    await publish(parts, range(WARM))
    await look_again(parts | {"reader": Reader(answer, 1)})
    assert (await counts(redis))[outcome] == FIRST
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"0"}


async def test_page_that_another_try_may_judge_stays(parts: dict[str, Any], redis: Redis) -> None:
    async def answer(_job: Job) -> Reply:
        return refuse(of_error(UrlTreeError("a process died")))

    await publish(parts, range(WARM))
    await look_again(parts | {"reader": Reader(answer, 1)})
    assert await redis.hlen(keys.KEPT_PAGES + "example.com") == FIRST


async def test_only_the_first_pages_of_a_domain_are_kept(parts: dict[str, Any], redis: Redis) -> None:
    await publish(parts, range(FIRST + 1))
    assert await redis.hlen(keys.KEPT_PAGES + "example.com") == FIRST


async def test_page_of_a_warm_domain_is_not_kept(parts: dict[str, Any], redis: Redis) -> None:
    await warm_up(parts)
    await publish(parts, range(WARM, WARM + 1))
    assert await redis.exists(keys.KEPT_PAGES + "example.com") == 0


async def test_redis_is_not_asked_again_about_a_domain_known_to_be_warm(
    parts: dict[str, Any], redis: Redis, site: Site
) -> None:
    await warm_up(parts)
    page = Item(id="1", url=address(0)), await site(address(0)), reading()
    second_look = secondlook.SecondLook(redis, parts["reader"], parts["publisher"])
    await second_look.pack(*page)
    await redis.config_resetstat()
    await second_look.pack(*page)
    assert "cmdstat_llen" not in await redis.info("commandstats")


async def test_domains_warm_up_independently(parts: dict[str, Any], redis: Redis) -> None:
    await publish(parts, range(3), "example.org")
    await warm_up(parts)
    assert await redis.hlen(keys.KEPT_PAGES + "example.org") == 3


def test_kept_page_is_unpacked_as_it_was_fetched() -> None:
    page = Fetched(
        url=address(1),
        received=1_767_323_045.5,
        body="Мост".encode("koi8-r"),
        charset="koi8-r",
    )
    packed = pack(Item(id="1", url=address(0)), page, reading())
    again = Item.model_validate_json(packed.partition(b"\n")[0])
    assert unpack(again, again.kept, packed) == page


async def test_page_too_large_to_keep_is_published_but_not_kept(
    parts: dict[str, Any], redis: Redis, site: Site
) -> None:
    url = address(0)
    noise = os.urandom(300_000).hex()
    site.pages[url] = f"<p>{body(0)}</p><!--{noise}-->".encode()
    await work_on(parts, Item(id=url, url=url))
    assert len(await published(parts)) == 1
    assert await redis.exists(keys.KEPT_PAGES + "example.com") == 0


async def test_longest_waiting_domain_is_dropped_when_too_much_is_kept(
    parts: dict[str, Any], redis: Redis
) -> None:
    await publish(parts, range(1), "example.org")
    for name in ("", "example.org"):
        await redis.hincrby(f"{keys.KEPT}:sizes", name, KEPT_BYTES)
    await publish(parts, range(1), "example.com")
    assert await redis.zrange(keys.KEPT, 0, -1) == [b"example.com"]
    assert await redis.exists(keys.KEPT_PAGES + "example.org") == 0


async def test_dropped_pages_no_longer_count_towards_the_size(parts: dict[str, Any], redis: Redis) -> None:
    await publish(parts, range(1), "example.org")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, "example.org")
    await publish(parts, range(1), "example.com")
    sizes = await redis.hgetall(f"{keys.KEPT}:sizes")
    assert sizes == {b"": sizes[b"example.com"], b"example.com": sizes[b"example.com"]}


async def test_domain_that_never_warms_is_dropped_after_a_while(parts: dict[str, Any], redis: Redis) -> None:
    await publish(parts, range(1), "example.org")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, "example.org")
    await publish(parts, range(1), "example.com")
    assert await redis.zrange(keys.KEPT, 0, -1) == [b"example.com"]


async def test_domain_that_goes_on_publishing_is_not_dropped_after_a_while(
    parts: dict[str, Any], redis: Redis
) -> None:
    await publish(parts, range(1), "example.org")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, "example.org")
    await publish(parts, range(1, 2), "example.org")
    assert await redis.hlen(keys.KEPT_PAGES + "example.org") == 2


async def test_revision_of_a_kept_page_takes_no_second_place(
    parts: dict[str, Any], redis: Redis, site: Site
) -> None:
    await publish(parts, range(FIRST))
    site.pages[address(0)] = html(0) + f"<p>{LATER}</p>".encode()
    await work_on(parts, Item(id="later", url=address(0)))
    assert await redis.hlen(keys.KEPT_PAGES + "example.com") == FIRST


async def test_revision_is_judged_again_in_place_of_the_first_version(
    parts: dict[str, Any], site: Site
) -> None:
    await publish(parts, range(1))
    site.pages[address(0)] = html(0) + f"<p>{LATER}</p>".encode()
    await work_on(parts, Item(id="later", url=address(0)))
    await publish(parts, range(1, WARM))
    revised = {document.url: document.text for document in await look_again(parts)}
    assert revised[address(0)] == f"{body(0)}\n{LATER}"


async def test_page_revised_after_its_domain_warmed_is_not_judged_again(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    await publish(parts, range(WARM))
    site.pages[address(0)] = html(0) + f"<p>{LATER}</p>".encode()
    await work_on(parts, Item(id="later", url=address(0)))
    assert address(0) not in {document.url for document in await look_again(parts)}
    assert await redis.exists(keys.KEPT_PAGES + "example.com") == 0


async def test_kept_pages_wait_until_new_items_are_claimed(
    parts: dict[str, Any], queue: WorkQueue, site: Site
) -> None:
    await publish(parts, range(WARM))
    site.pages[address(WARM)] = html(WARM)
    await queue.put([Item(id="new", url=address(WARM))])
    await queue.tick()
    assert [each.item.id for each in await queue.claim(100, 0.001)] == ["new"]


async def test_kept_pages_are_queued_while_other_items_are_in_progress(
    parts: dict[str, Any], redis: Redis
) -> None:
    await publish(parts, range(WARM))
    queue = WorkQueue(redis)
    await queue.put([Item(id="slow", url=address(WARM))])
    await queue.tick([await claim(queue)])
    assert await queue.claim(100, 0.001)


async def test_kept_page_is_queued_while_its_own_item_is_in_progress_again(
    parts: dict[str, Any], redis: Redis
) -> None:
    await publish(parts, range(WARM))
    queue = WorkQueue(redis)
    await queue.put([Item(id=address(0), url=address(0))])
    claims = [await claim(queue)]
    for _ in range(2):  # they come in any order, some at a time
        await queue.tick(claims)
        claims += await queue.claim(100, 0.001)
    assert address(0) in {each.item.url for each in claims[1:]}


async def test_kept_pages_are_queued_a_few_at_a_time(parts: dict[str, Any], queue: WorkQueue) -> None:
    await publish(parts, range(WARM))
    await queue.tick()
    assert len(await queue.claim(100, 0.001)) == 8 < FIRST


async def test_kept_page_of_a_domain_that_warmed_twice_is_queued_once(
    parts: dict[str, Any], queue: WorkQueue, redis: Redis
) -> None:
    await publish(parts, range(WARM))
    await redis.lpush(WARMING, await redis.lindex(WARMING, 0))
    await queue.tick()
    assert len(await queue.claim(100, 0.001)) == 7


@pytest.mark.parametrize(
    ("owner", "verb"), [(Reader, "read"), (Publisher, "publish_again"), (WorkQueue, "acknowledge")]
)
@DONE
async def test_document_is_republished_once_wherever_a_worker_dies(
    parts: dict[str, Any], redis: Redis, owner: type, verb: str, done: bool
) -> None:
    await publish(parts, range(WARM))
    await parts["queue"].tick()
    with dying(owner, verb, done=done):
        await Worker(**parts).work(await claim(parts["queue"]))
    await look_again(parts)
    revised = [document.url for document in await published(parts) if document.reason == "warmed"]
    assert revised == [address(0)]
    assert await remaining(redis) == 0


@DONE
async def test_first_page_is_kept_though_the_worker_dies_while_publishing_it(
    parts: dict[str, Any], redis: Redis, done: bool
) -> None:
    with dying(Publisher, "publish", done=done):
        await publish(parts, range(1))
    await look_again(parts)
    assert await redis.hlen(keys.KEPT_PAGES + "example.com") == 1


async def test_document_trimmed_from_the_stream_is_not_republished(
    parts: dict[str, Any], redis: Redis
) -> None:
    await publish(parts, range(WARM))
    await redis.xtrim(keys.DOCUMENTS, maxlen=0)
    assert await look_again(parts) == []
    assert (await counts(redis))["overtaken"] == FIRST
