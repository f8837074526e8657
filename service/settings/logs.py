"""The service's log on standard error: lines of JSON, or of text for people at a terminal.

All code logs by `logging`. Each line carries what `structlog.contextvars` has bound (request, item, feed,
webhook), and no line holds a secret.
"""

from __future__ import annotations

import logging
import sys
from io import StringIO
from typing import TYPE_CHECKING, TextIO

import structlog

from service.running.throttledlog import Throttle
from service.settings.masking import masked
from urltree.commandline.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

    from service.settings.settings import Settings

#: The packages to which the level applies; other code logs only warnings and errors.
_OURS = ("service", "urltree")

#: What uvicorn logs as errors although nothing is wrong, or the cause was logged: an answer that we cut, a
#: WebSocket that we refuse (its pull request 3138), and one that sends invalid text.
_OF_US = {
    "ASGI callable returned without completing response.",
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
}

#: What uvicorn warns of at each request that is no HTTP, or asks for HTTP/2 (it is answered all the same):
#: strangers could fill the disk.
_OF_STRANGERS = ("Invalid HTTP request received.", "Unsupported upgrade request.")

#: What JSON may hold bare, but a terminal may obey, or a reader of lines take for the end of one.
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}

_COMMON: Sequence[Processor] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure_logs(settings: Settings) -> None:
    """Set up all of `logging` as the settings say; by default as text on a terminal, else as JSON."""
    is_terminal = sys.stderr.isatty()
    form = settings.log or ("text" if is_terminal else "json")
    handler = logging.StreamHandler()
    handler.setFormatter(text_lines(in_colour=is_terminal) if form == "text" else json_lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.captureWarnings(capture=True)
    logging.getLogger("uvicorn.error").addFilter(_bounded())
    for name in _OURS:
        logging.getLogger(name).setLevel(settings.log_level.upper())


def _bounded() -> Callable[[logging.LogRecord], bool]:
    """Make a filter of what uvicorn logs; of each line that strangers cause it passes one a minute."""
    throttles = {text: Throttle() for text in _OF_STRANGERS}

    def passes(record: logging.LogRecord) -> bool:
        throttle = throttles.get(record.msg)
        return record.msg not in _OF_US and (throttle is None or throttle.opens())

    return passes


def json_lines() -> logging.Formatter:
    """Write records for machines."""
    return _formatter(
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False),
        _escape,
    )


def text_lines(*, in_colour: bool) -> logging.Formatter:
    """Write records for people."""
    renderer = structlog.dev.ConsoleRenderer(colors=in_colour, exception_formatter=_indented_traceback)
    return _formatter(_one_line, renderer)


def _indented_traceback(out: TextIO, raised: ExcInfo) -> None:
    """Write a traceback, no line of which controls a terminal or passes for a line of ours.

    It has no local variables: they would reveal secrets.
    """
    text = StringIO()
    structlog.dev.plain_traceback(text, raised)
    out.writelines(f"\n    {printable(line)}" for line in text.getvalue().splitlines())


def _formatter(*last: Processor) -> logging.Formatter:
    remove_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(
        processors=[remove_meta, *last, _mask], foreign_pre_chain=_COMMON
    )


def _one_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Keep what strangers wrote from controlling a terminal, or passing for lines of ours."""
    event["event"] = printable(" ".join(str(event["event"]).splitlines()))
    return event


def _escape(_logger: WrappedLogger, _method: str, line: EventDict | str) -> str:
    return str(line).translate(_ESCAPES)


def _mask(_logger: WrappedLogger, _method: str, line: EventDict | str) -> str:
    return masked(str(line))
