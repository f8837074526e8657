"""Charts that follow the theme, each with its numbers as a table for those who do not see it."""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, datetime
from itertools import cycle
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nicegui import ui

from service.dashboard.elements import Text, box
from service.dashboard.table import Column, Table, cell
from service.dashboard.words import figure, moment

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Colours of series, in order; the style sheet defines each for light and dark.
_COLOURS = tuple(f"var(--series-{number})" for number in range(1, 6))

#: How lines are drawn, in turn, so that they differ by more than their colour.
_DASHES = ("solid", "dashed")

#: The most periods in the table of numbers.
_MAX_ROWS = 24

#: How the axis shows a time, by the unit that begins then.
_TIMES = {
    **dict.fromkeys(("year", "month", "day"), "{d} {MMM}"),
    **dict.fromkeys(("hour", "minute"), "{HH}:{mm}"),
}

_INK, _LINE, _ALARM = "var(--muted)", "var(--line)", "var(--bad)"


class Series(NamedTuple):
    """A name and, for each time, a value."""

    name: str
    values: Sequence[float]


class Marks(NamedTuple):
    """A name and the times of its events; each event is drawn at the period that it fell in."""

    name: str
    times: Sequence[float]


class Chart:
    """A chart of values over time; each value is that of the period that begins at its time.

    Periods that are `days` are days of UTC, and are named so in whatever zone the browser is.
    """

    def __init__(
        self, title: str, kind: Literal["line", "bar"], *, digits: int = 0, days: bool = False
    ) -> None:
        self._kind = kind
        self._digits = digits
        self._days = days
        self._shown: object = None
        with box("figure", "chart", aria_label=title):
            Text("figcaption", title)
            self._chart = ui.echart(_options(kind, utc=days), renderer="svg")
            self._chart.props["aria-hidden"] = "true"
            with box("details"):
                Text("summary", "As numbers")
                self._numbers = box("div")
        self._table: Table | None = None

    def show(self, starts: Sequence[float], series: Sequence[Series], marks: Marks | None = None) -> None:
        """Show series over times, in seconds since the epoch; what is shown already is not sent again."""
        if (starts, series, marks) == self._shown:
            return
        self._shown = starts, series, marks
        shown = [
            _series(self._kind, each, starts, *look)
            for each, *look in zip(series, _COLOURS, cycle(_DASHES), strict=False)
        ]
        if marks:
            shown.append(_marks(marks, starts))
        self._chart.options["series"] = shown
        self._chart.update()
        self._fill_table(starts, series)

    def _fill_table(self, starts: Sequence[float], series: Sequence[Series]) -> None:
        if self._table is None:
            with self._numbers:
                columns = (Column(each.name, each.name, "number") for each in series)
                first = Column("start", "Day of UTC") if self._days else Column("start", "From", "time")
                self._table = Table("Numbers", [first, *columns])
        rows = [
            {
                "id": start,
                "start": cell(_day(start)) if self._days else start,
                **{each.name: figure(each.values[place], self._digits) for each in series},
            }
            for place, start in enumerate(starts)
        ]
        self._table.show(rows[: -_MAX_ROWS - 1 : -1])


def _day(start: float) -> str:
    return moment(datetime.fromtimestamp(start, UTC).date().isoformat())


def _series(kind: str, series: Series, starts: Sequence[float], colour: str, dash: str) -> dict[str, Any]:
    look = {
        "areaStyle": {"opacity": 0.12},
        "showSymbol": False,
        "lineStyle": {"width": 1.5, "type": dash},
    }
    return {
        "name": series.name,
        "type": kind,
        "color": colour,
        "data": [[start * 1000, round(value, 2)] for start, value in zip(starts, series.values, strict=True)],
        "emphasis": {"disabled": True},
        **(look if kind == "line" else {"stack": "all", "barCategoryGap": "25%"}),
    }


def _marks(marks: Marks, starts: Sequence[float]) -> dict[str, Any]:
    """Draw a line up from the axis at each period with an event; the series has no values of its own."""
    periods = {bisect_right(starts, time) - 1 for time in marks.times if time >= starts[0]}
    return {
        "name": marks.name,
        "type": "line",
        "color": _ALARM,
        "data": [],
        "markLine": {
            "symbol": ["none", "pin"],
            "symbolSize": 12,
            "lineStyle": {"color": _ALARM, "width": 1.5, "type": "solid"},
            "label": {"show": False},
            "silent": True,
            "data": [{"xAxis": starts[period] * 1000} for period in sorted(periods)],
        },
    }


def _options(kind: str, *, utc: bool) -> dict[str, Any]:
    label = {"color": _INK, "fontSize": 11}
    axis = {
        "axisLabel": label | {"hideOverlap": True, "formatter": _TIMES},
        "axisLine": {"lineStyle": {"color": _LINE}},
    }
    return {
        "animation": False,
        "useUTC": utc,
        "textStyle": {"fontFamily": "system-ui, sans-serif"},
        "grid": {"left": 8, "right": 20, "top": 34, "bottom": 4, "containLabel": True},
        "legend": {
            "top": 0,
            "left": 0,
            # The legend of lines shows how each is drawn, with a dot that is as high as the item.
            **(
                {"itemWidth": 26, "itemHeight": 2}
                if kind == "line"
                else {"icon": "roundRect", "itemWidth": 10, "itemHeight": 10}
            ),
            "textStyle": label,
        },
        "tooltip": {
            "trigger": "axis",
            "renderMode": "richText",
            "backgroundColor": "var(--surface)",
            "borderColor": _LINE,
            "textStyle": {"color": "var(--ink)", "fontSize": 12},
        },
        "xAxis": {"type": "time", "axisTick": {"show": False}, "splitLine": {"show": False}, **axis},
        "yAxis": {
            "type": "value",
            "minInterval": 1,
            "splitLine": {"lineStyle": {"color": _LINE}},
            "axisLabel": label,
        },
        "series": [],
        # Where it is narrow, the legend takes two lines, or three.
        "media": [
            {"query": {"maxWidth": width}, "option": {"grid": {"top": top}}}
            for width, top in ((540, 52), (320, 70))
        ],
    }
