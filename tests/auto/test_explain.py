"""Why blocks are kept or left out."""

import json
from dataclasses import replace

import numpy as np
import pytest
from explained import PROSE, URL, explained_site, page

from urltree.auto.auto import AutoReading
from urltree.auto.explain import Mark, PathPast, Reason, context_weights, explain_blocks, group_weights, mark
from urltree.auto.networks import INPUTS, networks_of
from urltree.auto.reasons import Group, groups
from urltree.auto.siteview import SiteView
from urltree.context import Context
from urltree.extract import Extractor
from urltree.models import Decision, Label


@pytest.fixture(scope="module")
def warm():
    return explained_site(20)


def reasons(extraction, text, heuristic="auto"):
    (found,) = (each for each in explain_blocks(extraction, heuristic) if each.block.text == text)
    return found.reasons


@pytest.fixture
def all_reasons(monkeypatch):
    monkeypatch.setattr("urltree.auto.explain.REASONS", len(INPUTS))


def redesigned(old=""):
    """Extract a page that is mostly in places where its site had nothing before; `old` is as it was."""
    with Extractor() as extractor:
        for number in range(20):
            extractor.extract(page("bridge" + "x" * number), URL.format(number))
        new = f"<main><section><p>{PROSE * 8}</section></main>"
        return extractor.extract(old + new, URL.format("new"), observe=False)


def asked(extraction):
    """The inputs of an extraction, what is around its blocks, and the network."""
    page, networks = extraction.page, networks_of("auto")
    reading = AutoReading(page, page.title, networks)
    return SiteView(reading, extraction.seen).inputs, reading.context, networks.full


def test_each_block_is_explained_with_its_decision(warm):
    explained = explain_blocks(warm, "auto")
    assert [(each.block, each.decision) for each in explained] == list(warm.blocks)


def test_what_the_path_of_a_block_has_held_is_told(warm):
    pasts = {each.block.text: each.past for each in explain_blocks(warm, "auto")}
    menu, headline = pasts["Home"], pasts["A new tunnel"]
    assert (menu.documents, menu.content) == (pytest.approx(19, abs=1.5), 0)
    assert (headline.new_words, headline.content) == (1, pytest.approx(1, abs=0.1))
    before, held = headline.sentence.split(": ")
    assert before == "19 of the latest documents had text in this place"
    assert held == "100% of the words were new, and 100% of the documents had content there"


def test_a_new_site_and_a_counting_heuristic_know_no_paths():
    unknown, counted = (
        explain_blocks(explained_site(0), "auto"),
        explain_blocks(explained_site(20, "strict"), "strict"),
    )
    assert {each.past for each in (*unknown, *counted)} == {None}


def test_a_place_of_numbers_has_held_no_words():
    with Extractor() as extractor:
        for number in (1, 2):
            extraction = extractor.extract(f"{page('bridge')}<div>{number}</div>", URL.format(number))
    assert explain_blocks(extraction, "auto")[-1].past == PathPast(1.0, 0.0, 0.0)


def test_a_page_without_blocks_needs_no_explanation():
    with Extractor() as extractor:
        assert explain_blocks(extractor.extract("<script>1</script>", URL.format(1)), "auto") == []


def test_auto_gives_three_reasons_for_each_block(warm):
    assert [len(explained.reasons) for explained in explain_blocks(warm, "auto")] == [3] * 6


@pytest.mark.usefixtures("all_reasons")
def test_the_strongest_reason_comes_first(warm):
    for explained in explain_blocks(warm, "auto"):
        weights = [abs(reason.weight) for reason in explained.reasons if reason.weight is not None]
        assert len(weights) >= len(groups(INPUTS))
        assert weights == sorted(weights, reverse=True)


@pytest.mark.usefixtures("all_reasons")
def test_what_is_around_a_block_is_a_reason(warm):
    texts = [reason.text for reason in reasons(warm, "Sport")]
    assert "1 word in the block before it, 3 words in the block after it" in texts


