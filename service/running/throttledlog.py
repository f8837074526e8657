"""Warnings about what may happen every second, such as a try while the store is unavailable or full."""

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
        self._throttle = Throttle()

    def warning(self, text: str, *args: object) -> None:
        """Warn, unless there was a warning within the last minute."""
        if self._throttle.opens():
            self._logger.warning(text, *args)


class Throttle:
    """Opens at once, and then once a minute at most."""

    def __init__(self) -> None:
        self._next = 0.0

    def opens(self) -> bool:
        """Say whether it opens, which it then does not do again for a minute."""
        if (now := monotonic()) < self._next:
            return False
        self._next = now + _PAUSE
        return True
