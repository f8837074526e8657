from dataclasses import replace

import pytest
from made_up import page, site

from urltree.evaluation.measures import Score
from urltree.evaluation.results import Outcome, PageResult
from urltree.evaluation.summary import again, curve, duplicates, mean_curve, milestones, site_score, summarise

SITES = [site("long", page(x=1), page(x=0), page(x=0.5), page(x=0.5)), site("short", page(x=0.8))]


def test_every_site_has_the_same_weight():
    assert summarise(SITES, "x").mean == pytest.approx((0.65, 0.65, 0.65))


def test_the_median_is_taken_over_sites():
    assert summarise([*SITES, site("third", page(x=0.6))], "x").median_f1 == 0.6


def test_the_worst_site_is_named():
    summary = summarise(SITES, "x")
    assert (summary.worst_f1, summary.worst_site) == (0.5, "long")


def test_sites_of_the_same_name_in_two_data_sets_count_as_two():
    twins = [site("s", page(x=1), dataset="one"), site("s", page(x=0), dataset="two")]
    assert summarise(twins, "x").mean.f1 == 0.5
    assert summarise(twins, "x").worst_site == "two/s"


def test_failures_are_counted_and_seconds_averaged_over_pages():
    pages = [
        PageResult(("", "", ""), {"x": Outcome(Score(0, 0, 0), seconds, failed=seconds > 1)})
        for seconds in (1, 2, 6)
    ]
    summary = summarise([site("s", *pages)], "x")
    assert (summary.failed, summary.seconds) == (2, 3)


def test_a_sites_score_is_the_mean_of_its_pages():
    assert site_score(SITES[0], "x") == (0.5, 0.5, 0.5)


def test_a_curve_is_the_cumulative_moving_average():
    assert curve(SITES[0], "x") == [1, 0.5, 0.5, 0.5]


def test_a_site_that_has_ended_keeps_its_last_value():
    assert mean_curve(SITES, "x") == pytest.approx([0.9, 0.65, 0.65, 0.65])


def judged_again(name, later, *f1):
    """A site whose first pages were judged again later."""
    return replace(
        site(name, *(page(x=value) for value in f1)), again=tuple(page(x=value) for value in later)
    )


def test_first_pages_are_averaged_as_they_came_and_judged_again():
    sites = [judged_again("one", (1, 0.8), 0.2, 0.4, 0), judged_again("other", (0.5,), 0.5, 0), SITES[0]]
    assert again(sites, "x") == pytest.approx((0.4, 0.7))


def test_there_is_no_average_if_no_page_was_judged_again():
    assert again(SITES, "x") is None


def test_milestones_are_powers_of_ten_and_their_threefold_up_to_the_length():
    assert milestones(300) == [1, 3, 10, 30, 100, 300]
    assert milestones(299) == [1, 3, 10, 30, 100]


def test_duplicates_are_counted_after_each_step():
    one = site("one", page(("u?a", "u?c", "u")), page(("u?b", "u?c", "u")), page(("u?d", "u?d", "u")))
    assert list(duplicates([one]).values()) == [0, 1, 2]


def test_duplicates_are_counted_within_a_site():
    assert set(duplicates([site("one", page()), site("two", page())]).values()) == {0}
