from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, product

import pytest

from urltree import Extractor, Label, Status
from urltree.errors import HeuristicError, InputError, PageError, StoreError, StoreUrlError, UrlError
from urltree.models import MAX_BLOCKS, Retention
from urltree.rules import RuleSet
from urltree.store import open_store

URL = "https://www.example.org/news/{}"


def page(number: int, title: str = "A title") -> str:
    return f"""<!doctype html><title>{title}</title><nav><a href=/>Home</a> <a href=/about>About us</a></nav>
    <p>Story number {"abcdefghijklmnopqrst"[number]} of the day is told here.</p>
    <footer>All rights reserved.</footer>"""


def learnt(**options: object) -> Extractor:
    extractor = Extractor(**options)
    for number in range(6):
        extractor.extract(page(number), URL.format(number))
    return extractor


def test_text_that_repeats_on_the_site_is_left_out():
    assert learnt().extract(page(7), URL.format(7)).text == "Story number h of the day is told here."


def subject(number: int) -> str:
    return f"{'abcdefghij'[number % 10] * 5} of {'klmnopqrst'[number // 10] * 5}"


def paragraph(number: int) -> str:
    about = subject(number)
    return f"<p>The {about} was opened on Monday, after six years of work. So the {about} is told.</p>"


def story(number: int) -> str:
    return f"<article><h2>The {subject(number)}</h2>{paragraph(number)}{paragraph(number + 1)}</article>"


def blog(*numbers: int) -> str:
    title = f"The {subject(numbers[0])}" if len(numbers) == 1 else "All stories"
    stories = "".join(map(story, numbers))
    return f"""<title>{title}</title><nav><a href=/>Home</a> <a href=/about>About us</a></nav>
    {stories}<footer>Imprint</footer>"""


@pytest.mark.parametrize("listings", [1, 3, 9])
def test_articles_that_other_pages_showed_in_full_before_are_kept(listings):
    with Extractor() as extractor:
        for first in range(0, 60, 6):
            stories = range(first, first + 6, 2)
            for listing in range(listings):
                extractor.extract(blog(*stories), f"https://www.example.org/tag/{listing}")
            texts = [extractor.extract(blog(each), URL.format(each)).text for each in stories]
    assert [text.count("was opened on Monday") for text in texts] == [2, 2, 2]


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


def test_the_meta_charset_of_text_is_ignored():
    html = "<meta charset=iso-2022-kr><p>The bridge is open."
    assert Extractor("strict").extract(html, URL).text == "The bridge is open."


def test_the_http_charset_overrules_the_meta_charset():
    html = "<meta charset=utf-8><p>Мост открыт".encode("koi8-r")
    assert Extractor("strict").extract(html, URL, charset="koi8-r").text == "Мост открыт"


def test_a_page_with_a_meta_charset_is_decoded_only_once():
    html = "<meta charset=koi8-r><p>Мост открыт".encode("koi8-r")
    assert Extractor("strict").extract(html, URL).text == "Мост открыт"


def test_the_title_of_the_page_is_used_if_none_is_given():
    assert Extractor().extract(page(1, title="Tide tables"), URL.format(1)).metadata.title == "Tide tables"


def test_a_given_title_takes_precedence():
    extraction = Extractor().extract(page(1), URL.format(1), title="From the feed")
    assert extraction.metadata.title == "From the feed"


def test_the_same_page_again_is_a_duplicate():
    extractor = Extractor()
    extractor.extract(page(1), URL.format(1))
    assert extractor.extract(page(1), URL.format(1)).status is Status.DUPLICATE


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


def test_an_extraction_may_be_pickled():
    extraction = Extractor().extract(page(1), URL)
    assert pickle.loads(pickle.dumps(extraction)) == extraction


def test_an_extractor_cannot_be_pickled():
    with pytest.raises(InputError, match="create one in each"):
        pickle.dumps(Extractor().extract)


def test_the_repr_of_an_extraction_omits_its_blocks():
    shown = repr(Extractor().extract(page(1), URL))
    assert shown.startswith("Extraction(url='https://www.example.org/news/{}', ")
    assert "TextBlock" not in shown


def test_a_blank_title_is_ignored():
    assert Extractor().extract(page(1), URL, title=" ").metadata.title == "A title"


HEADLINE = "A new tunnel under the river"
TWICE = f"""<title>{{}}</title><p>{HEADLINE}</p><nav><a href=/>Home</a></nav><main><h1>{HEADLINE}</h1>
<p>{"The tunnel was opened on Monday, after six years of work and three of rain. " * 3}</p></main>"""


@pytest.mark.parametrize(
    ("on_page", "given", "is_known"),
    [("News", None, False), (HEADLINE, None, True), ("News", HEADLINE, True), (HEADLINE, "News", False)],
)
def test_the_headline_is_found_by_the_given_title_or_else_that_of_the_page(on_page, given, is_known):
    blocks = Extractor().extract(TWICE.format(on_page), URL.format(1), title=given).blocks
    scores = [decision.score for block, decision in blocks if block.text == HEADLINE]
    assert (0 in scores) is is_known  # it is kept only once


def test_the_evidence_of_a_page_without_blocks_is_the_root():
    evidence = Extractor().extract("<p></p>", URL.format(1)).evidence
    assert (evidence.node, evidence.support) == ("", 1)


def lottery_page(number: int) -> str:
    return f"""<title>Lottery</title><nav><a href=/>Home</a></nav><article><h1>Results of week {number}</h1>
    <p>The winning numbers of the lottery were drawn in the town hall of Skarn: {number * 7}, 19 and 3.</p>
    <p>Each of the {number} winners of the first prize takes home {number * 90} crowns before tax.</p>
    </article><footer>All rights reserved by the lottery of Skarn, which was founded in 1901.</footer>"""


@pytest.mark.parametrize("documents", [0, 5, 12, 13, 40])
def test_pages_that_differ_only_in_numbers_keep_their_text(documents):
    extractor = Extractor()
    for number in range(documents):
        extractor.extract(lottery_page(number), URL.format(number))
    text = extractor.extract(lottery_page(77), URL.format(77)).text
    assert "539, 19 and 3." in text
    assert "rights" not in text


def test_text_that_repeats_apart_from_numbers_is_template_beside_other_text():
    notice = "<p>Since 1901 all 27 of our draws were held in public, as the law of the land asks for.</p>"
    extractor = Extractor()
    for number in range(30):
        story = f"<p>{paragraph(number)}</p>" * 3
        last = extractor.extract(
            f"<article>{story}{notice.replace('27', str(number))}</article>", URL.format(number)
        )
    assert subject(29) in last.text
    assert "public" not in last.text


QUESTIONS = (
    "Where did you grow up, and who taught you how to write?",
    "Which of your books would you give to somebody who has read none?",
    "What do you do on days when nothing comes to you at all?",
    "Which question would you rather not have been asked today?",
)


def interview(number: int) -> str:
    dialogue = "".join(
        f"<p><b>{question}</b></p>{paragraph(5 * number + place)}"
        for place, question in enumerate(QUESTIONS, 1)
    )
    return f"<article><h1>A talk about the {subject(number)}</h1>{paragraph(5 * number)}{dialogue}</article>"


def test_questions_that_recur_in_every_interview_of_a_site_are_kept():
    with Extractor() as extractor:
        for number in range(20):
            text = extractor.extract(interview(number), URL.format(number)).text
    assert [question for question in QUESTIONS if question not in text] == []


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
