"""Figures that follow from counts."""

from __future__ import annotations

from service.statistics.counts import STEPS, Counts
from service.stream.publish import Outcome


def test_what_was_not_counted_is_0() -> None:
    assert Counts({})["new"] == 0


def test_published_are_the_new_the_revised_and_the_warmed() -> None:
    counts = Counts({"new": 1, "revision": 2, "warmed": 4, "rules": 8, "confirmed": 16, "parked": 32})
    assert counts.published == 7


def test_duplicates_are_told_by_step_in_the_order_of_the_steps() -> None:
    assert Counts({"rules": 3, "response_url": 1}).duplicates == {
        "response_url": 1, "cid": 0, "rules": 3, "text": 0, "unchanged": 0,
    }  # fmt: skip


def test_every_outcome_that_publishes_nothing_is_a_step() -> None:
    assert {*STEPS, Outcome.NEW, Outcome.REVISION} == set(Outcome)


def test_refusals_are_told_by_reason_the_most_frequent_first() -> None:
    refused = Counts({"refused:robots": 1, "refused:not-html": 2, "new": 9}).refused
    assert list(refused.items()) == [("not-html", 2), ("robots", 1)]


def test_finished_are_all_but_the_parked() -> None:
    counts = Counts({"new": 1, "cid": 2, "overtaken": 4, "refused:robots": 8, "parked": 16, "failed": 32})
    assert counts.finished == 15


def test_error_rate_is_the_share_of_tries_that_failed() -> None:
    assert Counts({"new": 6, "failed": 1, "parked": 1}).error_rate == 0.25


def test_error_rate_of_nothing_is_not_known() -> None:
    assert Counts({"queued": 3}).error_rate is None


def test_removed_is_the_share_of_text_that_was_left_out() -> None:
    assert Counts({"read": 1000, "kept": 400}).removed == 0.6


def test_removed_of_no_text_is_not_known() -> None:
    assert Counts({}).removed is None


def test_counts_add_up() -> None:
    assert Counts.sum([Counts({"new": 1}), Counts({"new": 2, "cid": 1})]).numbers == {"new": 3, "cid": 1}
