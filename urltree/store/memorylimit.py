"""How much memory the private Valkey may take.

Without a limit it would grow until the kernel kills it, be started again, load as much and be killed again.
At its limit it refuses writes, goes on reading, and removes what it is told to.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The share of the memory; the rest is for the processes that use the server, and for its copy of itself
#: while it writes its file anew.
_SHARE = 0.5

#: Where Linux tells the control groups of a process, and the limits of each (version 2 of them).
_OWN_GROUP = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")


def memory_limit() -> int:
    """Return the bytes that a private server may use: half of what its machine or container has."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return int(_SHARE * min([machine, *_group_limits()]))


def _group_limits() -> Iterator[int]:
    """Yield the bytes that each of the control groups around this process may use, if it has a limit."""
    with suppress(OSError):
        for line in _OWN_GROUP.read_text().splitlines():
            if line.startswith("0::/"):
                group = _GROUPS / line.removeprefix("0::/")
                for folder in (group, *group.parents):
                    yield from _limit(folder)


def _limit(group: Path) -> Iterator[int]:
    with suppress(OSError):
        text = (group / "memory.max").read_text().strip()
        if text != "max":
            yield int(text)
