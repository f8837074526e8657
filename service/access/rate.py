"""How many requests a key may send."""

from __future__ import annotations

from time import monotonic


class RateLimit:
    """So many requests a second on average, and as many at once, of each key (GCRA, a leaky bucket)."""

    def __init__(self, rate: float) -> None:
        self._interval = 1 / rate
        self._at_once = max(1.0, self._interval)
        #: When the requests so far would have come, had they come evenly.
        self._even: dict[str, float] = {}

    def wait(self, key_id: str) -> float:
        """Count a request; or, if it is one too many, tell in how many seconds it would not be."""
        now = monotonic()
        even = max(now, self._even.get(key_id, now)) + self._interval
        if (early := even - now - self._at_once) > 0:
            return early
        self._even[key_id] = even
        return 0.0
