"""The embedded Valkey: real servers, real kills."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from processes import alive, gone
from redis import Redis, ResponseError
from redis.backoff import ConstantBackoff
from redis.retry import Retry
from waiting import soon

from urltree.errors import StoreBusyError, StoreError
from urltree.store import embedded
from urltree.store.embedded import EmbeddedValkey
from urltree.store.memorylimit import memory_limit

if TYPE_CHECKING:
    from collections.abc import Iterator

#: An owner that prints where its child listens, and lives until it is killed or its input ends.
OWNER = """
import sys
from pathlib import Path
from urltree.store.embedded import EmbeddedValkey
with EmbeddedValkey(Path(sys.argv[1])) as valkey:
    print(valkey.url, flush=True)
    sys.stdin.read()
"""

#: An owner whose fork stops the server, as leaving a `with` does.
FORKER = """
import os, sys
from pathlib import Path
from redis import Redis
from urltree.store.embedded import EmbeddedValkey
with EmbeddedValkey(Path(sys.argv[1])) as valkey:
    if not os.fork():
        valkey.stop()
        os._exit(0)
    os.wait()
    print(Redis.from_url(valkey.url).ping())
"""

#: A server that lets its first client wait in vain.
SILENT = """#!{python}
import os, socket, sys
with socket.socket(socket.AF_UNIX) as listener:
    listener.bind(sys.argv[sys.argv.index("--unixsocket") + 1])
    listener.listen()
    client, _ = listener.accept()
    while client.recv(1_000):
        pass
