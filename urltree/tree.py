"""The URL Tree (URL Tree §4): counts of block hashes along the branch of each document, over a store.

A domain with all nodes below it is one key space of the store. The root is asked only while a domain is cold,
so it counts the first documents of each domain and no others, in `ROOT_SHARDS` key spaces, so that they share
the traffic. A block's count at the root is never less than at the domain.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import xxhash

from urltree.evidence.pathhistory import before_itself
from urltree.models import (
    MATURE,
    MAX_BLOCKS,
    ROOT,
    Branch,
    Document,
    NodeCounts,
    Observation,
    Retention,
)
from urltree.store.base import COMMON, EXPIRE_BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from urltree.models import PagePaths, PathHistory, StoreAnswer, TemplateSample, TextBlock, UrlKey
    from urltree.store import Store

#: Key spaces of the root; their names begin with a slash, as no domain does.
ROOT_SHARDS = 16

#: Characters kept of a common block's text.
NAME_CHARS = 120

#: Counts at which a common block's text is kept: when it becomes common, and each time that they double.
#: Whoever was to keep it first may have died, or lost the store's answer, and other pages were counted since.
_NAMED_AT = frozenset((COMMON + 1) << doublings for doublings in range(13))


class UrlTree:
    """The tree over one store. Thread-safe as the store is."""

    def __init__(self, store: Store, retention: Retention | None = None) -> None:
        self._store = store
        self._retention = retention or Retention()

    def observe(
        self,
        key: UrlKey,
        blocks: Sequence[TextBlock],
        now: float,
        paths: PagePaths | None = None,
        sample: TemplateSample | None = None,
    ) -> Observation:
        """Count a page once and return support and counts along its branch, root first.

        Its `paths` and, by the `sample`, its template are learnt, too. Raises `StoreError`.
        """
        document = _document(key, blocks, now, paths, sample)
        seen = _ask(lambda each: self._store.observe(each, self._retention), document)
        self._name(document, blocks, seen.branch.domain)
        return seen

    def lookup(
        self, key: UrlKey, blocks: Sequence[TextBlock], now: float, paths: PagePaths | None = None
    ) -> Observation:
        """Return what `observe` would, but count nothing. Raises `StoreError`."""
        return _ask(self._store.lookup, _document(key, blocks, now, paths))

    def expire(self, domain: str, now: float) -> int:
        """Drop what retention no longer keeps; return how many documents that were. Raises `StoreError`."""
        gone = 0
        while (batch := self._store.expire(domain, self._retention, now)) == EXPIRE_BATCH:
            gone += batch
        return gone + batch

    def domains(self) -> Iterator[str]:
        """Yield the names of domains that have documents, and of the root's key spaces. Raises `StoreError`.

        They are in no order; domains that come or go meanwhile may be left out, and a domain may come twice.
        """
        return self._store.domains()

    def _name(self, document: Document, blocks: Sequence[TextBlock], domain: NodeCounts) -> None:
        named = {each for each, count in domain.counts.items() if count in _NAMED_AT}
        if named:
            texts = {block.hash: _beginning(block.text) for block in blocks if block.hash in named}
            self._store.name(document.domain, texts)


def _beginning(text: str) -> str:
    return text if len(text) <= NAME_CHARS else f"{text[: NAME_CHARS - 1]}…"


def _document(
    key: UrlKey,
    blocks: Sequence[TextBlock],
    now: float,
    paths: PagePaths | None,
    sample: TemplateSample | None = None,
) -> Document:
    chars = {block.hash: len(block.text) for block in blocks if block.hash is not None}
    if len(chars) > MAX_BLOCKS:
        chars = dict(islice(chars.items(), MAX_BLOCKS))
    hashed_key = xxhash.xxh3_64_intdigest(key.key.encode())
    return Document(key.domain, hashed_key, key.branch, chars, now, paths, sample)


def _ask(look: Callable[[Document], StoreAnswer], document: Document) -> Observation:
    """Observe or look up a document at its domain and, while that is cold, at the root."""
    seen = look(document)
    domain, *below = seen.nodes
    root = look(_at_root(document)).nodes[0] if domain.support < MATURE else None
    return Observation(
        status=seen.status,
        revision=seen.revision,
        branch=Branch(_root(root, domain), domain, tuple(below)),
        history=_before_itself(document, seen),
        template_changed=seen.template_changed,
        first_seen=seen.first_seen,
    )


def _at_root(document: Document) -> Document:
    shard = f"/root-{xxhash.xxh3_64_intdigest(document.domain.encode()) % ROOT_SHARDS}"
    return Document(shard, document.key, (shard,), document.blocks, document.time)


def _root(asked: NodeCounts | None, domain: NodeCounts) -> NodeCounts:
    """Return the counts of the root, no less than the domain's; these, if the root was not asked."""
    if asked is None:
        return NodeCounts(ROOT, domain.support, domain.counts)
    counts = {each: max(count, asked.counts[each]) for each, count in domain.counts.items()}
    return NodeCounts(ROOT, max(domain.support, asked.support), counts)


def _before_itself(document: Document, seen: StoreAnswer) -> PathHistory | None:
    """Take what the page itself added out of its history, so that it is judged alike when it comes again."""
    if not (seen.age and document.paths and seen.history):
        return seen.history
    return before_itself(document.paths, seen.history, seen.nodes[0], seen.age)
