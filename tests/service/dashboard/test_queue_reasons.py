"""What items that failed have in common."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from service.dashboard.queue import frequent
from service.queue import Failure, Item


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ("", ""),
        ("ab", ""),
        ("abb", "Most frequent: b (2)"),
        ("aabbbccddd", "Most frequent: b (3); d (3); a (2)"),
    ],
)
def test_reasons_that_several_items_share_are_counted(reasons: str, said: str) -> None:
    now = datetime.now(UTC)
    assert said == frequent(
        Failure(item=Item(id=str(n), url="http://a.example/"), reason=each, tries=1, failed=now)
        for n, each in enumerate(reasons)
    )
