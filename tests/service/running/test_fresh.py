from __future__ import annotations

import asyncio
from itertools import count

from service.running.fresh import Fresh


def counting(seconds: float) -> Fresh[int]:
    numbers = count()

    async def read() -> int:
        await asyncio.sleep(0)
        return next(numbers)

    return Fresh(read, seconds)


async def test_fresh_value_is_cached() -> None:
    fresh = counting(3600)
    assert [await fresh.get(), await fresh.get()] == [0, 0]


async def test_stale_value_is_read_again() -> None:
    fresh = counting(-1)
    assert [await fresh.get(), await fresh.get()] == [0, 1]


async def test_value_is_read_again_for_those_who_want_a_younger_one() -> None:
    fresh = counting(3600)
    assert [await fresh.get(), await fresh.get(3600), await fresh.get(0)] == [0, 0, 1]


async def test_concurrent_callers_share_one_read() -> None:
    fresh = counting(3600)
    assert await asyncio.gather(*(fresh.get() for _ in range(9))) == [0] * 9


async def test_concurrent_callers_share_a_failure_which_is_not_cached() -> None:
    numbers = count()

    async def fail_once() -> float:
        await asyncio.sleep(0)
        return 1 / next(numbers)

    fresh = Fresh(fail_once, 3600)
    found = await asyncio.gather(*(fresh.get() for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in found] == [ZeroDivisionError] * 3
    assert await fresh.get() == 1


async def test_reading_survives_the_one_who_asked_for_it() -> None:
    fresh = counting(3600)
    asking = asyncio.create_task(fresh.get())
    await asyncio.sleep(0)
    asking.cancel()
    assert await fresh.get() == 0


async def test_forgotten_value_is_read_again() -> None:
    fresh = counting(3600)
    await fresh.get()
    fresh.forget()
    assert await fresh.get() == 1


async def test_value_forgotten_during_its_read_is_read_again() -> None:
    fresh = counting(3600)
    reading = asyncio.create_task(fresh.get())
    await asyncio.sleep(0)
    fresh.forget()
    await reading
    assert await fresh.get() == 1


async def test_read_during_which_its_value_was_forgotten_is_not_waited_for() -> None:
    fresh = counting(3600)
    reading = asyncio.create_task(fresh.get())
    await asyncio.sleep(0)
    fresh.forget()
    assert await fresh.get() == 1
    await reading
