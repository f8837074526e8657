"""The two HTTP headers that decide a body's form: Content-Type in, Accept out (RFC 9110 §8.3, §12.5.1)."""

from __future__ import annotations

from email.message import Message
from email.utils import collapse_rfc2231_value
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from starlette.datastructures import Headers

HTML = frozenset({"text/html", "application/xhtml+xml"})
JSON = frozenset({"application/json"})
NDJSON = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl"})

#: Characters of a header that are read: the time that Python takes grows with the square of its length.
_LONGEST = 1_000


class MediaType(NamedTuple):
    """A media type and the one parameter that we use."""

    name: str
    charset: str | None


@lru_cache(maxsize=64)  # sites send the same few again and again
def media_type(content_type: str) -> MediaType:
    """Read a Content-Type header; an empty or invalid one gives ``text/plain``."""
    charset = _parameter(content_type, "charset").lower()
    name = _message(content_type).get_content_type()
    return MediaType(name, charset if charset and charset.isascii() else None)


def listed(headers: Headers, name: str) -> str:
    """Read a header whose value is a list, which may come on several lines (RFC 9110 §5.3)."""
    return ", ".join(headers.getlist(name))


def preferred(headers: Headers, names: Sequence[str]) -> str:
    """Return the media type that a request wants most; on a tie the first of them."""
    wishes = dict(_ranges(listed(headers, "accept")))
    return max(names, key=lambda name: _wish(wishes, name))


def _wish(wishes: Mapping[str, float], name: str) -> float:
    """How much a media type is wanted, 0 to 1: by the most exact range that covers it."""
    covering = (name, name.partition("/")[0] + "/*", "*/*")
    return next((wishes[range_] for range_ in covering if range_ in wishes), 0.0)


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    for part in accept[:_LONGEST].split(","):
        yield part.partition(";")[0].strip().lower(), _number(_parameter(part.strip(), "q") or "1")


def _parameter(value: str, name: str) -> str:
    """Read a parameter of such a header; empty if it is missing or cannot be read."""
    try:
        return collapse_rfc2231_value(_message(value).get_param(name, ""))
    except (TypeError, ValueError):  # Python trips over parts (RFC 2231) that contradict one another
        return ""


def _message(value: str) -> Message:
    message = Message()
    message["Content-Type"] = value[:_LONGEST]
    return message


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
