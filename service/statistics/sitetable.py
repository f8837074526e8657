"""All sites, to be searched, sorted and paged."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from service.statistics.site import Site

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Column(StrEnum):
    """What sites can be sorted by: the fields of `Site` of these names."""

    DOMAIN = "domain"
    DOCUMENTS = "documents"
    WARM = "warm"
    REMOVED = "removed"
    LENGTH = "length"
    LAST = "last"
    ALARMS = "alarms"


class SitePage(NamedTuple):
    """Some of the sites that were found."""

    sites: tuple[Site, ...]
    #: How many were found.
    total: int


class SiteTable:
    """All sites at one moment."""

    def __init__(self, sites: Sequence[Site]) -> None:
        self._sites = sites
        self.warm = sum(site.warm for site in sites)
        self.documents = sum(site.documents for site in sites)

    def __len__(self) -> int:
        """Count the sites."""
        return len(self._sites)

    @classmethod
    def of(cls, kept: Sequence[Mapping[str, Any]], now: float, silent: Collection[str]) -> Self:
        """Read what is kept of the sites; those that brought nothing of late are left out."""
        sites = (Site.of(each, now, silent) for each in kept)
        return cls([site for site in sites if site.documents])

    def page(self, search: str, column: Column, *, descending: bool, offset: int, limit: int) -> SitePage:
        """List the sites whose names contain `search`; what is not known comes last."""
        found = [site for site in self._sites if search.strip().lower() in site.domain]
        found.sort(key=lambda site: site.domain)
        found.sort(key=lambda site: _rank(site, column), reverse=descending)
        return SitePage(tuple(found[offset : offset + limit]), len(found))


def _rank(site: Site, column: Column) -> Any:
    value = getattr(site, column)
    if column is Column.ALARMS:
        return len(value)
    return -1 if value is None else value
