"""References of a page to URLs of the web; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from urltree.url import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.models import Noted

_SCHEMES = ("http", "https")

#: Slashes of a base at most: to join a reference to it takes as long as it is deep.
_MOST_SLASHES = 1_000

#: What browsers leave out of a reference (WHATWG URL §4.4): ``java\nscript:`` is javascript.
_LEFT_OUT = re.compile(r"[\x00-\x1f\x7f]+")


def web_url(reference: str, base: str) -> str | None:
    """Make a reference absolute.

    None if it is empty or ``#``, which scripts wait at, longer than URLs may be, or leads elsewhere than to a
    host by http or https.
    """
    reference = _LEFT_OUT.sub("", reference).strip()
    if len(reference) > MAX_LENGTH:
        return None
    try:
        url = urljoin(base, reference)
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if reference.strip("#") and parts.scheme in _SCHEMES and parts.hostname else None


def on_same_host(reference: str, base: str) -> bool:
    """Say if a reference leads to the host of what it is relative to."""
    there, here = web_url(reference, base), web_url(base, base)
    return there is not None and here is not None and urlsplit(there).hostname == urlsplit(here).hostname


def base_url(noted: Iterable[Noted], url: str) -> str:
    """Give what the references of a page are relative to: its first base element's, else the page's URL.

    The root of its host stands for one that is too deep.
    """
    bases = (attributes["href"] for tag, attributes in noted if tag == "base" and "href" in attributes)
    base = web_url(next(bases, ""), url) or url
    return base if base.count("/") <= _MOST_SLASHES else urljoin(base, "/")
