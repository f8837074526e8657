"""Files and folders."""

from __future__ import annotations

import os
import resource
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def short_folder() -> Iterator[Path]:
    """Make a folder whose path is shorter than pytest's: that of a Unix socket holds about 100 characters."""
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        yield Path(folder)


@contextmanager
def low_file_limit() -> Iterator[None]:
    """Lower the limit of open files to that of some systems' shells."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


@contextmanager
def files_left(count: int) -> Iterator[None]:
    """Let this process open only so many more files."""
    taken = []
    with low_file_limit():
        with suppress(OSError):
            while True:
                taken.append(os.dup(1))
        try:
            for _ in range(count):
                os.close(taken.pop())
            yield
        finally:
            for file in taken:
                os.close(file)
