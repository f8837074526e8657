"""`urltree stream --follow` while its store goes away and comes back."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest
from commandlines import command
from readings import publish_at, reading
from redis import RedisError

from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


WAITS, GOES_ON = "urltree: waiting: store ", "urltree: the store answers again\n"


def publish(data: Path, text: str) -> None:
    publish_at(EmbeddedValkey(data).url, reading(f"http://example.com/{text}", text=text))


def publish_once_back(data: Path, text: str) -> None:
    """Publish as soon as the server that was killed is back."""
    for _ in range(600):
        with suppress(RedisError):
            return publish(data, text)
        time.sleep(0.1)
    return pytest.fail("the server did not come back")


def kill_server(data: Path) -> None:
    os.kill(int((data / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)


@contextmanager
def follower(data: Path) -> Iterator[subprocess.Popen[str]]:
    """Follow the stream in a folder, which has one document, and wait until that is printed."""
    publish(data, "A")
    with subprocess.Popen(
        command("stream", "--follow", "--data", data),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            assert printed(process) == "A"
            yield process
        finally:
            process.kill()


def printed(process: subprocess.Popen[str]) -> str:
    text = process.stdout.readline().strip()
    process.stdout.readline()
    return text


def test_follower_goes_on_where_it_was_once_its_store_is_back(data: Path) -> None:
    with EmbeddedValkey(data) as store, follower(data) as process:
        store.stop()
        assert process.stderr.readline().startswith(WAITS)
        store.start()
        assert process.stderr.readline() == GOES_ON
        publish(data, "B")
        assert printed(process) == "B"


def test_follower_survives_the_death_of_its_server(data: Path) -> None:
    with EmbeddedValkey(data), follower(data) as process:
        kill_server(data)
        publish_once_back(data, "B")
        assert printed(process) == "B"


def test_ctrl_c_ends_a_follower_that_waits(data: Path) -> None:
    with EmbeddedValkey(data) as store, follower(data) as process:
        store.stop()
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert (process.wait(60), process.stderr.read()) == (130, "")
