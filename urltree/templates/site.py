"""The templates of a site, from the fingerprints that its store has counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.templates.clusters import Clusters

if TYPE_CHECKING:
    from urltree.store import Store
    from urltree.templates.clusters import Template

#: How many of the best supported fingerprints are grouped: a site has some dozens in a thousand pages, but
#: for one that keeps making new ones the time would grow with the square of their number.
MAX_FINGERPRINTS = 1_000


def site_templates(store: Store, domain: str) -> list[Template]:
    """Group the documents of a domain by template, best supported first. Raises `StoreError`.

    Documents of fingerprints beyond the `MAX_FINGERPRINTS` best supported are left out.
    The example of a template is the URL of the newest document of its most frequent fingerprint.
    """
    clusters = Clusters()
    for each in store.fingerprints(domain)[:MAX_FINGERPRINTS]:
        clusters.observe(each.fingerprint, each.example, each.support)
    return clusters.templates()
