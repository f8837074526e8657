"""What the overview says that somebody should look at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.dashboard.attention import matters
from service.statistics.feeds import Feeds, Standing
from service.statistics.queue import QueueFigures
from service.statistics.site import Alarm
from service.statistics.statistics import Memory, Present
from service.statistics.webhooks import WebhookFigures

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard

CALM = Present(
    queue=QueueFigures(waiting=3, in_work=1, parked=0, oldest=700, lag=1),
    feeds=Feeds({Standing.ACTIVE: 3, Standing.PAUSED: 2}, frozenset()),
    webhooks=WebhookFigures(active=1, failing=0, gone=0, dead=0, behind=0),
    memory=Memory(1_000, 0),
    refusal="",
    readers=0,
    sites=2,
    warm=1,
    documents=9,
    alarms=dict.fromkeys(Alarm, 0),
)


def told(present: Present, *, with_webhooks: bool = True) -> list[str]:
    return list(matters(present, with_webhooks=with_webhooks).values())


def test_nothing_is_told_of_what_works_or_is_paused() -> None:
    assert told(CALM) == []


def test_feeds_in_trouble_are_told_by_how_they_stand() -> None:
    feeds = Feeds({Standing.GONE: 1, Standing.FAILING: 2, Standing.ACTIVE: 3}, frozenset())
    assert told(replace(CALM, feeds=feeds)) == ["2 feeds failing", "1 feed gone"]


def test_webhooks_are_told_only_to_those_who_may_see_them() -> None:
    broken = replace(CALM, webhooks=WebhookFigures(active=0, failing=1, gone=1, dead=0, behind=0))
    assert told(broken) == ["2 webhooks failing"]
    assert told(broken, with_webhooks=False) == []


def test_parked_items_and_alarms_of_sites_are_told() -> None:
    alarms = CALM.alarms | {Alarm.TEMPLATE_CHANGED: 1, Alarm.COLLAPSED: 2}
    odd = replace(CALM, queue=CALM.queue._replace(parked=12), alarms=alarms)
    assert told(odd) == ["12 items parked", "1 site with a new template", "2 sites with hardly any text"]


def test_items_that_no_worker_takes_are_told_first() -> None:
    stuck = CALM.queue._replace(lag=1_500, parked=1)
    assert told(replace(CALM, queue=stuck)) == ["Items have waited 25 min for a worker", "1 item parked"]


def test_overview_leads_to_what_somebody_should_look_at(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.park("news/5.html", "Lock")
    wide.open(dashboard.page(""))
    wide.click("[aria-label='To look at'] a", "parked")
    assert wide.see("Lock cannot be reached", "td")
    dashboard.client.delete("/queue/news/5.html").raise_for_status()


def test_count_of_feeds_leads_to_these_feeds(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.refuse("hostile.example", "no")
    wide.open(dashboard.page("feeds"))
    wide.click("dt a", "Unreadable")
    assert wide.wait("location.search === '?search=unreadable'")
    assert wide.see("hostile.example", "td")
    assert wide.wait("!document.querySelector('tbody').innerText.includes('calm.example')")
