"""The private Valkey child process: keeps what is learnt in a data directory, with no server to set up.

    owner ──── locks ────► DIR/valkey/owner.lock    one owner, named by its process number
      │                    DIR/valkey/guests.lock ◄─ share ─ guests, who need the child without a break,
      │                    DIR/valkey/door.lock   ◄─ once they have come in
      │
      ├─ keeper, a thread: starts the child again if it ends before `stop`
      ├─ guard, a thread: has the child refuse writes before the disk is full
      ├─ syncer, a thread: syncs what the child wrote to the disk each second
      │
      └─ sh ─ exec ─► valkey-server ─ locks ─► DIR/valkey/valkey.log, its standard output
           └─ watcher: reads a pipe that closes when the owner ends, and then ends the child

A kernel lock lasts no longer than the process that holds it, so none of the locks is ever stale. Processes
forked from it close their copies of the locks and of the pipe.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
import stat
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, Self, cast
from urllib.parse import quote

from redis import ConnectionError as NotThereError
from redis import Redis, RedisError, ResponseError
from redis import TimeoutError as NoAnswerError
from redis.backoff import NoBackoff
from redis.retry import Retry

from urltree.errors import StoreBusyError, StoreError
from urltree.store.diskguard import guard_disk
from urltree.store.everysec import sync_each_second
from urltree.store.forks import open_unshared, unshare
from urltree.store.memorylimit import memory_limit
from urltree.store.server import server_binary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import FileIO

_log = logging.getLogger(__name__)

#: Most characters of a socket's path; kernels accept 103 bytes (macOS) and 107 (Linux).
_SOCKET_PATH = 100

#: Guests share the lock of one while they stay, of the other while they come in. An owner who leaves takes
#: the door's first: else it would wait for those who came meanwhile, too.
_GUESTS, _DOOR = "guests.lock", "door.lock"

#: Seconds a child may take to listen, and to end.
_PATIENCE = 10.0

#: Seconds between two checks of a child that starts or ends.
_LOOK = 0.005

#: Seconds between two starts of a child that ends by itself, and between two lines of the log about that.
_PAUSE, _QUIET = 0.5, 60.0

# PR_SET_PDEATHSIG would end the child with the thread that started it, and only on Linux. A pipe closes with
# the process. A line written to it ends the watcher once the child is gone, for then the child's process
# number may belong to another process, which must not be killed.
_WATCHED = 'exec 3<&0 </dev/null; (read -r _ <&3 || kill $$) >/dev/null 2>&1 & exec "$@" 3<&-'


class EmbeddedValkey:
    """A Valkey server of our own on a Unix socket, append-only, in ``data_dir/valkey``.

    It runs from `start` to `stop`, or as a context manager, and never longer than its owner's process. If it
    ends before, it is started again. What it has acknowledged is written, and survives the end of both. With
    ``fsync="everysec"`` a power cut may lose the last second, or as long as the disk takes to sync; with
    ``"always"`` it loses nothing.
    """

    def __init__(self, data_dir: Path, *, fsync: Literal["everysec", "always"] = "everysec") -> None:
        self._dir = data_dir.resolve() / "valkey"
        self._socket = _socket_path(self._dir)
        self._fsync = fsync
        self._held = ExitStack()
        #: Number of the process that started the child, until it stops it.
        self._owner: int | None = None
        self._turn = threading.Lock()

    @property
    def url(self) -> str:
        """Where the child listens: ``unix:///…/valkey.sock``."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def is_owner(self) -> bool:
        """Whether this process has started the child and not stopped it; a forked one has not."""
        return self._owner == os.getpid()

    def owner(self) -> str:
        """Return the number of the process that has the data directory."""
        return _process_in(self._dir / "owner.lock")

    def start(self) -> None:
        """Lock the data directory and return once the child answers; a dead owner's child is ended first.

        Loading a long history takes time. Raises `StoreBusyError` if another process has the directory,
        `StoreError` if the child does not start.
        """
        try:
            self._start()
        except OSError as error:
            raise StoreError(
                f"cannot keep data in {self._dir}: {error.strerror or error}; choose another data directory"
            ) from error

    def stop(self, patience: float = 0) -> None:
        """End the child once it has written everything, and release the data directory.

        Guests have `patience` seconds to finish. A process forked from the owner only stops using it.
        """
        if self.is_owner:
            self._owner = None
            with self._held:
                self._await_guests(patience)

    @contextmanager
    def guest(self) -> Iterator[None]:
        """Have the owner, whoever it is, wait before it stops; if it is stopping, wait until it has."""
        with open_unshared(self._dir / _GUESTS) as lock:
            with open_unshared(self._dir / _DOOR) as door:
                fcntl.flock(door, fcntl.LOCK_SH)
                fcntl.flock(lock, fcntl.LOCK_SH)
            yield

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self) -> None:
        with ExitStack() as held:
            _make_private(self._dir)
            _make_private(self._socket.parent)
            held.enter_context(_own(self._dir / "owner.lock"))
            held.callback(_remove_if_empty, self._socket.parent)
            self._door, self._guests = (
                held.enter_context(open_unshared(self._dir / name)) for name in (_DOOR, _GUESTS)
            )
            stopping = threading.Event()
            self._child = self._spawn()
            held.callback(self._end, stopping)
            self._await_answer()
            _run_beside("valkey-keeper", self._keep, stopping)
            _run_beside("valkey-guard", guard_disk, self._dir, self._client, stopping)
            if self._fsync == "everysec":
                _run_beside("valkey-syncer", sync_each_second, self._dir, stopping)
            self._held = held.pop_all()
            self._owner = os.getpid()

    def _spawn(self) -> subprocess.Popen[bytes]:
        server = [
            *(server_binary(), "--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"),
            *("--appendonly", "yes", "--appendfsync", "always" if self._fsync == "always" else "no"),
            *("--save", "", "--pidfile", "valkey.pid", "--maxmemory", str(memory_limit())),
        ]
        with self._claim_log() as log:
            self._socket.unlink(missing_ok=True)
            # In a session of its own: Ctrl-C in the terminal must reach only the owner, who needs the child.
            child = subprocess.Popen(  # noqa: S603 -- our own words only
                ["/bin/sh", "-c", _WATCHED, "sh", *server],
                bufsize=0,
                cwd=self._dir,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                # At a limit of file sizes the child must refuse writes, not die of SIGXFSZ, again and again.
                restore_signals=False,
            )
        unshare(cast("IO[bytes]", child.stdin))
        return child

    def _claim_log(self) -> FileIO:
        """Open and lock the log as soon as no earlier child holds it."""
        log = open_unshared(self._dir / "valkey.log")
        deadline = time.monotonic() + _PATIENCE
        while not _locked(log):
            with self._client() as client, suppress(RedisError):
                client.shutdown()
            if time.monotonic() > deadline:
                log.close()
                pid = _process_in(self._dir / "valkey.pid")
                raise StoreBusyError(
                    f"{self._dir} is still used by the Valkey server of a dead process; run kill -9 {pid}"
                )
            time.sleep(_LOOK)
        return log

    def _await_answer(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not self._answers():
            late = time.monotonic() > deadline and not self._socket.exists()
            status = self._child.poll()
            if late or status is not None:
                log = self._dir / "valkey.log"
                fate = "does not start" if status is None else f"ended with status {status} as it started"
                raise StoreError(f"the Valkey server {fate}: {_last_line(log)!r}; see {log}")
            time.sleep(_LOOK)

    def _answers(self) -> bool:
        with self._client() as client, suppress(NotThereError, NoAnswerError):
            with suppress(ResponseError):  # an answer too: while the disk is full it refuses even this
                client.ping()
            return True
        return False

    def _client(self) -> Redis:
        return Redis(unix_socket_path=str(self._socket), socket_timeout=1, retry=Retry(NoBackoff(), 0))

    def _keep(self, stopping: threading.Event) -> None:
        """Start the child again each time it ends before `stop`."""
        quiet_until = 0.0
        while True:
            status = self._child.wait()
            with self._turn:
                if stopping.is_set():
                    return
                failure = self._start_again()
            if (now := time.monotonic()) >= quiet_until:
                quiet_until = now + _QUIET
                fate = f"could not be restarted, trying again: {failure}" if failure else "was restarted"
                _log.warning("the Valkey server in %s ended with status %s; it %s", self._dir, status, fate)
            stopping.wait(_PAUSE)

    def _start_again(self) -> Exception | None:
        """Start another child; if that fails, return why, for the child has still ended."""
        try:
            ended, self._child = self._child, self._spawn()
        except (OSError, StoreError) as error:
            return error
        _release_watcher(ended)
        return None

    def _await_guests(self, patience: float) -> None:
        """Wait for guests; others wait until the child has ended."""
        fcntl.flock(self._door, fcntl.LOCK_EX)
        deadline = time.monotonic() + patience
        while not _locked(self._guests) and time.monotonic() < deadline:
            time.sleep(_LOOK)

    def _end(self, stopping: threading.Event) -> None:
        stopping.set()
        with self._turn:  # from here on the keeper starts no child
            self._child.terminate()
        try:
            self._child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._child.kill()
        _release_watcher(self._child)


def _run_beside(name: str, work: Callable[..., None], *args: object) -> None:
    threading.Thread(target=work, args=args, name=name, daemon=True).start()


def _socket_path(folder: Path) -> Path:
    """Place the socket beside the data, or in the temporary directory if that path is long or not ASCII."""
    beside = folder / "valkey.sock"
    if len(str(beside)) <= _SOCKET_PATH and str(beside).isascii():
        return beside
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir(), f"urltree-{name}", "valkey.sock")


def _make_private(folder: Path) -> None:
    """Make a folder only for this user. Raises `PermissionError` if it is another user's, or a link."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise PermissionError(f"{folder} is a link")
    if status.st_uid != os.geteuid():
        raise PermissionError(f"{folder} is that of user {status.st_uid}, as whom urltree must be run there")
    folder.chmod(0o700)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _own(path: Path) -> FileIO:
    """Lock a file until it is closed, and write this process's number to it."""
    lock = open_unshared(path)
    if not _locked(lock):
        lock.close()
        pid = _process_in(path)
        raise StoreBusyError(
            f"{path.parent} is in use by process {pid}; stop it, or choose another data directory"
        )
    lock.truncate(0)
    lock.write(b"%d\n" % os.getpid())
    return lock


def _locked(file: FileIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _release_watcher(ended: subprocess.Popen[bytes]) -> None:
    ended.communicate(b"\n")


def _process_in(path: Path) -> str:
    """Read the process number that a file holds."""
    with suppress(OSError):
        return path.read_text().strip()
    return "unknown"


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()
    return lines[-1] if lines else ""
