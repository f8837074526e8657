"""How long a process that does not answer is waited for."""

from __future__ import annotations

import asyncio

import pytest

from service.running.child import outlast


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
