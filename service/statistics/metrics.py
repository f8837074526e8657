"""The statistics as metrics for Prometheus; docs/metrics.md describes each.

They come from the store and cover all processes: every service reports the same, except for its own process.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate, product
from typing import TYPE_CHECKING, Any

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from service.counting import Histogram, Stage, bound
from service.statistics.counts import Counted, Pushed, document_count, push_count
from service.statistics.feeds import Standing
from service.stream.publish import Outcome, SecondOutcome
from urltree.models import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prometheus_client import Metric

    from service.statistics.counts import Counts
    from service.statistics.feeds import Feeds
    from service.statistics.queue import QueueFigures
    from service.statistics.statistics import Present
    from service.statistics.webhooks import WebhookFigures


class StatisticsCollector(Collector):
    """One reading of the statistics."""

    def __init__(self, totals: Counts, present: Present) -> None:
        self._totals = totals
        self._present = present

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        yield from _of_items(self._totals)
        yield from _of_documents(self._totals)
        yield _latencies(self._totals)
        yield from _of_queue(self._present.queue)
        yield from _of_store(self._present)
        yield from _of_sites(self._present)
        yield _of_feeds(self._present.feeds)
        yield _of_hubs(self._totals)
        yield from _of_webhooks(self._present.webhooks)
        yield _gauge(
            "stream_readers", "Clients that read the stream as server-sent events.", self._present.readers
        )


def _of_items(totals: Counts) -> Iterator[Metric]:
    outcomes = {name: totals[name] for name in (*Outcome, *SecondOutcome, Counted.PARKED)}
    outcomes["refused"] = sum(totals.refused.values())
    yield _counter(
        "entries_known", "Feed entries that the history of their site already had.", totals[Counted.KNOWN]
    )
    yield _counter("items_queued", "Items put into the work queue.", totals[Counted.QUEUED])
    yield _counter("items", "Items that were done, refused or parked, by outcome.", outcomes, "outcome")
    yield _counter("refusals", "Items refused, by reason.", totals.refused, "reason")
    yield _counter("failed_tries", "Failed tries of items that are tried again.", totals[Counted.FAILED])
    yield _counter("errors", "Tries at pages that failed because of the service.", totals[Counted.ERROR])
    yield _counter("unrecorded_pages", "Pages that could not be recorded.", totals[Counted.UNRECORDED])


def _of_documents(totals: Counts) -> Iterator[Metric]:
    documents = CounterMetricFamily(
        "urltree_documents", "Pages that were counted in the trees.", labels=["status", "domain"]
    )
    for status, warm in product(Status, (True, False)):
        domain = "warm" if warm else "cold"
        documents.add_metric([status, domain], totals[document_count(status, warm=warm)])
    yield documents
    characters = {"read": totals[Counted.READ], "kept": totals[Counted.KEPT]}
    yield _counter("text_characters", "Characters of new documents, read and kept.", characters, "text")
    yield _counter("template_changes", "Changes of a site's template.", totals[Counted.TEMPLATE_CHANGED])


def _of_hubs(totals: Counts) -> Metric:
    outcomes = {outcome: totals[push_count(outcome)] for outcome in Pushed}
    return _counter("hub_pushes", "Pushes of WebSub hubs, by outcome.", outcomes, "outcome")


def _latencies(totals: Counts) -> Metric:
    family = HistogramMetricFamily("urltree_stage_seconds", "How long each stage takes.", labels=["stage"])
    for stage in Stage:
        histogram = Histogram.of(stage, totals)
        numbers = [float(number) for number in accumulate(histogram.buckets)]
        bounds = [str(bound(bucket)) for bucket in range(len(numbers) - 1)]
        buckets = list(zip([*bounds, "+Inf"], numbers, strict=True))
        family.add_metric([stage], buckets, histogram.sum)
    return family


def _of_queue(queue: QueueFigures) -> Iterator[Metric]:
    items = {"waiting": queue.waiting, "in_work": queue.in_work, "parked": queue.parked}
    yield _gauge("queue_items", "Items in the work queue, by state.", items, "state")
    yield _gauge(
        "queue_oldest_seconds", "Age of the oldest item that is neither done nor parked.", queue.oldest
    )
    yield _gauge(
        "queue_lag_seconds",
        "How long the next item has waited for a worker, or has been held by one.",
        queue.lag,
    )


def _of_store(present: Present) -> Iterator[Metric]:
    memory, documents = present.memory, present.documents
    yield _gauge("store_bytes", "Memory that the store uses.", memory.used)
    yield _gauge("store_limit_bytes", "Memory that the store may use; 0 means no limit.", memory.limit)
    yield _gauge(
        "store_bytes_per_document",
        "Memory that the store uses, per new document of the last 14 days.",
        memory.used / documents if documents else 0,
    )
    yield _gauge("store_refuses_writes", "Whether the store refuses writes.", int(bool(present.refusal)))


def _of_sites(present: Present) -> Iterator[Metric]:
    classes = {"warm": present.warm, "cold": present.sites - present.warm}
    yield _gauge("sites", "Domains with new documents in the last 14 days.", classes, "domain")
    yield _gauge("site_alarms", "Domains that a person should look at, by alarm.", present.alarms, "alarm")
    yield _gauge("site_documents", "New documents of the last 14 days.", present.documents)


def _of_feeds(feeds: Feeds) -> Metric:
    standings = {each: feeds.standings.get(each, 0) for each in Standing}
    return _gauge("feeds", "Feeds by standing.", standings, "standing")


def _of_webhooks(webhooks: WebhookFigures) -> Iterator[Metric]:
    standings = {"active": webhooks.active, "failing": webhooks.failing, "gone": webhooks.gone}
    yield _gauge("webhooks", "Webhooks by standing.", standings, "standing")
    yield _gauge("dead_letters", "Documents that webhooks never accepted.", webhooks.dead)
    yield _gauge(
        "webhooks_behind_seconds",
        "How long a document has waited for a webhook that is not gone.",
        webhooks.behind,
    )


def _family(
    kind: type[CounterMetricFamily | GaugeMetricFamily],
    name: str,
    text: str,
    value: float | Mapping[Any, int],
    label: str | None = None,
) -> Metric:
    """Make metrics with one value, or with one for each value of the label."""
    family = kind(f"urltree_{name}", text, labels=[label] if label else [])
    if isinstance(value, int | float):
        family.add_metric([], value)
    else:
        for each, number in value.items():
            family.add_metric([each], number)
    return family


_counter = partial(_family, CounterMetricFamily)
_gauge = partial(_family, GaugeMetricFamily)
