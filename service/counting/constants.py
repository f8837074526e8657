"""What the scripts that count are made with."""

from __future__ import annotations

from service.counting.histogram import BUCKETS
from service.counting.span import Span

#: Seconds of each period, and for how many it is kept: one more than its span tells.
_PERIODS = (f"[{span.seconds}] = {(span.periods + 1) * span.seconds}" for span in Span)

CONSTANTS: dict[str, int | str] = {"PERIODS": f"{{{', '.join(_PERIODS)}}}", "LAST_BUCKET": BUCKETS - 1}
