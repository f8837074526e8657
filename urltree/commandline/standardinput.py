"""Standard input."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from io import BufferedReader


def standard_input() -> BufferedReader:
    """Return standard input, which whoever reads it must not close. Raises `OSError` if it is closed."""
    if sys.stdin is None:  # what is read under its number may be another file by now
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return cast("BufferedReader", sys.stdin.buffer)
