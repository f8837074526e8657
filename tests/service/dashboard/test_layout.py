"""The frame of every page, without a browser."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING

from service.dashboard import layout

if TYPE_CHECKING:
    import pytest


async def test_page_is_shown_before_its_slow_content_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    timers = list[object]()
    monkeypatch.setattr(layout, "_PATIENCE", 0.01)
    monkeypatch.setattr(layout.ui, "timer", lambda *args, **_: timers.append(args))
    async with asyncio.timeout(60):
        await layout.Frame(SimpleNamespace(text="Live"), "/").keep_fresh(asyncio.Event().wait, 1)
    assert len(timers) == 1
