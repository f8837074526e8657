import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.errors import UrlError
from urltree.mining.sightings import MAX_LENGTH, PER_HOST, Sighting, is_informative, newest
from urltree.rules import load_rules
from urltree.url import parse_url

RULES = load_rules()


def kept(*urls):
    return {
        host: [each.url for _, each in its]
        for host, its in newest([Sighting.of(url, None, None) for url in urls], RULES).items()
    }


@given(st.text(), st.text())
def test_a_written_sighting_can_be_read_back(title, text):
    sighting = Sighting.of("http://x.org/a b?n=ü 1&m", title, text)
    assert Sighting.parse(str(sighting)) == sighting


def test_titles_are_compared_by_letters_and_digits_only():
    assert (
        Sighting.of("http://x.org/", "A  New-Bridge 2", "").title
        == Sighting.of("http://x.org/", "a new bridge: 2", "").title
    )


def test_texts_are_compared_by_their_longest_line():
    long = "The bridge is open again."
    assert (
        Sighting.of("http://x.org/", "", f"Written by me\n{long}").text
        == Sighting.of("http://x.org/", "", long).text
    )


def test_documents_differ_by_title_and_by_text():
    titles, texts = zip(*(Sighting.of("http://x.org/", each, each)[1:] for each in "ab"), strict=True)
    assert titles[0] != titles[1]
    assert texts[0] != texts[1]


def test_titles_without_letters_and_missing_texts_are_empty():
    assert Sighting.of("http://x.org/", " - ", None)[1:] == ("", "")


def test_an_invalid_url_is_refused():
    with pytest.raises(UrlError):
        Sighting.of("x.org/?n=1", None, None)


@pytest.mark.parametrize(
    "query", ["", "?utm_source=rss", "?_cid_=0123", f"?n=1&utm_source={'1' * MAX_LENGTH}"]
)
def test_sightings_without_a_parameter_that_may_identify_are_dropped(query):
    assert kept(f"http://x.org/a{query}") == {}


def test_a_url_with_another_parameter_is_worth_learning_from():
    assert is_informative(parse_url("http://x.org/a?n=1"), RULES)


def test_parameters_that_never_identify_are_removed():
    sighting = Sighting.of("http://x.org/a?n=1&utm_source=rss", None, None)
    assert [(str(url), each) for url, each in newest([sighting], RULES)["x.org"]] == [
        ("http://x.org/a?n=1", sighting)
    ]


def test_hosts_and_ports_are_kept_apart():
    one, two, three = "http://a.x.org/?n=1", "http://b.x.org/?n=1", "http://a.x.org:81/?n=1"
    assert kept(one, two, three) == {"a.x.org": [one], "b.x.org": [two], "a.x.org:81": [three]}


def test_only_the_newest_sightings_of_a_host_are_kept():
    urls = [f"http://x.org/?n={number}" for number in range(PER_HOST + 5)]
    assert kept(*urls) == {"x.org": urls[5:]}
