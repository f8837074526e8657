"""Names to addresses, by the system."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from waiting import until

from service.fetching import resolver
from service.fetching.resolver import Resolver

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Gives up on a name after a moment; it would be resolved in two minutes.
GIVES_UP = """
import asyncio, socket, time
from service.fetching.resolver import Resolver

async def give_up():
    await asyncio.wait_for(Resolver()("slow.example", 80), 0.5)

socket.getaddrinfo = lambda *_, **__: time.sleep(120)
asyncio.run(give_up())
"""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Have names resolved once the event is set; there is room for two at a time."""
    answers, resolve = threading.Event(), socket.getaddrinfo

    def wait(host: str, port: int, **more: object) -> object:
        answers.wait(60)
        return resolve(host, port, **more)

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    monkeypatch.setattr(resolver, "_THREADS", 2)
    yield answers
    answers.set()


async def give_up(resolve: Resolver) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(resolve("127.0.0.1", 80), 0.1)


def resolving() -> int:
    return sum(each.name == "resolver" for each in threading.enumerate())


async def test_name_is_resolved():
    assert await Resolver()("127.0.0.1", 80) == ["127.0.0.1"]


async def test_error_of_the_system_is_raised():
    with pytest.raises(UnicodeError):
        await Resolver()("a..example", 80)


def test_python_ends_while_a_name_is_being_resolved():
    ended = subprocess.run(
        [sys.executable, "-c", GIVES_UP], capture_output=True, text=True, check=False, timeout=30
    )
    assert ended.stderr.splitlines()[-1] == "TimeoutError"


@pytest.mark.usefixtures("slow")
async def test_names_that_were_given_up_still_take_their_place():
    resolve = Resolver()
    for _ in range(5):
        await give_up(resolve)
    assert resolving() == 2


async def test_names_are_resolved_again_once_those_given_up_have_ended(slow: threading.Event):
    resolve = Resolver()
    for _ in range(2):
        await give_up(resolve)
    slow.set()
    await until(lambda: not resolving())
    assert await asyncio.wait_for(resolve("127.0.0.1", 80), 60) == ["127.0.0.1"]


async def test_thread_that_cannot_start_takes_no_place(monkeypatch: pytest.MonkeyPatch):
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(resolver, "_THREADS", 1)
    resolve = Resolver()
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError):
            await resolve("127.0.0.1", 80)
    assert await asyncio.wait_for(resolve("127.0.0.1", 80), 60) == ["127.0.0.1"]
