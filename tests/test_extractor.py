"""An extractor: what it is made of, what it refuses, how it is shared and closed."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from newspages import URL, learnt, page

from urltree import Extractor, Status
from urltree.errors import HeuristicError, InputError, PageError, StoreError, StoreUrlError, UrlError
from urltree.models import Retention
from urltree.rules import RuleSet
from urltree.store import open_store


def test_extractors_that_are_given_no_rules_share_those_of_the_package():
    assert Extractor().rules is Extractor().rules


def test_the_given_rules_make_the_keys():
    url = "http://www.example.org/index.php?newsid=1"
    assert (
        Extractor(rules=RuleSet((), ())).extract(page(1), url).url_key == "http://www.example.org/index.php"
    )


def test_the_given_retention_is_applied():
    extractor = learnt(retention=Retention(max_documents=3, min_documents=1))
    assert extractor.extract(page(7), URL.format(7)).evidence.support == 3


def test_extractors_with_one_open_store_share_what_they_learn():
    store = open_store("memory://")
    learnt(store=store)
    assert Extractor(store=store).extract(page(7), URL.format(7)).evidence.support == 7


def test_a_heuristic_may_be_chosen_for_a_single_page():
    cold = Extractor()
    for number in range(3):
        cold.extract(page(number), URL.format(number))
    assert "Home" not in cold.extract(page(4), URL.format(4), heuristic="strict").text


def test_an_empty_page_is_refused():
    with pytest.raises(PageError):
        Extractor().extract("", URL.format(1))


def test_a_relative_url_is_refused():
    with pytest.raises(UrlError, match="news/1"):
        Extractor().extract(page(1), "news/1")


def test_a_refused_page_is_not_counted():
    extractor = Extractor()
    with pytest.raises(HeuristicError):
        extractor.extract(page(1), URL.format(1), heuristic="guess")
    assert extractor.extract(page(1), URL.format(1)).status is Status.NEW


def test_an_empty_heuristic_name_is_refused():
    with pytest.raises(HeuristicError):
        Extractor().extract("<p>The bridge is open.", "http://example.org/", heuristic="")


def test_an_unknown_store_is_refused_with_the_known_ones():
    with pytest.raises(StoreUrlError, match="memory://"):
        Extractor(store="sqlite://here")


def test_an_extractor_closes_its_store_at_the_end_of_a_with(monkeypatch: pytest.MonkeyPatch):
    store, closed = open_store("memory://"), []
    monkeypatch.setattr(store, "close", lambda: closed.append(store))
    with Extractor(store=store) as extractor:
        extractor.extract(page(1), URL.format(1))
        assert not closed
    assert closed == [store]


def test_what_was_learnt_in_a_server_is_kept(valkey_url: str):
    with Extractor(store=valkey_url) as extractor:
        assert extractor.extract(page(1), URL.format(1)).status is Status.NEW
    with Extractor(store=valkey_url) as extractor:
        assert extractor.extract(page(1), URL.format(1)).status is Status.DUPLICATE


def test_threads_share_what_is_learnt():
    extractor = Extractor()
    with ThreadPoolExecutor(4) as threads:
        seen = list(
            threads.map(lambda number: extractor.extract(page(number), URL.format(number)), range(16))
        )
    last = extractor.extract(page(17), URL.format(17))
    assert ({each.status for each in seen}, last.evidence.support) == ({Status.NEW}, 17)


def test_a_closed_extractor_refuses_to_extract():
    extractor = Extractor()
    extractor.close()
    with pytest.raises(StoreError, match="the extractor is closed; create another"):
        extractor.extract(page(1), URL)


def test_an_extractor_that_is_closed_amid_an_answer_says_so(monkeypatch: pytest.MonkeyPatch):
    store = open_store("memory://")
    extractor = Extractor(store=store)

    def lose_the_connection(*_: object) -> None:
        extractor.close()
        raise ValueError("I/O operation on closed file.")

    monkeypatch.setattr(store, "observe", lose_the_connection)
    with pytest.raises(StoreError, match="the extractor is closed; create another"):
        extractor.extract(page(1), URL.format(1))


def test_an_extractor_cannot_be_pickled():
    with pytest.raises(InputError, match="create one in each"):
        pickle.dumps(Extractor().extract)
