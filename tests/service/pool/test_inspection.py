"""Inspection of a page."""

from __future__ import annotations

import pytest

from service.pool.inspection import Inspect, inspect
from urltree.auto.explain import Mark
from urltree.errors import HeuristicError
from urltree.extract import Extractor

HTML = "<title>Bridge</title><nav>Home, Sport</nav><p>The bridge is open.</p>"


@pytest.fixture
def extractor():
    """An extractor that has seen enough pages to know the menu."""
    with Extractor() as made:
        for number in range(8):
            made.extract(
                f"<nav>Home, Sport</nav><p>News of day {'abcdefgh'[number]}.</p>",
                f"http://a.example/{number}",
            )
        yield made


def look(extractor, *heuristics, html=HTML):
    return inspect(extractor, Inspect(html, "http://a.example/bridge", heuristics))


def test_every_heuristic_judges_every_block(extractor):
    found = look(extractor, "strict", "auto")
    assert found.blocks == ["Home, Sport", "The bridge is open."]
    assert [judgement.heuristic for judgement in found.judgements] == ["strict", "auto"]
    assert found.judgements[0].marks == [Mark.BOILERPLATE, Mark.CONTENT]
    assert found.judgements[0].text == "The bridge is open."


def test_only_scoring_heuristics_return_scores(extractor):
    strict, auto = look(extractor, "strict", "auto").judgements
    assert strict.scores == [None, None]
    assert all(0 <= score <= 1 for score in auto.scores)


def test_inspection_does_not_learn_from_the_page(extractor):
    first, second = look(extractor, "strict"), look(extractor, "strict")
    assert (first.status, first.known) == ("new", second.known)


def test_marked_page_gives_reasons_and_has_no_active_content(extractor):
    attacks = "<script>alert(1)</script><img src=x onerror=alert(1)><iframe src=//b.example></iframe>"
    hostile = f"<p onclick=alert(1)>a{attacks}"
    page = look(extractor, "strict", html=hostile).page
    assert "in 1 of 9 documents of a.example" in page
    assert not any(part in page for part in ("onclick", "<script", "<img", "<iframe", "alert"))


def test_unknown_heuristic_is_refused(extractor):
    with pytest.raises(HeuristicError):
        look(extractor, "luck")
