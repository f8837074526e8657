"""Texts of strangers."""

from __future__ import annotations

from service.texts import LONGEST, clipped


def test_what_is_short_enough_stays() -> None:
    assert clipped("x" * LONGEST) == "x" * LONGEST


def test_what_is_too_long_is_cut() -> None:
    assert clipped("x" * (LONGEST + 1)) == f"{'x' * (LONGEST - 1)}…"
