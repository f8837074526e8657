"""What every counter store can do: the domain's verbs, each one atomic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urltree.models import (
        Document,
        FingerprintHolder,
        FingerprintSummary,
        NodeSummary,
        RepeatedBlock,
        Retention,
        StoreAnswer,
    )

#: A repeated key is a revision if the blocks its domain does not hold have more characters than this
#: (URL Tree, the authors' code).
REVISION_CHARS = 99

#: A block becomes common when more documents of its domain than this hold it, and is so until none does.
COMMON = 8

#: Most common blocks of a domain, as each has a number of two bytes. Further blocks stay rare; of each no
#: more than `COMMON` + 1 documents are counted.
MAX_COMMON = 65_535

#: Most documents that one observation drops, so that the first after a long silence is not slow.
EXPIRE_STEP = 8

#: Most documents that one call of `expire` drops, so that other calls get their turn.
EXPIRE_BATCH = 256

#: Most paths of a domain; when there are more, half as many are kept, those of the latest documents.
MAX_PATHS = 4_096

#: A document is strange to a domain of `MATURE` documents or more if none before the current row of strange
#: documents has its fingerprint, and more than this share of its words are on strange paths. `STRANGERS`
#: strange documents in a row mean that the template has changed; then a new row begins (docs/papers.md).
#: `STRAYS` others may be among them, since pages do not come in the order in which they were made.
STRANGE_SHARE = 0.7
STRANGERS = 3
STRAYS = 1

#: Holders of a fingerprint are filed under each half of it: a half keeps so many that were filed last, for so
#: many seconds.
MAX_FILED = 1_000
FILED_AGE = 30 * 86_400


@runtime_checkable
class Store(Protocol):
    """Counters of block hashes, per domain and node.

    Every method may raise `StoreError` and may be called from many threads. A document counts a block once at
    every node of its branch; the counts are exact for the documents that retention keeps, but for blocks that
    `MAX_COMMON` keeps from being common. Names of domains and nodes are those of URL keys: without NUL and
    braces.
    """

    def observe(self, document: Document, retention: Retention) -> StoreAnswer:
        """Count a document, atomically, and return the counts that include it, domain first.

        Observing the same key and blocks again changes nothing and returns duplicate. A seen key with more
        than `REVISION_CHARS` characters of blocks that the domain does not hold is a revision: those blocks
        are counted, support is not raised. Before that, up to `EXPIRE_STEP` documents are dropped to keep the
        retention with this one included. A time before that of the newest document counts as the latter, and
        a time ahead of the store's own clock counts as now.

        A new document that has paths is added to their history, and the answer holds the history without it;
        for a repeated document the answer holds the history with it. A path is forgotten when the last
        document that had it is dropped. Fingerprints are counted for new documents, and forgotten in the same
        way. `STRANGERS` strange documents in a row, with up to `STRAYS` others among them, mean that the
        template has changed; a document without paths is never strange.
        """

    def lookup(self, document: Document) -> StoreAnswer:
        """Return what `observe` would if nothing had to be dropped, and change nothing."""

    def expire(self, domain: str, retention: Retention, now: float) -> int:
        """Drop the oldest documents beyond the retention, `EXPIRE_BATCH` at most; return how many.

        Fewer than `EXPIRE_BATCH` mean that none is left to drop. A time ahead of the store's own clock counts
        as now.
        """

    def domains(self) -> Iterator[str]:
        """Yield the domains that have documents, in no order; any added or dropped meanwhile may be missing.

        A domain may come twice.
        """

    def name(self, domain: str, texts: Mapping[int, str]) -> None:
        """Keep the texts of common blocks, for people to read; texts of other blocks are ignored."""

    def nodes(self, domain: str) -> list[NodeSummary]:
        """List the domain's nodes by name."""

    def repeated(self, domain: str, limit: int) -> list[RepeatedBlock]:
        """List the domain's common blocks, most frequent first, then by hash."""

    def fingerprints(self, domain: str) -> list[FingerprintSummary]:
        """List the template fingerprints of the domain's documents, best supported first, then by bytes."""

    def file(self, half: bytes, holder: FingerprintHolder, now: float) -> None:
        """Enter a holder of a fingerprint into the index of all domains, under half of the fingerprint.

        The index belongs to no domain: each half is a key space of its own. Filing again renews the entry.
        """

    def filed(self, half: bytes, now: float) -> list[FingerprintHolder]:
        """List what was filed under a half in the last `FILED_AGE` seconds, `MAX_FILED` at most.

        The latest come first; those of one time in descending order of name. A domain may have dropped the
        fingerprint since.
        """

    def forget(self, domain: str) -> None:
        """Drop all that is known of a domain; its entries in the index stay until they are too old."""

    def ping(self) -> None:
        """Raise `StoreError` if the store cannot be reached."""

    def close(self) -> None:
        """Release the connection; the store may not be used afterwards."""
