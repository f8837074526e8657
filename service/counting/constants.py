"""The constants of the scripts that count."""

from __future__ import annotations

from service.counting.histogram import BUCKETS
from service.counting.span import Span

#: Lua table from the seconds of a period to those for which it is kept: one period more than its span shows.
_PERIODS = (f"[{span.seconds}] = {(span.periods + 1) * span.seconds}" for span in Span)

CONSTANTS: dict[str, int | str] = {"PERIODS": f"{{{', '.join(_PERIODS)}}}", "LAST_BUCKET": BUCKETS - 1}
