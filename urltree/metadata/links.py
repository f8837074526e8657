"""References of a page to URLs of the web; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.models import Noted

_SCHEMES = ("http", "https")

#: What browsers leave out of a reference (WHATWG URL §4.4): ``java\nscript:`` is javascript.
_LEFT_OUT = re.compile(r"[\x00-\x1f\x7f]+")


def web_url(reference: str, base: str) -> str | None:
    """Make a reference absolute.

    None if it is empty or ``#``, which scripts wait at, or leads elsewhere than to a host by http or https.
    """
    reference = _LEFT_OUT.sub("", reference).strip()
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
    """Give what the references of a page are relative to: its first base element's, else the page's URL."""
    bases = (attributes["href"] for tag, attributes in noted if tag == "base" and "href" in attributes)
    return web_url(next(bases, ""), url) or url
