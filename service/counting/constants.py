"""The constants of the scripts that count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.counting.histogram import BUCKETS
from service.counting.span import Span

if TYPE_CHECKING:
    from service.state.scripts import LuaValue

CONSTANTS: dict[str, LuaValue] = {
    # From the seconds of a period to those for which it is kept: one period more than its span shows.
    "PERIODS": {span.seconds: (span.periods + 1) * span.seconds for span in Span},
    "LAST_BUCKET": BUCKETS - 1,
}
