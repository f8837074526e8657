"""Names of authors."""

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
def test_name_is_separated_from_markup_and_mail_address(person: object, name: str | None):
    assert named([person]) == name


def test_names_are_joined_in_order_without_repeats():
    assert named(["You", "Me", None, "You"]) == "You, Me"


def test_very_long_name_is_clipped_quickly():
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


def test_all_creators_of_dublin_core_are_named():
    assert author("<dc:creator>Me</dc:creator><dc:creator>You</dc:creator>") == "Me, You"


def test_all_authors_of_atom_are_named():
    people = "<author><name>Me</name><email>me@example.com</email></author><author><name>You</name></author>"
    entry = f"<entry><link href='http://a.example/1'/>{people}</entry>"
    atom = f"<feed xmlns='http://www.w3.org/2005/Atom'>{entry}</feed>"
    assert read_xml(atom.encode(), "http://a.example/feed", None).entries[0].author == "Me, You"


def test_mail_address_of_an_atom_author_is_omitted():
    people = "<author><name>Me</name><email>me@example.com</email></author>"
    atom = f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='http://a.example/1'/>{people}</entry></feed>"
    assert read_xml(atom.encode(), "http://a.example/feed", None).entries[0].author == "Me"


def feed_author(body: str) -> str | None:
    return read_xml(body.encode(), "http://a.example/feed", None).author


def test_authors_of_an_atom_feed_itself_are_named():
    people = "<author><name>Me</name></author><author><name>You</name></author>"
    assert feed_author(f"<feed xmlns='http://www.w3.org/2005/Atom'>{people}</feed>") == "Me, You"


def test_managing_editor_of_an_rss_channel_is_not_its_author():
    editor = "<managingEditor>me@example.com (Me)</managingEditor>"
    assert feed_author(f"<rss version='2.0'><channel><title>News</title>{editor}</channel></rss>") is None


def test_list_of_names_is_cut_to_1000_characters():
    assert len(named(f"Name {number}" for number in range(10_000))) == 1_000