@pytest.mark.usefixtures("all_reasons")
def test_reasons_state_facts_about_the_block(warm):
    texts = [{reason.text for reason in each.reasons} for each in explain_blocks(warm, "auto")]
    assert texts[0] >= {"block 1 of 6", "before the headline", "1 word, 100% in links"}
    assert texts[2] >= {"block 3 of 6", "closest to the title", "3 words, 0% in links"}


@pytest.mark.usefixtures("all_reasons")
def test_only_the_first_decisive_reason_is_given(warm):
    kept = warm.decisions[0]._replace(label=Label.CONTENT, score=0.2)
    explained, *_ = explain_blocks(replace(warm, decisions=(kept, *warm.decisions[1:])), "auto")
    alone = [reason.text for reason in explained.reasons if reason.weight is None]
    assert alone == ["template: more than 50% of the site's documents have its letters"]


@pytest.mark.usefixtures("all_reasons")
def test_no_reason_is_decisive_where_the_score_decides():
    for explained in explain_blocks(explained_site(0), "auto"):
        assert None not in [reason.weight for reason in explained.reasons]


def test_text_that_the_site_repeats_is_explained_as_template(warm):
    first, *_ = reasons(warm, "Home")
    assert first == Reason("template: more than 50% of the site's documents have its letters", None)


def with_teaser():
    """Extract a page with one of the few teasers of its site; return its text, too."""
    teasers = [
        f"Our newsletter tells you {what} of the week, each Friday." * 2 for what in ("all", "most", "more")
    ]
    with Extractor() as extractor:
        for number in range(24):
            teaser = f"<div class=teaser>{teasers[number % 3]}</div><footer>"
            html = page("bridge" + "x" * number).replace("<footer>", teaser)
            extraction = extractor.extract(html, URL.format(number))
    return extraction, teasers[23 % 3]


STALE = Reason("the site seldom puts new text there")


def test_a_recurring_teaser_is_explained_by_its_stale_place():
    assert reasons(*with_teaser())[0] == STALE


def test_a_recurring_teaser_that_is_kept_is_not_explained_by_its_stale_place():
    extraction, teaser = with_teaser()
    kept = [each._replace(label=Label.CONTENT, score=0.9) for each in extraction.decisions]
    assert STALE not in reasons(replace(extraction, decisions=tuple(kept)), teaser)


def test_content_kept_for_lack_of_better_is_explained_as_such():
    with Extractor() as extractor:
        extraction = extractor.extract("<nav><a href=/>Home</a></nav>", "http://example.com/")
    assert reasons(extraction, "Home")[0].text == "kept anyway: little of the page is likely to be content"


@pytest.mark.parametrize(
    ("last", "reason"),
    [(0.9, "it is between blocks that are kept"), (0.2, "little of the page is likely to be content")],
)
def test_an_unlikely_block_that_is_kept_is_explained(warm, last, reason):
    scores = (0.9, 0.9, 0.9, 0.05, last, 0)
    labels = [Label.CONTENT] * 5 + [Label.BOILERPLATE]
    decided = zip(labels, scores, strict=True)
    decisions = tuple(Decision(label, 1, 21, "example.com", score) for label, score in decided)
    explained = explain_blocks(replace(warm, decisions=decisions), "auto")
    assert explained[3].reasons[0] == Reason(f"kept anyway: {reason}")


def test_a_block_kept_as_part_of_a_whole_is_explained_as_such():
    lines = ("def add(one, other):", "c = one + other", "return c and so on")
    listing = "".join(f"<div>{line}</div>" for line in lines)
    with Extractor() as extractor:
        extraction = extractor.extract(f"<p>{PROSE}</p><pre>{listing}</pre>", "http://example.com/")
    decisions = [Decision(Label.CONTENT, 1, 1, "example.com", score) for score in (0.9, 0.9, 0.1, 0.9)]
    explained = explain_blocks(replace(extraction, decisions=tuple(decisions)), "auto")
    why = Reason("kept anyway: it belongs to text that is kept")
    assert [why in each.reasons for each in explained] == [False, False, True, False]


