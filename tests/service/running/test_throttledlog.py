"""Rate-limited warnings."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from service.running import throttledlog
from service.running.throttledlog import ThrottledLog

if TYPE_CHECKING:
    import pytest


def warned(caplog: pytest.LogCaptureFixture, times: int) -> list[str]:
    """Return what is logged of a warning that is issued so many times."""
    warns = ThrottledLog(logging.getLogger("service.test"))
    for number in range(times):
        warns.warning("the store is away: %s", number)
    return caplog.messages


def test_repeated_warning_is_logged_only_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    assert warned(caplog, 3) == ["the store is away: 0"]


def test_warning_is_logged_again_after_the_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttledlog, "_PAUSE", 0.0)
    assert len(warned(caplog, 3)) == 3
