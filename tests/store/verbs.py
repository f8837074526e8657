"""The verbs of a store, one call each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from documents import AGE, DOMAIN, KEEP, NOW, document

from urltree.models import FingerprintHolder

if TYPE_CHECKING:
    from collections.abc import Callable

    from urltree.store.base import Store

HALF, HOLDER = bytes(8), FingerprintHolder(DOMAIN, bytes(25))

VERBS: dict[str, Callable[[Store], object]] = {
    "observe new": lambda store: store.observe(document(99, [10, 20]), KEEP),
    "observe duplicate": lambda store: store.observe(document(1, [10]), KEEP),
    "observe revision": lambda store: store.observe(document(1, [20], chars=100), KEEP),
    "lookup": lambda store: store.lookup(document(99, [10, 20])),
    "expire": lambda store: store.expire(DOMAIN, AGE, NOW + 101),
    "domains": lambda store: list(store.domains()),
    "name": lambda store: store.name(DOMAIN, {10: "Contact"}),
    "nodes": lambda store: store.nodes(DOMAIN),
    "repeated": lambda store: store.repeated(DOMAIN, 9),
    "fingerprints": lambda store: store.fingerprints(DOMAIN),
    "file": lambda store: store.file(HALF, HOLDER, NOW),
    "filed": lambda store: store.filed(HALF, NOW),
    "forget": lambda store: store.forget(DOMAIN),
    "ping": lambda store: store.ping(),
}

every_verb = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
