"""Sites: all of them, to be searched and sorted; a click opens one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from nicegui import ui

from service.dashboard.elements import Figure, NoFeeds, figures, section
from service.dashboard.layout import frame
from service.dashboard.table import Column, Pager, Table, cell
from service.dashboard.words import figure, share
from service.statistics.site import Alarm
from service.statistics.sitetable import SiteColumn
from urltree.url import unicode_host

if TYPE_CHECKING:
    from service.dashboard.common import Common
    from service.dashboard.layout import Frame
    from service.parts import Parts
    from service.statistics.site import Site
    from service.statistics.sitetable import SiteTable

_COLUMNS = (
    Column(SiteColumn.DOMAIN, "Site", sortable=True),
    Column(SiteColumn.DOCUMENTS, "Documents", "number", sortable=True),
    Column("trend", "14 days", "spark"),
    Column(SiteColumn.WARM, "Known", sortable=True),
    Column(SiteColumn.REMOVED, "Boilerplate", "number", sortable=True),
    Column(SiteColumn.LENGTH, "Mean characters", "number", sortable=True),
    Column(SiteColumn.LAST, "Last document", "ago", sortable=True),
    Column(SiteColumn.ALARMS, "Alarms", sortable=True),
)

#: How sites are sorted at first; ``-`` stands for descending.
_ORDER = f"-{SiteColumn.DOCUMENTS}"

#: Alarms in words.
ALARMS = {
    Alarm.TEMPLATE_CHANGED: "template changed",
    Alarm.SILENT_FEED: "feed silent",
    Alarm.COLLAPSED: "under 100 characters",
}


async def show(parts: Parts, _common: Common, search: str = "", sort: str = "", page: str = "") -> None:
    """Build the page."""
    with frame("Sites", "/sites") as around:
        view = _View(parts, around, search, sort, page)
    await around.keep_fresh(view.refresh, 5)


class _View:
    def __init__(self, parts: Parts, around: Frame, search: str, sort: str, page: str) -> None:
        self._statistics = parts.statistics
        self._around = around
        self._sites: SiteTable | None = None
        self._sort, self._descending = _order(sort)
        with figures():
            self._count = Figure("Sites", "with documents in the last 14 days")
            self._warm = Figure("Warm", "known well enough to judge by")
            self._documents = Figure("Documents", "in the last 14 days")
        with section("All sites"):
            self._search = ui.input("Search by domain", value=search)
            self._search.props("outlined dense clearable debounce=50").classes("filter")
            self._empty = NoFeeds("No site has been seen yet")
            self._table = Table("Sites", _COLUMNS, none="No site matches the search", on_sort=self._turn)
            self._pager = Pager(self._table, self._turn_page, page)
            self._search.on_value_change(self._pager.turn_to_first)

    async def refresh(self) -> None:
        self._sites = await self._statistics.sites.get()
        self._count.show(figure(len(self._sites)))
        self._warm.show(figure(self._sites.warm))
        self._documents.show(figure(self._sites.documents))
        self._empty.show_if_empty(self._table, self._sites)
        self._list()

    def _list(self) -> None:
        """Show a page of the sites as they were read last."""
        if self._sites is None:
            return
        found = self._sites.find(self._search.value or "", self._sort, descending=self._descending)
        rows = [_row(self._sites[name]) for name in self._pager.page_of(found)]
        self._table.show(rows, self._sort, descending=self._descending)

    def _turn_page(self) -> None:
        order = f"-{self._sort}" if self._descending else self._sort
        sort = "" if order == _ORDER else order
        self._around.keep(search=self._search.value, sort=sort, page=self._pager.number)
        self._list()

    def _turn(self, column: str) -> None:
        """Sort by a column, the other way round if it was sorted by already."""
        chosen = SiteColumn(column)
        self._descending = not self._descending if chosen is self._sort else chosen is not SiteColumn.DOMAIN
        self._sort = chosen
        self._pager.turn_to_first()


def site_cell(domain: str) -> dict[str, Any]:
    """Make a cell that leads to a site; below a name in Punycode is its Unicode form."""
    name = unicode_host(domain)
    return cell(domain, href=f"/sites/{quote(domain)}", note=name if name != domain else None)


def _order(sort: str) -> tuple[SiteColumn, bool]:
    """Read the column by which sites are to be sorted, and whether in descending order."""
    column = sort.removeprefix("-")
    return (SiteColumn(column), sort.startswith("-")) if column in list(SiteColumn) else _order(_ORDER)


def _row(site: Site) -> dict[str, Any]:
    alarms = ", ".join(ALARMS[alarm] for alarm in site.alarms)
    return {
        "id": site.domain,
        SiteColumn.DOMAIN: site_cell(site.domain),
        SiteColumn.DOCUMENTS: figure(site.documents),
        "trend": site.trend,
        SiteColumn.WARM: cell("warm", tone="good") if site.warm else cell("cold", tone="uncertain"),
        SiteColumn.REMOVED: share(site.removed),
        SiteColumn.LENGTH: figure(site.length),
        SiteColumn.LAST: site.last.timestamp(),
        SiteColumn.ALARMS: cell(alarms, tone="bad" if alarms else None),
    }
