"""What is to run for as long as the service does so, whatever goes wrong."""

from __future__ import annotations

import asyncio

import pytest

from service.running import tasks
from service.running.tasks import running

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_AGAIN", 0.01)


class Act:
    """Fails so often, then acts until it is told to stop."""

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

    async def tried(self, times: int) -> None:
        async with asyncio.timeout(60):
            while self.tries < times:  # noqa: ASYNC110 -- nothing else tells of it
                await asyncio.sleep(0.01)


async def test_what_an_error_has_ended_is_begun_again() -> None:
    act = Act(failures=2)
    async with running(act), asyncio.timeout(60):
        await act.acts.wait()
    assert act.tries == 3


async def test_error_is_logged_when_it_comes(caplog: pytest.LogCaptureFixture) -> None:
    act = Act(failures=1)
    async with running(act), asyncio.timeout(60):
        await act.acts.wait()
        assert "not today" in caplog.text


async def test_what_always_fails_ends_with_the_context() -> None:
    act = Act(failures=float("inf"))
    async with asyncio.timeout(60):
        async with running(act):
            await act.tried(2)
    tries = act.tries
    await asyncio.sleep(0.05)
    assert act.tries == tries


async def test_acts_also_where_the_context_ends_at_once() -> None:
    act = Act(failures=0)
    async with running(act):
        pass
    assert act.tries == 1


async def test_what_ends_by_itself_is_not_begun_again() -> None:
    ended = asyncio.Event()

    async def act(_stopping: asyncio.Event) -> None:
        assert not ended.is_set()
        ended.set()

    async with running(act):
        await ended.wait()
        await asyncio.sleep(0.05)


async def test_unceasing_needs_nothing_to_stop_it_but_a_cancellation() -> None:
    begun = 0

    async def act() -> None:
        nonlocal begun
        begun += 1
        raise ValueError("never")

    task = asyncio.create_task(tasks.unceasing(act))
    async with asyncio.timeout(60):
        while begun < 2:  # noqa: ASYNC110 -- nothing else tells of it
            await asyncio.sleep(0.01)
        await tasks.cancel(task)
    assert task.cancelled()
