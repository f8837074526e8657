"""Formulas as TeX, or as the row that they are."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Elements of MathML that stand side by side, or hold such.
IN_ROW = frozenset("math mi mn mo mpadded mrow ms mspace mstyle mtext semantics".split())

#: Stands among the texts of a formula that holds any other; no page has it (`urltree.blocks`).
OFF_ROW = "\0"

#: The function is applied, the factors are multiplied: what is not shown between parts.
_INVISIBLE = re.compile("[\u2061-\u2064]")

_STYLED = re.compile(r"\{\\(?:display|text)style (.*)\}", re.DOTALL)


def bare_tex(told: str) -> str:
    """Return TeX without the style that it is shown in anyway, as Wikipedia writes it around all of it."""
    tex = told.strip()
    styled = _STYLED.fullmatch(tex)
    return styled[1].strip() if styled and _is_whole(styled[1]) else tex


def formula_text(texts: Sequence[str], start: int, tex_from: int | None) -> str:
    """Return a formula that begins at `start`: its TeX, if an annotation tells it from `tex_from` on.

    Else what it is in one row, *x=1*; empty if its parts stand on several levels.
    """
    if tex_from is not None:
        return "".join(texts[tex_from:]).partition(OFF_ROW)[0]
    row = "".join(text.strip(" \t\n\r") for text in texts[start:])
    return "" if OFF_ROW in row else _INVISIBLE.sub("", row)


def _is_whole(tex: str) -> bool:
    """Return whether no brace closes one that was opened before."""
    depths = accumulate((character == "{") - (character == "}") for character in tex)
    return min(depths, default=0) >= 0
