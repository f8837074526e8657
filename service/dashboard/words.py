"""Figures in words, as the pages show them; pure."""

from __future__ import annotations

from datetime import datetime
from math import log10

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

_UNITS = (("d", _DAY), ("h", _HOUR), ("min", _MINUTE), ("s", 1))

_BYTES = ("B", "kB", "MB", "GB")

#: Shown where there is no value.
NOTHING = "\N{EN DASH}"


def isolated(name: str) -> str:
    """Keep the direction of a name, such as one in Arabic, from the sentence around it (UAX 9)."""
    return name if name.isascii() else f"\u2068{name}\u2069"


def span(seconds: float) -> str:
    """Write a length of time in its largest unit: ``5 min``."""
    whole = max(0, int(seconds))
    return next((f"{whole // size:,} {unit}" for unit, size in _UNITS if whole >= size), "0 s")


def ago(time: float, now: float) -> str:
    """Write how long ago a time is: ``5 min ago``; ``now`` within a second."""
    return "now" if now - time < 1 else f"{span(now - time)} ago"


def moment(iso: str) -> str:
    """Write a time as exactly as it is known: ``2 January 2026``, ``2 January 2026, 03:04 UTC``."""
    time = datetime.fromisoformat(iso)
    day = f"{time.day} {time:%B %Y}"
    return f"{day}, {time:%H:%M %Z}".rstrip() if "T" in iso else day


def share(part: float | None) -> str:
    """Write a share of 1 as a percentage."""
    return NOTHING if part is None else f"{part:.0%}"


def figure(value: float | None, digits: int = 0) -> str:
    """Write a number with separators."""
    return NOTHING if value is None else f"{value:,.{digits}f}"


def duration(seconds: float | None) -> str:
    """Write a latency: ``830 ms``, ``2.4 s``, ``3 min``."""
    if seconds is None:
        return NOTHING
    if seconds < 1:
        return f"{seconds * 1000:,.0f} ms"
    return f"{seconds:.1f} s" if seconds < _MINUTE else span(seconds)


def size(count: float) -> str:
    """Write a number of bytes: ``830 B``, ``2.4 kB``."""
    unit = min(len(_BYTES) - 1, int(log10(max(count, 1)) / 3))
    return f"{count / 1_000**unit:,.{min(unit, 1)}f} {_BYTES[unit]}"


def published(count: int, again: int, within: str) -> str:
    """Write how many documents went out, ``9 in the last hour, 2 published again``; those had come before."""
    return f"{count:,} {within}{f', {again:,} published again' if again else ''}"


def plural(count: int, noun: str) -> str:
    """Write a count and its noun, whose plural takes an s."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
