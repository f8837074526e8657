"""Warnings of what is tried again each second for as long as the store is away, or full."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

#: Seconds between two warnings.
_PAUSE = 60.0


class Seldom:
    """Warns at once, and then once a minute at most: a log that fills a disk is no help."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._next = 0.0

    def warning(self, text: str, *args: object) -> None:
        """Warn, unless that was done within the minute."""
        if (now := monotonic()) >= self._next:
            self._next = now + _PAUSE
            self._logger.warning(text, *args)
