"""Parsing of bodies that are cut, damaged, or no feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsed import DATE, LINK, URL, json_feed
from parsed import entry as entry_of
from xml_feeds import atom, item, rss

from service.feeds.errors import FeedError
from service.feeds.feed import Feed
from service.feeds.parse import is_html, parse_feed

if TYPE_CHECKING:
    from collections.abc import Callable


def refusal(body: bytes) -> str:
    with pytest.raises(FeedError) as raised:
        parse_feed(body, URL)
    return str(raised.value)


def entry(number: int) -> str:
    return f"<title>News {number}</title><link href='/{number}'/><published>{DATE}</published>"


@pytest.mark.parametrize(
    "whole",
    [rss(item(1, DATE), item(2, DATE), item(3, DATE)), atom(entry(1), entry(2), entry(3))],
    ids=["rss", "atom"],
)
def test_truncated_feed_has_its_complete_items_alone(whole: bytes):
    complete = parse_feed(whole, URL).entries[:2]
    for end in range(whole.index(b"News 3"), whole.rindex(DATE.encode())):
        assert parse_feed(whole[:end], URL).entries == complete


@pytest.mark.parametrize(
    ("body", "is_cut"),
    [
        (rss(item(1), item(2)), False),
        (rss(item(1), item(2))[:-30], True),
        (rss(item(1)).replace(b"<item>", b"<item><b>"), False),
        (atom("<title>A</title><link href='/a'/>")[:-8], True),
    ],
)
def test_feed_whose_end_is_missing_is_cut(body: bytes, is_cut: bool):
    assert parse_feed(body, URL).is_cut is is_cut


@pytest.mark.parametrize("feed", [rss, atom])
@pytest.mark.parametrize(
    "place",
    [
        "<guid>{}</guid>",
        "<guid>{}</guid><link xmlns='http://www.w3.org/2005/Atom' rel='self' href='/1.atom'/>",
        "<link xmlns='http://www.w3.org/2005/Atom' rel='alternate' href='{}'/>",
    ],
)
@pytest.mark.parametrize("ampersand", ["&amp;", "&#38;", "&#038;", "&#x26;"])
def test_url_in_xml_that_is_not_well_formed_has_no_references(
    feed: Callable[[str], bytes], place: str, ampersand: str
):
    link = place.format(f"https://example.org/?lang=en{ampersand}copy=1")
    assert entry_of(feed(f"{link}<title>A</b></title>")).url == "https://example.org/?lang=en&copy=1"


def test_link_without_a_scheme_leads_to_its_host():
    assert entry_of(rss("<link>www.example.com/a</link>")).url == "https://www.example.com/a"


@pytest.mark.parametrize(
    ("charset", "title"), [("iso-8859-2", b"Caf\xe9 \xb9"), (None, "Café š".encode("utf-16-le"))]
)
def test_json_is_decoded_as_http_says(charset: str | None, title: bytes):
    encoding = charset or "utf-16-le"
    whole = json_feed({"url": "/a", "title": "TITLE"}).decode().encode(encoding)
    assert entry_of(whole.replace("TITLE".encode(encoding), title), charset).title == "Café š"


def test_stray_byte_does_not_make_a_json_feed_unreadable():
    body = json_feed({"url": "/a", "title": "Caf-"}, {"url": "/b", "title": "B"}).replace(b"Caf-", b"Caf\xe9")
    assert [each.title for each in parse_feed(body, URL).entries] == ["Café", "B"]


@pytest.mark.parametrize("version", ["http://jsonfeed.org/version/1", "https://jsonfeed.org/version/1.2"])
def test_json_feed_is_recognised_by_its_version(version: str):
    assert entry_of(json_feed({"url": "/a", "title": "A"}, version=version)).title == "A"


def test_feed_truncated_before_its_items_is_refused():
    assert "cannot be read" in refusal(rss(item(1)).partition(b"<item>")[0])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "got nothing"),
        (b"\xef\xbb\xbf \n", "got nothing"),
        (b"<!DOCTYPE html><title>Sorry</title>", "got an HTML page"),
        (b'{"items": []}', "got other JSON"),
        (b"[" * 100_000, "got other JSON"),
        (b'{"version": "https://jsonfeed.org/version/1", "items": [', "got a broken JSON Feed"),
        (b"\x1f\x8b\x08\x00", "got compressed data (gzip) that is not declared as such"),
        (b"%PDF-1.7", "something that begins with '%PDF-1.7'"),
        (b"<sitemap></sitemap>", "something that begins with '<sitemap>"),
        (b'<?xml version="1.0"?>\n<!-- x --><error>', "something that begins with '<error>'"),
        (b'<?xml version="1.0"?>', "got nothing"),
        (b'<?xml version="1.0"?>\n<urlset xmlns="x"></urlset>', "got a sitemap"),
        (b"<sitemapindex></sitemapindex>", "got a sitemap"),
        (b"<opml><body></body></opml>", "got a list of feeds (OPML), which can be imported"),
    ],
)
def test_refusal_says_what_came_instead_of_a_feed(body: bytes, words: str):
    assert words in refusal(body)


def page_with_feed(url: str) -> bytes:
    return f"<!DOCTYPE html><link rel=alternate type=application/atom+xml href={url}><p>News".encode()


def test_refusal_of_a_page_names_the_feed_that_it_links_to():
    assert refusal(page_with_feed("/new")).endswith("; the page links to the feed https://example.org/new")


def test_refusal_of_a_page_does_not_name_the_page_as_its_feed():
    assert refusal(page_with_feed(URL)).endswith("not RSS, Atom or JSON Feed")


@pytest.mark.parametrize(
    "body",
    [
        rss("<title>A</title><enclosure url='/a.mp3' type='audio/mpeg'/>", "<guid>6f1c2a</guid>"),
        json_feed({"id": "5"}, {"id": "6"}),
    ],
)
def test_feed_none_of_whose_entries_has_a_page_is_refused(body: bytes):
    assert f"{URL}: no entry links to a page (of 2)" in refusal(body)


def test_feed_truncated_within_its_first_item_is_not_refused():
    assert parse_feed(rss("<title>A</title>")[:-30], URL).is_cut


def test_body_that_is_a_file_name_is_not_opened():
    assert "something that begins with" in refusal(__file__.encode())


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b" <!doctype  HTML>",
        b'<?xml version="1.0"?>\n<!-- x --><html xmlns="">',
        b"\xef\xbb\xbf<HTML lang=en>",
        b"<title>News</title><link rel=alternate type=application/rss+xml href=/feed>",
        b"<meta charset=utf-8>",
    ],
)
def test_html_is_recognised(body: bytes):
    assert is_html(body)


@pytest.mark.parametrize("body", [b"", rss(), atom(), b"<!---->" * 500, b"<?xml?>" * 500, b" " * 9_999])
def test_other_content_is_not_taken_for_html(body: bytes):
    assert not is_html(body)


def parses_or_refuses(body: bytes) -> bool:
    try:
        return isinstance(parse_feed(body, URL), Feed)
    except FeedError:
        return True


@given(st.binary(max_size=2_000))
def test_arbitrary_bytes_do_not_crash_it(body: bytes):
    assert parses_or_refuses(body)


WHOLE = rss(
    f"<title>&lt;b&gt;A</title>{LINK}<pubDate>{DATE}</pubDate><author>me@x.org (Me)</author>"
    '<description><![CDATA[<p>Ž]]></description><enclosure url="/e" length="5"/>',
    channel='<ttl>5</ttl><image><url>/i</url></image><atom:link rel="hub" href="/h"/>',
)
FEEDS = st.sampled_from(
    [WHOLE, atom('<title type="xhtml"><div>A</div></title><link href="/a"/>'), json_feed({"url": "/a"})]
)


@given(
    FEEDS,
    st.lists(
        st.tuples(st.integers(0, 600), st.integers(0, 20), st.binary(max_size=8)), min_size=1, max_size=5
    ),
)
def test_damaged_feeds_do_not_crash_it(body: bytes, damages: list[tuple[int, int, bytes]]):
    for start, length, put in damages:
        body = body[:start] + put + body[start + length :]
    assert parses_or_refuses(body)


@given(
    st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3))
)
def test_arbitrary_json_values_do_not_crash_it(value: object):
    names = ("url", "title", "summary", "authors", "author", "date_published", "id")
    assert parses_or_refuses(json_feed(dict.fromkeys(names, value), title=value, hubs=value))
