"""The normalisation rules of a folder as it is now, for processes that run for long.

Each process checks the files itself; they are small. So changes need neither an announcement nor a restart.
"""

from __future__ import annotations

import logging
from time import monotonic
from typing import TYPE_CHECKING

from urltree.errors import RuleError
from urltree.rules import is_rule_file, load_rules

if TYPE_CHECKING:
    from pathlib import Path

    from urltree.rules import RuleSet

_logger = logging.getLogger(__name__)

#: Seconds between two looks at the files.
_LOOK = 1.0

#: Name, inode, size and time of change in nanoseconds of each file; empty for a folder that cannot be read.
_State = frozenset[tuple[str, int, int, int]]


class RuleFolder:
    """The rules of a folder and those that come with urltree; without a folder only the latter.

    The constructor raises `RuleError` if the folder does not load.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._state = _state(folder) if folder else _State()
        self._rules = load_rules(folder)
        self._look_at = monotonic() + _LOOK

    def current(self) -> RuleSet:
        """Return the current rules; while the folder does not load, all of the previous ones."""
        if self._folder and monotonic() >= self._look_at:
            self._look_at = monotonic() + _LOOK
            self._look(self._folder)
        return self._rules

    def _look(self, folder: Path) -> None:
        state = _state(folder)
        if state == self._state:
            return
        self._state = state  # so that a fault is logged once
        try:
            self._rules = load_rules(folder)
        except RuleError as error:
            _logger.error("keeping the previous rules until this is fixed: %s", error)  # noqa: TRY400
        else:
            _logger.info("the rules in %s have changed and are now in use", folder)


def _state(folder: Path) -> _State:
    try:
        files = [(file.name, file.stat()) for file in folder.iterdir() if is_rule_file(file.name)]
    except OSError:
        return _State()
    return _State((name, stat.st_ino, stat.st_size, stat.st_mtime_ns) for name, stat in files)
