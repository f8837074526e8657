"""The worker processes: their death is told once."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from processes import gone, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from processes import Service
    from redis import Redis

PAGE = {"url": "https://example.com/news/bridge", "html": "<p>The new bridge is open."}


@pytest.fixture(scope="module")
def pair(valkey: Redis) -> Iterator[Service]:
    """A service of two workers."""
    path = valkey.connection_pool.connection_kwargs["path"]
    with serving(redis_url=f"unix://{path}", workers=2) as service:
        yield service


def post(client: httpx.Client) -> httpx.Response:
    return client.post("/extract", json=PAGE)


def kill_one(service: Service) -> None:
    worker = service.workers[0]
    os.kill(worker, signal.SIGKILL)
    assert gone(worker)


def test_there_are_as_many_as_asked(pair: Service) -> None:
    assert len(pair.workers) == 2


def test_death_of_one_is_told_as_a_problem(pair: Service) -> None:
    kill_one(pair)
    died = post(pair.client)
    assert died.json()["type"] == "urn:urltree:problem:worker-died"
    assert (died.status_code, died.headers["Retry-After"]) == (503, "1")


def test_death_of_one_costs_one_answer(pair: Service) -> None:
    post(pair.client)
    kill_one(pair)
    assert [post(pair.client).status_code for _ in range(3)] == [503, 200, 200]


def test_health_is_answered_while_no_worker_works(pair: Service) -> None:
    post(pair.client)
    workers = pair.workers
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    try:
        assert pair.client.get("/health/live").status_code == 200
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
