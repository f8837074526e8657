"""The templates of a site, and which other sites have them, from the fingerprints that a store has counted.

The index of fingerprints (§3.3) over all domains is in the store too: it files the holders of a fingerprint
under each half of it.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from urltree.models import FingerprintHolder
from urltree.templates.clusters import Clusters
from urltree.templates.fingerprint import FILLER
from urltree.templates.index import TemplateIndex, halves

if TYPE_CHECKING:
    from urltree.store import Store
    from urltree.templates.clusters import Template

#: How many of the best supported fingerprints are grouped: a site has some dozens in a thousand pages, but
#: for one that keeps making new ones the time would grow with the square of their number.
MAX_FINGERPRINTS = 1_000

#: Most other sites that are returned for a template.
MAX_SITES = 20

_DAY = 86_400

#: Filings that a process remembers, at some 350 bytes each.
_REMEMBERED = 65_536


class Filing:
    """Records in the store's index which site has which fingerprint.

    Each process does so once a day. So what a process had not filed when it died is filed by the next, and no
    entry expires whose fingerprint pages still have; all other pages cost no round trip.
    """

    def __init__(self, store: Store) -> None:
        # A call that raises is not cached, so the next page tries again.
        self._file_today = lru_cache(_REMEMBERED)(partial(_file, store))

    def file(self, domain: str, fingerprint: bytes, now: float) -> None:
        """File the fingerprint of a page, unless that was done today. Raises `StoreError`.

        A padded fingerprint is not filed, because it says too little: all pages that wait for their scripts
        look alike.
        """
        if not fingerprint.endswith(FILLER):
            self._file_today(FingerprintHolder(domain, fingerprint), now // _DAY)


def _file(store: Store, holder: FingerprintHolder, day: float) -> None:
    for half in halves(holder.fingerprint):
        store.file(half, holder, day * _DAY)


def site_templates(store: Store, domain: str) -> list[Template]:
    """Group the documents of a domain by template, best supported first. Raises `StoreError`.

    Documents of fingerprints beyond the `MAX_FINGERPRINTS` best supported are left out.
    The example of a template is the URL of the newest document of its most frequent fingerprint.
    """
    clusters = Clusters()
    for each in store.fingerprints(domain)[:MAX_FINGERPRINTS]:
        clusters.observe(each.fingerprint, each.example, each.support)
    return clusters.templates()


def shared_templates(
    store: Store, domain: str, now: float, most: int | None = None
) -> list[tuple[Template, list[str]]]:
    """Return the best supported templates of a domain, `most` or all, each with other domains that have it.

    These are `MAX_SITES` at most. Raises `StoreError`.
    """
    return [(each, _also_on(store, domain, each, now)) for each in site_templates(store, domain)[:most]]


def _also_on(store: Store, domain: str, template: Template, now: float) -> list[str]:
    found = _filed(store, template, now)
    found.pop(domain, None)
    return sorted(islice((each for each in found if _holds(store, each, found[each])), MAX_SITES))


def _filed(store: Store, template: Template, now: float) -> dict[str, set[bytes]]:
    """Find domains that hold, or held, fingerprints similar to the template's."""
    index = TemplateIndex()
    for each in template.fingerprints:
        index.add(each)
    found: defaultdict[str, set[bytes]] = defaultdict(set)
    for half in dict.fromkeys(half for each in template.fingerprints for half in halves(each)):
        for domain, fingerprint in store.filed(half, now):
            if any(index.similar(fingerprint)):
                found[domain].add(fingerprint)
    return found


def _holds(store: Store, domain: str, fingerprints: set[bytes]) -> bool:
    return any(each.fingerprint in fingerprints for each in store.fingerprints(domain))
