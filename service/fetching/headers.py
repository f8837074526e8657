"""What the headers of an answer say, and its body where they name no media type; pure."""

from __future__ import annotations

import re

from service.http.httpdate import http_date
from service.http.media import MediaType, media_type

_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)
#: Some servers ask for years, such as 2147483647.
_SECONDS = re.compile(r"\d{1,18}")

#: A media type (RFC 6838 §4.2) and what may come after it.
_TYPE = re.compile(r"\s*[a-z0-9][\w!#$&^.+-]*/[a-z0-9][\w!#$&^.+-]*\s*(?:[;,]|$)", re.IGNORECASE | re.ASCII)

#: How HTML begins (WHATWG MIME Sniffing §7.1, but only the tags that pages begin with).
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:!--|(?:!doctype\s+html|html|head|title|meta|link|script|style|body)\b)",
    re.IGNORECASE,
)


def content_type(value: str) -> MediaType:
    """Read Content-Type as browsers do: an invalid type counts as none, and its name is then empty."""
    name, charset = media_type(value.replace(",", ";"))  # some servers join two of them
    return MediaType(name if _TYPE.match(value) else "", charset)


def max_age(cache_control: str) -> int | None:
    """Read the seconds for which Cache-Control says an answer is fresh (RFC 9111 §5.2.2.1)."""
    found = _MAX_AGE.search(cache_control)
    return int(found[1]) if found else None


def retry_after(value: str, now: float) -> float | None:
    """Read Retry-After, a number of seconds or a date, as seconds from `now` (RFC 9110 §10.2.3)."""
    if _SECONDS.fullmatch(value):
        return float(value)
    date = http_date(value)
    return max(0.0, date.timestamp() - now) if date else None


def looks_like_html(body: bytes) -> bool:
    """Return whether a body that has no Content-Type is HTML."""
    return _HTML_START.match(body) is not None
