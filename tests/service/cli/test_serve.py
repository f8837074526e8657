"""`python -m service`: starting, stopping and killing it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from files import low_file_limit, short_folder
from processes import connected, environment, gone, serving
from waiting import soon
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect

from service.state import keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from processes import Service
    from redis import Redis

KEY = "k" * 64

PAGE = {"url": "https://example.com/news/bridge", "html": "<p>The new bridge is open."}


def post(client: httpx.Client) -> httpx.Response:
    return client.post("/extract", json=PAGE)


def until_served(client: httpx.Client) -> httpx.Response:
    return soon(lambda: (answer := post(client)).status_code == 200 and answer)


def refused(**settings: object) -> tuple[int, str]:
    """Return the exit code and error output of a service that does not start."""
    command = [sys.executable, "-m", "service"]
    cwd = Path(__file__).parents[3]
    env = environment(**({"port": 0} | settings))
    done = subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stderr


class Running(NamedTuple):
    """A service, started where few files may be open, its folder, and the second line that it printed."""

    service: Service
    data: Path
    line: str


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with short_folder() as folder, ExitStack() as opened:
        with low_file_limit():
            service = opened.enter_context(serving(data=folder, workers=1))
        yield Running(service, folder, service.process.stdout.readline().strip())


def curl(line: str) -> int:
    """Run a printed line, and return its exit code."""
    return subprocess.run(f"{line} --fail", shell=True, env=os.environ | {"KEY": KEY}, check=False).returncode


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_printed_curl_line_works(running: Running) -> None:
    assert curl(running.line) == 0


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_printed_curl_line_works_with_a_key(data: Path) -> None:
    with serving(data=data, workers=1, api_keys=KEY) as service:
        assert curl(service.process.stdout.readline().strip()) == 0


class Ended(NamedTuple):
    """A service that had learnt a page when it was ended."""

    data: Path
    family: list[int]
    code: int


@pytest.fixture(scope="module", params=["SIGTERM", "SIGKILL"])
def ended(request: pytest.FixtureRequest) -> Iterator[Ended]:
    with short_folder() as folder:
        with serving(data=folder, workers=1) as service:
            post(service.client)
            family = service.family
            service.process.send_signal(signal.Signals[request.param])
            code = service.process.wait(60)
        yield Ended(folder, family, code)


def test_successor_knows_what_an_ended_service_learnt(ended: Ended) -> None:
    with serving(data=ended.data, workers=1) as successor:
        assert post(successor.client).json()["status"] == "duplicate"


def test_ended_service_leaves_no_processes(ended: Ended) -> None:
    assert all(map(gone, ended.family))


@pytest.mark.parametrize("ended", ["SIGTERM"], indirect=True)
def test_exit_code_of_a_stopped_service_is_0(ended: Ended) -> None:
    assert ended.code == 0


def test_service_raises_the_limit_of_open_files_for_its_connections(running: Running) -> None:
    with ExitStack() as opened:
        connections = [opened.enter_context(connected(running.service.client)) for _ in range(300)]
        for connection in connections:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert {connection.recv(4) for connection in connections} == {b"HTTP"}


def test_unfinished_request_is_answered_503_on_shutdown(data: Path) -> None:
    with serving(data=data, workers=1) as service:
        with connected(service.client) as connection:
            connection.sendall(
                b"POST /extract?url=https://example.com/ HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>"
            )
            service.client.get("/health/live")
            service.process.terminate()
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        complaints = service.complaints()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"urn:urltree:problem:stopping" in answer
    assert (service.process.returncode, "Traceback" in complaints) == (0, False)


def test_sockets_that_are_refused_or_send_invalid_messages_are_not_logged_as_errors(data: Path) -> None:
    path = "/dashboard/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    with serving(data=data, workers=1) as service:
        url = str(service.client.base_url.copy_with(scheme="ws")).rstrip("/") + path
        with pytest.raises(InvalidStatus, match="403"):
            connect(url, proxy=None, origin="http://evil.example")
        with connect(url, proxy=None) as opened:
            opened.recv()
            opened.send(b"\xff", text=True)
            with pytest.raises(ConnectionClosedError, match="1007"):
                opened.recv()
        service.process.terminate()
        complaints = service.complaints()
    assert complaints == ""


def test_killed_valkey_is_restarted_with_no_data_lost(running: Running) -> None:
    client = running.service.client
    post(client)
    os.kill(running.service.valkey, signal.SIGKILL)
    assert until_served(client).json()["status"] == "duplicate"


def test_ctrl_c_stops_all_processes_without_complaints(data: Path) -> None:
    with serving(data=data, workers=2, start_new_session=True) as service:
        post(service.client)
        os.killpg(service.process.pid, signal.SIGINT)
        complaints = service.complaints()
        assert (service.process.returncode, complaints) == (0, "")


def test_second_service_on_the_same_data_is_refused(running: Running) -> None:
    code, complaint = refused(data=running.data)
    assert (code, complaint.count("\n")) == (1, 1)
    assert f"in use by process {running.service.process.pid}" in complaint


def test_unreachable_store_prevents_startup() -> None:
    code, complaint = refused(redis_url="unix:///nowhere/valkey.sock")
    assert (code, complaint.count("\n")) == (1, 1)
    assert complaint.startswith("urltree: error: store /nowhere/valkey.sock does not answer: ")
    assert complaint.endswith("; start it, wait for it, or choose another\n")


@pytest.mark.parametrize("denied", ["-@hash", "-xrevrange"], ids=["early", "late"])
def test_store_that_denies_a_command_prevents_startup_with_one_line(
    denied: str, valkey_client: Redis, valkey_url: str
) -> None:
    valkey_client.execute_command("ACL", "SETUSER", "poor", "on", "nopass", "~*", "+@all", denied)
    code, complaint = refused(redis_url=valkey_url.replace("unix://", "unix://poor:any@"))
    assert (code, complaint.count("\n")) == (1, 1)
    assert "give its user the rights" in complaint


def test_half_a_backup_prevents_startup(valkey_client: Redis, valkey_url: str) -> None:
    valkey_client.set(keys.RESTORING, 1)
    code, complaint = refused(redis_url=valkey_url)
    assert (code, complaint.count("\n")) == (2, 1)
    assert complaint.endswith("restore again with --replace\n")


def test_taken_port_prevents_startup() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, complaint = refused(port=port)
    reason = f"cannot listen on 127.0.0.1 port {port}: Address already in use; choose another"
    assert (code, complaint) == (2, f"urltree: error: {reason}\n")


@pytest.mark.parametrize("line", [["serve", "--help"], ["serve", "--port", "http"]])
def test_help_and_refusals_do_not_wait_for_the_application(line: list[str]) -> None:
    code = f"import sys; from urltree.cli import run; run({line}); sys.exit('fastapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"port": "http"}, "URLTREE_PORT: "),
        ({"host": "é\u202e"}, "cannot listen on "),
        ({"heuristic": "hopeful"}, "hopeful"),
        ({"rules": "/nowhere"}, "/nowhere"),
        ({"host": "0.0.0.0", "workers": 1}, "create a key (urltree keys add NAME --scope admin"),
    ],
)
def test_invalid_setting_prevents_startup_with_one_line(
    data: Path, settings: dict[str, object], message: str
) -> None:
    code, complaint = refused(**({"data": data} | settings))
    assert (code, complaint.count("\n")) == (2, 1)
    assert message in complaint
