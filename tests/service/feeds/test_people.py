"""Names of those who wrote: one fact a test."""

import pytest

from service.feeds.people import named
from service.feeds.xmlfeed import read_xml
from service.texts import clipped


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ("Me", "Me"),
        ("me@example.org (Me)", "Me"),
        ("Me (me@example.org)", "Me"),
        ("Me <me@example.org>", "Me"),
        ("Dr. Me (Univ. of You)", "Dr. Me (Univ. of You)"),
        ("@me", "@me"),
        ('<a href="/me">Me</a>', "Me"),
        ("me@example.org", None),
        ("<me@example.org>", None),
        ("", None),
        (None, None),
    ],
)
def test_name_is_told_without_its_address(person: object, name: str | None):
    assert named([person]) == name


def test_several_are_told_in_their_order_and_each_once():
    assert named(["You", "Me", None, "You"]) == "You, Me"


def test_long_word_is_no_long_work():
    assert named(["a" * 1_000_000]) == clipped("a" * 1_000_000)


RSS = "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item><link>http://a.example/1</link>"


def author(people: str) -> str | None:
    feed = read_xml(f"{RSS}{people}</item></channel></rss>".encode(), "http://a.example/feed", None)
    return feed.entries[0].author


@pytest.mark.parametrize("address", ["me@example.com", "me@mail.example"])
def test_rss_author(address: str):
    assert author(f"<author>{address} (Me)</author>") == "Me"


def test_rss_author_without_name_is_none():
    assert author("<author>me@mail.example</author>") is None


def test_all_creators_of_dublin_core_are_told():
    assert author("<dc:creator>Me</dc:creator><dc:creator>You</dc:creator>") == "Me, You"


def test_all_authors_of_atom_are_told():
    people = "<author><name>Me</name><email>me@example.com</email></author><author><name>You</name></author>"
    entry = f"<entry><link href='http://a.example/1'/>{people}</entry>"
    atom = f"<feed xmlns='http://www.w3.org/2005/Atom'>{entry}</feed>"
    assert read_xml(atom.encode(), "http://a.example/feed", None).entries[0].author == "Me, You"


def test_author_of_atom_with_an_address():
    people = "<author><name>Me</name><email>me@example.com</email></author>"
    atom = f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='http://a.example/1'/>{people}</entry></feed>"
    assert read_xml(atom.encode(), "http://a.example/feed", None).entries[0].author == "Me"


def feed_author(body: str) -> str | None:
    return read_xml(body.encode(), "http://a.example/feed", None).author


def test_authors_of_a_whole_atom_feed_are_told():
    people = "<author><name>Me</name></author><author><name>You</name></author>"
    assert feed_author(f"<feed xmlns='http://www.w3.org/2005/Atom'>{people}</feed>") == "Me, You"


def test_editor_of_an_rss_channel_is_no_author():
    editor = "<managingEditor>me@example.com (Me)</managingEditor>"
    assert feed_author(f"<rss version='2.0'><channel><title>News</title>{editor}</channel></rss>") is None


def test_more_names_than_anybody_reads_are_cut():
    assert len(named(f"Name {number}" for number in range(10_000))) == 1_000
