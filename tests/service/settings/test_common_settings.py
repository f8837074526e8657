"""What services and workers have to have in common."""

from __future__ import annotations

from importlib.metadata import PathDistribution, version
from typing import TYPE_CHECKING

from service.settings.common import common
from service.settings.settings import Settings
from urltree.rules import load_rules

if TYPE_CHECKING:
    import pytest


def test_version_is_that_of_the_code_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    running = version("urltree")
    monkeypatch.setattr(PathDistribution, "version", "later")
    assert common(Settings(), load_rules(None))["version"] == running
