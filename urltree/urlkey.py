"""Response URL and title -> URL key, domain and branch (URL Tree §3 and §4); pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from tldextract import TLDExtract

from urltree.models import UrlKey
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Container

    from urltree.rules import Rule, RuleSet
    from urltree.url import Url

#: The most names in a branch, the domain included; this bounds what a hostile URL may cost the store.
MAX_BRANCH = 16

#: The most characters of a node's name; below the domain there are no nodes with longer names.
MAX_NAME = 1_000

# The snapshot of the public suffix list in the package: no network, no cache on disk.
_suffixes = TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


@dataclass(frozen=True, slots=True)
class KeyExplanation:
    """The steps from a response URL to its key, as in the example of URL Tree §3."""

    #: As given (step 1).
    response_url: str
    #: Encoding normalised, `_cid_` injected, parameters sorted (step 2).
    normal_url: str
    #: The rule that says what to retain (step 3); None drops the whole query.
    rule: Rule | None
    key: UrlKey


def url_key(url: str, title: str | None, rules: RuleSet) -> UrlKey:
    """Return the URL key of a document. Raises `UrlError` if `url` is not an absolute http(s) URL."""
    return explain_key(url, title, rules).key


def domain_of(url: str) -> str:
    """Return the registered domain of a URL. Raises `UrlError` as `url_key` does."""
    return _domain(parse_url(url).host)


def domain_meant_by(name: str) -> str:
    """Return the registered domain that a user means by a host or URL of it.

    Raises `UrlError` for what is neither, such as a mail address.
    """
    is_host = name and "://" not in name and "@" not in name.partition("/")[0]
    return domain_of(f"http://{name}" if is_host else name)


def parent(node: str, domain: str, known: Container[str]) -> str:
    """Name the nearest known node above, found by dropping segments of the path, then labels of the host."""
    while node != domain:
        node = node.rpartition("/")[0] if "/" in node else node.partition(".")[2]
        if not node or node in known:
            break
    return node or domain


def explain_key(url: str, title: str | None, rules: RuleSet) -> KeyExplanation:
    """Return the URL key of a document and the steps to it. Raises `UrlError` as `url_key` does."""
    normal = parse_url(url).with_title(title)
    retained, rule = rules.apply(normal)
    domain = _domain(retained.host)
    key = UrlKey(str(retained), domain, _branch(retained, domain))
    return KeyExplanation(url, str(normal), rule, key)


@lru_cache(maxsize=1024)
def _domain(host: str) -> str:
    """Return the public suffix + one label of a host, or the host itself if it has no such thing."""
    parts = _suffixes.extract_str(host)
    return f"{parts.domain}.{parts.suffix}" if parts.domain and parts.suffix else host


def _branch(url: Url, domain: str) -> tuple[str, ...]:
    """Name the nodes: the domain, then hosts with their port, then paths.

    The last segment is the document and not a node, unless a query distinguishes documents of one path.
    """
    labels = url.host.removesuffix(domain).split(".")[:-1]
    hosts = accumulate(labels[: -MAX_BRANCH - 1 : -1], lambda host, label: f"{label}.{host}", initial=domain)
    segments = [segment for segment in url.path.split("/") if segment]
    folders = segments if url.query else segments[:-1]
    paths = accumulate(folders[:MAX_BRANCH], "{}/{}".format, initial=url.host + url.port)
    below = (name for name in (*(host + url.port for host in hosts), *paths) if len(name) <= MAX_NAME)
    return tuple(dict.fromkeys([domain, *below]))[:MAX_BRANCH]
