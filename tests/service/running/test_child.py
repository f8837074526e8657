"""A process of one's own."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import psutil
import pytest

from service.running.child import Child, outlast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

FORKING = get_context("forkserver")


def send_number(pipe: Connection) -> None:
    pipe.send(os.getpid())


def fork_server() -> psutil.Process:
    """Start the process that forks, and return it."""
    child = Child(send_number, context=FORKING)
    server = psutil.Process(child.receive()).parent()
    child.kill()
    return server


def test_process_that_is_being_forked_as_its_fork_server_dies_is_an_operating_system_error() -> None:
    server = fork_server()
    server.suspend()
    with ThreadPoolExecutor() as threads:
        starting = threads.submit(Child, send_number, context=FORKING)
        time.sleep(0.3)  # until it waits for an answer
        server.kill()
        with pytest.raises(OSError, match="the process that forks it died"):
            starting.result()


@pytest.mark.parametrize(("max_seconds", "waited"), [(0.5, 300), (20, 300), (90, 900), (90.5, 910)])
async def test_process_may_stand_still_for_ten_times_its_cpu_time_and_5_minutes_at_least(
    max_seconds: float, waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await outlast(max_seconds)
    assert sum(slept) == waited
