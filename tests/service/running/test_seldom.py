"""Warnings of what goes on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from service.running import seldom
from service.running.seldom import Seldom

if TYPE_CHECKING:
    import pytest


def warned(caplog: pytest.LogCaptureFixture, times: int) -> list[str]:
    """What is logged of a warning that comes so many times."""
    warns = Seldom(logging.getLogger("service.test"))
    for number in range(times):
        warns.warning("the store is away: %s", number)
    return caplog.messages


def test_what_goes_on_is_told_at_once_and_not_again_for_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    assert warned(caplog, 3) == ["the store is away: 0"]


def test_it_is_told_again_when_the_minute_is_over(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seldom, "_PAUSE", 0.0)
    assert len(warned(caplog, 3)) == 3
