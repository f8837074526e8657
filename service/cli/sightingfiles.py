"""Sightings in files: one document a line, as JSON."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

from urltree.commandline.standardinput import standard_input
from urltree.errors import InputError, UrlError
from urltree.mining.sightings import Sighting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read_sightings(path: Path) -> Iterator[Sighting]:
    """Read the lines of a file, or of standard input for ``-``.

    A line is ``{"url", "title", "text"}``; ``gold`` may stand in for text, all but url may be absent, and a
    line whose url is null is skipped. Raises `InputError` with file, line and reason.
    """
    is_piped = str(path) == "-"
    name = "standard input" if is_piped else str(path)
    try:
        with nullcontext(standard_input()) if is_piped else path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and (sighting := _sighting(line, f"{name}:{number}")):
                    yield sighting
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}; give a file of JSON Lines") from error


def _sighting(line: bytes, where: str) -> Sighting | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", error)  # without the position, which counts from this line only
        raise InputError(f"{where}: not JSON: {reason}") from error
    if not isinstance(record, dict) or "url" not in record:
        raise InputError(f'{where}: not an object with a URL; give {{"url": …, "title": …, "text": …}}')
    url, title, text = record["url"], record.get("title"), record.get("text", record.get("gold"))
    for field, value in (("url", url), ("title", title), ("text", text)):
        if not isinstance(value, str | None):
            raise InputError(f"{where}: {field} must be a string or null, not {json.dumps(value)[:40]}")
    try:
        return Sighting.of(url, title, text) if url else None
    except UrlError as error:
        raise InputError(f"{where}: {error}") from error
