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
    from urltree.rules import Rule, RuleSet
    from urltree.url import Url

#: Names in a branch at most, the domain included: what a hostile URL may cost the store is bounded.
MAX_BRANCH = 16

#: Characters of a node's name; what is longer is no node.
MAX_NAME = 1_000

# The snapshot of the public suffix list in the package: no network, no cache on disk.
_suffixes = TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps from a response URL to its key, as in the example of URL Tree §3."""

    #: As given (step 1).
    response_url: str
    #: Encoding normalised, `_cid_` injected, parameters sorted (step 2).
    normal_url: str
    #: The rule that says what to retain (step 3); None drops the whole query.
    rule: Rule | None
    key: UrlKey


def url_key(url: str, title: str | None, rules: RuleSet) -> UrlKey:
    """Give the URL key of a document. Raises `UrlError` if `url` is not an absolute http(s) URL."""
    return explain(url, title, rules).key


def domain_of(url: str) -> str:
    """Name the registered domain of a URL. Raises `UrlError` as `url_key` does."""
    return _domain(parse_url(url).host)


def explain(url: str, title: str | None, rules: RuleSet) -> Explanation:
    """Give the URL key of a document and how it came about. Raises `UrlError` as `url_key` does."""
    normal = parse_url(url).with_title(title)
    retained, rule = rules.apply(normal)
    domain = _domain(retained.host)
    key = UrlKey(str(retained), domain, _branch(retained, domain))
    return Explanation(url, str(normal), rule, key)


@lru_cache(maxsize=1024)
def _domain(host: str) -> str:
    """Give the public suffix + one label; the host itself where it has no such thing."""
    parts = _suffixes.extract_str(host)
    return f"{parts.domain}.{parts.suffix}" if parts.domain and parts.suffix else host


def _branch(url: Url, domain: str) -> tuple[str, ...]:
    """Name the nodes: the domain, then hosts with their port, then paths.

    The last segment is the document and no node, unless a query tells documents of one path apart.
    """
    labels = url.host.removesuffix(domain).split(".")[:-1]
    hosts = accumulate(labels[: -MAX_BRANCH - 1 : -1], lambda host, label: f"{label}.{host}", initial=domain)
    segments = [segment for segment in url.path.split("/") if segment]
    folders = segments if url.query else segments[:-1]
    paths = accumulate(folders[:MAX_BRANCH], "{}/{}".format, initial=url.host + url.port)
    below = (name for name in (*(host + url.port for host in hosts), *paths) if len(name) <= MAX_NAME)
    return tuple(dict.fromkeys([domain, *below]))[:MAX_BRANCH]
