"""A data directory."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def data() -> Iterator[Path]:
    # Not pytest's tmp_path: the path of a Unix socket holds about 100 characters.
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        yield Path(folder)
