"""Numbers that highlighters write before the lines of code."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBER = re.compile(r"[^\S\n]*[0-9]{1,6}[^\S\n]*")


def line_numbers(texts: Iterable[str]) -> list[int]:
    """Return the places of the texts of a ``pre`` that number its lines; none unless all lines have a number.

    A number is a text of its own, since it is in an element of its own. Numbers alone are no code.
    """
    numbers: dict[int, int] = {}  # by place
    at_start, has_code = True, False
    for place, text in enumerate(texts):
        if at_start and _NUMBER.fullmatch(text):
            numbers[place] = int(text)
            at_start = False
            continue
        lines = text.split("\n")
        if any(map(str.strip, lines if at_start else lines[1:])):
            return []
        has_code = has_code or bool(text.strip())
        at_start = at_start or len(lines) > 1
    in_order = all(after == before + 1 for before, after in pairwise(numbers.values()))
    return list(numbers) if has_code and in_order and len(numbers) > 1 else []
