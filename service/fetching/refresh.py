"""Where a page sends its readers by ``<meta http-equiv=refresh>``, as sites do that cannot redirect."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import httpx
from lxml import etree

from service.fetching.errors import FetchError
from service.fetching.urls import read_url
from urltree.charset import to_utf8
from urltree.errors import PageError

if TYPE_CHECKING:
    from service.fetching.values import Fetched

#: The most bytes of a page that only says where to go; longer ones are read as they are.
_SHORT = 16_384

#: The most seconds after which readers are sent on; pages with more reload themselves for news.
_SOON = 5

#: The content of the element (HTML, 4.2.5.3): seconds, and a URL that may be in quotes.
_CONTENT = re.compile(
    r"""\s*+(?P<seconds>\d{1,4})(?:\.\d*+)?(?=[;,\s])\s*+[;,]?+\s*+"""
    r"""(?:url\s*+=\s*+)?(?P<quote>["'])?(?P<url>(?(quote)[^"']+|\S+))""",
    re.IGNORECASE,
)
#: Leaves out those in a noscript, which are for browsers without scripts.
_REFRESH = etree.XPath(
    "//meta[translate(@http-equiv, 'EFHRS', 'efhrs') = 'refresh'][not(ancestor::noscript)]/@content"
)


def refresh(page: Fetched) -> str | None:
    """Return the URL that a short page sends its readers to at once; None if it sends them nowhere else."""
    if len(page.body) > _SHORT or b"refresh" not in page.body.lower():
        return None
    with suppress(FetchError, PageError):  # a body that is no page, or leads to no URL, is read as it is
        parser = etree.HTMLParser(encoding="utf-8")
        root = etree.fromstring(b"<html>" + to_utf8(page.body, page.charset), parser)
        for target in filter(None, map(_CONTENT.match, _REFRESH(root))):
            url = str(read_url(target["url"], httpx.URL(page.url).join))
            return url if int(target["seconds"]) <= _SOON and url != page.url else None
    return None
