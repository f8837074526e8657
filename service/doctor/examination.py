"""Examines the machine, the store and the network of a service."""

from __future__ import annotations

import json
import os
import platform
import shutil
import socket
from contextlib import closing, suppress
from importlib.metadata import version
from itertools import islice
from time import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
from redis import Redis, ResponseError

from service.access.origins import is_loopback
from service.doctor.finding import (
    Finding,
    Grade,
    judge_agreement,
    judge_clock,
    judge_disk,
    judge_memory,
    judge_persistence,
    judge_record,
    judge_server,
)
from service.recording.files import sizes
from service.running.listening import listen
from service.settings.common import common
from service.settings.masking import masked
from service.state import keys
from service.state.connection import store_url
from urltree.decide import heuristic
from urltree.errors import HeuristicError, InputError, RuleError, StoreError
from urltree.rules import load_rules
from urltree.store import open_store
from urltree.store.client import connect, explained, store_errors
from urltree.store.keys import LAYOUT, domain_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.settings.settings import Settings

#: Seconds to wait for an answer of the store, the service or the proxy.
_PATIENCE = 5.0

#: A name that every resolver of the Internet knows.
_KNOWN_NAME = "example.com"

#: Sites of a store that are looked at: another version may have written only some of them.
_SITES = 100


def examine(settings: Settings, *, name: str = _KNOWN_NAME) -> Iterator[Finding]:
    """Yield what is found, one check after the other; `name` is the host that is looked up in the DNS."""
    yield Finding("python", Grade.OK, f"{platform.python_version()}, urltree {version('urltree')}")
    if settings.redis_url or _existing(settings.data) == settings.data:
        yield from _store(settings)
    else:
        yield from _no_store(settings)
    if not settings.redis_url:
        yield _disk(settings.data)
    if settings.record:
        yield _record(settings.record, settings.record_max)
    yield _port(settings.host, settings.port)
    yield _dns(name, settings.proxy)
    yield _proxy(settings.proxy)
    yield _rules(settings.rules)
    yield _heuristic(settings.heuristic)


def _store(settings: Settings) -> Iterator[Finding]:
    try:
        with (
            store_url(settings.redis_url, settings.data) as url,
            store_errors(url),
            closing(open_store(url)) as store,
            connect(url, _PATIENCE) as redis,
        ):
            store.ping()
            yield from _found_in(redis, settings)
    except StoreError as error:
        yield Finding("store", Grade.FAILURE, masked(str(error)))


def _no_store(settings: Settings) -> Iterator[Finding]:
    """Yield what is found where no store has been made; to look for one would make it."""
    text = f"{settings.data} does not exist; urltree serve will make it, or choose another with --data"
    yield Finding("store", Grade.WARNING, text)
    yield _access(settings, len(settings.api_keys))


def _found_in(redis: Redis, settings: Settings) -> Iterator[Finding]:
    info = redis.info()
    yield judge_server(info, _refusal(redis), is_ours=_is_ours(redis))
    yield judge_persistence(info)
    yield judge_memory(info)
    before, (seconds, microseconds) = time(), redis.time()
    yield judge_clock(seconds + microseconds / 1e6 - (before + time()) / 2)
    yield from _agreement(settings, redis)
    yield _access(settings, redis.hlen(keys.ACCESS_KEYS) + len(settings.api_keys))


def _refusal(redis: Redis) -> str:
    try:
        redis.set(keys.ABSENT, "", xx=True)
    except ResponseError as error:
        return explained(str(error))
    return ""


def _is_ours(redis: Redis) -> bool:
    """Say whether this version of urltree can read the sites of the store."""
    sites = islice(redis.scan_iter(f"{domain_prefix('*')}meta", count=1_000), _SITES)
    return all(redis.hget(meta, "layout") == b"%d" % LAYOUT for meta in sites)


