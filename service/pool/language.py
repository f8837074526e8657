"""The language of a text, where nobody states one, or `en`, as templates do for texts in any language."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

#: Characters of a text that are looked at: more hardly tell more. With fewer bytes a text tells too little.
_CHARS = 500
_FEWEST_BYTES = 40

#: A text is in a language if that is at least so probable; if `en` is stated, only if English is improbable.
_LIKELY = 0.5
_UNLIKELY = 0.01

#: What the library calls the language of numbers and code.
_NONE = "zxx"

#: Every English text has *the* before long; what has it twice need not be looked at.
_ENGLISH = re.compile(r"\bthe\b.*\bthe\b", re.IGNORECASE | re.DOTALL)

#: Loading the model takes most of a second and 80 MB; one thread does it once, with the first text.
_thread = ThreadPoolExecutor(1, "language")


async def language_of(text: str, stated: str | None) -> str | None:
    """Return the language of a text as a BCP 47 tag: as stated, or as the text tells; None if it does not."""
    some = text[:_CHARS]
    is_believed = stated and (stated.partition("-")[0] != "en" or _ENGLISH.search(some))
    if is_believed or len(some.encode(errors="replace")) < _FEWEST_BYTES:
        return stated
    return await asyncio.get_running_loop().run_in_executor(_thread, _told, some, stated)


def _told(text: str, stated: str | None) -> str | None:
    chances = dict(_identifier().rank(text))
    likeliest = max(chances, key=chances.__getitem__)
    is_told = likeliest != _NONE and chances[likeliest] >= _LIKELY
    may_be_english = stated is not None and chances["en"] >= _UNLIKELY
    return likeliest if is_told and not may_be_english else stated


@cache
def _identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