@pytest.mark.parametrize(("score", "is_ruled"), [(0.6, True), (0.4, False)])
def test_likely_numbers_of_lines_are_explained_as_such(score, is_ruled):
    with Extractor() as extractor:
        extraction = extractor.extract("<pre>1\n2</pre><pre>one()\ntwo()</pre>", "http://example.com/")
    decisions = tuple(decision._replace(score=score) for decision in extraction.decisions)
    first, *_ = explain_blocks(replace(extraction, decisions=decisions), "auto")
    assert (Reason("left out anyway: it numbers the lines of code") in first.reasons) == is_ruled


def test_a_likely_block_that_is_left_out_is_explained(warm):
    decisions = (
        *warm.decisions[:4],
        warm.decisions[4]._replace(label=Label.BOILERPLATE, score=0.6),
        *warm.decisions[5:],
    )
    explained = explain_blocks(replace(warm, decisions=decisions), "auto")
    assert explained[4].reasons[0] == Reason("left out anyway: it is separate from the text")


def test_the_other_of_two_headlines_is_explained_as_kept_elsewhere():
    title = "A new tunnel under the river"
    html = f"<p>{title}</p>" + page("tunnel under the river")
    with Extractor() as extractor:
        explained = explain_blocks(extractor.extract(html, "http://example.com/", title=title), "auto")
    headlines = [each.reasons for each in explained if each.block.text == title]
    assert [Reason("the headline is kept only once, elsewhere") in each for each in headlines] == [
        True,
        False,
    ]


def test_breadcrumbs_are_explained_as_leading_to_the_headline():
    title, crumbs = "A new tunnel under the river", "Home > News > A new tunnel under the river"
    html = page("tunnel under the river").replace("<nav>", f"<p>{crumbs}</p><nav>")
    with Extractor() as extractor:
        extraction = extractor.extract(html, "http://example.com/", title=title)
    assert Reason("it leads to the headline below") in reasons(extraction, crumbs)


def test_a_weight_is_the_change_in_log_odds_against_the_mean(warm):
    inputs, context, network = asked(warm)
    changed = inputs.copy()
    changed[:, 5:9] = network.mean[5:9]
    odds, without = (network.logits(network.standardise(each), context) for each in (inputs, changed))
    weights = group_weights(network, inputs, [Group("some", 5, 9)], context)
    assert np.allclose(weights[:, 0], odds - without, atol=1e-3)


def test_groups_do_not_affect_each_others_weights(warm):
    inputs, context, network = asked(warm)
    one, other = Group("one", 0, 40), Group("other", 40, len(INPUTS))
    both = group_weights(network, inputs, [one, other], context)
    assert (both[:, :1] == group_weights(network, inputs, [one], context)).all()
    assert (both[:, 1:] == group_weights(network, inputs, [other], context)).all()


def test_the_weight_of_all_inputs_is_their_log_odds_against_the_mean_page(warm):
    inputs, context, network = asked(warm)
    everything = group_weights(network, inputs, [Group("all", 0, len(INPUTS))], context)[:, 0]
    of_mean = network.logits(np.zeros_like(inputs), context)
    assert np.allclose(everything, network.logits(network.standardise(inputs), context) - of_mean, atol=1e-3)


def test_the_weight_of_the_context_is_the_change_in_log_odds_against_the_block_as_a_page(warm):
    inputs, context, network = asked(warm)
    words = np.ones(len(inputs), np.float32)
    weights = context_weights(network, inputs, words, context)
    alone = network.logits(network.standardise(inputs[:1]), Context.of([np.array([0])], [words[:1]]))
    assert weights[0] == pytest.approx(
        network.logits(network.standardise(inputs), context)[0] - alone[0], abs=1e-3
    )


