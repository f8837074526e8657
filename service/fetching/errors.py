"""Every way a fetch can fail."""

from __future__ import annotations

from enum import StrEnum
from http import HTTPStatus

from urltree.errors import UrlTreeError

#: The most characters of a message, which may quote a long answer and is kept with each failure.
_LONGEST = 1_000


class Reason(StrEnum):
    """Why nothing was fetched."""

    #: Not an absolute http(s) URL, or one with a user name.
    BAD_URL = "bad-url"
    #: The host is, or resolves to, an address that may not be connected to.
    REFUSED_ADDRESS = "refused-address"
    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    #: The answer took longer than a fetch may take.
    TIMEOUT = "timeout"
    #: The answer is not HTTP, is cut off, or is compressed wrongly; or the page is empty.
    PROTOCOL = "protocol"
    #: Too many redirects, or in a circle.
    REDIRECTS = "redirects"
    #: The site leads to its front page instead, as many do for pages that they do not have.
    FRONT_PAGE = "front-page"
    #: The site leads to a page that is to lead back: a login, a question for consent, or its own *not found*.
    WALL = "wall"
    #: The page or feed has been removed for good (410).
    GONE = "gone"
    #: The answer is another HTTP error; or that for robots.txt is one, which forbids all while it lasts.
    STATUS = "status"
    NOT_HTML = "not-html"
    #: More bytes, after decompression, than a body may have.
    TOO_LARGE = "too-large"
    #: The host's robots.txt forbids it.
    ROBOTS = "robots"
    #: The host's next turn is further off than a fetch may wait; nothing was sent.
    BUSY = "busy"


#: Reasons that would be the same on every try.
_FINAL = {
    Reason.BAD_URL,
    Reason.REFUSED_ADDRESS,
    Reason.GONE,
    Reason.NOT_HTML,
    Reason.REDIRECTS,
    Reason.ROBOTS,
    Reason.TOO_LARGE,
}

#: Reasons for which no server has answered, perhaps because our own network is away.
_UNANSWERED = {Reason.DNS, Reason.CONNECT, Reason.TLS, Reason.TIMEOUT}


class FetchError(UrlTreeError):
    """A URL could not be fetched; the message names the host and what it did.

    `status` is that of an HTTP error, `retry_after` the seconds to leave the host alone.
    """

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message[:_LONGEST])
        self.reason = reason
        self.status = status
        self.retry_after = retry_after

    @property
    def is_final(self) -> bool:
        """Whether another try would fail too."""
        return self.reason in _FINAL

    @property
    def is_unanswered(self) -> bool:
        """Whether no server has answered."""
        return self.reason in _UNANSWERED

    @classmethod
    def of_status(
        cls,
        host: str,
        status: int,
        retry_after: float | None,
        *,
        is_elsewhere: bool = False,
        is_redirect: bool = False,
    ) -> FetchError:
        """Make the error of an HTTP status; that of a redirect, if it is not to be followed.

        Behind a temporary redirect, and so elsewhere, 410 says nothing for good about the URL that was asked.
        """
        is_gone = status == HTTPStatus.GONE and not is_elsewhere
        redirect = "; this redirect is not followed" if is_redirect else ""
        wish = "" if retry_after is None else f"; it asks us to wait {_in_words(retry_after)}"
        return cls(
            Reason.GONE if is_gone else Reason.STATUS,
            f"{host} answers {_name(status)}{redirect}{wish}",
            status=status,
            retry_after=retry_after,
        )


class BusyError(FetchError):
    """The next turn at a host is further off than a fetch may wait.

    It has one every `interval` seconds; the next is in `wait` seconds, if `is_held` because the host asks us
    to wait. After a redirect, the host need not be that of the URL.
    """

    def __init__(self, host: str, interval: float, wait: float, *, is_held: bool = False) -> None:
        why = f"{host} has asked us to wait" if is_held else f"the rate limit of {host} is reached"
        super().__init__(Reason.BUSY, f"{why}; its next turn is in {_in_words(wait)}", retry_after=wait)
        self.host = host
        self.interval = interval
        self.wait = wait


def _in_words(seconds: float) -> str:
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"


def _name(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:  # one of the server's own
        return str(status)
