"""All sites at one moment, to be searched and sorted; in a matrix, as there may be thousands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from service.statistics.site import CHANGES, DAY, DAYS, LENGTHS, RECORD, Alarm, Site
from urltree.url import unicode_host

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

#: Documents that a site needs before their lengths can raise an alarm.
_ENOUGH = 5

#: Characters of content below which a document counts as empty.
_EMPTY = 100

#: Seconds for which a change of template is an alarm.
_ALARMING = 2 * DAY

#: Where the fields of a record end.
_ENDS = np.cumsum(list(RECORD.values()))


class SiteColumn(StrEnum):
    """What sites can be sorted by."""

    DOMAIN = "domain"
    DOCUMENTS = "documents"
    WARM = "warm"
    REMOVED = "removed"
    LENGTH = "length"
    LAST = "last"
    ALARMS = "alarms"


class SiteTable(Mapping[str, Site]):
    """By its name, each of the named sites that brought something in the last days."""

    def __init__(self, names: Sequence[str], records: bytes, now: float, silent: Collection[str]) -> None:
        """Read the records of `names`, joined in their order; `silent` are the sites with a silent feed."""
        numbers = np.frombuffer(records, ">u4").reshape(len(names), _ENDS[-1]).astype(np.int64)
        fields = dict(zip(RECORD, np.split(numbers, _ENDS[:-1], axis=1), strict=True))
        age = int(now) // DAY - fields["today"]
        alive = age[:, 0] < DAYS
        fields = {name: values[alive] for name, values in fields.items()}
        days = {name: _shifted(fields[name], age[alive]) for name in ("documents", "read", "kept")}
        self._names = np.array(names, dtype=object)[alive]
        self._spellings = [f"{name} {unicode_host(name)}" for name in self._names]
        self._places = {name: place for place, name in enumerate(self._names)}
        self._fields = fields
        self._trend = days["documents"]
        self._alarms = _alarms(fields, now, np.array([name in silent for name in self._names], dtype=bool))
        self._columns = _columns(**days) | {
            SiteColumn.DOMAIN: np.argsort(np.argsort(self._names)),
            SiteColumn.WARM: fields["warm"][:, 0],
            SiteColumn.LAST: fields["last"][:, 0],
            SiteColumn.ALARMS: self._alarms.sum(axis=1),
        }

    def __len__(self) -> int:
        """Count the sites."""
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._places)

    @property
    def documents(self) -> int:
        """Documents of all sites in the last days."""
        return int(self._trend.sum())

    @property
    def warm(self) -> int:
        """Count the sites that are warm."""
        return int(self._columns[SiteColumn.WARM].sum())

    @property
    def alarms(self) -> dict[Alarm, int]:
        """Count the sites that have each alarm."""
        return dict(zip(Alarm, self._alarms.sum(axis=0).tolist(), strict=True))

    def find(self, search: str, column: SiteColumn, *, descending: bool) -> list[str]:
        """List the names that contain `search`, by `column`, then by name; unknown values are last.

        A name in Punycode is found by its Unicode form, too.
        """
        wanted = search.strip().lower()
        found = np.array(
            [place for place, each in enumerate(self._spellings) if wanted in each], dtype=np.intp
        )
        keys = self._columns[column][found]
        order = np.lexsort((self._columns[SiteColumn.DOMAIN][found], -keys if descending else keys))
        names: list[str] = self._names[found[order]].tolist()
        return names

    def __getitem__(self, domain: str) -> Site:
        """Return a site."""
        place = self._places[domain]
        column = {name: values[place].item() for name, values in self._columns.items()}
        changed = min(int(self._fields["changed"][place, 0]), CHANGES)
        return Site(
            domain=domain,
            total=int(self._fields["total"][place, 0]),
            documents=column[SiteColumn.DOCUMENTS],
            warm=bool(column[SiteColumn.WARM]),
            removed=None if np.isnan(column[SiteColumn.REMOVED]) else column[SiteColumn.REMOVED],
            length=column[SiteColumn.LENGTH],
            last=_date(column[SiteColumn.LAST]),
            trend=tuple(self._trend[place].tolist()),
            alarms=tuple(alarm for alarm, holds in zip(Alarm, self._alarms[place], strict=True) if holds),
            changes=tuple(map(_date, self._fields["changes"][place, CHANGES - changed :].tolist())),
        )


def _shifted(days: NDArray[np.int64], age: NDArray[np.int64]) -> NDArray[np.int64]:
    """Shift the days of each site, (n, DAYS), by the age of its record, (n, 1), so that today is last."""
    places = np.arange(DAYS) + np.maximum(age, 0)
    return np.take_along_axis(days, np.minimum(places, DAYS - 1), axis=1) * (places < DAYS)


def _columns(
    documents: NDArray[np.int64], read: NDArray[np.int64], kept: NDArray[np.int64]
) -> dict[SiteColumn, NDArray[np.generic]]:
    """Sum up the days of each site, (n, DAYS) each, as columns of (n,)."""
    documents, read, kept = (days.sum(axis=1) for days in (documents, read, kept))
    return {
        SiteColumn.DOCUMENTS: documents,
        SiteColumn.REMOVED: 1 - np.divide(kept, read, out=np.full(len(read), np.nan), where=read > 0),
        SiteColumn.LENGTH: kept / np.maximum(documents, 1),
    }


def _alarms(
    fields: Mapping[str, NDArray[np.int64]], now: float, silent: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which alarms each site has, bool (n, len(Alarm))."""
    known = np.minimum(fields["total"][:, 0], LENGTHS)
    empty = ((fields["lengths"] < _EMPTY) & (np.arange(LENGTHS) >= LENGTHS - known[:, None])).sum(axis=1)
    alarms = {
        Alarm.TEMPLATE_CHANGED: now - fields["changes"][:, -1] < _ALARMING,
        Alarm.SILENT_FEED: silent,
        Alarm.COLLAPSED: (known >= _ENOUGH) & (2 * empty > known),
    }
    return np.stack([alarms[alarm] for alarm in Alarm], axis=1)


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
