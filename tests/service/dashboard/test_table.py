"""The tables of the dashboard."""

from __future__ import annotations

import pytest

from service.dashboard.table import filled


@pytest.mark.parametrize(("part", "whole", "share"), [(1, 4, 0.25), (5, 4, 1.0), (0, 0, 0.0)])
def test_a_bar_is_never_more_than_full(part: int, whole: int, share: float) -> None:
    assert filled(part, whole) == share
