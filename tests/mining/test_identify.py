"""What the visits to one script show; tests use 40 documents unless they say otherwise."""

import pytest

from urltree.mining.identify import MIN_DOCUMENTS, Visit, identifying, weigh
from urltree.url import parse_url

DOCUMENTS = range(40)


def visit(query, title, text, spellings=1):
    url = parse_url(f"http://x.org/read?{query}")
    return Visit(url, {name: (value,) for name, value in url.query}, str(title), str(text), spellings)


def visits(query, numbers=DOCUMENTS):
    """Give one visit to each document; `query` has its number at {0}."""
    return [visit(query.format(number), f"title {number}", f"text {number}") for number in numbers]


def names(found):
    evidence = identifying(found)
    return evidence.names if evidence else None


def test_a_parameter_whose_value_changes_with_the_title_identifies():
    assert names(visits("n={0}")) == ("n",)


def test_fewer_than_twenty_documents_give_no_answer():
    assert names(visits("n={0}", range(MIN_DOCUMENTS))) == ("n",)
    assert names(visits("n={0}", range(MIN_DOCUMENTS - 1))) is None


def test_no_visits_give_no_answer():
    assert names([]) is None


def test_the_most_frequent_of_many_parameters_are_considered():
    others = "".join(f"&a{number}={{0}}" for number in range(9))
    half = [
        visit(f"n={each}{others.format(each % 5)}", f"title {each}", f"text {each}") for each in range(20)
    ]
    assert names(half + visits("n={0}", range(20, 40))) == ("n",)


def test_those_with_most_values_of_many_parameters_are_considered():
    found = [
        visit("".join(f"a{number}={each % 5}&" for number in range(9)) + f"n={each}", each, each)
        for each in DOCUMENTS
    ]
    assert names(found) == ("n",)


def test_the_number_of_parameters_considered_is_limited(monkeypatch):
    weighed = []
    monkeypatch.setattr(
        "urltree.mining.identify.weigh", lambda found, its: weighed.append(its) or weigh(found, its)
    )
    identifying(visits("&".join(f"p{number}=7{{0}}" for number in range(40)), [1, 2] * 20))
    assert len({name for its in weighed for name in its}) == 8


@pytest.mark.parametrize(("titles", "texts", "by_text"), [(19, 19, True), (20, 60, False), (20, 61, True)])
def test_only_texts_are_compared_if_titles_are_few_or_each_has_many_texts(titles, texts, by_text):
    found = [visit(f"n={number}", number % titles, number) for number in range(texts)]
    assert weigh(found, ("n",)).by_text is by_text


def test_rewritten_documents_are_counted_once():
    few = range(MIN_DOCUMENTS - 1)
    rewritten = [visit(f"n={number}&v=2", f"new {number}", f"new {number}") for number in few]
    assert names(visits("n={0}", few) + rewritten) is None


def test_a_parameter_that_is_always_the_same_does_not_identify():
    assert names(visits("n={0}&site=7")) == ("n",)


def test_parameters_that_are_always_the_same_do_not_crowd_out_others():
    assert names(visits("n={0}" + "".join(f"&a{number}=7" for number in range(9)))) == ("n",)


def test_a_section_that_follows_from_the_document_does_not_identify():
    found = [visit(f"n={each}&s={each % 4}", f"title {each}", f"text {each}") for each in DOCUMENTS]
    assert names(found) == ("n",)


def test_a_parameter_that_varies_while_the_document_stays_does_not_identify():
    again = [visit(f"n={each}&sid=b{each}", f"title {each}", f"text {each}") for each in range(9)]
    assert names(visits("n={0}&sid=a{0}") + again) == ("n",)


def test_two_equivalent_parameters_give_no_answer():
    assert names(visits("n={0}&r=8{0}")) is None


def test_the_shorter_of_two_equivalent_parameters_is_taken_once_both_recur():
    again = [visit(f"n={each}&slug=a-{each}&v=1", f"title {each}", f"text {each}") for each in range(9)]
    assert names(visits("n={0}&slug=a-{0}") + again) == ("n",)


def test_two_parameters_may_identify_together():
    found = [visit(f"i={each // 7}&n={each % 7}", f"title {each}", f"text {each}") for each in DOCUMENTS]
    assert names(found) == ("i", "n")


def test_two_parameters_do_not_identify_together_if_most_titles_have_several_values():
    found = [visit(f"i={each // 7}&n={each % 7}", f"title {each % 25}", f"text {each}") for each in range(50)]
    assert names(found) is None


def test_a_language_with_a_title_and_a_text_of_its_own_identifies():
    german = [visit(f"n={each}&l=de", f"Titel {each}", f"Wörter {each}") for each in DOCUMENTS]
    assert names(visits("n={0}&l=en") + german) == ("l", "n")


@pytest.mark.parametrize("part", ["page=2", "sort=old", "print=1"])
def test_another_text_under_the_same_title_is_not_another_document(part):
    parts = [visit(f"n={each}&{part}", f"title {each}", f"{part} {each}") for each in DOCUMENTS]
    assert names(visits("n={0}") + parts) == ("n",)


def test_a_single_text_behind_all_links_is_one_document():
    assert (
        names([visit(f"back={each}", f"title {each}", "We value your privacy.") for each in DOCUMENTS])
        is None
    )


def test_one_document_under_many_values_is_one_document():
    assert names([visit(f"r={each}", "title", "text") for each in DOCUMENTS]) is None


def test_a_timestamp_does_not_identify_a_page_that_is_new_at_each_visit():
    assert names(visits("t=17000000{0:02}")) is None


def test_a_parameter_that_looks_like_a_token_identifies_once_it_recurs():
    once = [visit(f"u={each:032x}", f"title {each}", f"text {each}") for each in DOCUMENTS]
    again = [visit(f"u={each:032x}&v=1", f"title {each}", f"text {each}") for each in range(9)]
    assert (names(once), names(once + again)) == (None, ("u",))


def test_texts_identify_once_they_recur_if_all_titles_are_the_same():
    once = [visit(f"n={each}", "News", f"text {each}") for each in DOCUMENTS]
    again = [visit(f"n={each}&v=1", "News", f"text {each}") for each in range(9)]
    assert (names(once), names(once + again)) == (None, ("n",))


def test_a_section_whose_name_is_the_title_does_not_identify():
    found = [
        visit(f"n={each}&s={each % 25}", f"section {each % 25}", f"text {each}", spellings=1 + (each < 9))
        for each in range(70)
    ]
    assert names(found) == ("n",)


def test_missing_and_repeated_titles_do_no_harm():
    found = visits("n={0}")
    untitled = [visit(f"n=7{each}", "", f"text 7{each}") for each in range(9)]
    letters = [visit(f"n=8{each}", "Letters", f"text 8{each}") for each in range(9)]
    assert names(found + untitled + letters) == ("n",)


def test_documents_that_share_a_text_under_titles_of_their_own_do_no_harm():
    alike = [visit(f"n=9{each}", f"other title {each}", f"text {each}") for each in range(9)]
    assert names(visits("n={0}") + alike) == ("n",)


def test_a_parameter_of_most_documents_is_preferred_to_one_of_some():
    found = visits("n={0}") + [visit(f"n=9{each}&slug=s{each}", f"9{each}", f"9{each}") for each in range(25)]
    assert names(found) == ("n",)
