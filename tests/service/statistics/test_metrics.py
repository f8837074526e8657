"""GET /metrics, parsed as Prometheus does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from documented import REPOSITORY
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_open
from prometheus_client.parser import text_string_to_metric_families as parse
from waiting import soon

from service.counting import BUCKETS
from service.statistics.counts import Counts
from service.statistics.feeds import Feeds, Standing
from service.statistics.metrics import StatisticsCollector
from service.statistics.queue import QueueFigures
from service.statistics.site import Alarm
from service.statistics.statistics import Memory, Present
from service.statistics.webhooks import WebhookFigures

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

PRESENT = Present(
    queue=QueueFigures(waiting=3, in_work=2, parked=1, oldest=60.0, lag=0.5),
    feeds=Feeds({Standing.ACTIVE: 4, Standing.SILENT: 1}, frozenset({"a.com"})),
    webhooks=WebhookFigures(active=3, failing=2, gone=1, dead=8, behind=90.0),
    memory=Memory(used=2_000, limit=8_000),
    refusal="it is full",
    readers=7,
    sites=5,
    warm=2,
    documents=10,
    alarms=dict.fromkeys(Alarm, 1),
)

Labels = tuple[tuple[str, str], ...]


def samples(
    numbers: Mapping[str, int] | None = None, present: Present = PRESENT
) -> dict[tuple[str, Labels], float]:
    families = StatisticsCollector(Counts(numbers), present).collect()
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for each in families for s in each.samples}


def value(name: str, numbers: Mapping[str, int] | None = None, **labels: str) -> float:
    return samples(numbers)[f"urltree_{name}", tuple(sorted(labels.items()))]


def test_entries_known_before_are_counted() -> None:
    assert value("entries_known_total", {"known": 8}) == 8


def test_items_are_counted_by_outcome() -> None:
    numbers = {"queued": 9, "new": 2, "rules": 3, "refused:robots": 4, "refused:not-html": 1, "parked": 5}
    assert value("items_queued_total", numbers) == 9
    assert value("items_total", numbers, outcome="new") == 2
    assert value("items_total", numbers, outcome="rules") == 3
    assert value("items_total", numbers, outcome="refused") == 5
    assert value("items_total", numbers, outcome="parked") == 5
    assert value("refusals_total", numbers, reason="robots") == 4


def test_webhooks_are_counted_by_standing() -> None:
    actual = [value("webhooks", standing=each) for each in ("active", "failing", "gone")]
    assert (actual, value("dead_letters")) == ([3, 2, 1], 8)


def test_longest_wait_for_a_webhook_is_told() -> None:
    assert value("webhooks_behind_seconds") == 90


def test_pushes_of_hubs_are_counted_by_outcome() -> None:
    assert value("hub_pushes_total", {"push:forged": 2}, outcome="forged") == 2
    assert value("hub_pushes_total", outcome="taken") == 0


def test_outcome_that_never_occurred_is_zero() -> None:
    assert value("items_total", outcome="cid") == 0


def test_documents_are_counted_by_status_and_warmth_of_their_domain() -> None:
    numbers = {"document:new:warm": 1, "document:duplicate:cold": 2}
    assert value("documents_total", numbers, status="new", domain="warm") == 1
    assert value("documents_total", numbers, status="duplicate", domain="cold") == 2
    assert value("documents_total", numbers, status="revision", domain="cold") == 0


def test_failures_errors_and_characters_are_counted() -> None:
    numbers = {"failed": 1, "error": 2, "template_changed": 3, "read": 4, "kept": 5, "unrecorded": 6}
    assert value("failed_tries_total", numbers) == 1
    assert value("errors_total", numbers) == 2
    assert value("unrecorded_pages_total", numbers) == 6
    assert value("template_changes_total", numbers) == 3
    assert value("text_characters_total", numbers, text="kept") == 5


def test_buckets_of_a_latency_are_cumulative() -> None:
    numbers = {"fetch:0": 1, "fetch:3": 2, f"fetch:{BUCKETS - 1}": 4, "fetch:sum": 5_500_000}
    buckets = {
        float(dict(labels)["le"]): number
        for (name, labels), number in samples(numbers).items()
        if name == "urltree_stage_seconds_bucket" and dict(labels)["stage"] == "fetch"
    }
    assert (buckets[0.001], buckets[0.004], buckets[0.008], buckets[float("inf")]) == (1, 1, 3, 7)
    assert list(buckets) == sorted(buckets)
    assert value("stage_seconds_count", numbers, stage="fetch") == 7
    assert value("stage_seconds_sum", numbers, stage="fetch") == 5.5


def test_memory_per_document_is_zero_before_the_first() -> None:
    assert samples(present=replace(PRESENT, documents=0))["urltree_store_bytes_per_document", ()] == 0


def test_present_state_is_exposed_as_gauges() -> None:
    assert value("queue_items", state="waiting") == 3
    assert value("queue_items", state="in_work") == 2
    assert value("queue_items", state="parked") == 1
    assert (value("queue_oldest_seconds"), value("queue_lag_seconds")) == (60, 0.5)
    assert (value("store_bytes"), value("store_limit_bytes")) == (2_000, 8_000)
    assert value("store_bytes_per_document") == 200
    assert value("store_refuses_writes") == 1
    assert (value("sites", domain="warm"), value("sites", domain="cold")) == (2, 3)
    assert value("site_documents") == 10
    assert value("site_alarms", alarm="collapsed") == 1
    assert (value("feeds", standing="silent"), value("feeds", standing="gone")) == (1, 0)
    assert value("stream_readers") == 7


def test_service_serves_the_prometheus_format(client: httpx.Client) -> None:
    answer = client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    names = {family.name for family in parse(answer.text)}
    assert {"urltree_items", "urltree_stage_seconds", "process_resident_memory_bytes"} <= names


def test_service_serves_openmetrics_on_request(client: httpx.Client) -> None:
    answer = client.get("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
    assert "urltree_items" in {family.name for family in parse_open(answer.text)}


def counted(client: httpx.Client) -> str:
    """Post a page; return the metrics once it is counted."""
    page = {"url": "https://example.com/news/1", "html": "<p>The new bridge is open."}
    assert client.post("/extract", json=page).status_code == 200
    new = re.compile(r'^urltree_documents_total{domain="cold",status="new"} [1-9]', re.MULTILINE)
    return soon(lambda: new.search(client.get("/metrics").text)).string


def test_posted_page_is_soon_counted(client: httpx.Client) -> None:
    assert re.search(r'^urltree_stage_seconds_count{stage="extract"} [1-9]', counted(client), re.MULTILINE)


def test_no_label_names_a_site(client: httpx.Client) -> None:
    assert "example.com" not in counted(client)


def test_every_metric_is_documented() -> None:
    text = (REPOSITORY / "docs/metrics.md").read_text("utf-8")
    actual = {family.name for family in StatisticsCollector(Counts(), PRESENT).collect()}
    assert set(re.findall(r"^\| `(urltree_\w+?)(?:_total)?`", text, re.MULTILINE)) == actual
