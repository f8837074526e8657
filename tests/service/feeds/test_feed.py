"""URLs and titles, as read from feeds of any format."""

import pytest
from parsed import LINK, URL, entry, json_feed
from xml_feeds import atom, rss

from service.feeds.feed import absolute, plain
from service.feeds.parse import parse_feed

HREF = "<link href='https://example.org/a'/>"


@pytest.mark.parametrize(("length", "is_link"), [(8_192, True), (8_193, False)])
def test_url_longer_than_8192_characters_is_not_a_link(length: int, is_link: bool):
    base = "https://example.org/"
    assert (absolute(base, "a" * (length - len(base))) is not None) == is_link


def test_control_characters_are_left_out_of_a_title():
    assert plain("A\x08 \x1bnew\x00 bridge") == "A new bridge"


def test_long_title_is_cut_to_1000_characters():
    assert len(plain("x" * 10_000)) == 1_000


@pytest.mark.parametrize("title", ["&#8203;", "\u200b \ufeff", "\u2060"])
def test_title_of_which_nothing_can_be_seen_is_none(title: str) -> None:
    assert plain(title) is None


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("The &lt;dialog&gt; element", "The <dialog> element"),
        ("&lt;b&gt;Vec&amp;lt;T&amp;gt;&lt;/b&gt;", "Vec<T>"),
        ("A&lt;br&gt;new &lt;img src='/a'&gt; bridge", "A new bridge"),
    ],
)
def test_tag_alone_in_a_title_of_rss_is_text(title: str, text: str):
    assert entry(rss(f"{LINK}<title>{title}</title>")).title == text


def test_entry_that_leads_to_the_front_page_of_its_site_is_left_out():
    fronts, pages = ["https://pod.eu/", "http://www.pod.eu"], ["https://pod.eu/#2", "https://art.eu/"]
    items = [f"<link>{link}</link>" for link in fronts + pages]
    feed = parse_feed(rss(*items, channel="<link>https://pod.eu/show</link>"), URL)
    assert ([each.url for each in feed.entries], feed.pageless) == (pages, len(fronts))


def test_front_page_is_that_of_the_feed_where_it_names_no_page():
    feed = parse_feed(rss("<link>https://example.org</link>", "<link>https://example.org/?p=1</link>"), URL)
    assert [each.url for each in feed.entries] == ["https://example.org/?p=1"]


@pytest.mark.parametrize(
    "body",
    [
        atom(f"{HREF}<title>A</title>", attributes='xml:lang="de"'),
        atom(f"{HREF}<title xml:lang='de'>A</title>", attributes='xml:lang="en"'),
        rss(f"{LINK}<dc:language>de</dc:language>", channel="<language>en</language>"),
        json_feed({"url": "/a", "language": "de"}, language="en"),
    ],
)
def test_entry_tells_its_own_language(body: bytes):
    assert entry(body).language == "de"


def test_entry_without_a_language_has_none():
    assert entry(rss(f"{LINK}<title>A</title>", channel="<language>en</language>")).language is None
