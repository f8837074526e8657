"""Numbers that highlighters write before the lines of code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBER = re.compile(r"[^\S\n]*[0-9]{1,6}[^\S\n]*")


def line_numbers(texts: Iterable[str]) -> list[int]:
    """Return the places of the texts of a ``pre`` that number its lines; none unless all lines have a number.

    A number is a text of its own, since it is in an element of its own. Numbers alone are no code.
    """
    places: list[int] = []
    numbers: list[int] = []
    begins, has_code = True, False
    for place, text in enumerate(texts):
        if begins and _NUMBER.fullmatch(text):
            places.append(place)
            numbers.append(int(text))
            begins = False
            continue
        *_, last = lines = text.split("\n")
        if any(map(str.strip, lines if begins else lines[1:])):
            return []
        has_code = has_code or bool(text.strip())
        begins = not last.strip() if len(lines) > 1 else begins
    first = numbers[0] if numbers else 0
    in_order = numbers == list(range(first, first + len(numbers)))
    return places if has_code and in_order and len(numbers) > 1 else []
