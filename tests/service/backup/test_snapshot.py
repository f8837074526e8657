"""Reading a store for a backup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import publish_at, reading
from valkeys import url_of

from service.backup import snapshot
from service.backup.snapshot import ENTRY, GROUP, KEY, PENDING, Snapshot
from service.state import keys
from urltree.store.keys import domain_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis

    from service.backup.container import Record
    from service.stream.document import Reading

TREE = b"urltree:{example.com}:"


def read_up_to(name: str, records: Iterator[Record]) -> list[Record]:
    """Read records up to that of a key."""
    read = [next(records)]
    while read[-1][1] != name.encode():
        read.append(next(records))
    return read


def names(redis: Redis) -> list[bytes]:
    return [record[1] for record in Snapshot(redis).records() if record[0] == KEY]


def documents_read(redis: Redis, name: str, late: Reading) -> list[str]:
    """Read up to the record of a key, publish a page, and read on; return the texts that are read."""
    records = Snapshot(redis).records()
    read_up_to(name, records)
    publish_at(url_of(redis), late)
    entries = (dict(zip(each[2::2], each[3::2], strict=True)) for each in records if each[0] == ENTRY)
    return [entry[b"text"].decode() for entry in entries]


def test_every_key_but_documents_sessions_and_kept_pages_is_read_once(filled: Redis) -> None:
    read = names(filled)
    there = {*filled.scan_iter("urltree:*")} - {keys.DOCUMENTS.encode(), (keys.SESSION + "x").encode()}
    assert sorted(read) == sorted(there - {*filled.scan_iter(f"{keys.KEPT}*")})


def test_domain_of_the_tree_is_read_at_one_moment(filled: Redis) -> None:
    # Keys of a domain that the script does not know would be missing: nothing else reads them.
    read = names(filled)
    places = [place for place, name in enumerate(read) if name.startswith(TREE)]
    assert {read[place] for place in places} == {*filled.scan_iter("urltree:{example.com}:*")}
    assert {name.split(b":")[2] for name in read if name.startswith(TREE)} >= {b"rare", b"count", b"firsts"}
    assert places == list(range(places[0], places[0] + len(places)))


def test_keys_are_read_in_the_order_of_the_pipeline(filled: Redis) -> None:
    read = names(filled)
    pipeline = (
        keys.HISTORY + "example.com",
        keys.RECENT + "example.com",
        keys.WORK_ITEMS,
        f"{TREE.decode()}meta",
        keys.PUBLISHED + "example.com",
    )
    places = [read.index(name.encode()) for name in pipeline]
    assert places == sorted(places)


def test_feeds_and_webhooks_are_read_before_the_tree(filled: Redis) -> None:
    read = names(filled)
    tree = next(place for place, name in enumerate(read) if name.startswith(TREE))
    of_feeds, of_webhooks = (keys.FEED + "f1",), (keys.WEBHOOK + "w1", keys.dead_letters("w1"))
    its = {name.encode() for name in (*of_feeds, *of_webhooks)}
    assert its <= set(read[:tree])


def test_documents_of_several_pages_are_read_in_order(filled: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "_PAGE", 2)
    read = [record[1] for record in Snapshot(filled).records() if record[0] == ENTRY]
    assert read == [entry for entry, _ in filled.xrange(keys.DOCUMENTS)]


def test_document_published_after_the_marks_of_its_domain_were_read_is_left_out(filled: Redis) -> None:
    late = reading("http://example.com/late", text="A late page.")
    assert "A late page." not in documents_read(filled, keys.PUBLISHED + "example.com", late)


def test_document_published_before_the_marks_of_its_domain_were_read_is_read(filled: Redis) -> None:
    late = reading("http://example.com/late", text="A late page.")
    assert "A late page." in documents_read(filled, keys.WORK_ITEMS, late)


def test_document_of_a_domain_whose_marks_came_too_late_to_be_read_is_left_out(filled: Redis) -> None:
    late = reading("http://new.example/", domain="new.example", text="A late page.")
    assert "A late page." not in documents_read(filled, keys.PUBLISHED + "example.com", late)


def test_documents_of_a_domain_without_marks_are_read(filled: Redis) -> None:
    filled.delete(keys.PUBLISHED + "example.com", keys.PUBLISHING + "example.com")
    assert len([record for record in Snapshot(filled).records() if record[0] == ENTRY]) == 3


def test_version_that_was_published_is_read_though_a_revision_came_after_the_marks(filled: Redis) -> None:
    publish_at(url_of(filled), reading("http://example.com/late", text="a" * 200))
    late = reading("http://example.com/late", text="b" * 200, revision=1)
    texts = documents_read(filled, keys.PUBLISHED + "example.com", late)
    assert ("a" * 200 in texts, "b" * 200 in texts) == (True, False)


def test_pending_entries_of_several_pages_are_read(filled: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "_PAGE", 1)
    filled.xreadgroup("indexers", "two", {keys.DOCUMENTS: ">"})
    (_, second, third) = (entry for entry, _ in filled.xrange(keys.DOCUMENTS))
    read = [record[2:] for record in Snapshot(filled).records() if record[0] == PENDING]
    assert read == [(b"one", second), (b"two", third)]


def test_consumer_groups_are_read_with_their_pending_entries(filled: Redis) -> None:
    (_, second, _) = (entry for entry, _ in filled.xrange(keys.DOCUMENTS))
    read = [record for record in Snapshot(filled).records() if record[0] in {GROUP, PENDING}]
    assert read == [(GROUP, b"indexers", second), (PENDING, b"indexers", b"one", second)]


def test_expiry_of_a_key_is_read(filled: Redis) -> None:
    filled.set("urltree:sightings:a", "x", pxat=4_000_000_000_000)
    (expires,) = (each[2] for each in Snapshot(filled).records() if each[1] == b"urltree:sightings:a")
    assert abs(int(expires) - 4_000_000_000_000) < 100


def test_item_completed_meanwhile_is_both_in_the_queue_and_among_the_published(filled: Redis) -> None:
    records = Snapshot(filled).records()
    read = read_up_to(keys.WORK_ITEMS, records)
    filled.delete(keys.WORK, keys.WORK_ITEMS)
    filled.hset(keys.PUBLISHED + "late.example", "key", "mark")
    filled.rpush(keys.PUBLISHING + "late.example", "key")
    read += records
    late = {(keys.PUBLISHED + "late.example").encode(), (keys.PUBLISHING + "late.example").encode()}
    assert {record[1] for record in read} > {keys.WORK.encode(), *late}


def test_feed_added_after_the_feeds_were_read_is_left_out(filled: Redis) -> None:
    records = Snapshot(filled).records()
    read_up_to(keys.WORK_ITEMS, records)
    filled.delete(keys.FEEDS_DUE)
    filled.zadd(keys.FEEDS_DUE, {"f2": 1})
    assert keys.FEEDS_DUE.encode() not in {record[1] for record in records}


@pytest.mark.parametrize(
    "late",
    [
        *(keys.FEED + "late", keys.WEBHOOK + "late", keys.dead_letters("late")),
        *(keys.HISTORY + "late.example", keys.RECENT + "late.example"),
    ],
)
def test_feed_webhook_or_history_that_came_after_the_plans_is_left_out(filled: Redis, late: str) -> None:
    records = Snapshot(filled).records()
    read_up_to(keys.WORK_ITEMS, records)
    filled.set(late, "late")
    assert late.encode() not in {record[1] for record in records}


def test_marks_of_a_domain_are_read_with_their_order(filled: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "_AT_ONCE", 1)
    records = Snapshot(filled).records()
    read_up_to(keys.PUBLISHED + "example.com", records)
    filled.delete(keys.PUBLISHING + "example.com")
    assert next(records)[1] == (keys.PUBLISHING + "example.com").encode()


def test_domain_that_is_new_to_the_tree_is_left_out(filled: Redis) -> None:
    records = Snapshot(filled).records()
    while not next(records)[1].startswith(TREE):
        pass
    filled.copy(f"{TREE.decode()}meta", f"{domain_prefix('new.example')}meta")
    assert b"new.example" not in b"".join(record[1] for record in records)


def test_empty_store_yields_nothing(valkey_client: Redis) -> None:
    assert list(Snapshot(valkey_client).records()) == []