def _agreement(settings: Settings, redis: Redis) -> Iterator[Finding]:
    with suppress(RuleError):  # which is a finding of its own
        signs: list[Any] = redis.hvals(keys.ALIVE)
        running = [json.loads(sign.split(maxsplit=2)[2]) for sign in signs]
        yield judge_agreement(common(settings, load_rules(settings.rules)), running)


def _access(settings: Settings, there_are: int) -> Finding:
    if settings.open:
        text = f"anyone who can reach {settings.host} may do everything, because URLTREE_OPEN is set"
        return Finding("access", Grade.OK if is_loopback(settings.host) else Grade.WARNING, text)
    if not there_are and not is_loopback(settings.host):
        text = f"serving on {settings.host} needs a key; run urltree keys add NAME --scope admin"
        return Finding("access", Grade.FAILURE, text)
    return Finding("access", Grade.OK, f"keys: {there_are}" if there_are else "open only to this machine")


def _disk(data: Path) -> Finding:
    return judge_disk(str(data), shutil.disk_usage(_existing(data)).free)


def _record(folder: Path, max_bytes: int) -> Finding:
    there = _existing(folder)
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        text = f"{folder} cannot be written to; choose another folder with URLTREE_RECORD"
        return Finding("record", Grade.FAILURE, text)
    room = shutil.disk_usage(there).free + sum(sizes(folder).values())
    return judge_record(str(folder), room, max_bytes)


def _existing(path: Path) -> Path:
    """Return the path, or the nearest folder above it that exists."""
    # Not `Path.exists`, which raises below a folder that may not be entered.
    return next(filter(os.path.exists, (path, *path.absolute().parents)))


def _port(host: str, port: int) -> Finding:
    place = f"{host} port {port}"
    try:
        listen(host, port).close()
    except InputError as error:
        if _serves(host, port):
            return Finding("port", Grade.OK, f"urltree answers on {place}")
        return Finding("port", Grade.FAILURE, f"{error} with URLTREE_HOST and URLTREE_PORT")
    return Finding("port", Grade.OK, f"{place} is free")


def _serves(host: str, port: int) -> bool:
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 -- to look, not to listen
    url = f"http://{f'[{local}]' if ':' in local else local}:{port}/health/live"
    try:
        return bool(httpx.get(url, timeout=_PATIENCE, trust_env=False).json() == {"status": "live"})
    except (httpx.HTTPError, ValueError):
        return False


def _dns(name: str, proxy: str | None) -> Finding:
    try:
        socket.getaddrinfo(name, 443)
    except OSError as error:
        if proxy:
            return Finding("dns", Grade.OK, f"{name} cannot be resolved, but the proxy resolves names")
        text = (
            f"{name} cannot be resolved ({error.strerror}), so no page may be reached; see /etc/resolv.conf"
        )
        return Finding("dns", Grade.WARNING, text)
    return Finding(
        "dns", Grade.OK, f"{name} can be resolved" + (", though the proxy resolves names" if proxy else "")
    )


def _proxy(proxy: str | None) -> Finding:
    if proxy is None:
        return Finding("proxy", Grade.OK, "none")
    parts = urlsplit(proxy)
    place = (parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
    try:
        socket.create_connection(place, _PATIENCE).close()
    except OSError as error:
        text = f"{masked(proxy)} does not answer ({error}); start it, or change URLTREE_PROXY"
        return Finding("proxy", Grade.FAILURE, text)
    return Finding("proxy", Grade.OK, f"{masked(proxy)} answers")


def _rules(folder: Path | None) -> Finding:
    try:
        rules = load_rules(folder)
    except RuleError as error:
        return Finding("rules", Grade.FAILURE, str(error))
    return Finding(
        "rules",
        Grade.OK,
        f"{len(rules.rules)}, {f'including those of {folder}' if folder else 'all built in'}",
    )


def _heuristic(name: str) -> Finding:
    try:
        heuristic(name)
    except HeuristicError as error:
        return Finding("heuristic", Grade.FAILURE, str(error))
    return Finding("heuristic", Grade.OK, name)
