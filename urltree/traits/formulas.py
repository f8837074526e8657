"""Formulas as TeX."""

from __future__ import annotations

import re
from itertools import accumulate

_STYLED = re.compile(r"\{\\(?:display|text)style (.*)\}", re.DOTALL)


def bare_tex(told: str) -> str:
    """Return TeX without the style that it is shown in anyway, as Wikipedia writes it around all of it."""
    tex = told.strip()
    styled = _STYLED.fullmatch(tex)
    return styled[1].strip() if styled and _is_whole(styled[1]) else tex


def _is_whole(tex: str) -> bool:
    """Return whether no brace closes one that was opened before."""
    depths = accumulate((character == "{") - (character == "}") for character in tex)
    return min(depths, default=0) >= 0
