"""The poller, with a real web server and a real Valkey."""

from __future__ import annotations

from email.utils import formatdate
from time import time

import pytest
from deaths import DONE, dying
from pollerbed import FIRST, NEWS, SECOND, THIRD, Bed
from web import Answer
from workshop import complete
from xml_feeds import atom, item, rss

from service.feeds.history import History
from service.feeds.subscriptions import Subscription, Subscriptions
from service.queue import WorkQueue
from service.state import keys
from urltree.errors import StoreError


async def test_entries_are_queued_oldest_first(bed: Bed):
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_queued_item_carries_the_metadata_of_its_feed(bed: Bed):
    await bed.subscriptions.change("feed", labels=("x",))
    channel = "<language>pt_br</language>"
    bed.web.answers["/feed"] = Answer(rss(f"{FIRST}<author>Me</author>", channel=channel))
    await bed.poll()
    (only,) = await complete(bed.queue)
    assert (only.url, only.feed, only.site, only.labels) == (
        "https://example.org/news/1", "feed", "example.org", ("x",),
    )  # fmt: skip
    assert (only.title, only.author, only.language) == ("News 1", "Me", "pt-BR")
    assert only.published.hour == 11


async def test_language_of_an_entry_takes_precedence_over_that_of_its_feed(bed: Bed):
    german = "<dc:language>de</dc:language>"
    bed.web.answers["/feed"] = Answer(rss(SECOND, FIRST + german, channel="<language>en</language>"))
    await bed.poll()
    assert [each.language for each in await complete(bed.queue)] == ["de", "en"]


async def test_poll_is_recorded(bed: Bed):
    polled = await bed.poll()
    assert (polled.title, polled.error, len(polled.times)) == ("News", None, 2)
    assert polled.next_poll > polled.last_poll


async def test_entry_is_queued_once(bed: Bed):
    await bed.poll()
    bed.web.answers["/feed"] = Answer(rss(THIRD, SECOND, FIRST))
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2", "News 3"]


async def test_page_that_new_entries_share_is_queued_once(bed: Bed):
    comments = [f"<title>{each}</title><link>https://example.org/news/1#{each}</link>" for each in "ba"]
    bed.web.answers["/feed"] = Answer(rss(*comments))
    for _ in range(2):
        await bed.poll()
    assert [each.url for each in await complete(bed.queue)] == ["https://example.org/news/1#b"]


async def test_page_is_not_called_after_an_entry_that_is_a_part_of_it(bed: Bed):
    link = '<id>5</id><link href="https://example.org/news#comment-5"/>'
    author = "<author><name>Me</name></author>"
    about = f"<title>Re: News</title>{author}<published>2026-11-02T10:00:00Z</published>"
    body = atom(f"{link}{about}").replace(b"<entry>", f"{author}<entry>".encode())
    bed.web.answers["/feed"] = Answer(body)
    await bed.poll()
    (only,) = await complete(bed.queue)
    assert (only.title, only.author, only.published, only.feed_author) == (None, None, None, None)


@pytest.mark.parametrize("fragment", ["", "#", "#ref=rss", "#!/news/1"])
async def test_page_is_called_after_an_entry_whose_fragment_names_no_part(bed: Bed, fragment: str):
    bed.web.answers["/feed"] = Answer(rss(FIRST.replace("</link>", f"{fragment}</link>")))
    await bed.poll()
    assert await bed.titles() == ["News 1"]


async def test_entry_that_stays_in_its_feed_is_not_queued_again_after_a_rest(bed: Bed):
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]
    await bed.redis.delete(keys.RECENT + "example.org")  # as after a day
    await bed.poll()
    assert await bed.titles() == []


async def test_entry_in_two_feeds_of_a_site_is_queued_once(bed: Bed):
    bed.web.answers["/other"] = Answer(rss(THIRD, SECOND))
    await bed.subscribe("/other")
    await bed.poll()
    await bed.poll("other")
    assert await bed.titles() == ["News 1", "News 2", "News 3"]


