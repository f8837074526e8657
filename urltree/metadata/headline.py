"""The headline in a page's title, which may have its site's name beside it; pure."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from urltree.metadata.links import host_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from urltree.models import Metadata, Page, TextBlock

#: What separates the headline from the site's name. Scripts without spaces have none around it, either:
#: \uff5c and the letter \u4e28 are their bars, and after one of their characters a hyphen, dash or colon does
#: not join words.
_SEPARATOR = (
    r"(?: [^\w\s]{1,2} | \u4e28 |[_|\uff5c\u4e28]|(?<=[\u3041-\u9fff])[-\u2013-\u2015\uff0d\uff1a]{1,2})"
)
_SEPARATOR_AFTER = re.compile(rf"(?<=\S){_SEPARATOR}$")
_SEPARATOR_BEFORE = re.compile(rf"{_SEPARATOR}(?=\S)")
_SEPARATOR_BETWEEN = re.compile(rf"(?<=\S){_SEPARATOR}(?=\S)")

#: The most headings that are looked at.
_HEADINGS = 3

#: Names with fewer letters and digits are part of a host by chance.
_NAME_CHARS = 3


def page_headline(page: Page) -> str | None:
    """Cut the site's name from the title of a page by the page's own headings; without these it stays."""
    return _by_headings(page.title or "", page.blocks) or page.title


def headline(declared: Metadata, page: Page, url: str) -> str | None:
    """Cut the site's name from a title ``Headline - Site``.

    By that name, else by the page's own headings, else by the host of its URL. A title with neither stays.
    """
    site = declared.site_name or ""
    names = _site_names(site, url)
    title = declared.title or ""
    if site and (cut := _before(title, site) or _after(title, site)):
        return cut
    return _by_headings(title, page.blocks, names) or _before_name(title, names) or title or None


def _by_headings(title: str, blocks: Iterable[TextBlock], names: Collection[str] = ()) -> str | None:
    headings = list(islice((block.text for block in blocks if block.tag == "h1"), _HEADINGS))
    if leading := [heading for heading in headings if _after(title, heading)]:
        return _not_the_name(title, max(leading, key=len), names)
    # A heading at the end of the title is, as a rule, the site's name, provided it is the shorter part.
    cut = (first for heading in headings if len(first := _before(title, heading) or "") > len(heading))
    return next(cut, None)


def _not_the_name(title: str, heading: str, names: Collection[str]) -> str:
    """Return the heading that begins a title; if that is the site's name, as in a logo, what follows it."""
    rest = _after(title, heading) or ""
    is_name = alphanumerics(heading) in names and alphanumerics(rest) not in names
    return rest if is_name else heading


def _site_names(site: str, url: str) -> set[str]:
    """Return what a site may be called: its name, its host, and a label of that, as `alphanumerics` does."""
    host = host_of(url, url).removeprefix("www.")
    return {name for name in map(alphanumerics, (site, host, *host.split("."))) if len(name) >= _NAME_CHARS}


def _before_name(title: str, names: Collection[str]) -> str | None:
    """Return what precedes the last separator of a title if a name of the site follows."""
    separators = list(_SEPARATOR_BETWEEN.finditer(title))
    if not separators:
        return None
    last = separators[-1]
    return title[: last.start()] if alphanumerics(title[last.end() :]) in names else None


def alphanumerics(text: str) -> str:
    """Return what a text is compared by if case, spaces and marks do not count: its letters and digits."""
    return "".join(filter(str.isalnum, text.casefold()))


def _before(title: str, part: str) -> str | None:
    """Return what precedes a separator and `part` at the end of a title; None without them."""
    found = _SEPARATOR_AFTER.search(title.removesuffix(part)) if title.endswith(part) else None
    return title[: found.start()] if found else None


def _after(title: str, part: str) -> str | None:
    """Return what follows `part` and a separator at the start of a title; None without them."""
    found = _SEPARATOR_BEFORE.match(title, len(part)) if title.startswith(part) else None
    return title[found.end() :] if found else None
