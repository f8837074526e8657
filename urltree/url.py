"""Response URL -> URL in normal form (URL Tree §3, step 2); pure.

Two spellings of one URL yield one `Url`: scheme, user, default port and fragment are dropped, the host is
lower case and IDNA, percent-encoding is uniform, dot segments are resolved, parameters are sorted.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote, unquote_to_bytes

import idna
from xxhash import xxh3_128_hexdigest

from urltree.errors import UrlError
from urltree.spelling import is_spelling, normalized

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The parameter that carries the hash of the title.
CID = "_cid_"

#: The most characters of a URL, as in httpx; this bounds what a hostile URL may cost.
MAX_LENGTH = 65_536

_URL = re.compile(r"https?://(?:[^/?#]*@)?([^/?#]*)([^?#]*)\??([^#]*)", re.IGNORECASE)
_HOST_PORT = re.compile(r"(\[.*\]|[^:]*):?(.*)", re.DOTALL)

# A key has no scheme, so the default ports of both schemes are dropped from it.
_DEFAULT_PORTS = {80, 443}

#: What browsers take for the dot between two labels of a host, and the most characters of a label (DNS).
_DOTS = re.compile(r"[.\u3002\uff0e\uff61]")
_LONGEST_LABEL = 63

_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]*")

# What RFC 3986 allows besides the unreserved characters. In a query "=", "&" and "+" are not safe, since they
# delimit it, nor is "?", so that rules find it only once in a URL.
_SEGMENT_SAFE = "!$&'()*+,;=:@"
_QUERY_SAFE = "!$'()*,;:@/"


class Parameter(NamedTuple):
    """One parameter of a query, percent-encoded. ``?article19`` is a name with an empty value."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.value else self.name


@dataclass(frozen=True, slots=True)
class Url:
    """A URL in normal form. Raises `UrlError` if it would be too long to be parsed again."""

    #: Lower case ASCII; an IPv6 address in brackets.
    host: str
    #: ``:8080``; empty for ports 80 and 443.
    port: str
    #: Begins with ``/``; no dot segments.
    path: str
    #: Sorted, no parameter twice; a name may come with several values.
    query: tuple[Parameter, ...]

    def __post_init__(self) -> None:
        if len(str(self)) > MAX_LENGTH:
            raise UrlError(
                f"{str(self)[:200]!r} has more than {MAX_LENGTH} characters once it is percent-encoded; "
                "use a shorter one"
            )

    @property
    def address(self) -> str:
        """The URL without its scheme, as the rules see it."""
        query = "?" + "&".join(map(str, self.query)) if self.query else ""
        return f"{self.host}{self.port}{self.path}{query}"

    def __str__(self) -> str:
        return f"http://{self.address}"

    def with_title(self, title: str | None) -> Url:
        """Inject the hash of the title as the parameter `CID`, replacing any that is there.

        Without a title, or with one that has neither letters nor digits, nothing changes.
        """
        letters = letters_and_digits(title or "")
        if not letters:
            return self
        others = (parameter for parameter in self.query if parameter.name != CID)
        cid = Parameter(CID, xxh3_128_hexdigest(letters.encode()))
        return self.with_query(sorted((cid, *others)))

    def with_query(self, query: Iterable[Parameter]) -> Url:
        """Return this URL with other parameters, which must be sorted."""
        return Url(self.host, self.port, self.path, tuple(query))


def parse_url(url: str) -> Url:
    """Bring a response URL into normal form.

    Raises `UrlError` if it is not an absolute http(s) URL of at most `MAX_LENGTH` characters in either form.
    """
    parts = _URL.match(without_surrogates(url.strip()))
    if parts is None or len(url) > MAX_LENGTH:
        raise _refusal(url)
    authority, path, query = parts.groups()
    host, port = _host_port(authority)
    if not host or port is None:
        raise _refusal(url)
    return Url(host, port, _path(path), _query(query))


def _refusal(url: str) -> UrlError:
    return UrlError(
        f"{url[:200]!r} is not an absolute http(s) URL of at most {MAX_LENGTH} characters; "
        "use one such as http://www.news.eu/politics/europe/article1.html"
    )


def without_surrogates(text: str) -> str:
    """Replace lone surrogates by U+FFFD, as browsers do, since they cannot be encoded."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def letters_and_digits(text: str) -> str:
    """Return what distinguishes one title or name from another: letters and digits, in lower case (NFKC)."""
    return "".join([each for each in normalized("NFKC", text) if each.isalnum() or is_spelling(each)]).lower()


def _host_port(authority: str) -> tuple[str, str | None]:
    """Split and normalise ``host[:port]``; the port is None if it is not a number."""
    host, port = _HOST_PORT.fullmatch(authority).groups()  # type: ignore[union-attr]  # it matches any string
    try:
        number = int(port or 80)  # allows signs and spaces, as httpx does: what it fetches must have a key
    except ValueError:
        return host, None
    return _host(unquote(host)), "" if number in _DEFAULT_PORTS else f":{number}"


def _host(host: str) -> str:
    """Return the IDNA form of a host; what has none is only put in lower case and percent-encoded."""
    host = _without_root_dot(host.lower())
    if host.startswith("[") and host.endswith("]"):
        with suppress(ValueError):  # it is no address
            return quote(f"[{IPv6Address(host[1:-1])}]", safe="[]:")
    ascii_host = host if host.isascii() else ".".join(map(_label, _DOTS.split(host)))
    return quote(_without_root_dot(ascii_host), safe="")


def _label(label: str) -> str:
    """Return the IDNA form of a label, else its Punycode, as browsers write emoji; if too long, the label."""
    try:
        return idna.encode(label, uts46=True).decode()
    except idna.IDNAError:
        normal = normalized("NFKC", label).lower()
    is_short = not normal.isascii() and len(normal) <= _LONGEST_LABEL
    return f"xn--{normal.encode('punycode').decode()}" if is_short else normal


def unicode_host(host: str) -> str:
    """Return a host as people write it; labels that are not valid IDNA stay in Punycode."""
    return ".".join(map(_unicode_label, host.split(".")))


@lru_cache(10_000)  # decoding takes .1 ms, and tables of sites ask again every few seconds
def _unicode_label(label: str) -> str:
    try:
        return idna.decode(label) if label.startswith("xn--") else label
    except idna.IDNAError:
        return label


def _without_root_dot(host: str) -> str:
    return host.rstrip(".") or host


def _path(path: str) -> str:
    """Encode each segment uniformly and resolve dot segments (RFC 3986 §5.2.4)."""
    segments = [_encode(segment, _SEGMENT_SAFE) for segment in path.split("/")[1:]]
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)


def _query(query: str) -> tuple[Parameter, ...]:
    pairs = (pair.partition("=") for pair in query.replace("+", " ").split("&"))
    parameters = {
        Parameter(_encode(name, _QUERY_SAFE), _encode(value, _QUERY_SAFE)) for name, _, value in pairs
    }
    return tuple(sorted(parameters - {Parameter("", "")}))


def _encode(text: str, safe: str) -> str:
    """Decode and encode anew, byte by byte: two spellings become one, and no byte is lost."""
    return text if _UNRESERVED.fullmatch(text) else quote(unquote_to_bytes(text), safe)
