"""``urltree explain``, as its users see it."""

import json

import pytest
from explained import URL, page

from urltree import Extractor, Status, cli


@pytest.fixture
def learnt(valkey_url):
    """A store that has seen six pages."""
    with Extractor(store=valkey_url) as extractor:
        for number in range(6):
            extractor.extract(page("bridge" + "x" * number), URL.format(number))
    return valkey_url


@pytest.fixture
def explain(learnt, tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_text(page("\x1b[31mtunnel"))

    def run(*options):
        code = cli.run(["explain", str(file), "--url", URL.format("new"), "--store", learnt, *options])
        return code, *capsys.readouterr()

    return run


def test_blocks_are_listed_with_mark_score_count_and_reasons(explain):
    _, out, _ = explain()
    lines = out.splitlines()
    assert lines[0] == "Judged by 7 documents of example.com/news, including this one."
    assert lines[1] == "boilerplate 0.00     7  Home"
    assert lines[2] == "        template: more than 50% of the site's documents have its letters"


def test_explaining_counts_nothing(explain, learnt):
    explain()
    with Extractor(store=learnt) as extractor:
        assert extractor.extract(page("tunnel"), URL.format("new")).status is Status.NEW


def test_escape_sequences_of_the_page_do_not_reach_the_terminal(explain):
    assert "\x1b" not in explain()[1]


def test_json_holds_the_evidence_and_each_block_with_its_reasons(explain):
    explanation = json.loads(explain("--json")[1])
    assert explanation["evidence"] == {
        "node": "example.com/news",
        "support": 7,
        "warm": True,
        "template_changed": False,
    }
    first = explanation["blocks"][0]
    assert (first["text"], first["label"], first["mark"]) == ("Home", "boilerplate", "boilerplate")
    assert (first["count"], first["support"], first["score"]) == (7, 7, 0.0)
    assert set(first["past"]) == {"documents", "new_words", "content"}
    assert (first["past"]["documents"], first["past"]["content"]) == (5.9, 0)
    assert first["reasons"][0] == {
        "text": "template: more than 50% of the site's documents have its letters",
        "weight": None,
    }


def test_html_prints_a_page(explain):
    assert explain("--html")[1].startswith("<!DOCTYPE html>")


def test_a_counting_heuristic_has_no_scores(explain):
    assert explain("--heuristic", "strict")[1].splitlines()[1] == "boilerplate          7  Home"
