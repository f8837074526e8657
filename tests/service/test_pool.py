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


@pytest.fixture(scope="module")
def hasty(valkey: Redis) -> Iterator[Service]:
    """A service that gives a page one second."""
    path = valkey.connection_pool.connection_kwargs["path"]
    with serving(redis_url=f"unix://{path}", workers=1, max_seconds=1) as service:
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


def test_a_page_that_takes_too_long_is_given_up(hasty: Service) -> None:
    # libxml2 walks all open elements for each end tag that closes none: here five thousand million steps.
    hostile = "<div>" * 70_000 + "</p>" * 70_000 + "</b>" * 70_000
    answer = hasty.client.post("/extract", json={**PAGE, "html": hostile}, timeout=60)
    assert answer.json()["type"] == "urn:urltree:problem:worker-died"


def test_after_a_page_that_took_too_long_others_are_answered(hasty: Service) -> None:
    assert post(hasty.client).status_code == 200
