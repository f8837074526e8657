"""Connections that are made only where a guard allows them."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import httpcore
import httpx

from service.fetching.guard import Guard, GuardedBackend
from urltree.errors import InputError

if TYPE_CHECKING:
    import ssl

#: Seconds that an idle connection is kept. Many servers close theirs after 5, perhaps just as we ask.
_IDLE_SECONDS = 3.0


def open_pools(
    count: int, proxy_url: str | None, guard: Guard, *, idle: int, http2: bool
) -> list[httpcore.AsyncConnectionPool]:
    """Open `count` pools of guarded connections, through a proxy if one is given.

    Each pool keeps `idle` idle connections. Raises `InputError` if the certificates that the environment
    names cannot be read.
    """
    proxy = httpx.Proxy(proxy_url) if proxy_url else None
    make = partial(
        httpcore.AsyncConnectionPool,
        ssl_context=_tls(),
        proxy=httpcore.Proxy(str(proxy.url), proxy.raw_auth) if proxy else None,
        max_connections=None,
        max_keepalive_connections=idle,
        keepalive_expiry=_IDLE_SECONDS,
        http2=http2,
        # The operator's proxy may be anywhere, and must itself guard the connections that it makes.
        network_backend=GuardedBackend(Guard([proxy.url.host], guard.resolve), "the proxy ")
        if proxy
        else GuardedBackend(guard),
    )
    return [make() for _ in range(count)]


def _tls() -> ssl.SSLContext:
    """Trust the certificates of SSL_CERT_FILE or SSL_CERT_DIR, which httpcore's own context ignores."""
    try:
        return httpx.create_ssl_context()
    except OSError as error:
        file = os.environ.get("SSL_CERT_FILE")
        raise InputError(
            f"SSL_CERT_FILE: no certificates can be read from {file}: {error.strerror}"
        ) from error
