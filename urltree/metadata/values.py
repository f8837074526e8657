"""The metadata of a document."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is stated about a document; None, or no names, where nothing is stated."""

    title: str | None = None
    #: Names.
    authors: tuple[str, ...] = ()
    #: ISO 8601, no more exact than it was stated: ``2017-03-01``, ``2017-03-01T09:30:00``, ``…+01:00``.
    published: str | None = None
    #: BCP 47: ``en``, ``pt-BR``.
    language: str | None = None
    #: Absolute.
    canonical_url: str | None = None
    site_name: str | None = None
    #: What the page says in a sentence or two that it is about.
    description: str | None = None
    #: Absolute; a picture for previews.
    image_url: str | None = None

    def or_else(self, other: Metadata) -> Metadata:
        """Take the fields that are missing from `other`."""
        return Metadata(
            **{each.name: getattr(self, each.name) or getattr(other, each.name) for each in fields(self)}
        )