async def test_entry_with_a_changed_description_rests(bed: Bed):
    for votes in range(3):
        bed.web.answers["/feed"] = Answer(rss(f"{FIRST}<description>{votes} votes</description>"))
        polled = await bed.poll()
    assert await bed.titles() == ["News 1"]
    assert len(polled.times) == 1


async def test_entry_whose_date_changes_with_each_poll_rests(bed: Bed):
    for second in range(3):
        bed.web.answers["/feed"] = Answer(rss(item(1, f"Mon, 02 Nov 2026 11:00:0{second} GMT")))
        await bed.poll()
    assert await bed.titles() == ["News 1"]


async def test_entry_without_a_date_whose_link_has_another_session_is_queued_once(bed: Bed):
    for session in range(2):
        bed.web.answers["/feed"] = Answer(rss(f"<link>https://example.org/a?PHPSESSID={session}</link>"))
        await bed.poll()
        await bed.redis.delete(keys.RECENT + "example.org")  # as after a day
    assert len(await bed.titles()) == 1


async def test_entry_without_a_date_whose_link_changes_with_each_poll_rests(bed: Bed):
    for number in range(3):
        bed.web.answers["/feed"] = Answer(rss(f"<link>https://example.org/a?nocache={number}</link>"))
        polled = await bed.poll()
    assert (len(await bed.titles()), polled.times) == (1, ())


@pytest.mark.parametrize(("ages", "times"), [((0, 0, 2), 1), ((0, 4, 8), 2), ((4_000, 4_000, 4_000), 2)])
async def test_entries_that_all_have_the_date_of_the_poll_are_queued_once(
    bed: Bed, ages: tuple[int, ...], times: int
):
    for change in range(2):
        dates = [formatdate(time() - age - 100 * change) for age in ages]
        bed.web.answers["/feed"] = Answer(rss(*map(item, range(3), dates)))
        await bed.poll()
        await bed.redis.delete(keys.RECENT + "example.org")  # as after a day
    assert len(await bed.titles()) == 3 * times


async def test_entries_that_appeared_at_once_just_before_a_poll_are_known_by_their_dates(bed: Bed):
    entries = [item(number, formatdate(time())) for number in range(3)]
    for more in ([], [item(3, formatdate(time() - 500))]):
        bed.web.answers["/feed"] = Answer(rss(*entries, *more))
        await bed.poll()
        await bed.redis.delete(keys.RECENT + "example.org")  # as after a day
    assert len(await bed.titles()) == 4


async def test_rested_entry_is_queued_though_its_feed_has_not_changed_since(bed: Bed):
    for version in range(2):
        body = rss(f"{FIRST}<description>{version}</description>")
        bed.web.answers["/feed"] = Answer(body, headers={"ETag": f'"{version}"'})
        await bed.poll()
    assert (await bed.poll()).wakes > time() + 850
    assert await bed.titles() == ["News 1"]
    await bed.redis.delete(keys.RECENT + "example.org")  # as after a day
    await bed.redis.hset(keys.FEED + "feed", "wakes", "1.0")
    for _ in range(2):
        assert (await bed.poll()).wakes is None
    assert await bed.titles() == ["News 1"]
    assert bed.web.statuses == [200, 200, 304, 200, 304]


async def test_entry_that_has_rested_is_no_new_item_of_its_feed(bed: Bed):
    await bed.subscriptions.change("feed", last_push=1.0)
    bed.web.answers["/feed"] = Answer(rss(f"{FIRST}<description>1 vote</description>"))
    first = await bed.poll()
    await bed.subscriptions.change("feed", last_push=1.0)
    ((subject, _),) = await bed.redis.zrange(keys.RECENT + "example.org", 0, -1, withscores=True)
    await bed.redis.zadd(keys.RECENT + "example.org", {subject: time() - 86_500})
    bed.web.answers["/feed"] = Answer(rss(f"{FIRST}<description>2 votes</description>"))
    second = await bed.poll()
    assert await bed.titles() == ["News 1", "News 1"]
    assert (second.times, second.last_push) == (first.times, 1.0)


