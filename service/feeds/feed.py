"""A feed as it was read, whatever its format."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from re import compile as pattern
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin

from xxhash import xxh3_128_hexdigest

from service.fetching.values import MAX_LENGTH
from service.texts import clipped, is_visible, xml_safe
from urltree.errors import UrlError
from urltree.metadata.plaintext import unescaped
from urltree.rules import shipped_rules
from urltree.url import parse_url, without_surrogates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

_TAG = pattern(r"</?[A-Za-z][^<>]*>")
_NUMBER = pattern(r"\d(?:[.,]?\d)*")

#: Entries whose dates are those of the poll: at least so many, so many seconds apart, so many from now, since
#: feeds are kept in caches.
_SEVERAL, _AT_ONCE, _JUST_NOW = 3, 5.0, 3_600.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a feed that has a page."""

    #: Identifies it among the entries of its site; see `identity`.
    id: str
    #: Stays the same when only the description, the date or a count changes, and so the id; see `subject`.
    subject: str
    #: Absolute.
    url: str
    #: Plain text.
    title: str | None
    author: str | None
    #: In UTC.
    published: datetime | None
    #: BCP 47, where the entry tells its own.
    language: str | None = None

    @property
    def page(self) -> str:
        """The URL of its page, which it may share with others: as a comment, or an episode of a podcast."""
        return urldefrag(self.url).url

    @property
    def is_part(self) -> bool:
        """Whether it is only a part of its page, as a comment is, whose title, author and date are its own.

        Not if its URL has parameters or a path as its fragment: ``#ref=rss``, ``#/news/1``.
        """
        fragment = urldefrag(self.url).fragment
        return fragment != "" and "=" not in fragment and "/" not in fragment


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed. URLs are absolute; what the feed does not say is None."""

    title: str | None
    #: The page that the feed is of.
    site_url: str | None
    #: The first WebSub hub that it names; each can push all that is new.
    hub: str | None
    #: The URL that the feed gives as its own, by which a hub knows it.
    self_url: str | None
    #: Seconds that the publisher asks readers to wait.
    ttl: float | None
    #: BCP 47.
    language: str | None
    #: Who wrote the entries that do not name their authors.
    author: str | None
    #: In the order of the feed, mostly the newest first.
    entries: tuple[Entry, ...]
    #: Whether its body ended before the feed did.
    is_cut: bool = False
    #: How many entries were left out because they have no page.
    pageless: int = 0


def identity(title: str, description: str, date: str, url: str) -> str:
    """Hash title, description and publication date as the feed writes them (URL Tree §2), in hex.

    Without a date the URL takes its place, because "Weather today" is another item every day. So it does with
    neither title nor description, because otherwise all items of one date would be the same. A title without
    a description needs the URL, too: there may be many an "Obituary" on one day.
    """
    if not date or not (title or description):
        return _hash(title, description, _place(url))
    return _hash(title, description, date) if description else _hash(title, date, _place(url))


def subject(title: str, url: str) -> str:
    """Hash title and URL, in hex: they stay if the description counts votes or the date is that of a poll.

    Numbers are left out of the title, where some feeds count votes, and parameters that are not known to
    identify out of the URL, where some write the session or time of each request.
    """
    return _hash(_NUMBER.sub("", title), shipped_rules().apply(parse_url(url))[0].address)


def told_apart(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Let the URL count, too, where entries of one feed have the same id, and pages of their own.

    Otherwise only one would come of all that a feed calls *Press release* on one day.
    """
    pages = defaultdict[str, set[str]](set)
    for entry in entries:
        pages[entry.id].add(_place(entry.page))
    return tuple(
        replace(entry, id=_hash(entry.id, _place(entry.page))) if len(pages[entry.id]) > 1 else entry
        for entry in entries
    )


def without_front_pages(feed: Feed, url: str) -> Feed:
    """Leave out entries that lead to the front page of the feed's own site, as episodes of podcasts do.

    It is no article. With a fragment, they may stand there. `url` is where the feed came from.
    """
    home = _bare(urljoin(feed.site_url or url, "/"))
    own = tuple(each for each in feed.entries if each.url != each.page or _bare(each.url) != home)
    return replace(feed, entries=own, pageless=feed.pageless + len(feed.entries) - len(own))


def known_without_dates(entries: Sequence[Entry], now: float) -> tuple[Entry, ...]:
    """Leave dates out of ids if all are that of the poll: such feeds have other dates at each poll.

    It takes three to tell: two may well have appeared at once.
    """
    times = [entry.published.timestamp() for entry in entries if entry.published]
    is_dated = len(times) == len(entries) >= _SEVERAL and max(times) - min(times) < _AT_ONCE
    if not is_dated or abs(now - times[0]) > _JUST_NOW:
        return tuple(entries)
    return tuple(replace(entry, id=_hash(entry.title or "", _place(entry.url))) for entry in entries)


def _place(url: str) -> str:
    """Return a URL without its tracking parameters, which may change at every poll."""
    return f"{shipped_rules().untracked(parse_url(url)).address}#{urldefrag(url).fragment}"


def _bare(url: str) -> str:
    return parse_url(url).address.removeprefix("www.")


def _hash(*parts: str) -> str:
    return xxh3_128_hexdigest("\0".join(parts).encode("utf-8", "replace"))


def absolute(base: str, link: object) -> str | None:
    """Resolve a link; None if that gives no http(s) URL, or one too long to be fetched.

    What begins with ``www.`` is a host: some write URLs without a scheme.
    """
    if not isinstance(link, str) or not link.strip():
        return None
    link = without_surrogates(link.strip())
    try:
        url = urljoin(base, f"//{link}" if link.startswith("www.") else link)
        parse_url(url)
    except (ValueError, UrlError):
        return None
    return url if len(url) <= MAX_LENGTH else None


def string(fields: Mapping[str, object], name: str) -> str:
    """Read a field; empty if it is no string."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def plain(text: object, *, is_html: bool = True) -> str | None:
    """Strip tags from a title or name, decode entities, and make it one line as `one_line` does.

    Where `text` is no HTML, what looks like tags is kept: *The <dialog> element*.
    """
    if not isinstance(text, str):
        return None
    return one_line(unescaped(_TAG.sub("", text) if is_html else text))


def one_line(text: str) -> str | None:
    """Strip line breaks and control characters from a title or name, clip it.

    None if nothing is left that can be seen.
    """
    left = clipped(xml_safe(" ".join(without_surrogates(text).split())))
    return left if is_visible(left) else None
