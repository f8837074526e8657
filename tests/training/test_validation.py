"""Scores on unseen sites."""

import pytest

from urltree.training.validation import PageScore, fold_of, summarise


def test_a_domain_is_in_the_same_fold_in_every_run():
    assert [fold_of(domain, 5) for domain in ("a.example", "b.example", "c.example")] == [2, 4, 2]


def test_every_fold_has_domains():
    assert {fold_of(f"{number}.example", 5) for number in range(100)} == set(range(5))


def test_pages_of_small_sites_count_as_first_pages():
    scores = [PageScore("news", "a", 1, 0.5, 0.8), PageScore("news", "b", 1, 0.5, 0.6)]
    assert summarise(scores).cold == {"news": pytest.approx(0.7)}


def test_pages_of_a_kind_also_count_separately():
    scores = [PageScore("web", "a", 1, 0.5, 0.8, "forum"), PageScore("web", "b", 1, 0.5, 0.6)]
    found = summarise(scores)
    assert (found.cold, found.kinds) == ({"web": pytest.approx(0.7)}, {"web, forum": pytest.approx(0.8)})


def test_a_stream_counts_separately():
    scores = [PageScore("set", "a", number, 1.0 if number > 10 else 0.5, 0) for number in range(1, 201)]
    found = summarise(scores)
    assert found.streams == {"set, a": pytest.approx((10 * 0.5 + 190) / 200)}
    assert found.first == pytest.approx(0.5)
    assert found.cold == {}


def test_streams_of_one_domain_in_two_data_sets_count_separately():
    scores = [PageScore(name, "a", number, name == "x", 0) for name in ("x", "y") for number in range(101)]
    assert summarise(scores).streams == {"x, a": 1, "y, a": 0}


def test_a_page_of_another_domain_within_a_stream_does_not_count():
    scores = [PageScore("set", "a", number, 1.0, 0) for number in range(1, 201)]
    assert summarise([*scores, PageScore("set", "b", 201, 0.5, 0.5)]) == summarise(scores)


def test_the_summary_is_printed_line_by_line():
    scores = [PageScore("set", "a", number, 1.0, 0) for number in range(1, 201)]
    lines = [*summarise([*scores, PageScore("news", "b", 1, 0, 0.5)]).lines()]
    assert lines == [
        "news: 0.5000 cold",
        "set, a: 1.0000 in order",
        "streams: mean 1.0000, median 1.0000, worst 1.0000, 100% at .98, first 10 pages 1.0000",
    ]


@pytest.mark.parametrize("name", ["a\nb", "a\x1bb", "a\udcffb"])
def test_a_name_cannot_break_its_line(name):
    assert [*summarise([PageScore(name, "b", 1, 0, 0.5)]).lines()] == ["a b: 0.5000 cold"]


def test_a_data_set_that_stands_for_a_domain_may_have_any_name():
    assert fold_of("news\udcff site", 2) in {0, 1}
