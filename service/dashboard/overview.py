"""Overview: what comes in and goes out, what is dropped, how quickly, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from service.counting import Histogram, Span, Stage
from service.dashboard.attention import TROUBLED, Attention, matters
from service.dashboard.charts import Chart, Series
from service.dashboard.elements import Empty, Figure, NoFeeds, Text, box, figures, section
from service.dashboard.layout import frame
from service.dashboard.permission import is_admin
from service.dashboard.sites import ALARMS, site_cell
from service.dashboard.table import Column, Table, cell
from service.dashboard.words import duration, figure, plural, published, share, size, span
from service.statistics.counts import STEPS, Counted, Counts
from service.statistics.sitetable import SiteColumn
from service.stream.publish import Outcome, SecondOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.dashboard.common import Common
    from service.dashboard.layout import Frame
    from service.parts import Parts
    from service.statistics.feeds import Standing
    from service.statistics.site import Site
    from service.statistics.statistics import Overview, Present

_SPANS = {Span.HOUR: "Last hour", Span.DAY: "Last day", Span.FORTNIGHT: "Last 14 days"}

#: The steps that drop duplicates, in words.
_STEPS = {
    Outcome.RESPONSE_URL: "same address",
    Outcome.CID: "same title",
    Outcome.RULES: "same by the rules",
    Outcome.TEXT: "same text",
    Outcome.UNCHANGED: "unchanged revision",
}

#: Sites with alarms that are shown.
_ALARMED = 8

#: The last periods over which the pace is averaged, with the one that goes on.
_RECENT = 5


async def show(parts: Parts, _common: Common, last: str = "") -> None:
    """Build the page."""
    with frame("Overview", "/") as page:
        view = _View(parts, page, last)
    await page.keep_fresh(view.refresh, 2)
    await page.keep_fresh(view.draw, 5)


class _View:
    def __init__(self, parts: Parts, page: Frame, last: str) -> None:
        self._statistics = parts.statistics
        self._page = page
        self._sees_webhooks = is_admin()
        self._refusal = Text("p", "", "alarms")
        self._attention = Attention()
        self._empty = NoFeeds("No feeds yet")
        chosen = next((each for each in Span if each.name.lower() == last), Span.HOUR)
        self._span = ui.toggle(_SPANS, value=chosen, on_change=self._turn).props("no-caps unelevated dense")
        self._span.props.update({"role": "group", "aria-label": "Time"})
        self._build_figures()
        with box("div", "pair"):
            with section("Documents from feeds per minute"):
                self._pace = Chart("Documents from feeds per minute, in and out", "line", digits=1)
            with section("Duplicates dropped, by the step that found them"):
                self._duplicates = Chart("Duplicates dropped by step", "bar")
        with box("div", "pair"):
            self._build_tables()

    def _build_figures(self) -> None:
        with figures():
            self._in = Figure("In, from feeds")
            self._out = Figure("Out, to the stream", place="/stream")
            self._dropped = Figure("Duplicates dropped")
            self._removed = Figure("Text removed", "of new documents, as boilerplate")
            self._errors = Figure("Error rate", "of tries", "/queue")
        with figures():
            self._queue = Figure("Queue", place="/queue")
            self._extract = Figure("Extract, median")
            self._stream = Figure("Queue to stream, median")
            self._memory = Figure("Memory")
            self._feeds = Figure("Feeds", place="/feeds")

    def _build_tables(self) -> None:
        with section("Sites to look at"):
            self._well = Empty(
                "None", "No template has changed, no feed has fallen silent, no text has collapsed."
            )
            columns = (Column("site", "Site"), Column("alarms", "Alarm"))
            self._alarms = Table("Sites with alarms", columns)
            self._more = ui.link("All of them", f"/sites?sort=-{SiteColumn.ALARMS}")
        with section("Refused pages"):
            self._no_refusals = Empty(
                "None",
                "Pages that will not be tried again are counted here, by reason; others are in the queue.",
            )
            columns = (Column("reason", "Reason"), Column("pages", "Pages", "number"))
            self._refused = Table("Pages refused, by reason", columns)

    async def refresh(self) -> None:
        overview = await self._statistics.overviews[self._span.value].get()
        self._show_flow(overview)
        self._show_present(await self._statistics.present.get())
        self._show_latencies(overview.total)
        self._show_refused(overview.total.refused)
        sites = await self._statistics.sites.get()
        first = sites.find("", SiteColumn.ALARMS, descending=True)[: _ALARMED + 1]
        self._show_alarms([site for site in map(sites.__getitem__, first) if site.alarms])

    async def draw(self) -> None:
        overview = await self._statistics.overviews[self._span.value].get()
        paced = overview.paced
        came = [period.counts[Counted.QUEUED] / period.minutes for period in paced]
        went = [period.counts.published / period.minutes for period in paced]
        self._pace.show([period.start for period in paced], [Series("in", came), Series("out", went)])
        self._duplicates.show(
            [period.start for period in overview.periods],
            [Series(_STEPS[step], [period.counts[step] for period in overview.periods]) for step in STEPS],
        )

    async def _turn(self) -> None:
        chosen: Span = self._span.value
        self._page.keep(last=None if chosen is Span.HOUR else chosen.name.lower())
        await self.refresh()
        await self.draw()

    def _show_flow(self, overview: Overview) -> None:
        recent = overview.periods[-_RECENT:]
        minutes = sum(period.minutes for period in recent)
        pace = Counts.sum(period.counts for period in recent)
        total, within = overview.total, _SPANS[overview.span].replace("Last", "in the last")
        window = f"in the last {span(60 * minutes)}"
        came = f"{total[Counted.QUEUED]:,} {within}"
        went = published(total.published, total[SecondOutcome.WARMED], within)
        self._in.show(f"{pace[Counted.QUEUED] / minutes:,.1f}/min", f"{window}; {came}")
        self._out.show(f"{pace.published / minutes:,.1f}/min", f"{window}; {went}")
        known = f"in five steps, see below; {total[Counted.KNOWN]:,} entries were already known"
        self._dropped.show(figure(total.duplicates), known)
        self._removed.show(share(total.removed))
        self._errors.show(share(total.error_rate), plural(total.failures, "failure"))

    def _show_present(self, present: Present) -> None:
        queue, memory, standings = present.queue, present.memory, present.feeds.standings
        oldest = f"oldest {span(queue.oldest)}, " if queue.oldest else ""
        self._queue.show(figure(queue.waiting + queue.in_work), f"{oldest}{queue.parked:,} parked")
        self._memory.show(size(memory.used), spread(memory.used, present.documents))
        self._refusal.text = refused(present.refusal)
        self._feeds.show(figure(sum(standings.values())), f"{troubled(standings):,} in trouble")
        self._empty.show(is_shown=not standings)
        found = matters(present, with_webhooks=self._sees_webhooks)
        self._attention.show(found, is_well=bool(standings) and not present.refusal)

    def _show_latencies(self, counts: Counts) -> None:
        for figure_, stage in ((self._extract, Stage.EXTRACT), (self._stream, Stage.STREAM)):
            latency = Histogram.of(stage, counts)
            figure_.show(
                duration(latency.quantile(0.5)), f"99th percentile {duration(latency.quantile(0.99))}"
            )

    def _show_refused(self, refused: Mapping[str, int]) -> None:
        self._no_refusals.show_if_empty(self._refused, refused)
        rows = [
            {"id": name, "reason": cell(name.replace("_", " ").replace("-", " ")), "pages": figure(pages)}
            for name, pages in refused.items()
        ]
        self._refused.show(rows)

    def _show_alarms(self, sites: Sequence[Site]) -> None:
        self._well.show_if_empty(self._alarms, sites)
        self._more.set_visibility(len(sites) > _ALARMED)
        rows = [
            {
                "id": site.domain,
                "site": site_cell(site.domain),
                "alarms": cell(", ".join(ALARMS[alarm] for alarm in site.alarms), tone="bad"),
            }
            for site in sites[:_ALARMED]
        ]
        self._alarms.show(rows)


def refused(reason: str) -> str:
    """Write why the store refuses writes, and what that means; nothing if it takes them."""
    if not reason:
        return ""
    return f"The store refuses writes, so nothing is polled, counted or published: {reason}"


def spread(used: int, documents: int) -> str:
    """Write what a document takes, and of how many: a store takes megabytes before the first."""
    if not documents:
        return "no documents yet"
    return f"{size(used / documents)} a document ({plural(documents, 'document')})"


def troubled(standings: Mapping[Standing, int]) -> int:
    """Count the feeds that somebody should look at."""
    return sum(standings.get(each, 0) for each in TROUBLED)
