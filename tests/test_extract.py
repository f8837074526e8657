"""What is extracted from one page."""

from __future__ import annotations

import json
import pickle
from itertools import islice, product

from newspages import URL, learnt, page

from urltree import Extractor, Label, Status
from urltree.models import MAX_BLOCKS


def test_text_that_repeats_on_the_site_is_left_out():
    assert learnt().extract(page(7), URL.format(7)).text == "Story number h of the day is told here."


def test_the_first_page_of_a_site_is_judged_by_its_own_features():
    assert Extractor().extract(page(1), URL.format(1)).text == "Story number b of the day is told here."


def test_a_counting_heuristic_keeps_the_first_page_of_a_site_whole():
    text = Extractor("strict").extract(page(1), URL.format(1)).text
    assert text.split("\n") == [
        "Home About us",
        "Story number b of the day is told here.",
        "All rights reserved.",
    ]


def test_a_page_of_a_known_site_may_have_more_blocks_than_are_counted():
    words = map("".join, product("abcdefghijklmnopqr", repeat=3))
    text = "".join(f"<p>{word}</p>" for word in islice(words, MAX_BLOCKS + 1))
    assert len(learnt().extract(text, URL.format(7)).decisions) == MAX_BLOCKS + 1


def test_every_block_has_its_decision():
    labelled = learnt().extract(page(7), URL.format(7)).blocks
    assert [(block.text, decision.label, decision.count) for block, decision in labelled] == [
        ("Home About us", Label.BOILERPLATE, 7),
        ("Story number h of the day is told here.", Label.CONTENT, 1),
        ("All rights reserved.", Label.BOILERPLATE, 7),
    ]


def test_a_block_can_be_asked_for_what_was_decided_on_it():
    block = learnt(heuristic="strict").extract(page(7), URL.format(7)).blocks[0]
    asked = (block.text, block.label, block.count, block.support, block.node, block.score)
    assert asked == ("Home About us", Label.BOILERPLATE, 7, 7, "www.example.org/news", None)


def test_an_extraction_has_the_title_of_its_page():
    assert Extractor().extract(page(1), URL.format(1)).title == "A title"


def test_the_title_that_is_given_is_that_of_the_extraction():
    assert Extractor().extract(page(1), URL.format(1), "Story b").title == "Story b"


def test_title_and_observe_may_be_given_by_place():
    extractor = Extractor()
    extractor.extract(page(1), URL.format(1), None, False)
    assert extractor.extract(page(1), URL.format(1)).status is Status.NEW


def test_evidence_says_which_node_decided_and_that_the_site_is_warm():
    evidence = learnt(heuristic="strict-at-domain").extract(page(7), URL.format(7)).evidence
    assert (evidence.node, evidence.support, evidence.warm) == ("example.org", 7, True)


def test_a_first_page_is_cold():
    assert not Extractor().extract(page(1), URL.format(1)).evidence.warm


def test_the_key_and_the_domain_are_those_of_the_url():
    seen = Extractor().extract(page(1), URL.format(1))
    assert (seen.url_key, seen.domain) == ("http://www.example.org/news/1", "example.org")


def test_the_title_that_the_rules_ask_for_is_the_one_given_or_else_that_of_the_page():
    titles = [("Noon", None), ("Morning", "Noon"), ("Noon", "Morning")]
    keys = [
        Extractor().extract(page(1, title=own), "http://www.aljazeera.com/", given).url_key
        for own, given in titles
    ]
    assert keys[0] == keys[1] != keys[2]


def test_the_http_charset_overrules_the_meta_charset():
    html = "<meta charset=utf-8><p>Мост открыт".encode("koi8-r")
    assert Extractor("strict").extract(html, URL, charset="koi8-r").text == "Мост открыт"


def test_a_page_with_a_meta_charset_is_decoded_only_once():
    html = "<meta charset=koi8-r><p>Мост открыт".encode("koi8-r")
    assert Extractor("strict").extract(html, URL).text == "Мост открыт"


def test_a_lone_surrogate_in_a_given_title_is_replaced():
    extraction = Extractor().extract(page(1), URL.format(1), title="Cut amid \ud83d")
    assert extraction.title == "Cut amid \ufffd"


def test_an_extraction_may_be_pickled():
    extraction = Extractor().extract(page(1), URL)
    assert pickle.loads(pickle.dumps(extraction)) == extraction


def test_the_repr_of_an_extraction_omits_its_blocks():
    shown = repr(Extractor().extract(page(1), URL))
    assert shown.startswith("Extraction(url='https://www.example.org/news/{}', ")
    assert "TextBlock" not in shown


def test_a_blank_title_is_ignored():
    assert Extractor().extract(page(1), URL, title=" ").metadata.title == "A title"


def test_the_evidence_of_a_page_without_blocks_is_the_root():
    evidence = Extractor().extract("<p></p>", URL.format(1)).evidence
    assert (evidence.node, evidence.support) == ("", 1)


def test_metadata_is_read_once():
    extraction = Extractor().extract(page(1), URL.format(1))
    assert extraction.metadata is extraction.metadata


def test_an_extraction_as_a_dict_is_what_json_can_hold():
    extraction = Extractor().extract(page(1), URL.format(1))
    fields = extraction.as_dict()
    assert json.loads(json.dumps(fields)) == fields | {"authors": []}
    assert [block["text"] for block in fields["blocks"]] == [block.text for block, _ in extraction.blocks]


def test_an_extraction_as_a_dict_may_leave_its_blocks_out():
    extraction = Extractor().extract(page(1), URL.format(1))
    fields = extraction.as_dict()
    assert extraction.as_dict(blocks=False) == {name: fields[name] for name in fields if name != "blocks"}
