"""The client of a Redis or Valkey server: which URLs it takes, and what the server's errors mean."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.driver_info import DriverInfo
from redis.exceptions import (
    AskError,
    AuthorizationError,
    ClusterCrossSlotError,
    NoPermissionError,
    ReadOnlyError,
)
from redis.retry import Retry

from urltree.errors import StoreError, StoreRefusedError, StoreUrlError

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Seconds to wait for an answer; far more than any verb takes.
_TIMEOUT = 30

_FORM = (
    "not a store URL; use redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH, "
    "and write characters such as @ : / ? # % in a password as %40 %3A %2F %3F %23 %25, a space as %20"
)

#: A password that is not written as in URLs: whoever masks it could not tell where it ends.
_UNWRITTEN = re.compile(r"""[a-z]+://[^/]*\s|[^#]*[?&]password=[^&#]*[\s"']""")

#: What a user of a server must be allowed, for archives too (docs/deploy.md).
_RIGHTS = "~urltree* +@all -@admin -@dangerous +info, and for urltree restore also +restore"

#: Options that a store's URL may have, and more of them with TLS; all other options are set in this module.
_OPTIONS = frozenset({"db", "username", "password"})
_TLS_OPTIONS = frozenset(
    {"ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile", "ssl_cert_reqs", "ssl_check_hostname"}
)

#: What to check when nothing answers with TLS: a file or certificate may be at fault as well as the server.
_TLS_MEND = (
    "start it, with TLS on this port, and name the file of the authority that signed its certificate "
    "with ?ssl_ca_certs=FILE in the URL, and if it wants a certificate of you, "
    "that and its key with &ssl_certfile=FILE&ssl_keyfile=FILE"
)

#: What the client tells of itself. Without it each new connection opens a file of redis-py to learn its
#: version, and raises another error than `RedisError` where no more files can be opened.
DRIVER = DriverInfo()

#: What refusals of a server that is full mean, by a word of theirs.
_MEANINGS = {
    "NOREPLICAS": "so a private store says while its disk is nearly full; free space there, "
    "or raise the limit of file sizes (ulimit -f) if there is one",
    "'maxmemory'": "its memory is full; give it more, or forget sites",
}

#: What redis-py writes before the system's reason why there is no connection; what asyncio makes of that.
_CONNECTING = re.compile(r"Error -?\d+ connecting to .+?\. ")
_CALL = re.compile(r"Error (?:Multiple exceptions: \[Errno )?(\d+).*Connect call failed")

#: Words of refusals of whatever would be written: the server is full, cannot save, or is a replica.
_OF_WRITES = (*_MEANINGS, "MISCONF", "read only replica")

#: What redis-py writes before an error of one of several commands that it sends together.
_IN_PIPELINE = re.compile(r"Command # \d+ \(.*\) of pipeline caused error: ", re.DOTALL)


def connect(url: str, timeout: float = _TIMEOUT) -> redis.Redis:
    """Return a client, which connects when it is first used, and waits so many seconds for an answer.

    Raises `StoreUrlError` for an invalid URL.
    """
    check_url(url)
    return redis.Redis.from_url(
        url,
        socket_connect_timeout=5,
        socket_timeout=timeout,
        # By default, since errors are named, all are retried once: a store that hangs would be asked twice.
        retry=Retry(NoBackoff(), 0),
        # After these its connection is closed: the server was made a replica, and another has its address.
        retry_on_error=[ReadOnlyError],
        driver_info=DRIVER,
    )


def check_url(url: str) -> None:
    """Raise `StoreUrlError`, without the URL in it, if a URL is not a server's or has other options."""
    try:
        parse_url(url)  # type: ignore[no-untyped-call]
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")  # as when it is looked up
    except ValueError:  # its message may hold a password
        raise StoreUrlError(_FORM) from None
    if _UNWRITTEN.match(url):
        raise StoreUrlError(_FORM)
    is_socket = parts.scheme == "unix"
    # The client would take a database that is not a number as 0, and leave out the host of a socket.
    if not re.fullmatch("/.+" if is_socket else "(/[0-9]*)?", parts.path) or (is_socket and parts.hostname):
        raise StoreUrlError(_FORM)
    options = _OPTIONS | (_TLS_OPTIONS if parts.scheme == "rediss" else set())
    given = parse_qs(parts.query).keys()
    if not given <= options:
        known = ", ".join(sorted(options))
        raise StoreUrlError(f"the store URL has unsupported options; use only {known}")
    if "ssl_keyfile" in given and "ssl_certfile" not in given:
        raise StoreUrlError("the store URL has a key without its certificate; add &ssl_certfile=FILE")


@contextmanager
def store_errors(url: str) -> Iterator[None]:
    """Turn errors of the server of a URL into `StoreError`."""
    try:
        yield
    except redis.AuthenticationError as error:
        raise StoreRefusedError(
            f"store {place_of(url)} refuses the login; its URL must contain its user and password, "
            f"as redis://USER:PASSWORD@HOST does: {error}"
        ) from error
    except (AskError, ClusterCrossSlotError) as error:
        raise StoreRefusedError(
            f"store {place_of(url)} is one node of a cluster; use a server that holds all keys"
        ) from error
    except NoPermissionError as error:
        raise StoreRefusedError(
            f"store {place_of(url)} refuses: {_told(error)}; give its user the rights {_RIGHTS}"
        ) from error
    except (redis.ResponseError, AuthorizationError) as error:
        raise StoreRefusedError(f"store {place_of(url)} refuses: {explained(_told(error))}") from error
    except redis.BusyLoadingError as error:
        raise StoreError(
            f"store {place_of(url)} is still loading its data; try again when it has loaded all"
        ) from error
    except redis.RedisError as error:
        reason = _plain(error)
        mend = _TLS_MEND if url.startswith("rediss:") else "start it, wait for it, or choose another"
        raise StoreError(f"store {place_of(url)} does not answer: {reason}; {mend}") from error


def explained(refusal: str) -> str:
    """Add to a server's refusal what it means if the server is full; leave out in which script it was."""
    said = refusal.partition(" script: ")[0].rstrip(".")
    return ": ".join([said, *(meaning for word, meaning in _MEANINGS.items() if word in said)])


def _plain(error: redis.RedisError) -> str:
    """Return why nothing answers, without what redis-py and asyncio put around that."""
    said = str(error).rstrip(".")
    if failed := _CALL.match(said):
        return os.strerror(int(failed[1]))
    return _CONNECTING.sub("", said, count=1)


def takes_no_writes(refusal: str) -> bool:
    """Say whether a server refused a command only because it takes no writes now."""
    return any(word in refusal for word in _OF_WRITES)


def _told(error: Exception) -> str:
    """Return what the server said."""
    return _IN_PIPELINE.sub("", str(error), count=1)


def place_of(url: str) -> str:
    """Return the server's address, as its URL may hold a password."""
    place = parse_url(url)  # type: ignore[no-untyped-call]
    return str(place.get("path") or f"{place.get('host', 'localhost')}:{place.get('port', 6379)}")
