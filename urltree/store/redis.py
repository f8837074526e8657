"""Counters in Redis or Valkey: every verb is one Lua script, so it is atomic and takes one round trip."""

from __future__ import annotations

import re
import struct
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
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
from urltree.evidence.pathsums import HALF_LIFE, NEW_SHARE, STRANGE_DOCUMENTS
from urltree.evidence.reprints import LIKELY_SCORE, MOST_REPRINTS, REPRINTED, TEMPLATE_COUNT, TEMPLATE_SHARE
from urltree.models import (
    MATURE,
    FingerprintHolder,
    FingerprintSummary,
    NodeSummary,
    RepeatedBlock,
)
from urltree.store.answer import answer, answer_as_if_counted, by_count, by_support
from urltree.store.base import (
    COMMON,
    EXPIRE_BATCH,
    EXPIRE_STEP,
    FILED_AGE,
    MAX_FILED,
    MAX_PATHS,
    REVISION_CHARS,
    STRANGE_SHARE,
    STRANGERS,
    STRAYS,
)
from urltree.store.diskguard import explained
from urltree.store.keys import LAYOUT, domain_prefix, half_space
from urltree.store.wire import pack_document, pack_hashes, pack_observed, pack_retention, unpack_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urltree.models import Document, Observation, Retention

_VERBS = (
    "observe",
    "lookup",
    "expire",
    "name",
    "nodes",
    "repeated",
    "fingerprints",
    "file",
    "filed",
    "forget",
)

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

#: Keys that each command of a scan through all keys looks at.
_SCANNED = 1_000

#: The most recently introduced of the commands that the scripts call; a server that has it has all.
_NEWEST = "COPY"

#: What redis-py writes before an error of one of several commands that it sends together.
_IN_PIPELINE = re.compile(r"Command # \d+ \(.*\) of pipeline caused error: ", re.DOTALL)

_PARTS = (
    *("keyspace", "domain", "rare", "common", "documents", "branches"),
    *("fingerprint", "retention", "paths", "page"),
)
_CONSTANTS = {
    "LAYOUT": LAYOUT,
    "COMMON": COMMON,
    "MATURE": MATURE,
    "REVISION_CHARS": REVISION_CHARS,
    "EXPIRE_STEP": EXPIRE_STEP,
    "EXPIRE_BATCH": EXPIRE_BATCH,
    "NEW_SHARE": NEW_SHARE,
    "TEMPLATE_COUNT": TEMPLATE_COUNT,
    "TEMPLATE_SHARE": TEMPLATE_SHARE,
    "MOST_REPRINTS": MOST_REPRINTS,
    "REPRINTED": REPRINTED,
    "LIKELY_SCORE": LIKELY_SCORE,
    "HALF_LIFE": HALF_LIFE,
    "MAX_PATHS": MAX_PATHS,
    "MAX_FILED": MAX_FILED,
    "FILED_AGE": FILED_AGE,
    "STRANGE_SHARE": STRANGE_SHARE,
    "STRANGE_DOCUMENTS": STRANGE_DOCUMENTS,
    "STRANGERS": STRANGERS,
    "STRAYS": STRAYS,
}


@cache
def _source(verb: str) -> str:
    folder = files("urltree.store") / "lua"
    constants = (f"local {name} = {value}" for name, value in _CONSTANTS.items())
    parts = ((folder / f"{part}.lua").read_text("utf-8") for part in (*_PARTS, verb))
    return "\n".join([*constants, *parts])


