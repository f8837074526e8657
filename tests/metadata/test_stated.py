"""Blocks whose text the page's JSON-LD states as content."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.blocks import parse_page
from urltree.metadata.stated import stated_blocks

ANSWER = "It is open from May to October, but for days with strong wind."


def stated(data, *texts):
    """Give those of some texts, or of paragraphs of HTML, that the data of their page state."""
    body = "".join(text if text.startswith("<") else f"<p>{text}" for text in texts)
    page = parse_page(f"<script type=application/ld+json>{json.dumps(data)}</script>{body}")
    return [
        block.text for block, is_stated in zip(page.blocks, stated_blocks(page), strict=True) if is_stated
    ]


def faq(answer=ANSWER, question="When is it open?", kind="FAQPage"):
    one = {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
    return {"@type": kind, "mainEntity": [one]}


@pytest.mark.parametrize("kind", ["FAQPage", "QAPage"])
def test_questions_and_answers_are_stated(kind):
    assert stated(faq(kind=kind), "When is it open?", ANSWER, "Menu") == ["When is it open?", ANSWER]


def test_what_a_page_states_may_be_part_of_a_graph():
    assert stated({"@graph": [{"@type": "WebPage"}, faq()]}, ANSWER) == [ANSWER]


RECIPE = {
    "@type": ["Recipe", "NewsArticle"],
    "name": "Plum jam",
    "recipeIngredient": ["1 kg plums (ripe)", "2 cups sugar"],
    "recipeInstructions": [
        {"@type": "HowToSection", "name": "The day before", "itemListElement": [{"text": "Halve them."}]},
        {"@type": "HowToStep", "text": "Boil."},
        "Pour.",
    ],
}


def test_ingredients_and_steps_of_a_recipe_are_stated_but_not_its_name():
    texts = ["1 kg plums, ripe", "2 cups sugar", "The day before", "Halve them.", "Boil.", "Pour."]
    assert stated(RECIPE, "Plum jam", *texts) == texts


def test_steps_are_stated():
    data = {"@type": "HowTo", "step": [{"@type": "HowToStep", "name": "Dig", "text": "Dig a hole."}]}
    assert stated(data, "Dig", "Dig a hole.") == ["Dig", "Dig a hole."]


@pytest.mark.parametrize("end", ["</p><p>", "<br>", "<br/>", "\n", "</li><li>", "&lt;br&gt;"])
def test_each_line_of_an_answer_may_be_a_block(end):
    assert stated(
        faq(f"<p>Yes.{end}On <b>Monday</b> &amp; Tuesday.</p>"), "Yes.", "On Monday & Tuesday."
    ) == [
        "Yes.",
        "On Monday & Tuesday.",
    ]


def test_a_link_is_not_stated_but_a_text_with_a_link_is():
    texts = "<p><a href=#open>When is it open?</a>", "<p>When is it <a href=/open>open?</a>"
    assert stated(faq(), *texts) == ["When is it open?"]


@pytest.mark.parametrize(
    "data",
    [
        {"@type": "NewsArticle", "articleBody": ANSWER},
        {"@type": "Person", "mainEntity": {"text": ANSWER}, "description": "FAQPage"},
        faq("", "..."),
        {"@type": "FAQPage"},
        {"@type": "FAQPage", "mainEntity": 7},
    ],
)
def test_other_data_state_nothing(data):
    assert stated(data, ANSWER, "...") == []


JSON = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["mainEntity", "text", "name"]), inner),
)


@given(JSON)
def test_any_data_can_be_read(value):
    data = json.dumps({"@type": "FAQPage", "mainEntity": value})
    page = replace(parse_page("<p>text"), linked_data=(data,))
    assert stated_blocks(page).shape == (1,)
