"""Names of authors."""

import pytest
from parsed import LINK, URL, entry
from xml_feeds import atom, rss

from service.feeds.parse import parse_feed
from service.feeds.people import named
from service.texts import clipped

ME = "<author><name>Me</name><email>me@example.com</email></author>"


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ("Me", "Me"),
        ("me@example.org (Me)", "Me"),
        ("Me (me@example.org)", "Me"),
        ("Me <me@example.org>", "Me"),
        ("Dr. Me (Univ. of You)", "Dr. Me (Univ. of You)"),
        ("@me", "@me"),
        ("me@example.org (Me), you@example.org (You)", "Me, You"),
        ("By Me", "Me"),
        ("Ana Horvat and Bor Novak", "Ana Horvat, Bor Novak"),
        ("https://example.org/me", None),
        ("@me@example.org", None),
        ("admin", None),
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


def test_long_address_is_no_name():
    assert named([f"{'a' * 100}@example.org", "Me"]) == "Me"


def test_very_long_name_is_clipped_quickly():
    assert named(["a" * 1_000_000]) == clipped("a" * 1_000_000)


def rss_author(people: str) -> str | None:
    return entry(rss(f"{LINK}{people}")).author


def atom_author(people: str) -> str | None:
    return entry(atom(f"<link href='/1'/>{people}")).author


@pytest.mark.parametrize("address", ["me@example.com", "me@mail.example"])
def test_rss_author(address: str):
    assert rss_author(f"<author>{address} (Me)</author>") == "Me"


def test_rss_author_without_name_is_none():
    assert rss_author("<author>me@mail.example</author>") is None


def test_all_creators_of_dublin_core_are_named():
    assert rss_author("<dc:creator>Me</dc:creator><dc:creator>You</dc:creator>") == "Me, You"


@pytest.mark.parametrize(
    ("comments", "author"),
    [
        ("https://news.example.net/item?id=1", None),
        ("https://www.example.org/a#comments", "Me"),
        ("/a#comments", "Me"),
        ("", "Me"),
    ],
)
def test_whoever_submits_the_page_of_another_site_is_not_its_author(comments: str, author: str | None):
    creator = "<dc:creator>Me</dc:creator>"
    assert entry(rss(f"{LINK}{creator}<comments>{comments}</comments>")).author == author


def test_all_authors_of_atom_are_named():
    assert atom_author(f"{ME}<author><name>You</name></author>") == "Me, You"


def test_mail_address_of_an_atom_author_is_omitted():
    assert atom_author(ME) == "Me"


def test_authors_of_an_atom_feed_itself_are_named():
    body = atom().replace(b"</feed>", f"{ME}<author><name>You</name></author></feed>".encode())
    assert parse_feed(body, URL).author == "Me, You"


def test_managing_editor_of_an_rss_channel_is_not_its_author():
    editor = "<managingEditor>me@example.com (Me)</managingEditor>"
    assert parse_feed(rss(channel=f"<title>News</title>{editor}"), URL).author is None


def test_author_of_the_feed_that_an_atom_entry_is_from_is_named():
    source = "<source><title>Other</title><author><name>You</name></author></source>"
    assert atom_author(source) == "You"


def test_author_of_an_atom_entry_is_named_before_that_of_its_source():
    assert atom_author(f"{ME}<source><author><name>You</name></author></source>") == "Me"


def test_long_list_of_people_in_one_field_is_kept():
    people = ", ".join(f"Person {number}" for number in range(20))
    assert rss_author(f"<dc:creator>{people}</dc:creator>") == people


def test_list_of_names_is_cut_to_1000_characters():
    assert len(named(f"Name {number}" for number in range(10_000))) == 1_000
