from functools import cache
from time import sleep

import pytest
from made_up import record, write_set

from urltree.auto.networks import WEIGHTS
from urltree.errors import DatasetError, InputError
from urltree.evaluation.baselines import BASELINES, Baseline
from urltree.evaluation.run import Plan, replay, replay_file

PLAN = Plan(("strict", "all-text"))


@pytest.fixture
def stream(tmp_path):
    """A stream of twelve articles."""
    return write_set(tmp_path, "demo", map(record, range(12)))


def f1(site, system):
    return [page.outcomes[system].score.f1 for page in site.pages]


def test_a_stream_is_one_site(stream):
    (site,) = replay_file(stream, PLAN)
    assert (site.dataset, site.site, len(site.pages)) == ("demo", "demo", 12)


def test_pages_keep_their_order(stream):
    (site,) = replay_file(stream, PLAN)
    assert [page.keys[0] for page in site.pages] == [record(number)["url"] for number in range(12)]


def test_the_template_is_learnt_along_the_way(stream):
    (site,) = replay_file(stream, PLAN)
    assert f1(site, "strict")[0] < 1
    assert f1(site, "strict")[-1] == 1


def test_each_cold_page_is_the_first_of_its_site(stream):
    (site,) = replay_file(stream, Plan(("strict",), cold=True))
    assert max(f1(site, "strict")) < 1


def test_the_limit_applies_to_each_site(tmp_path):
    lines = [record(number, site=site) for site in "ab" for number in range(3)]
    sites = replay_file(write_set(tmp_path, "two", lines), Plan(("strict",), limit=2))
    assert [(site.site, len(site.pages)) for site in sites] == [("a", 2), ("b", 2)]


def test_sites_of_one_file_are_learnt_separately(tmp_path):
    lines = [record(number, site="a") for number in range(12)] + [record(12, site="b")]
    learnt, new = replay_file(write_set(tmp_path, "two", lines), PLAN)
    assert f1(learnt, "strict")[-1] == 1
    assert f1(new, "strict")[-1] < 1


def test_every_page_has_its_response_url_normal_url_and_key(tmp_path):
    line = record(1) | {"url": "http://demo.org/news/1.html?utm_source=feed"}
    (site,) = replay_file(write_set(tmp_path, "demo", [line]), PLAN)
    response_url, normal_url, key = site.pages[0].keys
    assert response_url == line["url"]
    assert "_cid_=" in normal_url
    assert key == "http://demo.org/news/1.html"


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_files(tmp_path, jobs):
    files = [write_set(tmp_path, name, map(record, range(count))) for name, count in (("b", 9), ("a", 2))]
    assert [sites[0].dataset for sites in replay(files, PLAN, jobs)] == ["b", "a"]


def test_scores_do_not_depend_on_jobs(tmp_path):
    files = [write_set(tmp_path, name, map(record, range(8))) for name in "ab"]
    systems = ("auto", "strict")
    alone, together = (
        [f1(site, system) for (site,) in replay(files, Plan(systems), jobs) for system in systems]
        for jobs in (1, 2)
    )
    assert alone == together


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_line_ends_the_run_with_its_file_and_number(stream, tmp_path, jobs):
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n")
    with pytest.raises(DatasetError, match=r"broken\.jsonl:1: gold must be a string"):
        list(replay([stream, broken], PLAN, jobs))


def test_the_first_page_does_not_pay_for_what_is_loaded_once(stream, monkeypatch):
    @cache
    def load():
        sleep(0.5)

    monkeypatch.setitem(BASELINES, "lazy", Baseline(lambda: lambda _: load() or "", "lazy"))
    (site,) = replay_file(stream, Plan(("lazy",)))
    assert site.pages[0].outcomes["lazy"].seconds < 0.5


def test_the_first_pages_are_judged_again_later(tmp_path):
    file = write_set(tmp_path, "one", [record(number) for number in range(12)])
    (site,) = replay_file(file, Plan(("strict",), again=11))
    assert [page.keys for page in site.again] == [page.keys for page in site.pages[:10]]
    assert site.again[0].outcomes["strict"].score.f1 > site.pages[0].outcomes["strict"].score.f1


def test_a_site_with_too_few_pages_is_not_judged_again(tmp_path):
    file = write_set(tmp_path, "one", [record(number) for number in range(5)])
    (site,) = replay_file(file, Plan(("strict",), again=6))
    assert site.again == ()


def test_two_networks_cannot_share_a_tree():
    with pytest.raises(InputError, match=r"auto and auto:.* cannot be combined"):
        Plan(("strict", "auto", f"auto:{WEIGHTS}"))
