"""Figures derived from counts."""

from __future__ import annotations

from service.statistics.counts import STEPS, Counts
from service.stream.publish import Outcome


def test_missing_count_is_zero() -> None:
    assert Counts({})["new"] == 0


def test_new_revised_and_warmed_documents_count_as_published() -> None:
    counts = Counts({"new": 1, "revision": 2, "warmed": 4, "rules": 8, "confirmed": 16, "parked": 32})
    assert counts.published == 7


def test_what_every_step_dropped_counts_as_duplicates() -> None:
    dropped = {"response_url": 1, "cid": 2, "rules": 4, "text": 8, "unchanged": 16}
    assert Counts({"new": 32, **dropped}).duplicates == 31


def test_every_outcome_that_publishes_nothing_is_a_step() -> None:
    assert {*STEPS, Outcome.NEW, Outcome.REVISION} == set(Outcome)


def test_refusals_are_sorted_by_frequency() -> None:
    refused = Counts({"refused:robots": 1, "refused:not-html": 2, "new": 9}).refused
    assert list(refused.items()) == [("not-html", 2), ("robots", 1)]


def test_parked_items_are_not_finished() -> None:
    counts = Counts({"new": 1, "cid": 2, "overtaken": 4, "refused:robots": 8, "parked": 16, "failed": 32})
    assert counts.finished == 15


def test_error_rate_is_the_share_of_failed_tries() -> None:
    assert Counts({"new": 6, "failed": 1, "parked": 1}).error_rate == 0.25


def test_error_rate_without_tries_is_unknown() -> None:
    assert Counts({"queued": 3}).error_rate is None


def test_removed_is_the_share_of_text_left_out() -> None:
    assert Counts({"read": 1000, "kept": 400}).removed == 0.6


def test_removed_share_without_text_is_unknown() -> None:
    assert Counts({}).removed is None


def test_counts_add_up() -> None:
    assert Counts.sum([Counts({"new": 1}), Counts({"new": 2, "cid": 1})]) == {"new": 3, "cid": 1}
