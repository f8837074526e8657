"""A private Valkey that refuses writes before its disk is full."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from redis import Redis, ResponseError

from urltree.errors import StoreRefusedError
from urltree.models import Document, Retention
from urltree.store import diskguard, open_store
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCUMENT = Document("example.com", 1, ("example.com",), {1: 10}, time=1_000.0)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A client of a server on a disk that has less room than it should have."""
    monkeypatch.setattr(diskguard, "_SECOND", 0.01)
    with EmbeddedValkey(tmp_path) as valkey, Redis.from_url(valkey.url) as client:
        client.set("before", "x")
        monkeypatch.setattr(diskguard, "ROOM", 2**62)
        assert comes_to(client, accept=False)
        yield client


def comes_to(client: Redis, *, accept: bool) -> bool:
    """Wait until writes are accepted, or refused, and say whether they came to be."""
    return any(accepts(client) == accept for _ in range(10_000))


def accepts(client: Redis) -> bool:
    try:
        client.set("written", "x")
    except ResponseError:
        return False
    return True


def test_what_was_written_before_can_be_read(server: Redis) -> None:
    assert server.get("before") == b"x"


def test_writes_are_accepted_again_once_there_is_room(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diskguard, "ROOM", 0)
    assert comes_to(server, accept=True)


def test_log_tells_once_of_each_change(
    server: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for room in (0, 2**62):
        monkeypatch.setattr(diskguard, "ROOM", room)
        assert comes_to(server, accept=not room)
        time.sleep(0.1)  # some ten looks at the disk
    told = [record.levelname for record in caplog.records]
    assert "WARNING" in told
    assert all(one != following for one, following in pairwise(told))


def test_writes_are_refused_before_a_file_reaches_the_limit_of_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diskguard, "_SECOND", 0.01)
    limit = diskguard.ROOM + 1_000
    monkeypatch.setattr(diskguard.resource, "getrlimit", lambda _: (limit, limit))
    with EmbeddedValkey(tmp_path) as valkey, Redis.from_url(valkey.url) as client:
        assert comes_to(client, accept=False)
        assert sum(path.stat().st_size for path in tmp_path.rglob("*.aof")) > 1_000


def test_server_that_was_started_anew_refuses_too(server: Redis) -> None:
    server.config_set("min-replicas-to-write", 0)
    assert comes_to(server, accept=False)


@pytest.mark.usefixtures("server")
def test_store_says_what_to_do(tmp_path: Path) -> None:
    store = open_store(f"embedded:{tmp_path}")
    with pytest.raises(StoreRefusedError, match=r"NOREPLICAS .* nearly full; free space there"):
        store.observe(DOCUMENT, Retention())
    store.close()
