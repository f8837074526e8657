"""The normalisation rules of a folder as it is now, for services and workers that run for long.

A service or worker looks at the files itself; they are small. So changes need neither an announcement nor a
restart. The processes that extract are handed what it has found, so none of them goes by other rules.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from service.running.tasks import pause
from urltree.errors import RuleError
from urltree.rules import is_rule_file, load_rules

if TYPE_CHECKING:
    from pathlib import Path

_logger = logging.getLogger(__name__)

#: Seconds between two looks at the files.
_LOOK = 1.0

#: Name, inode, size and time of change, of its rights too, in nanoseconds of each file.
_State = frozenset[tuple[str, int, int, int]]


class RuleFolder:
    """The rules of a folder and those that come with urltree; without a folder only the latter.

    The constructor raises `RuleError` if the folder does not load.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._state = _state(folder) if folder else _State()
        #: The rules as of the last look; while the folder does not load, all of the previous ones.
        self.current = load_rules(folder)

    async def run(self, stopping: asyncio.Event) -> None:
        """Look at the files every second until `stopping` is set."""
        while not stopping.is_set():
            await asyncio.to_thread(self.look)
            await pause(stopping, _LOOK)

    def look(self) -> None:
        """Load the rules anew if a file has changed."""
        if self._folder and (state := _state(self._folder)) != self._state:
            self._state = state  # so that a fault is logged once
            self._load(self._folder)

    def _load(self, folder: Path) -> None:
        try:
            self.current = load_rules(folder)
        except RuleError as error:
            _logger.error("keeping the previous rules until this is fixed: %s", error)  # noqa: TRY400
        else:
            _logger.info("the rules in %s have changed and are now in use", folder)


def _state(folder: Path) -> _State | None:
    """Return the state of a folder's files, None if it cannot be read."""
    try:
        files = [(file.name, file.stat()) for file in folder.iterdir() if is_rule_file(file.name)]
    except OSError:
        return None
    return _State((name, stat.st_ino, stat.st_size, stat.st_ctime_ns) for name, stat in files)
