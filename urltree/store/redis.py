"""Counters in Redis or Valkey: every verb is one Lua script, so it is atomic and takes one round trip."""

from __future__ import annotations

import struct
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from urltree import models
from urltree.errors import StoreRefusedError
from urltree.evidence import pathhistory, reprints
from urltree.models import FingerprintHolder, FingerprintSummary, NodeSummary, RepeatedBlock
from urltree.store import base, keys
from urltree.store.answer import answer, answer_as_if_counted, by_count, by_support
from urltree.store.client import connect, place_of, store_errors
from urltree.store.keys import domain_prefix, half_space
from urltree.store.wire import pack_document, pack_hashes, pack_observed, pack_retention, unpack_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urltree.models import Document, Retention, StoreAnswer

#: Keys that each command of a scan through all keys looks at.
_SCANNED = 1_000

#: The most recently introduced of the commands that the scripts call; a server that has it has all.
_NEWEST = "COPY"

_LUA = files("urltree.store") / "lua"

#: Scripts that are parts of all others, in the order in which they need one another. Each other is a verb.
_PARTS = (
    *("keyspace", "domain", "rare", "common", "documents", "branches"),
    *("fingerprint", "retention", "paths", "page"),
)
_SCRIPTS = {each.name.removesuffix(".lua") for each in _LUA.iterdir() if each.name.endswith(".lua")}
_VERBS = _SCRIPTS.difference(_PARTS)

#: The constants that the scripts use, by the module that has them.
_CONSTANTS = {
    keys: ("LAYOUT",),
    models: ("MATURE",),
    base: (
        *("COMMON", "MAX_COMMON", "REVISION_CHARS", "EXPIRE_STEP", "EXPIRE_BATCH", "MAX_PATHS", "MAX_FILED"),
        *("FILED_AGE", "STRANGE_SHARE", "STRANGERS", "STRAYS"),
    ),
    pathhistory: ("HALF_LIFE", "NEW_SHARE", "STRANGE_DOCUMENTS"),
    reprints: ("TEMPLATE_COUNT", "TEMPLATE_SHARE", "MOST_REPRINTS", "REPRINTED", "BEGINNING", "LIKELY_SCORE"),
}


@cache
def _source(verb: str) -> str:
    constants = (
        f"local {name} = {getattr(module, name)}" for module, names in _CONSTANTS.items() for name in names
    )
    parts = ((_LUA / f"{part}.lua").read_text("utf-8") for part in (*_PARTS, verb))
    return "\n".join([*constants, *parts])


class RedisStore:
    """The `Store` of a Redis or Valkey server, named by a ``redis://``, ``rediss://`` or ``unix://`` URL."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client = connect(url)
        self._scripts = {verb: self._client.register_script(_source(verb)) for verb in _VERBS}
        self._is_fit = False

    def observe(self, document: Document, retention: Retention) -> StoreAnswer:
        """See `Store.observe`."""
        seen = self._run("observe", document.domain, *pack_observed(document), pack_retention(retention))
        return answer(unpack_answer(document, seen))

    def lookup(self, document: Document) -> StoreAnswer:
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
        since = repr(now - base.FILED_AGE)
        found = (each.split(b"\0", 1) for each in self._run("filed", half_space(half), since))
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
                f"store {place_of(self._url)} lacks {_NEWEST}; use Redis 6.2 or newer, or Valkey"
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
