"""Deliverers that are stopped without waiting for a second."""

from __future__ import annotations

import pytest

from service.webhooks import deliverer


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have deliverers look for webhooks, and for the end of their term, ten times a second."""
    monkeypatch.setattr(deliverer, "_LOOK", 0.1)
