from dataclasses import replace

import pytest
from made_up import record

from urltree.errors import DatasetError, HeuristicError, PageError
from urltree.evaluation.baselines import BASELINES, Baseline
from urltree.evaluation.datasets import GoldPage
from urltree.evaluation.systems import System, load_system, see
from urltree.store import open_store
from urltree.tree import UrlTree


@pytest.fixture
def tree():
    return UrlTree(open_store("memory://"))


def gold_page(number, **changes):
    return GoldPage(where=f"set.jsonl:{number}", **(record(number) | changes))


def see_page(tree, page, *names):
    return see(page, tree.observe, {name: load_system(name).heuristic for name in names})


def see_many(tree, count, *names):
    """See the first pages of a site and return the last."""
    return [see_page(tree, gold_page(number), *names) for number in range(count)][-1]


def test_a_heuristic_drops_what_repeats(tree):
    text = load_system("strict").attempt(see_many(tree, 8, "strict")).text
    assert "whxfj." in text
    assert "Home page" not in text


def test_a_baseline_ignores_what_repeats(tree):
    assert "Home page" in load_system("all-text").attempt(see_many(tree, 8)).text


def test_a_page_is_observed_once_for_all_systems(tree):
    seen = see_many(tree, 1, "strict", "auto")
    for name in ("strict", "auto", "all-text"):
        load_system(name).attempt(seen)
    assert see_many(tree, 2).observation.branch.root.support == 2


def test_paths_are_learnt_only_for_a_heuristic_that_reads_them(tree):
    assert see_many(tree, 2, "strict", "auto").observation.history.sums[0, 0] > 0
    assert see_many(tree, 2, "strict").observation.history is None


def test_the_time_of_shared_steps_counts_for_a_heuristic(tree):
    seen = see_many(tree, 1, "strict")
    assert load_system("strict").attempt(seen).seconds > seen.seconds


def test_the_time_of_a_reading_counts_only_for_its_heuristic(tree):
    seen = see_many(tree, 1, "strict", "auto")
    reads = {name: read._replace(seconds=9) if name == "auto" else read for name, read in seen.reads.items()}
    seconds = {name: load_system(name).attempt(replace(seen, reads=reads)).seconds for name in reads}
    assert seconds["strict"] < 9 < seconds["auto"]


def test_the_time_of_shared_steps_does_not_count_for_a_baseline(tree):
    seen = see_many(tree, 1)
    system = System("mine", lambda _: "", None)
    assert system.attempt(seen).seconds < seen.seconds


def test_an_unknown_name_is_refused_with_a_list_of_the_known_ones():
    with pytest.raises(HeuristicError, match=r"no-such-thing.* strict, .* trafilatura"):
        load_system("no-such-thing")


def test_a_page_on_which_a_baseline_fails_has_no_text(tree, monkeypatch):
    def break_down(_html):
        raise ZeroDivisionError

    monkeypatch.setitem(BASELINES, "fragile", Baseline(lambda: break_down, "fragile"))
    attempt = load_system("fragile").attempt(see_many(tree, 1))
    assert (attempt.text, attempt.failed) == ("", True)


def test_a_page_that_cannot_be_parsed_fails_for_heuristics_and_is_not_counted(tree, monkeypatch):
    def refuse(_html):
        raise PageError("no page")

    with monkeypatch.context() as patch:
        patch.setattr("urltree.evaluation.systems.parse_page", refuse)
        seen = see_many(tree, 1, "strict")
    assert load_system("strict").attempt(seen).failed
    assert see_many(tree, 1).observation.branch.root.support == 1


def test_a_bad_url_is_refused_by_file_and_line(tree):
    with pytest.raises(DatasetError, match=r"^set\.jsonl:3: .*ftp://x"):
        see_page(tree, gold_page(3, url="ftp://x"))


def test_the_pages_own_title_is_used_if_none_is_given(tree):
    with_title, without = (
        see_page(tree, gold_page(1, title=title)).explanation for title in (record(1)["title"], None)
    )
    assert with_title == without
