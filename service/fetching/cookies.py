"""Cookies of one fetch (RFC 6265): those that redirects set are sent where they lead, and then forgotten.

Some sites redirect back to the page that was asked for until they see the cookie that they have set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The most cookies taken from an answer, and the most characters of one: as many as any browser takes (§6.1).
_MAX_COOKIES, _MAX_CHARS = 50, 4_096


class Cookies:
    """What redirects have set so far."""

    def __init__(self) -> None:
        self._jar = httpx.Cookies()

    def take(self, url: httpx.URL, lines: Sequence[str]) -> None:
        """Take the ``Set-Cookie`` headers of an answer from `url`."""
        taken = [("Set-Cookie", line) for line in lines[:_MAX_COOKIES] if len(line) <= _MAX_CHARS]
        answer = httpx.Response(200, headers=httpx.Headers(taken, "latin-1"), request=_request(url))
        answer.headers.encoding = "latin-1"  # the response guesses anew
        self._jar.extract_cookies(answer)

    def header(self, url: httpx.URL) -> str:
        """Return the ``Cookie`` header for a URL; empty if there is nothing to send."""
        request = _request(url)
        self._jar.set_cookie_header(request)
        cookies: str = request.headers.get("cookie", "")
        return cookies


def _request(url: httpx.URL) -> httpx.Request:
    # Without a Host header httpx would derive one from the URL, and fail at host names with emoji.
    request = httpx.Request("GET", url, headers={"Host": url.netloc.decode()})
    request.headers.encoding = "latin-1"
    return request
