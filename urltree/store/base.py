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
        Observation,
        RepeatedBlock,
        Retention,
    )

#: A repeated key is a revision if the blocks its domain does not hold have more characters than this
#: (URL Tree, the authors' code).
REVISION_CHARS = 99

#: A block is common from the moment that more documents of its domain than this hold it, until none does.
COMMON = 8

#: Documents that one observation expires at most, so that none pays for a long silence.
EXPIRE_STEP = 8

#: Documents that one call of `expire` drops at most, so that others get their turn.
EXPIRE_BATCH = 256

#: Paths that a domain knows at most; of more, those of the latest documents are kept, half as many.
MAX_PATHS = 4_096

#: A document is strange to a domain of `MATURE` documents or more if its fingerprint came up with the strange
#: ones in a row, and over this share of its words are on strange paths. So many in a row say that the
#: template has changed, and the row begins anew (docs/accuracy.md).
STRANGE_SHARE = 0.7
STRANGERS = 3

#: Who holds a fingerprint is filed under each half of it: so many of those that were filed last, for so many
#: seconds.
MAX_FILED = 1_000
FILED_AGE = 30 * 86_400


@runtime_checkable
class Store(Protocol):
    """Counters of block hashes, per domain and node.

    Every method may raise `StoreError` and may be called from many threads. A document counts a block once at
    every node of its branch; the counts are exact for the documents that retention keeps. Names are as
    URL keys give them: no NUL, no braces.
    """

    def observe(self, document: Document, retention: Retention) -> Observation:
        """Count a document, atomically, and answer with the counts that include it, domain first.

        Observing the same key and blocks again changes nothing and says duplicate. A seen key with more than
        `REVISION_CHARS` characters of blocks that the domain does not hold is a revision: those blocks are
        counted, support is not raised. Before that, up to `EXPIRE_STEP` documents are dropped to keep the
        retention with this one counted in; no document is older than the one before it, and a time ahead
        of the store's own clock counts as now.

        A new document that tells its paths is learnt by their history, and the answer says what they held
        before it; to one that comes again it tells what they hold, of itself too. A path is forgotten when
        the last document that had it is dropped. Fingerprints are counted of new documents, and forgotten
        likewise. `STRANGERS` strange documents in a row tell that the template has changed; one that tells
        no paths is never strange.
        """

    def lookup(self, document: Document) -> Observation:
        """Answer as `observe` would if nothing had to be dropped, and change nothing."""

    def expire(self, domain: str, retention: Retention, now: float) -> int:
        """Drop the oldest documents that are over the retention, `EXPIRE_BATCH` at most; say how many went.

        Fewer than that say that none is left to drop. A time ahead of the store's own clock counts as now.
        """

    def domains(self) -> Iterator[str]:
        """Name the domains that have documents, in no order; what comes or goes meanwhile may be left out.

        A domain may come twice.
        """

    def name(self, domain: str, texts: Mapping[int, str]) -> None:
        """Keep the texts of common blocks, for people to read; others are passed over."""

    def nodes(self, domain: str) -> list[NodeSummary]:
        """List the domain's nodes by name."""

    def repeated(self, domain: str, limit: int) -> list[RepeatedBlock]:
        """List the domain's common blocks, most frequent first, then by hash."""

    def fingerprints(self, domain: str) -> list[FingerprintSummary]:
        """List the template fingerprints of the domain's documents, best supported first, then by bytes."""

    def file(self, half: bytes, holder: FingerprintHolder, now: float) -> None:
        """Enter a holder of a fingerprint into the index of all domains, under half of the fingerprint.

        The index belongs to no domain: each half is a key space of its own. To file again renews.
        """

    def filed(self, half: bytes, now: float) -> list[FingerprintHolder]:
        """List what was filed under a half in the last `FILED_AGE` seconds, `MAX_FILED` at most.

        The latest come first, then the last by name. What they hold may have been dropped since.
        """

    def forget(self, domain: str) -> None:
        """Drop all that is known of a domain; what is filed of it stays until it is too old."""

    def ping(self) -> None:
        """Raise `StoreError` if the store cannot be reached."""

    def close(self) -> None:
        """Release the connection; the store may not be used afterwards."""