class RedisStore:
    """The `Store` of a Redis or Valkey server, named by a ``redis://``, ``rediss://`` or ``unix://`` URL."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client = connect(url)
        self._scripts = {verb: self._client.register_script(_source(verb)) for verb in _VERBS}
        self._is_fit = False

    def observe(self, document: Document, retention: Retention) -> Observation:
        """See `Store.observe`."""
        seen = self._run("observe", document.domain, *pack_observed(document), pack_retention(retention))
        return answer(unpack_answer(document, seen))

    def lookup(self, document: Document) -> Observation:
        """See `Store.lookup`."""
        seen = self._run("lookup", document.domain, *pack_document(document))
        return answer_as_if_counted(unpack_answer(document, seen))

    def expire(self, domain: str, retention: Retention, now: float) -> int:
        """See `Store.expire`."""
        dropped: int = self._run("expire", domain, struct.pack(">d", now), pack_retention(retention))
        return dropped

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        before, after = domain_prefix("*").split("*")
        after += "documents"
        self._make_sure()
        with store_errors(self._url):
            for key in self._client.scan_iter(f"{before}*{after}", count=_SCANNED):
                yield key.decode()[len(before) : -len(after)]

    def name(self, domain: str, texts: Mapping[int, str]) -> None:
        """See `Store.name`."""
        named = (part for each, text in texts.items() for part in (pack_hashes([each]), text))
        self._run("name", domain, *named)

    def nodes(self, domain: str) -> list[NodeSummary]:
        """See `Store.nodes`."""
        entries = iter(self._run("nodes", domain))
        return sorted(
            (NodeSummary(name.decode(), support) for name, support in zip(entries, entries, strict=True)),
            key=lambda node: node.node,
        )

    def repeated(self, domain: str, limit: int) -> list[RepeatedBlock]:
        """See `Store.repeated`."""
        entries = iter(self._run("repeated", domain))
        found = (
            RepeatedBlock(int.from_bytes(each), count, (text or b"").decode())
            for each, count, text in zip(entries, entries, entries, strict=True)
        )
        return sorted(found, key=by_count)[:limit]

    def fingerprints(self, domain: str) -> list[FingerprintSummary]:
        """See `Store.fingerprints`."""
        entries = iter(self._run("fingerprints", domain))
        found = (
            FingerprintSummary(fingerprint, support, url.decode())
            for fingerprint, support, url in zip(entries, entries, entries, strict=True)
        )
        return sorted(found, key=by_support)

    def file(self, half: bytes, holder: FingerprintHolder, now: float) -> None:
        """See `Store.file`."""
        packed = holder.domain.encode() + b"\0" + holder.fingerprint
        self._run("file", half_space(half), packed, repr(now))

    def filed(self, half: bytes, now: float) -> list[FingerprintHolder]:
        """See `Store.filed`."""
        found = (each.split(b"\0", 1) for each in self._run("filed", half_space(half), repr(now - FILED_AGE)))
        return [FingerprintHolder(domain.decode(), fingerprint) for domain, fingerprint in found]

    def forget(self, domain: str) -> None:
        """See `Store.forget`."""
        self._run("forget", domain)

    def ping(self) -> None:
        """See `Store.ping`. Raises `StoreRefusedError` for a server that is too old, or in a cluster."""
        with store_errors(self._url), self._client.pipeline(transaction=False) as asked:
            asked.ping()
            # In two slots: a node of a cluster refuses this. And so does a server that denies us our keys.
            asked.exists(domain_prefix("a"), domain_prefix("b"))
            asked.eval("return 0", 0)
            asked.execute_command("COMMAND INFO", _NEWEST)  # type: ignore[no-untyped-call]
            *_, (found,) = asked.execute()
        if found is None:
            raise StoreRefusedError(
                f"store {_place(self._url)} lacks {_NEWEST}; use Redis 6.2 or newer, or Valkey"
            )
        self._is_fit = True

    def close(self) -> None:
        """See `Store.close`."""
        self._client.close()

    def _make_sure(self) -> None:
        """Check once that the server has all commands: a script that fails half way has written already."""
        if not self._is_fit:
            self.ping()

    def _run(self, verb: str, domain: str, *args: bytes | str) -> Any:
        self._make_sure()
        with store_errors(self._url):
            return self._scripts[verb](keys=[domain_prefix(domain)], args=args)


def connect(url: str) -> redis.Redis:
    """Return a client, which connects when it is first used. Raises `StoreUrlError` for an invalid URL."""
    check_url(url)
    return redis.Redis.from_url(
        url,
        socket_connect_timeout=5,
        socket_timeout=_TIMEOUT,
        # By default, whoever names errors has all tried once more: a store that hangs would be asked twice.
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
            f"store {_place(url)} refuses the login; its URL must contain its user and password, "
            f"as redis://USER:PASSWORD@HOST does: {error}"
        ) from error
    except (AskError, ClusterCrossSlotError) as error:
        raise StoreRefusedError(
            f"store {_place(url)} is one node of a cluster; use a server that holds all keys"
        ) from error
    except NoPermissionError as error:
        raise StoreRefusedError(
            f"store {_place(url)} refuses: {_told(error)}; give its user the rights {_RIGHTS}"
        ) from error
    except (redis.ResponseError, AuthorizationError) as error:
        raise StoreRefusedError(f"store {_place(url)} refuses: {explained(_told(error))}") from error
    except redis.BusyLoadingError as error:
        raise StoreError(
            f"store {_place(url)} is still loading its data; try again when it has loaded all"
        ) from error
    except redis.RedisError as error:
        reason = str(error).rstrip(".")
        mend = _TLS_MEND if url.startswith("rediss:") else "start it, or choose another"
        raise StoreError(f"store {_place(url)} does not answer: {reason}; {mend}") from error


def _told(error: Exception) -> str:
    """Return what the server said."""
    return _IN_PIPELINE.sub("", str(error), count=1)


def _place(url: str) -> str:
    """Return the server's address, as its URL may hold a password."""
    place = parse_url(url)  # type: ignore[no-untyped-call]
    return str(place.get("path") or f"{place.get('host', 'localhost')}:{place.get('port', 6379)}")
