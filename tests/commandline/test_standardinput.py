"""Standard input."""

import io

import pytest

from urltree.commandline.standardinput import standard_input


def test_bytes_are_read(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"<p>\xff")))
    assert standard_input().read() == b"<p>\xff"


def test_closed_input_is_refused(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(OSError, match="Bad file descriptor"):
        standard_input()
