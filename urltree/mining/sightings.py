"""What the miner of rules remembers: that a document was seen at a URL; pure.

A document is known by two hashes, one of its title and one of its text; nothing of either is kept.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple, Self

from xxhash import xxh3_64_hexdigest

from urltree.url import CID, letters_and_digits, parse_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from urltree.rules import RuleSet
    from urltree.url import Url

#: How many of a host's newest sightings are kept. With `MAX_LENGTH` they take at most 320 kB a host.
PER_HOST = 512

#: Most characters of a URL that is remembered.
MAX_LENGTH = 512

_NOTHING = "-"


class Sighting(NamedTuple):
    """A document seen at a URL."""

    #: In normal form, with all its parameters.
    url: str
    #: Hash of the title's letters and digits in lower case; empty without a title.
    title: str
    #: The same of the text's longest line, which stays when a teaser comes or goes; empty without text.
    text: str

    @classmethod
    def of(cls, url: str, title: str | None, text: str | None) -> Self:
        """Record a document. Raises `UrlError` if `url` is not an absolute http(s) URL."""
        longest = max((text or "").split("\n"), key=len)
        return cls(str(parse_url(url)), _hash(title or ""), _hash(longest))

    @classmethod
    def parse(cls, line: str) -> Self:
        """Parse what `str` has written."""
        title, text, url = line.split(" ")
        return cls(url, title.strip(_NOTHING), text.strip(_NOTHING))

    def __str__(self) -> str:
        return f"{self.title or _NOTHING} {self.text or _NOTHING} {self.url}"


def is_informative(url: Url, rules: RuleSet) -> bool:
    """Return whether a URL is worth remembering: not too long, and with parameters that may identify."""
    return len(url.address) <= MAX_LENGTH and any(each.name != CID for each in rules.untracked(url).query)


def newest(sightings: Iterable[Sighting], rules: RuleSet) -> Mapping[str, deque[tuple[Url, Sighting]]]:
    """Group sightings by host and port, the last `PER_HOST` of those for which `is_informative` is true.

    Each comes with its URL without the parameters that never identify.
    """
    hosts: defaultdict[str, deque[tuple[Url, Sighting]]] = defaultdict(lambda: deque(maxlen=PER_HOST))
    for each in sightings:
        url = parse_url(each.url)
        if is_informative(url, rules):
            hosts[url.host + url.port].append((rules.untracked(url), each))
    return hosts


def _hash(text: str) -> str:
    letters = letters_and_digits(text)
    return xxh3_64_hexdigest(letters.encode()) if letters else ""
