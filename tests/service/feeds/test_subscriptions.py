"""Subscriptions, in a real Valkey."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from subscribed import NOW, URL, feed, move

from service.feeds.errors import NoSuchFeedError
from service.feeds.history import History
from service.feeds.schedule import DAY
from service.feeds.subscriptions import Page, State, Subscriptions, changed_fields, named_site
from service.state import keys
from urltree.errors import UrlError

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def due(subscriptions: Subscriptions, now: float = NOW, limit: int = 10) -> list[str]:
    return [each.id for each in await subscriptions.claim(now, now + 120, limit)]


async def test_added_feed_is_stored_with_all_its_fields(subscriptions: Subscriptions):
    added = feed(
        title="News", site_url="https://example.org/", labels=("b", "c"), interval=300.0, state=State.PAUSED,
        etag='"é"', last_modified="x", last_poll=1.5, error="why", errors=3, ttl=60.0, times=(1.0, 2.5),
        hub="https://hub.example/", topic=URL, push="t", pushed_until=2.5, last_push=1.5, hub_error="no",
    )  # fmt: skip
    await subscriptions.add(added, NOW)
    assert await subscriptions.get("a") == replace(added, next_poll=NOW)


async def test_add_returns_the_stored_feed(subscriptions: Subscriptions):
    assert await subscriptions.add(feed(), NOW) == await subscriptions.get("a")


@pytest.mark.parametrize("url", [URL, "http://example.org/feed", "https://EXAMPLE.org:443/./feed#top"])
async def test_equivalent_urls_are_subscribed_once(subscriptions: Subscriptions, url: str):
    await subscriptions.add(feed("a"), NOW)
    assert (await subscriptions.add(feed("b", url), NOW)).id == "a"
    assert [each.id for each in await subscriptions.all()] == ["a"]


async def test_add_all_adds_more_feeds_than_fit_in_one_step(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.feeds.subscriptions._ADDED", 2)
    feeds = [feed(name, f"{URL}/{name}") for name in "abcde"]
    assert await subscriptions.add_all(feeds, NOW) == 5
    assert await subscriptions.all() == [replace(each, next_poll=NOW) for each in feeds]


async def test_add_all_does_not_count_known_feeds_as_new(subscriptions: Subscriptions):
    await subscriptions.add(feed("a"), NOW)
    assert await subscriptions.add_all([feed("b"), feed("c", f"{URL}/c")], NOW) == 1


async def test_add_all_adds_labels_to_known_feeds(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", labels=("x",)), NOW)
    await subscriptions.add_all([feed("b", labels=("y",)), feed("c", labels=("z",))], NOW)
    assert (await subscriptions.get("a")).labels == ("x", "y", "z")


async def test_feeds_are_sorted_by_title(subscriptions: Subscriptions):
    for name, title in (("1", "b"), ("2", "C"), ("3", "a")):
        await subscriptions.add(feed(name, f"{URL}/{name}", title=title), NOW)
    assert [each.title for each in await subscriptions.all()] == ["a", "b", "C"]


TITLES = ("Ärger", "b", "C", None, "a", "", "a", "日本", 'q"\\', "x" * 1_000, "n\0ul")


async def add_titled(subscriptions: Subscriptions) -> None:
    for number, title in enumerate(TITLES):
        await subscriptions.add(feed(f"{number:x}", f"{URL}/{number}", title=title), NOW)


@pytest.mark.parametrize("limit", [1, 2, 3, len(TITLES), 100])
async def test_pages_hold_every_feed_once_in_order(subscriptions: Subscriptions, limit: int):
    await add_titled(subscriptions)
    found, page = [], await subscriptions.page("", limit)
    while page.feeds:
        assert len(page.feeds) <= limit
        found += page.feeds
        page = await subscriptions.page(page.last, limit) if page.last else Page([], "")
    assert found == await subscriptions.all()
    assert sorted(each.title or "" for each in found) == sorted(title or "" for title in TITLES)


@pytest.mark.parametrize(("limit", "more"), [(len(TITLES) - 1, True), (len(TITLES), False)])
async def test_page_leads_on_only_where_feeds_follow(subscriptions: Subscriptions, limit: int, *, more: bool):
    await add_titled(subscriptions)
    assert bool((await subscriptions.page("", limit)).last) == more


async def test_all_reads_more_feeds_than_fit_on_one_page(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.feeds.subscriptions._PAGE", 2)
    await add_titled(subscriptions)
    assert len({each.id for each in await subscriptions.all()}) == len(TITLES)


async def test_untitled_feed_is_sorted_by_its_url(subscriptions: Subscriptions):
    for name, title in (("1", "a"), ("2", None), ("3", "z")):
        await subscriptions.add(feed(name, f"{URL}/{name}", title=title), NOW)
    assert [each.id for each in await subscriptions.all()] == ["1", "2", "3"]


@pytest.mark.parametrize("verb", ["record", "note", "change"])
async def test_changed_title_changes_the_order(subscriptions: Subscriptions, verb: str):
    for name in ("a", "b"):
        await subscriptions.add(feed(name, f"{URL}/{name}", title=name), NOW)
    if verb == "record":
        known = await subscriptions.get("a")
        await subscriptions.record(known, replace(known, title="c"))
    else:
        await getattr(subscriptions, verb)("a", title="c")
    assert [each.title for each in await subscriptions.all()] == ["b", "c"]


async def test_changed_url_of_an_untitled_feed_changes_the_order(subscriptions: Subscriptions):
    for name in ("a", "b"):
        await subscriptions.add(feed(name, f"{URL}/{name}"), NOW)
    await move(subscriptions, "a", f"{URL}/c")
    assert [each.id for each in await subscriptions.all()] == ["b", "a"]


async def test_next_page_continues_after_its_last_feed_was_removed(subscriptions: Subscriptions):
    await add_titled(subscriptions)
    everything = await subscriptions.all()
    page = await subscriptions.page("", 2)
    await subscriptions.remove(page.feeds[-1].id)
    assert (await subscriptions.page(page.last, 100)).feeds == everything[2:]


@pytest.mark.parametrize("name", ["a", URL, "http://example.org/feed"])
async def test_feed_is_found_by_id_and_by_url(subscriptions: Subscriptions, name: str):
    await subscriptions.add(feed(), NOW)
    assert (await subscriptions.find(name)).id == "a"


@pytest.mark.parametrize("name", ["b", "", "https://example.org/other"])
async def test_unknown_feed_is_not_found(subscriptions: Subscriptions, name: str):
    await subscriptions.add(feed(), NOW)
    with pytest.raises(NoSuchFeedError):
        await subscriptions.find(name)


async def test_new_feed_is_due_at_once(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    assert await due(subscriptions) == ["a"]


async def test_feed_is_not_due_before_its_time(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    assert await due(subscriptions, NOW - 1) == []


async def test_claimed_feed_is_not_claimed_again(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    await due(subscriptions)
    assert await due(subscriptions) == []


async def test_claim_of_a_dead_poller_runs_out(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    await due(subscriptions)
    assert await due(subscriptions, NOW + 120) == ["a"]


async def test_no_more_than_the_limit_are_claimed_after_the_clock_was_ahead(subscriptions: Subscriptions):
    for name, time in (("overdue", NOW - 1), ("ahead", NOW + 3 * DAY), ("further", NOW + 4 * DAY)):
        await subscriptions.add(feed(name, f"{URL}/{name}"), time)
    assert await due(subscriptions, limit=2) == ["overdue", "ahead"]


async def test_feed_polled_while_the_clock_was_ahead_is_claimed(subscriptions: Subscriptions):
    for name, time in (("slow", NOW + DAY), ("ahead", NOW + 3 * DAY), ("overdue", NOW - 1)):
        await subscriptions.add(feed(name, f"{URL}/{name}"), time)
    assert await due(subscriptions, limit=1) == ["overdue"]
    assert await due(subscriptions) == ["ahead"]
    assert await due(subscriptions) == []


async def test_longest_overdue_feeds_are_claimed_first(subscriptions: Subscriptions):
    for name, time in (("1", NOW), ("2", NOW - 9), ("3", NOW - 5)):
        await subscriptions.add(feed(name, f"{URL}/{name}"), time)
    assert await due(subscriptions, limit=2) == ["2", "3"]


async def test_change_keeps_the_other_fields(subscriptions: Subscriptions):
    await subscriptions.add(feed(title="News"), NOW)
    changed = await subscriptions.change("a", labels=("x",))
    assert (changed.title, changed.labels, changed.next_poll) == ("News", ("x",), NOW)


async def test_change_sets_the_next_poll(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    assert (await subscriptions.change("a", NOW + 5)).next_poll == NOW + 5


async def test_paused_feed_is_never_due(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    assert (await subscriptions.change("a", state=State.PAUSED)).next_poll is None
    assert await due(subscriptions) == []


async def test_paused_feed_cannot_be_given_a_next_poll(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    await subscriptions.change("a", state=State.PAUSED)
    assert (await subscriptions.change("a", NOW)).next_poll is None


async def test_resumed_feed_is_due(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    await subscriptions.change("a", state=State.PAUSED)
    await subscriptions.change("a", NOW, state=State.ACTIVE)
    assert await due(subscriptions) == ["a"]


async def test_poll_is_recorded(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(), NOW)
    polled = replace(added, title="T", etag='"1"', last_poll=NOW, next_poll=NOW + 60, errors=2, times=(NOW,))
    await subscriptions.record(added, polled)
    assert await subscriptions.get("a") == polled


async def test_recording_a_poll_does_not_delay_one_requested_meanwhile(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    (claimed,) = await subscriptions.claim(NOW, NOW + 120, 1)
    await subscriptions.change("a", NOW + 5)
    await subscriptions.record(claimed, replace(claimed, next_poll=NOW + 3_600))
    assert (await subscriptions.get("a")).next_poll == NOW + 5


async def test_recording_a_poll_keeps_what_a_user_changed_meanwhile(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(), NOW)
    await subscriptions.change("a", labels=("x",), interval=60)
    await subscriptions.record(added, replace(added, last_poll=NOW))
    recorded = await subscriptions.get("a")
    assert (recorded.labels, recorded.interval) == (("x",), 60)


async def test_recording_a_poll_keeps_what_a_hub_pushed_meanwhile(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(), NOW)
    await subscriptions.note("a", times=(NOW,), last_push=NOW)
    await subscriptions.record(added, replace(added, last_poll=NOW))
    recorded = await subscriptions.get("a")
    assert (recorded.times, recorded.last_push) == ((NOW,), NOW)


async def test_recording_a_push_keeps_what_a_poll_found_meanwhile(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(title="Old"), NOW)
    await subscriptions.record(added, replace(added, title="New"))
    await subscriptions.note("a", **changed_fields(added, replace(added, last_push=NOW)))
    assert (await subscriptions.get("a")).title == "New"


async def test_put_off_poll_changes_only_the_next_poll(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(), NOW)
    polled = replace(added, next_poll=NOW + 60)
    await subscriptions.record(added, polled)
    assert await subscriptions.get("a") == polled


async def test_recording_a_poll_does_not_resume_a_feed_paused_meanwhile(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(), NOW)
    await subscriptions.change("a", state=State.PAUSED)
    await subscriptions.record(added, replace(added, last_poll=NOW))
    assert (await subscriptions.get("a")).state is State.PAUSED
    assert await due(subscriptions) == []


async def test_recording_a_poll_does_not_bring_back_a_feed_removed_meanwhile(
    subscriptions: Subscriptions, redis: Redis
):
    added = await subscriptions.add(feed(), NOW)
    await subscriptions.remove("a")
    await subscriptions.record(added, replace(added, last_poll=NOW))
    assert await redis.keys() == []


async def test_removed_feed_leaves_nothing(subscriptions: Subscriptions, redis: Redis):
    await subscriptions.add(feed(), NOW)
    await subscriptions.remove("a")
    assert await redis.keys() == []


async def test_history_is_not_kept_for_feeds_of_other_sites(subscriptions: Subscriptions, redis: Redis):
    await subscriptions.add(feed("a"), NOW)
    await subscriptions.add(replace(feed("b", "https://example.com/feed"), site="example.com"), NOW)
    await History(redis).add(feed(), ["entry"], NOW)
    await subscriptions.remove("a")
    assert await redis.exists(keys.HISTORY + "example.org") == 0


async def test_what_is_remembered_of_a_site_is_removed_with_its_last_feed(
    subscriptions: Subscriptions, redis: Redis
):
    for name in ("a", "b"):
        await subscriptions.add(feed(name, f"{URL}/{name}"), NOW)
    await redis.mset({prefix + "example.org": "" for prefix in (keys.HISTORY, keys.RECENT)})
    left = []
    for name in ("a", "b"):
        await subscriptions.remove(name)
        left.append(await redis.exists(keys.HISTORY + "example.org", keys.RECENT + "example.org"))
    assert left == [2, 0]


@pytest.mark.parametrize("verb", ["get", "remove", "change"])
async def test_unknown_feed_is_refused(subscriptions: Subscriptions, verb: str):
    with pytest.raises(NoSuchFeedError, match="'b'"):
        await getattr(subscriptions, verb)("b")


async def test_change_of_an_unknown_feed_leaves_nothing(subscriptions: Subscriptions, redis: Redis):
    with pytest.raises(NoSuchFeedError):
        await subscriptions.change("b", NOW, title="B", state=State.ACTIVE)
    assert await redis.keys() == []


async def test_note_keeps_the_next_poll_and_the_other_fields(subscriptions: Subscriptions):
    added = await subscriptions.add(feed(), NOW)
    await subscriptions.note("a", hub_error="why")
    assert await subscriptions.get("a") == replace(added, hub_error="why")


@pytest.mark.parametrize(("wanted", "due"), [(NOW - 5, NOW - 5), (NOW + 5, NOW)])
async def test_note_hastens_the_next_poll_but_does_not_delay_it(
    subscriptions: Subscriptions, wanted: float, due: float
):
    await subscriptions.add(feed(), NOW)
    await subscriptions.note("a", wanted, hub_error="why")
    assert (await subscriptions.get("a")).next_poll == due


async def test_note_does_not_resume_a_paused_feed(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    await subscriptions.change("a", state=State.PAUSED)
    await subscriptions.note("a", NOW, hub_error="why")
    assert await due(subscriptions) == []


async def test_note_does_not_bring_back_a_removed_feed(subscriptions: Subscriptions, redis: Redis):
    await subscriptions.note("a", NOW, hub_error="why")
    assert await redis.keys() == []


@pytest.mark.parametrize(
    ("name", "site"),
    [
        ("www.news.co.uk", "news.co.uk"),
        ("http://www.news.co.uk:8080/feed", "news.co.uk"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]:80", "[::1]"),
        ("Bücher.example", "xn--bcher-kva.example"),
        ("a_b.example.com.", "example.com"),
    ],
)
def test_site_is_derived_from_a_host_or_a_url(name: str, site: str):
    assert named_site(name) == site


@pytest.mark.parametrize(
    "name", ["not a host", "editor@example.com", "a..b", "*", "<b>", "http://", "ftp://a.com"]
)
def test_invalid_host_is_refused_as_a_site(name: str):
    with pytest.raises(UrlError, match=re.escape(repr(name))):
        named_site(name)