@pytest.mark.usefixtures("all_reasons")
def test_no_reason_is_repeated_while_the_domain_is_the_deepest_node():
    for explained in explain_blocks(explained_site(3), "auto"):
        texts = [reason.text for reason in explained.reasons]
        assert len(set(texts)) == len(texts)


@pytest.mark.usefixtures("all_reasons")
def test_domain_and_deepest_node_have_separate_reasons(warm):
    texts = {reason.text for reason in reasons(warm, "Home")}
    assert texts >= {f"in 21 of 21 documents of example.com{path}" for path in ("", "/news")}


@pytest.mark.usefixtures("all_reasons")
def test_an_unknown_site_is_stated_once_instead_of_its_counts():
    texts = [reason.text for reason in reasons(explained_site(0), "Home")]
    assert texts.count("nothing is known of the site so far") == 1
    assert not [text for text in texts if "documents" in text]


@pytest.mark.usefixtures("all_reasons")
@pytest.mark.parametrize(
    ("documents", "reason"),
    [
        (1, "no other text is known of the site so far"),
        (20, "other pages of the site differ only in numbers, which are not counted"),
    ],
)
def test_a_site_with_a_single_text_is_stated_once_instead_of_its_counts(documents, reason):
    with Extractor() as extractor:
        for number in range(documents + 1):
            html = f"<h1>Week {number}</h1><p>{PROSE * 2}{number}</p><p>{number} more: {PROSE * 2}</p>"
            extraction = extractor.extract(html, URL.format(number))
    texts = [each.text for each in reasons(extraction, f"{PROSE * 2}{number}")]
    assert texts.count(reason) == 1
    assert not [text for text in texts if "documents" in text]


@pytest.mark.usefixtures("all_reasons")
def test_a_page_unlike_all_before_is_stated_once_instead_of_its_counts():
    texts = [reason.text for reason in explain_blocks(redesigned(), "auto")[0].reasons]
    assert texts.count("the site has not had a page like this before") == 1
    assert not [text for text in texts if "documents" in text]


@pytest.mark.usefixtures("all_reasons")
def test_evidence_that_counts_for_less_is_stated_in_full():
    texts = [reason.text for reason in reasons(redesigned(page("river")), "Home")]
    assert "in 21 of 21 documents of example.com" in texts
    assert "100% of the element around it is in other documents" in texts


def test_a_counting_heuristic_gives_its_count_as_the_reason():
    extraction = explained_site(20, "strict-at-domain")
    assert reasons(extraction, "Home", "strict-at-domain") == (
        Reason("in 21 of 21 documents of example.com", None),
    )


def test_a_sentence_says_whether_a_reason_speaks_for_or_against():
    sentences = [Reason("block 3 of 9", weight).sentence for weight in (1.5, -0.5, None)]
    assert sentences == ["block 3 of 9: speaks for it", "block 3 of 9: speaks against it", "block 3 of 9"]


@pytest.mark.parametrize(
    ("score", "warm", "shown"),
    [
        (0.9, False, Mark.CONTENT),
        (0.65, False, Mark.CONTENT),
        (0.64, True, Mark.UNCERTAIN),
        (0.36, True, Mark.UNCERTAIN),
        (0.35, True, Mark.CONTENT),
        (None, False, Mark.UNCERTAIN),
        (None, True, Mark.CONTENT),
    ],
)
def test_a_decision_is_uncertain_by_its_score_or_if_it_has_none_on_a_cold_site(score, warm, shown):
    assert mark(Decision(Label.CONTENT, 1, 1, "x.org", score), warm=warm) is shown


def test_texrex_is_explained_as_judging_by_the_page_alone():
    extraction = explained_site(3, "texrex")
    assert reasons(extraction, "Home", "texrex") == (Reason("texrex looks at the page alone", None),)


