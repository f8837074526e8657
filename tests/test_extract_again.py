"""Pages that come again, and pages that are judged again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from newspages import URL, learnt, page

from urltree import Extractor, Status


def test_the_same_page_again_is_a_duplicate():
    extractor = Extractor()
    extractor.extract(page(1), URL.format(1))
    assert extractor.extract(page(1), URL.format(1)).status is Status.DUPLICATE


def test_a_page_that_comes_again_was_first_seen_when_it_came_first():
    extractor = Extractor()
    first, again = (extractor.extract(page(1), URL.format(1)).first_seen for _ in range(2))
    assert again == first
    assert abs(datetime.now(UTC) - first) < timedelta(minutes=1)


@pytest.mark.parametrize("pages", [0, 1, 5])
def test_a_page_that_comes_again_is_judged_as_it_was_the_first_time(pages):
    with Extractor() as extractor:
        for number in range(pages):
            extractor.extract(page(number), URL.format(number))
        first, again = (extractor.extract(page(7), URL.format(7)).decisions for _ in range(2))
    assert [each.score for each in again] == pytest.approx([each.score for each in first], abs=0.01)


def test_a_page_that_has_grown_is_a_revision():
    extractor = Extractor()
    extractor.extract(page(1), URL.format(1))
    grown = extractor.extract(page(1) + f"<p>{'And more came in. ' * 9}</p>", URL.format(1))
    assert (grown.status, grown.revision) == (Status.REVISION, 1)


def test_judging_again_uses_what_was_learnt_since():
    extractor = Extractor("relaxed-at-domain-3")
    first = extractor.extract(page(0), URL.format(0))
    for number in range(1, 6):
        extractor.extract(page(number), URL.format(number))
    assert "All rights" in first.text
    assert extractor.judge_again(first).text == "Story number a of the day is told here."


def test_judging_again_counts_nothing():
    extractor = learnt(heuristic="strict-at-domain")
    extraction = extractor.extract(page(7), URL.format(7))
    again = [extractor.judge_again(extraction) for _ in range(2)]
    assert [each.evidence for each in again] == [extraction.evidence] * 2


def test_without_observe_nothing_is_learnt():
    extractor = Extractor()
    first = extractor.extract(page(1), URL.format(1), observe=False)
    again = extractor.extract(page(1), URL.format(1), observe=False)
    assert first == again
