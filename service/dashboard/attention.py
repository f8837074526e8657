"""What somebody should look at, in words that lead to it: the first thing on the overview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from service.dashboard.elements import Text, box
from service.dashboard.webhooks import PLACE
from service.dashboard.words import plural, span
from service.statistics.feeds import Standing
from service.statistics.site import Alarm
from service.statistics.sitetable import SiteColumn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.statistics.statistics import Present

#: The standings of feeds that somebody should look at.
TROUBLED = (Standing.FAILING, Standing.SILENT, Standing.UNREADABLE, Standing.GONE)

#: Seconds that the next item may wait for a worker; the alert UrltreeQueueLags says the same.
_PATIENCE = 600

_LAG, _PARKED, _WEBHOOKS = "lag", "parked", "webhooks"

#: Where each matter is seen to, the gravest first.
_PLACES: dict[str, str] = {
    _LAG: "/queue",
    **{each: f"/feeds?search={each}" for each in TROUBLED},
    _WEBHOOKS: f"/queue#{PLACE}",
    _PARKED: "/queue",
    **dict.fromkeys((Alarm.TEMPLATE_CHANGED, Alarm.COLLAPSED), f"/sites?sort=-{SiteColumn.ALARMS}"),
}

_WELL = "All is well: no feed is in trouble, no item is parked, no site has an alarm."


class Attention:
    """The matters as a list of links, or a line that says that all is well; nothing until either is known."""

    def __init__(self) -> None:
        self._well = Text("p", "", "well")
        with box("ul", "matters", aria_label="To look at") as self._list:
            self._links = {matter: _link(place) for matter, place in _PLACES.items()}

    def show(self, found: Mapping[str, str], *, is_well: bool) -> None:
        """Show what `matters` found; all is well if nothing was, unless something else is wrong."""
        self._list.set_visibility(bool(found))
        self._well.text = _WELL if is_well and not found else ""
        for matter, link in self._links.items():  # links stay in place, so one that has the focus keeps it
            link.set_text(found.get(matter, ""))
            link.set_visibility(matter in found)


def _link(place: str) -> ui.link:
    with box("li"):
        return ui.link("", place).classes("act")


def matters(present: Present, *, with_webhooks: bool) -> dict[str, str]:
    """Put what somebody should look at in words, by its kind; webhooks only for those who may see them."""
    queue, webhooks = present.queue, present.webhooks
    lag = f"Items have waited {span(queue.lag)} for a worker" if queue.lag > _PATIENCE else ""
    counted: dict[str, tuple[int, str, str]] = {
        **{each: (present.feeds.standings.get(each, 0), "feed", each) for each in TROUBLED},
        _WEBHOOKS: (webhooks.failing + webhooks.gone if with_webhooks else 0, "webhook", "failing"),
        _PARKED: (queue.parked, "item", "parked"),
        Alarm.TEMPLATE_CHANGED: (present.alarms[Alarm.TEMPLATE_CHANGED], "site", "with a new template"),
        Alarm.COLLAPSED: (present.alarms[Alarm.COLLAPSED], "site", "with hardly any text"),
    }
    found = {kind: f"{plural(count, noun)} {how}" for kind, (count, noun, how) in counted.items() if count}
    return {_LAG: lag, **found} if lag else found
