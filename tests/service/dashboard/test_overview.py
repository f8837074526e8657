"""The overview."""

from __future__ import annotations

from service.dashboard.overview import refused, spread, troubled
from service.statistics.feeds import Standing


def test_active_and_paused_feeds_are_not_in_trouble() -> None:
    assert troubled({Standing.ACTIVE: 3, Standing.PAUSED: 2}) == 0


def test_gone_and_failing_feeds_are_in_trouble() -> None:
    assert troubled({Standing.GONE: 2, Standing.FAILING: 1}) == 3


def test_memory_of_a_document_is_told_with_how_many_there_are() -> None:
    assert spread(6_192_000, 258) == "24.0 kB a document (258 documents)"
    assert spread(9_000_000, 10_000) == "900 B a document (10,000 documents)"


def test_memory_without_documents_is_that_of_none() -> None:
    assert spread(3_000_000, 0) == "no documents yet"


def test_why_the_store_refuses_writes_is_told() -> None:
    assert refused("it is full").endswith("published: it is full")


def test_nothing_is_told_of_a_store_that_takes_writes() -> None:
    assert refused("") == ""