os.execv({server!r}, sys.argv)
"""


@pytest.fixture
def data() -> Iterator[Path]:
    # Not pytest's tmp_path: the path of a Unix socket holds about 100 characters.
    with tempfile.TemporaryDirectory(prefix="urltree ") as folder:
        yield Path(folder)


@contextmanager
def connected(url: str) -> Iterator[Redis]:
    with Redis.from_url(url, decode_responses=True, retry=Retry(ConstantBackoff(0.02), 500)) as client:
        yield client


def ask(url: str, *command: str | int) -> object:
    with connected(url) as client:
        return client.execute_command(*command)


def setting(url: str, name: str) -> str:
    with connected(url) as client:
        return client.config_get(name)[name]


def child_pid(url: str) -> int:
    with connected(url) as client:
        return client.info("server")["process_id"]


def watcher_pid(child: int) -> int:
    (watcher,) = psutil.Process(child).children()
    return watcher.pid


@contextmanager
def owner(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        yield process, process.stdout.readline().strip()
        process.kill()


def test_the_server_listens_where_its_url_says(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        assert ask(valkey.url, "PING")


def test_the_server_has_no_tcp_port(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        assert setting(valkey.url, "port") == "0"


def test_the_socket_is_in_a_folder_that_only_its_owner_may_enter(data: Path) -> None:
    with EmbeddedValkey(data):
        assert stat.S_IMODE((data / "valkey").stat().st_mode) == 0o700


def test_an_existing_folder_is_closed_to_others(data: Path) -> None:
    (data / "valkey").mkdir(mode=0o755)
    with EmbeddedValkey(data):
        assert stat.S_IMODE((data / "valkey").stat().st_mode) == 0o700


def test_written_data_is_kept(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        ask(valkey.url, "SET", "page", "text")
    with EmbeddedValkey(data) as valkey:
        assert ask(valkey.url, "GET", "page") == "text"


def test_the_server_can_be_restarted(data: Path) -> None:
    valkey = EmbeddedValkey(data)
    for _ in range(2):
        valkey.start()
        valkey.stop()
    assert not (data / "valkey" / "valkey.sock").exists()


def test_stop_ends_the_child(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        pid = child_pid(valkey.url)
    assert not alive(pid)


def test_stop_ends_the_watcher(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        watcher = watcher_pid(child_pid(valkey.url))
    assert gone(watcher)


def test_a_forked_process_does_not_stop_its_parents_server(data: Path) -> None:
    parent = subprocess.run(
        [sys.executable, "-c", FORKER, str(data)], capture_output=True, text=True, check=True, timeout=30
    )
    assert parent.stdout == "True\n"


def test_stop_without_start_does_nothing(data: Path) -> None:
    EmbeddedValkey(data).stop()
    assert not (data / "valkey").exists()


def test_fsync_always_makes_the_server_sync_each_write(data: Path) -> None:
    with EmbeddedValkey(data, fsync="always") as valkey:
        assert setting(valkey.url, "appendfsync") == "always"


def test_the_server_does_not_sync_writes_by_default(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        assert setting(valkey.url, "appendfsync") == "no"


def test_memory_has_a_limit_at_which_writes_are_refused(tmp_path: Path) -> None:
    with EmbeddedValkey(tmp_path) as valkey:
        assert setting(valkey.url, "maxmemory") == str(memory_limit())
        assert setting(valkey.url, "maxmemory-policy") == "noeviction"


def test_writes_are_synced_each_second(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    with EmbeddedValkey(data) as valkey:
        for _ in range(2):  # the second time into a file that a rewrite began
            increments = list((data / "valkey" / "appendonlydir").glob("*.incr.aof"))
            soon(lambda: increments[-1].stat().st_ino in synced)  # noqa: B023 -- called at once
            ask(valkey.url, "BGREWRITEAOF")
            soon(lambda: not increments[0].exists())  # noqa: B023


@pytest.mark.parametrize("name", ["a" * 120, "Zürich 東京", "a?b=c#d%20", "quote\"d it's"])
def test_a_data_directory_may_have_any_name(data: Path, name: str) -> None:
    with EmbeddedValkey(data / name) as valkey:
        assert ask(valkey.url, "PING")


def test_the_socket_of_a_long_path_is_in_a_private_folder_too(data: Path) -> None:
    with EmbeddedValkey(data / ("a" * 120)) as valkey:
        folder = Path(valkey.url.removeprefix("unix://")).parent
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_socket_of_a_long_path_leaves_nothing_behind(data: Path) -> None:
    with EmbeddedValkey(data / ("a" * 120)) as valkey:
        folder = Path(valkey.url.removeprefix("unix://")).parent
    assert not folder.exists()


def test_a_second_owner_is_refused_with_the_process_of_the_first(data: Path) -> None:
    message = rf"in use by process {os.getpid()}; stop it, or choose another data directory"
    with EmbeddedValkey(data), pytest.raises(StoreBusyError, match=message):
        EmbeddedValkey(data).start()


def test_the_first_owner_is_not_disturbed_by_a_second(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        with pytest.raises(StoreBusyError):
            EmbeddedValkey(data).start()
        assert ask(valkey.url, "PING")


def test_the_user_whose_data_it_is_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(StoreError, match=rf"is that of user {owner}, as whom urltree must be run there;"):
        EmbeddedValkey(tmp_path).start()


def test_a_file_in_place_of_the_data_directory_is_refused(data: Path) -> None:
    (data / "file").touch()
    with pytest.raises(StoreError, match=r"cannot keep data in .*file.*choose another data directory"):
        EmbeddedValkey(data / "file").start()


def test_a_data_directory_that_cannot_be_made_is_refused_in_plain_words(data: Path) -> None:
    (data / "file").touch()
    complaint = (
        f"^cannot keep data in {data}/file/sub/valkey: Not a directory; choose another data directory$"
    )
    with pytest.raises(StoreError, match=complaint):
        EmbeddedValkey(data / "file" / "sub").start()


def test_a_link_in_place_of_the_private_folder_is_refused(data: Path) -> None:
    (data / "elsewhere").mkdir()
    (data / "valkey").symlink_to(data / "elsewhere")
    with pytest.raises(StoreError, match="is a link"):
        EmbeddedValkey(data).start()


def test_a_server_that_is_silent_at_first_is_waited_for(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = data / "silent"
    silent.write_text(SILENT.format(python=sys.executable, server=embedded.server_binary()))
    silent.chmod(0o700)
    monkeypatch.setattr(embedded, "server_binary", lambda: str(silent))
    with EmbeddedValkey(data) as valkey:
        assert ask(valkey.url, "PING")


def test_a_server_that_refuses_even_a_ping_as_on_a_full_disk_is_up(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = data / "refusing"
    refusing.write_text(f"#!/bin/sh\nexec {embedded.server_binary()} \"$@\" --rename-command PING ''")
    refusing.chmod(0o700)
    monkeypatch.setattr(embedded, "server_binary", lambda: str(refusing))
    with EmbeddedValkey(data) as valkey:
        assert ask(valkey.url, "SET", "key", "value")


def test_after_sigkill_of_the_owner_the_child_ends(data: Path) -> None:
    with owner(data) as (process, url):
        pid = child_pid(url)
        process.kill()
        assert gone(pid)


def test_after_sigkill_of_the_owner_nothing_is_lost(data: Path) -> None:
    with owner(data) as (process, url):
        ask(url, "SET", "page", "text")
        process.kill()
        process.wait()
        with EmbeddedValkey(data) as valkey:
            assert ask(valkey.url, "GET", "page") == "text"


def test_after_sigkill_of_owner_and_watcher_the_orphan_is_replaced(data: Path) -> None:
    with owner(data) as (process, url):
        orphan = child_pid(url)
        ask(url, "SET", "page", "text")
        os.kill(watcher_pid(orphan), signal.SIGKILL)
        process.kill()
        process.wait()
        assert alive(orphan)
        with EmbeddedValkey(data) as valkey:
            assert ask(valkey.url, "GET", "page") == "text"
            assert not alive(orphan)


def test_an_orphan_that_does_not_end_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_PATIENCE", 0.1)
    with owner(data) as (process, url):
        orphan = child_pid(url)
        os.kill(watcher_pid(orphan), signal.SIGKILL)
        process.kill()
        process.wait()
        os.kill(orphan, signal.SIGSTOP)
        with pytest.raises(StoreBusyError, match=f"a dead process; run kill -9 {orphan}"):
            EmbeddedValkey(data).start()
        os.kill(orphan, signal.SIGKILL)


def test_after_sigkill_of_the_child_a_successor_starts_and_nothing_is_lost(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        pid = child_pid(valkey.url)
        ask(valkey.url, "SET", "page", "text")
        os.kill(pid, signal.SIGKILL)
        assert gone(pid)
        assert ask(valkey.url, "GET", "page") == "text"


def test_after_sigkill_of_the_child_stop_ends_its_successor(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        first = child_pid(valkey.url)
        os.kill(first, signal.SIGKILL)
        assert gone(first)
        second = child_pid(valkey.url)
    assert not alive(second)


def test_a_child_that_ends_again_and_again_is_logged_once_a_minute(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with EmbeddedValkey(data) as valkey:
        for _ in range(2):
            pid = child_pid(valkey.url)
            os.kill(pid, signal.SIGKILL)
            assert gone(pid)
        child_pid(valkey.url)
    assert [each.getMessage() for each in caplog.records] == [
        f"the Valkey server in {data.resolve()}/valkey ended with status -9; it was restarted"
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets the limits of another process")
def test_at_a_limit_of_file_sizes_the_child_refuses_writes_and_lives(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        pid = child_pid(valkey.url)
        ask(valkey.url, "SET", "page", "text")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1_000, 1_000))
        ask(valkey.url, "SET", "large", "text" * 1_000)  # the last that it accepts
        with pytest.raises(ResponseError, match="MISCONF"):
            ask(valkey.url, "SET", "other", "text")
        assert (ask(valkey.url, "GET", "page"), child_pid(valkey.url)) == ("text", pid)


def test_the_child_is_not_in_the_process_group_of_its_owner(data: Path) -> None:
    with owner(data) as (process, url):
        assert os.getpgid(child_pid(url)) != os.getpgid(process.pid)


def test_a_truncated_last_write_loses_only_itself(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        ask(valkey.url, "SET", "first", "1")
        ask(valkey.url, "SET", "second", "2")
    log = next((data / "valkey" / "appendonlydir").glob("*.incr.aof"))
    os.truncate(log, log.stat().st_size - 3)
    with EmbeddedValkey(data) as valkey:
        assert ask(valkey.url, "MGET", "first", "second") == ["1", None]


def test_a_damaged_log_is_refused_with_the_message_of_the_server(data: Path) -> None:
    with EmbeddedValkey(data) as valkey:
        ask(valkey.url, "SET", "page", "text")
    log = next((data / "valkey" / "appendonlydir").glob("*.incr.aof"))
    log.write_bytes(b"no history at all\n" + log.read_bytes())
    with pytest.raises(StoreError, match=r"ended with status 1 as .*Bad file format.*valkey\.log"):
        EmbeddedValkey(data).start()


def test_a_refused_start_releases_the_directory(data: Path) -> None:
    with EmbeddedValkey(data):
        pass
    log = next((data / "valkey" / "appendonlydir").glob("*.incr.aof"))
    log.write_bytes(b"no history at all\n")
    with pytest.raises(StoreError):
        EmbeddedValkey(data).start()
    log.write_bytes(b"")
    with EmbeddedValkey(data) as valkey:
        assert ask(valkey.url, "PING")
