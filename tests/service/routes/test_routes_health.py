"""GET /health, and what else is answered while the store is down."""

from __future__ import annotations

import os
import shutil
import signal
from typing import TYPE_CHECKING

import pytest
from files import short_folder
from processes import gone, serving
from refusals import problem

from urltree.auto.networks import WEIGHTS
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx
    from redis import Redis


@pytest.fixture(scope="module")
def storeless() -> Iterator[httpx.Client]:
    """A service whose store is down; it needs no keys, so that requests get as far as the store."""
    with (
        short_folder() as folder,
        EmbeddedValkey(folder) as valkey,
        serving(redis_url=valkey.url, workers=1, open=True) as service,
    ):
        valkey.stop()
        yield service.client


def test_service_is_live(client: httpx.Client) -> None:
    assert client.get("/health/live").json() == {"status": "live"}


def test_service_is_ready(client: httpx.Client) -> None:
    assert client.get("/health/ready").json() == {"status": "ready", "store": "ok", "lag": 0}


def test_full_store_that_can_be_read_leaves_the_service_ready(client: httpx.Client, served: Redis) -> None:
    served.config_set("maxmemory", 1)
    try:
        answer = client.get("/health/ready")
    finally:
        served.config_set("maxmemory", 0)
    assert (answer.status_code, answer.json()["store"]) == (200, "refuses writes")


def test_service_that_cannot_start_a_process_to_extract_is_not_ready(served_url: str, tmp_path: Path) -> None:
    shutil.copy(WEIGHTS, network := tmp_path / "own.npz")
    with serving(redis_url=served_url, workers=1, heuristic=f"auto:{network}") as service:
        network.unlink()
        (worker,) = service.workers
        os.kill(worker, signal.SIGKILL)
        assert gone(worker)
        service.client.post("/extract", json={"url": "https://example.com/", "html": "<p>text"})
        assert problem(service.client.get("/health/ready")) == (503, "worker-died")


def test_service_is_live_without_a_store(storeless: httpx.Client) -> None:
    assert storeless.get("/health/live").status_code == 200


def test_service_is_not_ready_without_a_store(storeless: httpx.Client) -> None:
    answer = storeless.get("/health/ready")
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:urltree:problem:store-down")


def test_page_without_a_store_is_answered_503_with_retry_after(storeless: httpx.Client) -> None:
    answer = storeless.post("/extract", json={"url": "https://example.com/", "html": "<p>text"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_batch_line_without_a_store_is_answered_503(storeless: httpx.Client) -> None:
    answer = storeless.post(
        "/extract/batch",
        content=b'{"url": "https://example.com/", "html": "<p>text"}',
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert (answer.json()["status"], answer.json()["line"]) == (503, 1)
