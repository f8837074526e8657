"""The page of the queue and of webhooks, in a real browser."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from dashboards import ATTACK

from service.state import keys

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def test_parked_item_can_be_retried(dashboard: Dashboard, tab: Tab) -> None:
    dashboard.park("news/1.html", "Bridge")
    tab.open(dashboard.page("queue"))
    tab.click("td button", "Retry")
    assert tab.see("Nothing is parked")
    assert not dashboard.parked


def test_failing_item_is_shown_with_its_reason(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.fail("news/4.html", "Weir")
    wide.open(dashboard.page("queue"))
    assert wide.see("Weir cannot be reached", "td")
    dashboard.redis.zrem(keys.WORK_FAILED, "news/4.html")
    assert wide.see("Nothing fails")


def test_failing_item_is_shown_with_the_time_of_its_next_try(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.fail("news/5.html", "Canal")
    wide.open(dashboard.page("queue"))
    assert wide.see("now", "td.due")
    dashboard.redis.zadd(keys.WORK_LATER, {"news/5.html": (time.time() + 3_600) * 1000})
    assert wide.see("in 59 min", "td.due")
    dashboard.redis.zrem(keys.WORK_LATER, "news/5.html")
    dashboard.redis.zrem(keys.WORK_FAILED, "news/5.html")


def test_only_more_failing_items_than_are_shown_are_said_to_be_left_out(
    dashboard: Dashboard, wide: Tab
) -> None:
    said = "Only the latest 200 are shown."
    for number in range(200):
        dashboard.fail(f"fails/{number}.html", "Ferry")
    wide.open(dashboard.page("queue"))
    assert wide.see("Ferry cannot be reached", "td")
    assert said not in wide.run("document.body.innerText")
    dashboard.fail("fails/200.html", "Ferry")
    assert wide.see(said)
    dashboard.redis.delete(keys.WORK_FAILED)


def test_empty_queue_has_no_oldest_item(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("queue"))
    assert tab.see("Nothing is parked")
    assert tab.wait("document.querySelectorAll('.figure .value')[3].innerText === '\N{EN DASH}'")


def test_parked_item_is_dropped_only_once_confirmed(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.park("news/2.html", "Tunnel")
    wide.open(dashboard.page("queue"))
    wide.click("td button", "Drop")
    wide.click(".q-dialog button", "Cancel")
    assert wide.wait("!document.querySelector('.q-dialog')")
    assert dashboard.parked == 1
    wide.click("td button", "Drop")
    wide.click(".q-dialog button", "Drop")
    assert wide.see("Nothing is parked")


def test_dropping_an_item_retried_meanwhile_is_reported(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.park("news/3.html", "Dam")
    wide.open(dashboard.page("queue"))
    wide.click("td button", "Drop")
    assert wide.see("Drop Dam? Its page will not be fetched.", ".q-dialog")
    dashboard.client.post("/queue/news/3.html/retry").raise_for_status()
    wide.click(".q-dialog button", "Drop")
    assert wide.see("1 item left alone", ".q-notification")


def test_drop_all_includes_items_that_are_not_shown(dashboard: Dashboard, wide: Tab) -> None:
    for number in range(201):
        dashboard.park(f"all/{number}.html", "Ferry")
    wide.open(dashboard.page("queue"))
    assert wide.see("And 1 more.")
    wide.click("button", "Drop all")
    assert wide.see("Drop 201 items?", ".q-dialog")
    wide.click(".q-dialog button", "Drop")
    assert wide.see("Nothing is parked")
    assert not dashboard.parked


def test_failing_webhook_can_be_retried_on_demand(dashboard: Dashboard, wide: Tab) -> None:
    hook = dashboard.add_webhook("http://hooks.example/a", error=f"{ATTACK} answers 500")
    wide.open(dashboard.page("queue"))
    assert wide.see("http://hooks.example/a", "td")
    assert wide.see(f"{ATTACK} answers 500", "td small")
    wide.click("[aria-label='Try now: http://hooks.example/a']")
    assert wide.wait("""!document.querySelector("[aria-label^='Try now']")""")
    dashboard.client.delete(f"/webhooks/{hook}").raise_for_status()
    assert wide.wait("""!document.querySelector("[aria-label='Webhooks']")?.checkVisibility()""")


def test_webhook_shows_how_far_it_is_behind(dashboard: Dashboard, wide: Tab) -> None:
    hook = dashboard.add_webhook("http://hooks.example/late", error="no route", domain="calm.example")
    dashboard.redis.hset(keys.WEBHOOK + hook, "position", "0-0")
    wide.open(dashboard.page("queue"))
    assert wide.wait(
        """[...document.querySelectorAll("td")].some(each => /^\\d+ (s|min)$/.test(each.innerText))"""
    )
    dashboard.client.delete(f"/webhooks/{hook}").raise_for_status()


def test_link_to_failing_webhooks_leads_past_what_is_parked(dashboard: Dashboard, tab: Tab) -> None:
    for number in range(50):
        dashboard.park(f"above/{number}.html", "Ferry")
    hook = dashboard.add_webhook("http://hooks.example/below", error="no route")
    tab.open(dashboard.page("queue"))
    assert tab.wait("document.querySelectorAll('tbody tr').length >= 50")  # what else is shown is of before
    tab.open(dashboard.page(""))
    tab.click(".matters a", "webhook failing")
    assert tab.see("http://hooks.example/below", "td")
    heading = "document.querySelector('[aria-label=Webhooks] h2').getBoundingClientRect()"
    header = "document.querySelector('header').getBoundingClientRect()"
    assert tab.wait(f"{heading}.top >= {header}.bottom && {heading}.bottom < innerHeight")
    dashboard.client.delete(f"/webhooks/{hook}").raise_for_status()
    for number in range(50):
        dashboard.client.delete(f"/queue/above/{number}.html").raise_for_status()
