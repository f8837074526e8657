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
    #: Without the encodings of HTTP, as far as they could be undone.
    html: bytes = field(repr=False)
    #: The one that HTTP declared.
    charset: str | None = None
    #: Id of its record; a page may be in many.
    record: str | None = field(default=None, compare=False)
