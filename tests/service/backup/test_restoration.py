"""Restoring a backup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from readings import publish_at, reading
from valkeys import url_of
from valkeys import valkey_client as new_valkey

from service.backup import restoration
from service.backup.restoration import make_ready, restore
from service.backup.snapshot import KEY, OFFICES, Snapshot
from service.state import keys
from urltree.errors import InputError, StoreRefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis


@pytest.fixture(scope="module")
def other() -> Iterator[Redis]:
    with new_valkey() as client:
        yield client


@pytest.fixture
def target(other: Redis) -> Redis:
    """A client of another, empty server."""
    other.flushall()
    return other


def contents(redis: Redis) -> dict[bytes, Any]:
    left_out = keys.SESSION.encode(), keys.KEPT.encode()
    names = [name for name in redis.scan_iter("urltree:*") if not name.startswith(left_out)]
    return {name: content(redis, name) for name in names}


def content(redis: Redis, name: bytes) -> Any:
    """Return the value of a key; dumps of hashes and sets would depend on the server's order."""
    read = {b"hash": redis.hgetall, b"set": redis.smembers}.get(redis.type(name), redis.dump)
    return read(name)


def groups(redis: Redis) -> list[Any]:
    known = redis.xinfo_groups(keys.DOCUMENTS)
    pending = redis.xpending_range(keys.DOCUMENTS, "indexers", "-", "+", 10)
    names = ("name", "consumers", "pending", "last-delivered-id")
    return [[group[each] for each in names] for group in known] + [
        (each["consumer"], each["message_id"]) for each in pending
    ]


def test_restored_store_equals_the_original(filled: Redis, target: Redis) -> None:
    list(restore(target, Snapshot(filled).records()))
    there, back = contents(filled), contents(target)
    stream = keys.DOCUMENTS.encode()
    assert there.pop(stream)
    assert back.pop(stream)
    assert back == there
    assert target.xrange(keys.DOCUMENTS) == filled.xrange(keys.DOCUMENTS)
    assert groups(target) == groups(filled)


def test_consumer_groups_of_an_empty_stream_are_restored(filled: Redis, target: Redis) -> None:
    filled.xtrim(keys.DOCUMENTS, maxlen=0, approximate=False)
    list(restore(target, Snapshot(filled).records()))
    there, back = (redis.xinfo_groups(keys.DOCUMENTS)[0] for redis in (filled, target))
    assert (back["name"], back["last-delivered-id"]) == (there["name"], there["last-delivered-id"])


def test_document_published_during_the_backup_is_published_once_after_the_restore(
    filled: Redis, target: Redis
) -> None:
    late, read = reading("http://example.com/late", text="A late page."), []
    for record in Snapshot(filled).records():
        if record[1] == (keys.PUBLISHED + "example.com").encode():
            publish_at(url_of(filled), late)
        read.append(record)
    list(restore(target, read))
    publish_at(url_of(target), late)
    texts = [fields[b"text"] for _, fields in target.xrange(keys.DOCUMENTS)]
    assert texts.count(b"A late page.") == 1


def test_key_expires_at_its_original_time(filled: Redis, target: Redis) -> None:
    filled.set("urltree:sightings:a", "x", pxat=4_000_000_000_000)
    list(restore(target, Snapshot(filled).records()))
    assert abs(target.ttl("urltree:sightings:a") - filled.ttl("urltree:sightings:a")) < 60


@pytest.mark.parametrize("bound", ["_BYTES", "_RECORDS"])
def test_all_records_are_restored_in_several_steps(
    filled: Redis, target: Redis, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(restoration, bound, 3)
    list(restore(target, Snapshot(filled).records()))
    assert contents(target).keys() == contents(filled).keys()


def test_store_says_that_it_holds_half_a_backup_until_all_is_restored(filled: Redis, target: Redis) -> None:
    make_ready(target, None, replace=False)
    written = restore(target, Snapshot(filled).records())
    next(written)
    assert target.exists(keys.RESTORING)
    list(written)
    assert not target.exists(keys.RESTORING)


def test_record_read_twice_can_be_written_twice(filled: Redis, target: Redis) -> None:
    record = next(Snapshot(filled).records())
    list(restore(target, [record, record]))
    assert contents(target).keys() == {record[1]}


def test_every_record_is_yielded_once_written(filled: Redis, target: Redis) -> None:
    records = list(Snapshot(filled).records())
    assert list(restore(target, records)) == records


def test_nonempty_store_is_refused_unchanged_without_replace(filled: Redis) -> None:
    before = contents(filled)
    with pytest.raises(InputError, match="--replace"):
        make_ready(filled, None, replace=False)
    assert contents(filled) == before


def test_replace_deletes_only_keys_of_urltree(filled: Redis) -> None:
    make_ready(filled, None, replace=True)
    assert {*filled.scan_iter("*")} == {b"another:program", keys.RESTORING.encode()}


def test_store_says_so_before_anything_is_removed(filled: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(filled, "unlink", killed)
    with pytest.raises(KeyboardInterrupt):
        make_ready(filled, None, replace=True)
    assert filled.exists(keys.RESTORING)


@pytest.mark.parametrize("sign", [*OFFICES, keys.ALIVE])
def test_store_in_use_by_a_service_is_refused_unchanged(filled: Redis, sign: str) -> None:
    filled.set(sign, "somebody")
    before = contents(filled)
    with pytest.raises(InputError, match="is using this store"):
        make_ready(filled, None, replace=True)
    assert contents(filled) == before


def test_server_that_cannot_read_the_backup_is_left_unchanged(filled: Redis) -> None:
    before = contents(filled)
    with pytest.raises(InputError, match="this server cannot read the backup"):
        make_ready(filled, (KEY, b"urltree:a", b"0", b"of another server"), replace=True)
    assert contents(filled) == before


def test_server_that_is_full_is_not_taken_for_one_that_cannot_read_the_backup(
    filled: Redis, target: Redis
) -> None:
    first = next(Snapshot(filled).records())
    target.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreRefusedError, match="'maxmemory'; fix that"):
            make_ready(target, first, replace=True)
    finally:
        target.config_set("maxmemory", 0)


def test_trial_restore_leaves_nothing_behind(filled: Redis, target: Redis) -> None:
    make_ready(target, next(Snapshot(filled).records()), replace=False)
    assert [*target.scan_iter("*")] == [keys.RESTORING.encode()]


def test_refusal_during_the_restore_says_how_to_proceed_without_the_value(target: Redis) -> None:
    with pytest.raises(StoreRefusedError, match="restore again with --replace") as refused:
        list(restore(target, [(KEY, b"urltree:a", b"0", b"a secret")]))
    assert "secret" not in str(refused.value)


def test_unknown_kind_of_record_is_refused(target: Redis) -> None:
    with pytest.raises(InputError, match="newer urltree"):
        list(restore(target, [(b"thing", b"a")]))
