"""Reading the page that a command is given."""

import os
import pty
import tracemalloc
from pathlib import Path

import pytest

from urltree.cli import page
from urltree.errors import PageError


def test_an_endless_file_is_refused(monkeypatch):
    monkeypatch.setattr(page, "MOST_BYTES", 1_000)
    with pytest.raises(PageError, match="/dev/zero has more than 1,000 bytes; pass a single page"):
        page.read_page(Path("/dev/zero"))


def test_a_page_of_the_maximum_size_is_read(monkeypatch, tmp_path):
    (tmp_path / "page.html").write_bytes(b"x" * 1_000)
    monkeypatch.setattr(page, "MOST_BYTES", 1_000)
    assert len(page.read_page(tmp_path / "page.html")) == 1_000


def test_a_small_page_takes_little_memory(tmp_path):
    (tmp_path / "page.html").write_bytes(b"<p>Hello")
    tracemalloc.start()
    try:
        page.read_page(tmp_path / "page.html")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2**23


def test_one_ctrl_d_ends_a_page_that_is_typed():
    keyboard, terminal = pty.openpty()
    os.write(keyboard, b"<p>one\n\x04<p>two\n\x04\x04")
    try:
        assert page.read_page(Path(os.ttyname(terminal))) == b"<p>one\n"
    finally:
        os.close(keyboard)
        os.close(terminal)
