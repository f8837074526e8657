"""The evidence on which documents were judged; pure."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.stream.document import Document


class Evidence(NamedTuple):
    """The evidence of some documents together."""

    documents: int
    #: Share of them that were judged by what was known of the site; None if there are none.
    warm: float | None
    #: Documents at the node that decided, the median; None if there are none.
    support: float | None
    #: Documents that were published again because the site was better known by then.
    again: int

    @classmethod
    def of(cls, documents: Sequence[Document]) -> Self:
        """Sum up the evidence of documents."""
        found = [document.evidence for document in documents]
        return cls(
            documents=len(found),
            warm=sum(each.warm for each in found) / len(found) if found else None,
            support=median(each.support for each in found) if found else None,
            again=sum(document.reason == "warmed" for document in documents),
        )
