"""Words for reasons."""

import pytest

from urltree.auto.networks import INPUTS
from urltree.auto.reasons import Facts, Group, beside, groups, in_documents, in_words
from urltree.features import FEATURES, page_features
from urltree.models import NodeCounts, TextBlock

BLOCK = TextBlock("Read more", 7, "p", "html/body/div#main.x/p", 9)
FACTS = Facts(BLOCK, 2, 30, NodeCounts("x.org", 41, {7: 40}), NodeCounts("x.org/a", 20, {7: 19}))
FOUND = groups(INPUTS)


def values(group):
    return dict.fromkeys((name.partition(": ")[2] for name in INPUTS[group.start : group.end]), 0.5)


def describe(name, *, of_site=False, **changes):
    (group,) = (each for each in FOUND if each.name == name and (each.start >= len(FEATURES)) == of_site)
    return in_words(group, FACTS, values(group) | changes)


def test_groups_cover_all_inputs_in_order():
    assert FOUND[0].start == 0
    assert [group.end for group in FOUND] == [*(group.start for group in FOUND[1:]), len(INPUTS)]


def test_features_and_evidence_of_the_same_name_are_two_groups():
    names = [group.name for group in FOUND]
    assert names.count("containers") == 2
    assert len(FEATURES) in [group.start for group in FOUND]


@pytest.mark.parametrize("group", FOUND)
def test_every_group_has_words(group):
    assert in_words(group, FACTS, values(group)) != group.name


def test_an_unknown_group_is_described_by_its_name():
    new = [*INPUTS, "path history: mean score", "path history: documents"]
    assert groups(new)[-1] == Group("path history", len(INPUTS), len(new))
    assert in_words(groups(new)[-1], FACTS, {}) == "path history"


def test_a_group_may_have_a_single_column():
    assert groups(["a: x", "b: x", "b: y", "c: x"]) == [Group("a", 0, 1), Group("b", 1, 3), Group("c", 3, 4)]


def test_counts_say_if_documents_with_the_same_text_are_left_out():
    (group,) = (each for each in FOUND if each.name == "domain")
    found = in_words(group, FACTS._replace(reprinted=True), {})
    assert found == "in 40 of 41 documents of x.org, without those that repeat this page's text"


@pytest.mark.parametrize(
    ("text", "link_chars", "said"),
    [
        ("Read more", 9, "2 words, 100% in links"),
        ("Read more", 3, "2 words, 33% in links"),
        ("Read more", 0, "2 words, 0% in links"),
        ("新的桥梁开放", 3, "4 words, 50% in links"),
    ],
)
def test_words_and_the_share_of_links_are_told_in_any_script(text, link_chars, said):
    row = page_features([BLOCK._replace(text=text, link_chars=link_chars)], None).matrix[0]
    given = zip(values(FOUND[0]), row.tolist(), strict=False)
    assert describe("text", **dict(given)) == said


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("position", {}, "block 2 of 30"),
        ("page", {"links": 0.25}, "25% of the page's text is links"),
        ("best container", {"inside": 1.0}, "inside the element with most text"),
        ("best container", {"inside": 0.0}, "outside the element with most text"),
    ],
)
def test_evidence_from_the_page_is_described(name, values, text):
    assert describe(name, **values) == text


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("path", {"log documents 0": 0.0}, "nothing is known about its place on the page"),
        (
            *("path", {"new words 0": 0.9, "liked 0": 0.2}),
            "in this place 90% of the words were new, and 20% of the documents had content there",
        ),
        (
            "opening",
            {"as the last": 1.0},
            "it begins like the last block in this place; 50% of all began alike",
        ),
        (
            *("opening", {"as the last": 0.0, "share alike": 0.1}),
            "it begins unlike the last block in this place; 10% of all began alike",
        ),
        ("containers", {"share 1": 0.4}, "40% of the element around it is in other documents"),
        ("page", {"share": 0.6}, "60% of the page's text is in other documents"),
    ],
)
def test_evidence_from_the_site_is_described(name, values, text):
    assert describe(name, of_site=True, **values) == text


def test_the_nearest_tags_are_listed():
    assert describe("tags") == "inside body > div > p"


def test_counts_are_given_at_the_domain_and_at_the_deepest_node():
    assert describe("domain", of_site=True) == "in 40 of 41 documents of x.org"
    assert describe("deepest", of_site=True) == "in 19 of 20 documents of x.org/a"


def test_a_block_without_a_count_is_in_no_document():
    facts = FACTS._replace(block=BLOCK._replace(hash=8))
    (group,) = (each for each in FOUND if each.name == "domain")
    assert in_words(group, facts, values(group)) == "in 0 of 41 documents of x.org"


def test_the_root_is_described_as_the_sample_that_it_is():
    assert in_documents(1, 2_345, "") == "in 1 of 2,345 documents of a sample of all sites"


def test_a_block_without_letters_is_not_counted():
    facts = FACTS._replace(block=BLOCK._replace(hash=None))
    (group,) = (each for each in FOUND if each.name == "domain")
    assert in_words(group, facts, values(group)) == "no letters, so it is not counted"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"best match": 0.1}, "no block resembles the title"),
        ({"best match": 1.0, "is best": 1.0}, "closest to the title"),
        ({"best match": 1.0, "is best": 0.0, "after best": 1.0}, "after the headline"),
        ({"best match": 1.0, "is best": 0.0, "after best": 0.0}, "before the headline"),
    ],
)
def test_the_position_relative_to_the_headline_is_described(changes, text):
    assert describe("title", **changes) == text


@pytest.mark.parametrize(
    ("place", "words", "text"),
    [
        (0, [5], "it is the only block"),
        (0, [5, 1_200, 3], "1,200 words in the block after it"),
        (1, [5, 7, 1], "5 words in the block before it, 1 word in the block after it"),
        (2, [5, 7, 3], "7 words in the block before it"),
    ],
)
def test_only_existing_blocks_beside_a_block_have_words(place, words, text):
    assert beside(place, words) == text


def test_names_near_a_block_are_listed_nearest_first():
    none = dict.fromkeys(values(next(each for each in FOUND if each.name == "names")), 0.0)
    assert describe("names", **none) == "no element names suggest anything"
    assert describe("names", **none | {"nav": 0.5, "body": 0.3, "footer": 1.0}).endswith(
        "suggest footer and nav"
    )


def test_marks_near_a_block_are_listed_nearest_first():
    none = dict.fromkeys(values(next(each for each in FOUND if each.name == "marks")), 0.0)
    assert describe("marks", **none) == "not inside a marked element"
    assert (
        describe("marks", **none | {"main": 0.5, "hidden": 1.0}) == "inside an element marked hidden and main"
    )


def test_a_block_of_the_template_is_in_no_run():
    name = "log words between frequent"
    assert describe("runs", of_site=True, **{name: 0.0}) == "part of the template"
    assert describe("runs", of_site=True, **{name: 0.5}) == "in a run of 54 words without template"


def test_numbers_of_words_are_recovered_from_the_features():
    page = [TextBlock(" ".join(["some"] * size), None, "p", "html/body/p", 0, 2) for size in (12, 7, 14)]
    row = page_features(page, None).matrix[1].tolist()
    group = next(each for each in FOUND if each.name == "containers")
    columns = zip(FEATURES[group.start : group.end], row[group.start : group.end], strict=True)
    found = in_words(group, FACTS, {column.partition(": ")[2]: value for column, value in columns})
    assert found == "33 words in the element around it, 0% in links"
