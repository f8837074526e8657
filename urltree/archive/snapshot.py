"""A page as it was at one time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page as an archive holds it."""

    url: str
    #: Aware, UTC.
    time: datetime
    #: The body, with the encodings of HTTP undone as far as possible.
    html: bytes = field(repr=False)
    #: The charset that HTTP declared.
    charset: str | None = None
    #: Id of its record; one page may be in many records.
    record: str | None = field(default=None, compare=False)
