"""Formulas as TeX."""

from __future__ import annotations

import re

_STYLED = re.compile(r"\{\\(?:display|text)style (.*)\}", re.DOTALL)


def bare_tex(told: str) -> str:
    """Return TeX without the style that it is shown in anyway, as Wikipedia writes it."""
    return _STYLED.sub(r"\1", told.strip()).strip()
