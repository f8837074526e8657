"""Clipping of untrusted text."""

from __future__ import annotations

from service.texts import LONGEST, clipped


def test_text_of_the_maximum_length_is_unchanged() -> None:
    assert clipped("x" * LONGEST) == "x" * LONGEST


def test_longer_text_is_cut_and_ends_in_an_ellipsis() -> None:
    assert clipped("x" * (LONGEST + 1)) == f"{'x' * (LONGEST - 1)}…"
