"""URLs that may be asked for, and where redirects take them; pure."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from service.fetching.errors import FetchError, Reason
from service.fetching.values import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: The most redirects that are followed.
MAX_REDIRECTS = 10

_PERMANENT = {301, 308}

#: How deep URLs are looked for in the parameters of others: a wall may lead back by way of another page.
_NESTED = 3

_EXAMPLE = "use one such as https://www.news.eu/path"
_NO_USER = "leave out user name and password"

#: The start of a URL before the user's name: a scheme, if there is one, and slashes.
_START = re.compile(r"\s*([a-z][a-z\d+.-]*:)?//", re.IGNORECASE)

#: The start of a URL as people type it, without its scheme: a host, and a port, a path or nothing more.
_BARE = re.compile(r"(\[[\da-fA-F:.]+\]|[^\s/?#:@]+)(:\d+)?([/?#]|$)")

#: Characters of a URL that a message quotes.
_QUOTED = 200


def read_url(text: str, read: Callable[[str], httpx.URL] = httpx.URL) -> httpx.URL:
    """Read an absolute http(s) URL, without its fragment. Raises `FetchError` for all others."""
    try:
        url = read(text.strip().partition("#")[0])
        fault = _fault(url)
    except (httpx.InvalidURL, ValueError) as error:
        # What comes before an @ may be a password, and the error may quote a part of it, as a port.
        raise _bad_url(text, _EXAMPLE if "@" in text else str(error)) from error
    if fault:
        raise _bad_url(text, fault)
    return url


def with_scheme(text: str) -> str:
    """Put https:// before what people type without it."""
    return f"https://{text}" if _BARE.match(text) else text


def without_user(text: str) -> str:
    """Return what may be a URL without what may be a user's name and password: all up to the last @."""
    start = _START.match(text)
    user, at, place = text[start.end() if start else 0 :].rpartition("@")
    return f"{start.group() if start else ''}{'…' if user else ''}{at}{place}"


def host_of(url: httpx.URL) -> str:
    """Return the host in ASCII: httpx fails to decode host names with emoji, which the DNS allows."""
    return url.raw_host.decode("ascii")


def redirects_home(asked: httpx.URL, found: httpx.URL) -> bool:
    """Return whether what was asked for led to the front page of its own host, ``www.`` aside."""
    return _is_home(found) and not _is_home(asked) and _bare_host(asked) == _bare_host(found)


def leads_back(asked: Iterable[httpx.URL], found: httpx.URL) -> bool:
    """Return whether a page is told, by its parameters, what was asked for before it was found.

    So are logins and questions for consent, in order to lead back, and some pages that say *not found*.
    """
    paths = {url.path for url in asked} - {"/", found.path}
    return bool(paths) and any(url.path in paths for url in _carried(found, _NESTED))


@dataclass(frozen=True, slots=True)
class Trail:
    """How far a fetch has got along its redirects."""

    url: httpx.URL
    #: The ``Cookie`` header to ask for it with; may be empty.
    cookie: str = ""
    #: Where permanent redirects, from the first on, have led.
    moved_to: httpx.URL | None = None
    #: Whether all redirects so far were permanent.
    moving: bool = True
    #: The URLs that redirected, in order, each with the cookies that were sent to it.
    left: tuple[tuple[httpx.URL, str], ...] = ()

    def follow(self, status: int, location: str, cookie: Callable[[httpx.URL], str] = lambda _: "") -> Trail:
        """Return the trail after a redirect; `cookie` returns the cookies to send to a URL.

        To come back to a URL with other cookies is no circle. Raises `FetchError` for a bad URL, a circle, or
        a redirect too many.
        """
        try:
            url = read_url(location, self.url.join)
        except FetchError as error:
            raise FetchError(error.reason, f"{host_of(self.url)} sends a bad redirect: {error}") from error
        sent = cookie(url)
        left = (*self.left, (self.url, self.cookie))
        if (url, sent) in left:
            raise FetchError(Reason.REDIRECTS, f"{host_of(self.url)} redirects in a circle, back to {url}")
        if len(left) > MAX_REDIRECTS:
            first, _ = left[0]
            raise FetchError(Reason.REDIRECTS, f"{host_of(first)} redirects more than {MAX_REDIRECTS} times")
        moving = self.moving and status in _PERMANENT
        return Trail(url, sent, url if moving else self.moved_to, moving, left)


def _carried(url: httpx.URL, depth: int) -> Iterator[httpx.URL]:
    """Yield the URLs that a URL has as parameters, and those that these have."""
    for _, value in url.params.multi_items() if depth else ():
        if value.startswith(("/", "http://", "https://")):
            with suppress(httpx.InvalidURL, ValueError):
                yield (target := url.join(value))
                yield from _carried(target, depth - 1)


def _is_home(url: httpx.URL) -> bool:
    return url.path == "/" and not url.query


def _bare_host(url: httpx.URL) -> bytes:
    return url.raw_host.removeprefix(b"www.")


def _fault(url: httpx.URL) -> str | None:
    """Say what is wrong with a URL; None if nothing is."""
    if url.scheme not in {"http", "https"} or not url.raw_host:
        has_user = "@" in str(url).partition("/")[0]  # without a scheme, it is read as a path
        return _NO_USER if has_user else _EXAMPLE
    if url.userinfo:
        return _NO_USER
    if url.port is not None and not 0 < url.port < 2**16:
        return "use a port from 1 to 65535, or none"
    if len(str(url)) > MAX_LENGTH:
        return f"use one of at most {MAX_LENGTH} characters"
    return None


def _bad_url(text: str, fault: str) -> FetchError:
    quoted = without_user(text)[:_QUOTED]
    return FetchError(Reason.BAD_URL, f"{quoted!r} is not a usable URL; {fault}")
