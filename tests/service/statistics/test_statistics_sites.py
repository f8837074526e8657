"""The table of sites."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from typing import Any

import pytest

from service.statistics.site import CHANGES, DAY, DAYS, LENGTHS, Alarm, Site
from service.statistics.sitetable import SiteColumn, SiteTable

TODAY = 20_000
NOW = TODAY * DAY + 3_600.0


def record(documents: tuple[int, ...] = (1,), **changed: Any) -> bytes:
    """Return a site with these documents on the last days, each of 1,000 characters, half of them content."""
    days = (0,) * (DAYS - len(documents)) + documents
    site = {
        "total": 100, "last": round(NOW), "today": TODAY, "warm": 1, "changed": 0, "documents": days,
        "read": [1_000 * each for each in days], "kept": [500 * each for each in days],
        "lengths": [500] * LENGTHS, "changes": [0] * CHANGES,
    } | changed  # fmt: skip
    numbers = [n for value in site.values() for n in (value if isinstance(value, list | tuple) else [value])]
    return struct.pack(f">{len(numbers)}I", *numbers)


def table(silent: tuple[str, ...] = (), **records: bytes) -> SiteTable:
    return SiteTable(list(records), b"".join(records.values()), NOW, silent)


def a_site(documents: tuple[int, ...] = (1,), **changed: Any) -> Site:
    return table(a=record(documents, **changed)).get("a")


def listed(
    sites: SiteTable, column: SiteColumn = SiteColumn.DOMAIN, search: str = "", *, descending: bool = False
) -> list[str]:
    return sites.find(search, column, descending=descending)


def test_without_sites_nothing_is_found() -> None:
    assert (listed(table(), SiteColumn.REMOVED, descending=True), len(table())) == ([], 0)


def test_site_summarises_its_last_days() -> None:
    site = a_site((2, 0, 4))
    assert site.trend == (0,) * (DAYS - 3) + (2, 0, 4)
    assert (site.documents, site.removed, site.length) == (6, 0.5, 500)
    assert (site.total, site.warm, site.last) == (100, True, datetime.fromtimestamp(NOW, UTC))


def test_days_without_documents_shift_the_trend() -> None:
    site = a_site((2, 4), today=TODAY - 3)
    assert (site.trend[-5:], site.documents) == ((2, 4, 0, 0, 0), 6)


def test_days_before_the_trend_are_ignored() -> None:
    site = a_site((2,) + (0,) * (DAYS - 2) + (1,), today=TODAY - 1)
    assert (site.documents, site.length) == (1, 500)


def test_clock_that_is_behind_does_not_shift_the_trend() -> None:
    assert a_site((2, 4), today=TODAY + 1).trend[-2:] == (2, 4)


def test_site_without_recent_documents_is_omitted() -> None:
    sites = table(a=record(today=TODAY - DAYS), b=record())
    assert (listed(sites), sites.get("a"), len(sites), sites.warm) == (["b"], None, 1, 1)


def test_unknown_site_is_none() -> None:
    assert table(a=record()).get("b") is None


def test_site_without_text_has_no_removed_share() -> None:
    site = a_site(read=[0] * DAYS, kept=[0] * DAYS)
    assert (site.removed, site.length) == (None, 0)


@pytest.mark.parametrize(
    ("column", "high"),
    [
        (SiteColumn.DOCUMENTS, record((9,))),
        (SiteColumn.REMOVED, record(kept=[0] * DAYS)),
        (SiteColumn.LENGTH, record(kept=[800] * DAYS)),
        (SiteColumn.LAST, record(last=round(NOW) + 9)),
        (SiteColumn.ALARMS, record(lengths=[1] * LENGTHS)),
    ],
)
def test_sites_can_be_sorted_by_each_column(column: SiteColumn, high: bytes) -> None:
    sites = table(a=high, c=record(), b=record())
    assert listed(sites, column) == ["b", "c", "a"]
    assert listed(sites, column, descending=True) == ["a", "b", "c"]


def test_cold_sites_sort_before_warm_ones() -> None:
    assert listed(table(a=record(warm=1), b=record(warm=0)), SiteColumn.WARM) == ["b", "a"]


def test_sites_can_be_sorted_by_name() -> None:
    sites = table(c=record(), a=record(), b=record())
    assert listed(sites) == ["a", "b", "c"]
    assert listed(sites, descending=True) == ["c", "b", "a"]


@pytest.mark.parametrize("descending", [True, False])
def test_unknown_values_sort_last_in_both_directions(descending: bool) -> None:
    sites = table(a=record(read=[0] * DAYS, kept=[0] * DAYS), b=record())
    assert listed(sites, SiteColumn.REMOVED, descending=descending) == ["b", "a"]


def test_search_matches_parts_of_names_case_insensitively() -> None:
    sites = table(**{"news.si": record(), "example.com": record(), "oldnews.de": record()})
    assert listed(sites, search=" News") == ["news.si", "oldnews.de"]


@pytest.mark.parametrize("search", ["bücher.ex", "BÜCH", "xn--bcher"])
def test_search_finds_a_punycode_name_in_both_forms(search: str) -> None:
    sites = table(**{"xn--bcher-kva.example": record(), "bucher.example": record()})
    assert listed(sites, search=search) == ["xn--bcher-kva.example"]


def test_healthy_site_has_no_alarm() -> None:
    assert a_site().alarms == ()


def test_template_change_is_an_alarm_for_two_days() -> None:
    before = [0] * (CHANGES - 1)
    assert a_site(changed=1, changes=[*before, round(NOW) - DAY]).alarms == (Alarm.TEMPLATE_CHANGED,)
    assert a_site(changed=1, changes=[*before, round(NOW) - 3 * DAY]).alarms == ()


def test_template_changes_are_in_order_of_time() -> None:
    site = a_site(changed=2, changes=[0] * (CHANGES - 2) + [86_400, 172_800])
    assert site.changes == (datetime(1970, 1, 2, tzinfo=UTC), datetime(1970, 1, 3, tzinfo=UTC))


def test_only_remembered_template_changes_are_dated() -> None:
    assert len(a_site(changed=99, changes=[1] * CHANGES).changes) == CHANGES


def test_majority_of_recent_documents_being_empty_is_an_alarm() -> None:
    assert a_site(lengths=[500] * 4 + [99] * 6).alarms == (Alarm.COLLAPSED,)
    assert a_site(lengths=[500] * 5 + [99] * 5).alarms == ()


def test_fewer_than_five_documents_raise_no_alarm_about_lengths() -> None:
    lengths = [0] * (LENGTHS - 4) + [1] * 4
    assert a_site(total=4, lengths=lengths).alarms == ()
    assert a_site(total=5, lengths=[*lengths[1:], 1]).alarms == (Alarm.COLLAPSED,)


def test_silent_feed_is_an_alarm_of_its_site() -> None:
    sites = table(silent=("a",), a=record(), b=record())
    assert sites.get("a").alarms == (Alarm.SILENT_FEED,)
    assert sites.alarms == {Alarm.TEMPLATE_CHANGED: 0, Alarm.SILENT_FEED: 1, Alarm.COLLAPSED: 0}


def test_documents_of_all_sites_add_up() -> None:
    assert table(a=record((2, 3)), b=record((4,))).documents == 9
