"""The store of a data directory: owners, guests, successors."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis import Redis, RedisError

from urltree import Extractor
from urltree.errors import StoreError, StoreRefusedError, StoreUrlError
from urltree.homes import default_data_dir
from urltree.models import Document, Retention
from urltree.store import embedded_store, open_store
from urltree.store.client import connect
from urltree.store.embedded import EmbeddedValkey
from urltree.store.redis import RedisStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from urltree.store import Store

#: A process that has the store open until it is killed or its input ends.
HOLDER = """
import sys
from urltree.store import open_store
store = open_store(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
store.close()
"""

PAGE = "<p>The new bridge is open."
URL = "http://example.com/bridge"


def document(key: int) -> Document:
    return Document("example.com", key, ("example.com",), {key: 10}, time=1_000.0)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"embedded:{tmp_path}"


@contextmanager
def holder(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the store open."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "open\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_learnt_data_is_kept(url: str) -> None:
    for status in ("new", "duplicate"):
        with Extractor(store=url) as extractor:
            assert extractor.extract(PAGE, URL).status == status


def test_close_stops_the_server(url: str, tmp_path: Path) -> None:
    open_store(url).close()
    with EmbeddedValkey(tmp_path) as valkey, Redis.from_url(valkey.url) as client:
        assert client.ping()


def test_a_closed_store_does_not_restart_the_server(url: str, tmp_path: Path) -> None:
    store = open_store(url)
    store.close()
    with pytest.raises(StoreError, match="the store is closed; open another"):
        store.nodes("example.com")
    with EmbeddedValkey(tmp_path) as valkey:  # would be refused if the server ran
        assert valkey.url


def test_a_call_under_way_starts_no_server_once_the_store_is_closed(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, guest = open_store(url), open_store(url)
    owner.close()

    def closed_meanwhile(_: RedisStore) -> None:
        guest.close()
        raise StoreError("the server is away")

    with monkeypatch.context() as patched:
        patched.setattr(RedisStore, "ping", closed_meanwhile)
        with pytest.raises(StoreError, match="the store is closed; open another"):
            guest.ping()
    with EmbeddedValkey(tmp_path) as valkey:  # would be refused if the server ran
        assert valkey.url


def test_the_death_of_the_server_goes_unnoticed(url: str, tmp_path: Path) -> None:
    with (
        closing(open_store(url)) as owner,
        closing(open_store(url)) as guest,
        Redis.from_url(EmbeddedValkey(tmp_path).url) as client,
    ):
        for number, store in enumerate((owner, guest)):
            store.observe(document(number), Retention())
            os.kill(client.info("server")["process_id"], signal.SIGKILL)
            assert store.observe(document(number), Retention()).status == "duplicate"


def test_a_guest_sees_what_the_owner_learnt(url: str) -> None:
    with closing(open_store(url)) as owner, closing(open_store(url)) as guest:
        owner.observe(document(1), Retention())
        assert guest.nodes("example.com")


def test_closing_a_guest_leaves_the_server_of_its_owner_running(url: str) -> None:
    with closing(open_store(url)) as owner:
        open_store(url).close()
        assert owner.observe(document(1), Retention()).nodes[0].support == 1


@pytest.mark.parametrize("is_killed", [False, True], ids=["has left", "was killed"])
def test_a_guest_runs_the_server_once_its_owner_is_gone(url: str, is_killed: bool) -> None:
    with holder(url) as owner, closing(open_store(url)) as guest:
        guest.observe(document(1), Retention())
        if is_killed:
            owner.kill()
        owner.communicate()
        assert guest.observe(document(2), Retention()).nodes[0].support == 2


@pytest.mark.parametrize("ask", [lambda store: list(store.domains()), lambda store: store.ping() or []])
def test_a_guest_can_list_and_ping_once_its_owner_has_left(
    url: str, ask: Callable[[Store], list[str]]
) -> None:
    with closing(open_store(url)) as owner, closing(open_store(url)) as guest:
        guest.ping()
        owner.close()
        assert ask(guest) == []


def test_an_owner_waits_for_those_who_need_its_server(url: str) -> None:
    with closing(open_store(url)) as owner, closing(open_store(url)) as guest:
        with guest.kept() as kept, Redis.from_url(kept) as client:
            leaving = threading.Thread(target=owner.close)
            leaving.start()
            leaving.join(0.2)
            assert client.ping()
        leaving.join(5)
        assert not leaving.is_alive()


def test_an_owner_waits_only_for_those_who_came_before_it_left(url: str) -> None:
    with closing(open_store(url)) as owner, closing(open_store(url)) as guest, ExitStack() as stays:
        with guest.kept():
            leaving = threading.Thread(target=owner.close)
            leaving.start()
            leaving.join(0.2)
            coming = threading.Thread(target=lambda: stays.enter_context(guest.kept()))
            coming.start()
            coming.join(0.2)
            assert coming.is_alive()
        leaving.join(5)
        coming.join(5)
        assert not leaving.is_alive()
        assert guest.observe(document(1), Retention()).status == "new"


def test_an_owner_does_not_wait_forever(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_store, "_PATIENCE", 0.1)
    with closing(open_store(url)) as owner, closing(open_store(url)) as guest, guest.kept() as kept:
        owner.close()
        with Redis.from_url(kept) as client, pytest.raises(RedisError):
            client.ping()


def test_threads_of_a_guest_share_one_new_server(url: str) -> None:
    with holder(url) as owner, closing(open_store(url)) as guest:
        owner.communicate()
        threads = [
            threading.Thread(target=guest.observe, args=(document(key), Retention())) for key in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert guest.nodes("example.com")[0].support == 4


def test_a_verb_that_is_refused_is_not_retried(url: str, tmp_path: Path) -> None:
    with closing(open_store(url)) as store, Redis.from_url(EmbeddedValkey(tmp_path).url) as client:
        store.observe(document(1), Retention())
        client.config_set("maxmemory", "1")
        client.config_resetstat()
        with pytest.raises(StoreRefusedError, match="maxmemory"):
            store.observe(document(1), Retention())
        assert client.info("commandstats")["cmdstat_evalsha"]["calls"] == 1


def test_a_server_that_refuses_is_not_told_to_be_stopped(url: str, tmp_path: Path) -> None:
    with EmbeddedValkey(tmp_path) as valkey:
        with closing(connect(valkey.url)) as client:
            client.config_set("requirepass", "secret")
        with closing(open_store(url)) as store, pytest.raises(StoreRefusedError, match="refuses the login"):
            store.ping()


def test_a_directory_whose_owner_cannot_be_reached_is_refused_in_the_end(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_store, "_PATIENCE", 0.1)
    with EmbeddedValkey(tmp_path) as valkey:
        Path(valkey.url.removeprefix("unix://")).unlink()
        with pytest.raises(StoreError, match=f"wait, or restart process {os.getpid()}, which runs it"):
            open_store(url)


def test_a_tilde_in_the_url_is_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    open_store("embedded:~/data").close()
    assert (tmp_path / "data" / "valkey").is_dir()


def test_no_folder_means_the_users_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "")
    open_store("embedded:").close()
    assert (default_data_dir() / "valkey").is_dir()
    assert default_data_dir().is_relative_to(tmp_path)


@pytest.mark.parametrize("url", ["", "memory", "redis:localhost", "sqlite://file", "/tmp/data"])
def test_other_urls_are_refused_with_a_list_of_the_known_ones(url: str) -> None:
    with pytest.raises(StoreUrlError, match=r"memory://, redis://.* or embedded:FOLDER"):
        open_store(url)


@pytest.mark.parametrize("url", ["embedded:a\0b", "embedded:~a\0b", "embedded:\ud800"])
def test_a_folder_of_an_impossible_name_is_refused(url: str) -> None:
    with pytest.raises(StoreUrlError, match="names no folder"):
        open_store(url)
