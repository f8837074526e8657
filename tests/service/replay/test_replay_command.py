"""The command `urltree replay`, used as a proxy."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import httpx
import pytest
from replayed import record, replaying, write_streams

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from replayed import Replay

HOST = "a.example"
PAGE = f"http://{HOST}/news/0.html"


@pytest.fixture(scope="module")
def streams(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_streams(tmp_path_factory.mktemp("streams"), {HOST: 2})


@pytest.fixture(scope="module")
def replay(streams: Path) -> Iterator[Replay]:
    with replaying(streams, "--rate", "1e6") as running:
        yield running


@pytest.fixture
def client(replay: Replay) -> Iterator[httpx.Client]:
    with httpx.Client(proxy=replay.url, trust_env=False) as client:
        client.get(f"http://{HOST}/robots.txt")
        yield client


def test_proxied_request_is_answered(client: httpx.Client) -> None:
    assert client.get(PAGE).text == record(HOST, 0)["html"]


def test_head_has_no_body(client: httpx.Client) -> None:
    answer = client.head(PAGE)
    assert (answer.status_code, answer.content) == (200, b"")


def test_tls_is_refused(client: httpx.Client) -> None:
    with pytest.raises(httpx.ProxyError, match="502"):
        client.get(f"https://{HOST}/")


def test_malformed_request_is_answered_400(replay: Replay) -> None:
    url = httpx.URL(replay.url)
    with socket.create_connection((url.host, url.port), timeout=30) as connection:
        connection.sendall(b"\x16\x03\x01 rubbish\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_truncated_fault_breaks_the_response_off(streams: Path) -> None:
    with (
        replaying(streams, "--rate", "1e6", "--faults", "truncated=1") as replay,
        httpx.Client(proxy=replay.url, trust_env=False) as client,
    ):
        client.get(f"http://{HOST}/robots.txt")
        with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
            client.get(PAGE)


def test_ctrl_c_ends_it_successfully(streams: Path) -> None:
    with replaying(streams) as replay, httpx.Client(trust_env=False) as client:
        client.get(replay.url)
        replay.process.send_signal(signal.SIGINT)
        assert replay.process.wait(30) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--rate", "0"), "--rate 0 is out of range; use a number above 0"),
        (("--rate", "nan"), "--rate nan is out of range"),
        (("--faults", "404"), "use NAME=SHARE"),
    ],
)
def test_invalid_option_is_refused_with_a_hint(streams: Path, options: tuple[str, ...], message: str) -> None:
    command = [sys.executable, "-m", "urltree", "replay", str(streams), "--port", "0", *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, message in ended.stderr, ended.stdout) == (2, True, "")


def test_taken_port_is_refused_with_a_hint(streams: Path, replay: Replay) -> None:
    port = str(httpx.URL(replay.url).port)
    command = [sys.executable, "-m", "urltree", "replay", str(streams), "--port", port]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, "choose another" in ended.stderr) == (2, True)
