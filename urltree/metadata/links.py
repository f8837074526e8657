"""Resolve references of a page to URLs of the web; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

from urltree.url import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.models import Noted

_SCHEMES = ("http", "https")

#: The most characters of a reference and of a base, as in sitemaps. A page may repeat one thousands of times.
_LONGEST = 2_048

#: The most slashes of a base: the time to join a reference to it grows with its depth.
_MOST_SLASHES = 1_000

#: What browsers remove from a reference (WHATWG URL §4.4): ``java\nscript:`` is javascript.
_LEFT_OUT = re.compile(r"[\x00-\x1f\x7f]+")
_SPACE = re.compile(r"\s")

#: All before query and fragment, where browsers read backslashes as slashes (WHATWG URL §4.4).
_PATH = re.compile(r"[^?#]*")

#: Paths of a site's home page, perhaps in one of its languages.
_HOME = re.compile(r"/?|/(?:index|default|home)[^/]*|/[a-z]{2}(?:-[a-z]{2})?/?", re.IGNORECASE)


def web_url(reference: str, base: str) -> str | None:
    """Make a reference absolute.

    None if it is empty or ``#``, which is a placeholder for scripts, if it is too long, or if it does not
    lead to a host by http or https.
    """
    reference = _SPACE.sub(lambda space: quote(space[0]), _LEFT_OUT.sub("", reference).strip())
    if "\\" in reference:
        reference = _PATH.sub(lambda path: path[0].replace("\\", "/"), reference, count=1)
    if len(reference) > _LONGEST:
        return None
    try:
        url = urljoin(base, reference)
        parts = urlsplit(url)
        is_web = parts.scheme in _SCHEMES and parts.hostname and parts.port != 0
    except ValueError:
        return None
    return url if reference.strip("#") and is_web else None


def on_same_host(reference: str, base: str) -> bool:
    """Say whether a reference leads to the host of its base."""
    host = host_of(reference, base)
    return bool(host) and host == host_of(base, base)


def host_of(reference: str, base: str) -> str:
    """Return the host that a reference leads to; empty if that is none of the web."""
    return urlsplit(web_url(reference, base) or "").hostname or ""


def is_home(url: str) -> bool:
    """Say whether a URL may be that of a site's home page; so may one that cannot be read."""
    return _HOME.fullmatch(urlsplit(web_url(url, url) or "").path) is not None


def is_root(url: str) -> bool:
    """Say whether a URL that can be read has neither a path nor a query."""
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query


def base_url(noted: Iterable[Noted], url: str) -> str:
    """Return the base of a page's references: the URL of its first base element, else the page's own.

    If that is too deep or too long, it goes without its query, which no reference to another path needs; if
    that does not help, the root of its host is returned, or nothing if that host cannot be read.
    """
    bases = (attributes["href"] for tag, attributes in noted if tag == "base" and "href" in attributes)
    url = without_surrogates(url)  # a page holds none, so its links shall not get any
    base = web_url(next(bases, ""), url) or url
    for each in (base, base.partition("?")[0]):
        if len(each) <= _LONGEST and each.count("/") <= _MOST_SLASHES:
            return each
    return web_url("/", base) or ""
