"""What an operator chooses of the stream."""

from __future__ import annotations

from typing import NamedTuple


class StreamRetention(NamedTuple):
    """How much of its past the stream keeps."""

    #: Documents at most ...
    documents: int = 100_000
    #: ... and none older than so many seconds.
    age: float = 14 * 86_400.0
