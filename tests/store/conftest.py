"""Every kind of store, empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from oracle import OracleStore

from urltree.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from urltree.store.base import Store


@pytest.fixture
def memory_store() -> Iterator[Store]:
    store = open_store("memory://")
    yield store
    store.close()


@pytest.fixture
def redis_store(valkey_url: str) -> Iterator[Store]:
    store = open_store(valkey_url)
    yield store
    store.close()


@pytest.fixture
def oracle_store() -> Store:
    return OracleStore()


@pytest.fixture(params=["memory_store", "redis_store"])
def shared_store(request: pytest.FixtureRequest) -> Store:
    """A store that many threads may use."""
    store: Store = request.getfixturevalue(request.param)
    return store


@pytest.fixture(params=["oracle_store", "memory_store", "redis_store"])
def store(request: pytest.FixtureRequest) -> Store:
    store: Store = request.getfixturevalue(request.param)
    return store
