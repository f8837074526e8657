"""Tags of languages."""

from __future__ import annotations

import re

#: Hebrew, Indonesian and Yiddish by their names of before 1989, which Blogger and Java still write.
_RENAMED = {"iw": "he", "in": "id", "ji": "yi"}

#: What stands for no language, several, or one that is unknown.
_NONE = frozenset(("und", "mul", "mis", "zxx"))

#: Extensions and private subtags, which follow a single letter or digit, are left out.
_LANGUAGE = re.compile(
    r"([a-z]{2,3}(?:[-_][a-z0-9]{2,8})*)(?:[-_][a-z0-9](?:[-_][a-z0-9]{1,8})+)?(?![^\s,;.])",
    re.IGNORECASE | re.ASCII,
)


def language_tag(text: str) -> str | None:
    """Write a language tag as BCP 47 does, ``pt-BR`` for ``pt_br``; None if `text` names no language."""
    found = _LANGUAGE.match(text.strip())
    if not found:
        return None
    language, *parts = found[1].replace("_", "-").lower().split("-")
    if language in _NONE:
        return None
    return "-".join([_RENAMED.get(language, language), *map(_subtag, parts)])


def _subtag(part: str) -> str:
    if len(part) == len("BR"):
        return part.upper()
    return part.title() if len(part) == len("Hant") else part