def test_recurring_questions_of_an_interview_are_explained():
    questions = [f"Question {letter} of the four that we ask, which is not short?" for letter in "abcd"]
    with Extractor() as extractor:
        for number in range(20):
            answers = [PROSE * 2 + f"So {letter * (number + 1)}." for letter in "vwxyz"]
            interview = "".join(
                f"<p>{text}</p>" for pair in zip(answers, [*questions, ""], strict=True) for text in pair
            )
            extraction = extractor.extract(f"<article>{interview}</article>", URL.format(number))
    why = Reason("kept anyway: much of the text around it is in most documents too")
    assert [reasons(extraction, question)[0] for question in questions] == [why] * 4


def test_a_headline_that_the_other_pages_list_is_kept_and_explained():
    aside = "<aside><h3>Popular</h3><a href=/mill>How a mill was saved</a></aside>"
    with Extractor() as extractor:
        for number in range(20):
            extractor.extract(page("bridge" + "x" * number) + aside, URL.format(number))
        own = page("tunnel").replace("A new tunnel", "How a mill was saved") + aside
        extraction = extractor.extract(own, URL.format("mill"))
    why = [each.reasons[0].text for each in explain_blocks(extraction, "auto") if each.block.tag == "h1"]
    assert why == ["kept anyway: the headline, which most documents list"]
    assert extraction.text.startswith("How a mill was saved\n")


def test_a_line_that_differs_from_page_to_page_in_its_digits_is_kept_and_explained():
    with Extractor() as extractor:
        for number in range(20):
            points = f"The market closed at {1000 + 7 * number} points on that day, a little up."
            texts = (PROSE * 2 + f"So {'x' * number}.", points, PROSE * 2 + f"So {'y' * number}.")
            html = f"<article>{''.join(f'<p>{text}</p>' for text in texts)}</article>"
            extraction = extractor.extract(html, URL.format(number))
    (line,) = [each for each in explain_blocks(extraction, "auto") if "1133 points" in each.block.text]
    assert line.reasons[0].text == "kept anyway: most documents have its letters, but may have other digits"


def test_an_answer_that_the_page_states_is_kept_and_explained():
    questions = {"When is it open?": "From May on.", "Who may come?": "You all."}
    data = [
        {"@type": "Question", "name": ask, "acceptedAnswer": {"text": questions[ask]}} for ask in questions
    ]
    box = "".join(f"<div><h3>{ask}</h3><div><p>{answer}</p></div></div>" for ask, answer in questions.items())
    html = page("bridge") + f"<section><div>{box}</div></section>"
    script = (
        f"<script type=application/ld+json>{json.dumps({'@type': 'FAQPage', 'mainEntity': data})}</script>"
    )
    with Extractor() as extractor:
        assert "May" not in extractor.extract(html, URL.format(1), observe=False).text
        extraction = extractor.extract(html + script, URL.format(1))
    assert extraction.text.endswith("\nWhen is it open?\nFrom May on.\nWho may come?\nYou all.")
    why = Reason("kept anyway: the page's JSON-LD states it as content")
    assert reasons(extraction, "From May on.")[0] == why


def test_a_footnote_is_kept_and_explained():
    notes = "".join(f"<li><p>So {each}. <a href=#r>↩</a></p></li>" for each in ("said Ann", "it was"))
    with Extractor() as extractor:
        extraction = extractor.extract(page("bridge") + f"<div><hr><ol>{notes}</ol></div>", URL.format(1))
    assert extraction.text.endswith("\nSo said Ann.\nSo it was.")
    assert reasons(extraction, "So it was.")[0] == Reason("kept anyway: it is a footnote")


def test_a_paragraph_that_points_elsewhere_is_left_out_and_explained():
    pointer = "<p>Read more: <a href=/b>A harbour for the town</a></p>"
    html = page("bridge").replace("</p>", f"</p>{pointer}", 1)
    with Extractor() as extractor:
        extraction = extractor.extract(html, URL.format(1))
    assert "Read more" not in extraction.text
    why = Reason("it points to another page")
    assert reasons(extraction, "Read more: A harbour for the town")[0] == why
