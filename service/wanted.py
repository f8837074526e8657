"""Which documents a reader of the stream wants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

if TYPE_CHECKING:
    from service.document import Document


class Wanted(BaseModel):
    """Filters; a document must pass all that are given."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    domain: Annotated[
        Annotated[str, StringConstraints(to_lower=True)] | None,
        Field(description="Its registered domain.", examples=["example.com"]),
    ] = None
    feed: Annotated[str | None, Field(description="Id of its feed.")] = None
    label: Annotated[str | None, Field(description="One of its labels.")] = None
    lang: Annotated[str | None, Field(description="Its language; en is en-GB too.", examples=["en"])] = None

    def takes(self, document: Document) -> bool:
        """Say whether a document passes."""
        return (
            self.domain in {None, document.domain}
            and self.feed in {None, document.feed}
            and (self.label is None or self.label in document.labels)
            and (self.lang is None or _is_of(self.lang, document.language or ""))
        )


def _is_of(range_: str, tag: str) -> bool:
    """Match a language tag by a basic range (RFC 4647 §3.3.1)."""
    return f"{tag}-".lower().startswith(f"{range_}-".lower())
