"""An environment without settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def remove_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all settings from the environment."""
    for name in list(os.environ):
        if name.startswith("URLTREE_"):
            monkeypatch.delenv(name)


def work_without_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder the working directory, and remove all settings from the environment."""
    remove_settings(monkeypatch)
    monkeypatch.chdir(folder)
