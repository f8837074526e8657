"""Background tasks that run as long as the service, whatever goes wrong."""

from __future__ import annotations

import asyncio

import pytest
from waiting import until

from service.running import tasks
from service.running.tasks import running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_RESTART_SECONDS", 0.01)


class FlakyTask:
    """Fails a number of times, then runs until it is told to stop."""

    def __init__(self, failures: float) -> None:
        self._failures = failures
        self.tries = 0
        self.acts = asyncio.Event()

    async def __call__(self, stopping: asyncio.Event) -> None:
        self.tries += 1
        if self.tries > self._failures:
            self.acts.set()
            await stopping.wait()
        else:
            raise ValueError("not today")


async def test_failed_task_is_restarted() -> None:
    task = FlakyTask(failures=2)
    async with running(task), asyncio.timeout(60):
        await task.acts.wait()
    assert task.tries == 3


async def test_error_is_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    task = FlakyTask(failures=1)
    async with running(task), asyncio.timeout(60):
        await task.acts.wait()
        assert "not today" in caplog.text


async def test_task_that_always_fails_stops_with_the_context() -> None:
    task = FlakyTask(failures=float("inf"))
    async with asyncio.timeout(60):
        async with running(task):
            await until(lambda: task.tries >= 2)
    tries = task.tries
    await asyncio.sleep(0.05)
    assert task.tries == tries


async def test_task_runs_even_if_the_context_ends_at_once() -> None:
    task = FlakyTask(failures=0)
    async with running(task):
        pass
    assert task.tries == 1


async def test_task_that_returns_is_not_restarted() -> None:
    tries = 0

    async def task(stopping: asyncio.Event) -> None:
        nonlocal tries
        tries += 1
        if tries > 1:
            await stopping.wait()

    async with running(task):
        await asyncio.sleep(0.05)
    assert tries == 1


async def test_restarting_task_is_restarted_after_errors_until_cancelled() -> None:
    begun = 0

    async def fail() -> None:
        nonlocal begun
        begun += 1
        raise ValueError("never")

    task = asyncio.create_task(tasks.restarting(fail))
    await until(lambda: begun >= 2)
    async with asyncio.timeout(60):
        await tasks.cancel(task)
    assert task.cancelled()


async def test_no_task_waits_for_another_to_stop() -> None:
    all_told = asyncio.Barrier(2)

    async def stop_together(stopping: asyncio.Event) -> None:
        await stopping.wait()
        await all_told.wait()

    async with asyncio.timeout(60), running(stop_together, stop_together):
        pass
    assert not all_told.n_waiting