@pytest.mark.parametrize("others", [(), ("/other",)], ids=["last of its site", "not the last"])
async def test_waiting_items_go_to_the_feed_that_takes_the_place_of_theirs(bed: Bed, others: tuple[str, ...]):
    for path in others:
        await bed.subscribe(path)
    await bed.poll()
    await bed.subscriptions.remove("feed")
    added = await bed.subscriptions.add(
        Subscription("again", f"{bed.web.url}/feed", "example.org", labels=("right",)), now=0
    )
    await bed.poll(added.id)
    assert [(each.feed, each.labels) for each in await complete(bed.queue)] == [("again", ("right",))] * 2


async def test_feed_added_again_brings_its_entries_again(bed: Bed):
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]
    await bed.subscriptions.remove("feed")
    await bed.subscribe("/feed")
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_entry_with_a_changed_title_is_queued_again(bed: Bed):
    await bed.poll()
    bed.web.answers["/feed"] = Answer(rss(FIRST.replace("News 1", "News one")))
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2", "News one"]


async def test_feed_is_not_polled_while_its_site_crowds_the_queue(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=2)
    await bed.poll()
    await bed.subscriptions.note("feed", poll=0)
    polled = await bed.poll()
    assert (bed.web.statuses, polled.error) == ([200], None)
    assert polled.next_poll == pytest.approx(time() + 60, abs=30)
    assert await bed.titles() == ["News 1"]
    await bed.poll()
    assert await bed.titles() == ["News 2"]


async def test_entries_beyond_a_full_queue_are_queued_by_a_later_poll(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=1)
    bed.web.answers["/feed"] = NEWS._replace(headers={"ETag": '"1"'})
    polled = await bed.poll()
    assert (polled.etag, polled.error) == (None, None)
    assert await bed.titles() == ["News 1"]
    await bed.poll()
    assert await bed.titles() == ["News 2"]


async def test_entries_that_share_a_page_beyond_a_full_queue_are_queued_by_a_later_poll(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=1)
    shared = "<link>https://example.org/show</link>"
    bed.web.answers["/feed"] = Answer(rss(f"<title>c</title>{shared}", f"<title>b</title>{shared}", FIRST))
    await bed.poll()
    assert await bed.titles() == ["News 1"]
    await bed.poll()
    assert await bed.titles() == ["c"]


@pytest.mark.parametrize(
    ("owner", "verb"),
    [
        (WorkQueue, "put"),
        (History, "put_to_work"),
        (History, "add"),
        (Subscriptions, "record"),
        (Subscriptions, "move"),
    ],
)
@DONE
async def test_nothing_is_lost_wherever_the_poller_dies(bed: Bed, owner: type, verb: str, done: bool):
    etag = {"ETag": '"1"'}
    bed.web.answers["/new"] = bed.web.answers["/feed"]._replace(headers=etag)
    bed.web.answers["/feed"] = Answer(b"", 301, {"Location": "/new"} | etag)
    await bed.subscriptions.note(
        "feed", leads_to=f"{bed.web.url}/new", leads_since=1.0
    )  # so it moves at once
    with dying(owner, verb, done=done):
        await bed.poll()
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_unavailable_store_is_not_recorded_as_an_error_of_the_feed(bed: Bed):
    class Unavailable:
        async def feed(self, *_: object) -> None:
            raise StoreError("the turns are not known")

    bed.fetcher = Unavailable()
    with pytest.raises(StoreError):
        await bed.poll()
    assert (await bed.subscriptions.get("feed")).error is None


async def test_internal_error_is_recorded_and_logged(
    bed: Bed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(History, "unseen", fail)
    assert (await bed.poll()).error == "an internal error; the service's log has the cause"
    assert "ZeroDivisionError" in caplog.text
