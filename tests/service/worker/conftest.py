"""Workers that are stopped without waiting for a second."""

from __future__ import annotations

import pytest

from service.worker import worker


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers wait for items, and so notice that they are stopped, ten times a second."""
    monkeypatch.setattr(worker, "_TICK", 0.1)
