"""Warnings about what is tried again every second for as long as the store is unavailable or full."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

#: Seconds between two warnings.
_PAUSE = 60.0


class ThrottledLog:
    """Warns at once, and then once a minute at most, so that the log does not fill the disk."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._next = 0.0

    def warning(self, text: str, *args: object) -> None:
        """Warn, unless there was a warning within the last minute."""
        if (now := monotonic()) >= self._next:
            self._next = now + _PAUSE
            self._logger.warning(text, *args)
