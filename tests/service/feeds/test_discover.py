"""Discovery of the feeds that a page links to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.feeds.discover import FeedLink, discover

URL = "https://example.org/blog/index.html"


def link(href: str, media_type: str = "application/rss+xml", **attributes: str) -> str:
    rest = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<link rel="alternate" type="{media_type}" href="{href}"{rest}>'


def urls(*links: str) -> list[str]:
    return [each.url for each in discover(f"<html><head>{''.join(links)}</head>".encode(), URL)]


@pytest.mark.parametrize(
    "media_type",
    [
        "application/rss+xml",
        "application/atom+xml",
        "application/feed+json",
        "Application/RSS+XML; charset=utf-8",
    ],
)
def test_feed_is_found(media_type: str):
    assert urls(link("/feed", media_type)) == ["https://example.org/feed"]


@pytest.mark.parametrize("media_type", ["", "text/html", "application/json", "application/json+oembed"])
def test_alternate_of_another_type_is_ignored(media_type: str):
    assert urls(link("/feed", media_type)) == []


@pytest.mark.parametrize("media_type", ["text/xml", "application/xml"])
def test_xml_is_a_feed_only_if_the_page_names_no_other(media_type: str):
    xml = link("/rss.xml", media_type)
    assert (urls(xml), urls(xml, link("/feed"))) == (
        ["https://example.org/rss.xml"], ["https://example.org/feed"],
    )  # fmt: skip


def test_link_of_another_relation_is_ignored():
    assert urls('<link rel="stylesheet" type="application/rss+xml" href="/feed">') == []


def test_alternate_may_be_one_of_several_relations():
    assert urls('<link rel="Alternate home" type="application/rss+xml" href="/feed">') != []


def test_title_of_the_link_is_returned():
    assert discover(link("/f", title="All &amp; sundry").encode(), URL) == [
        FeedLink("https://example.org/f", "All & sundry")
    ]


def test_title_is_decoded_with_the_declared_charset():
    body = link("/f", title="Žluť").encode("iso-8859-2")
    assert discover(body, URL, "iso-8859-2") == [FeedLink("https://example.org/f", "Žluť")]


def test_relative_link_is_resolved():
    assert urls(link("feed.xml")) == ["https://example.org/blog/feed.xml"]


def test_relative_link_is_resolved_against_the_base_element():
    assert urls('<base href="https://other.example/a/">', link("f")) == ["https://other.example/a/f"]


def test_invalid_base_element_is_ignored():
    assert urls('<base href="http://[">', link("f")) == ["https://example.org/blog/f"]


def test_equivalent_urls_are_listed_once():
    assert urls(link("/f?b=1&amp;a=2"), link("http://example.org/f?a=2&amp;b=1#x")) == [
        "https://example.org/f?b=1&a=2"
    ]


def test_feeds_of_comments_come_last():
    assert urls(link("/comments/feed"), link("/c", title="Comments"), link("/feed")) == [
        f"https://example.org/{path}" for path in ("feed", "comments/feed", "c")
    ]


@pytest.mark.parametrize("href", ["", " ", "javascript:alert(1)", "http://[", "feed:"])
def test_link_without_a_usable_url_is_ignored(href: str):
    assert urls(link(href)) == []


@pytest.mark.parametrize("body", [b"", b"\0", b"<", b"<!--", b"%PDF-1.7", b"{}"])
def test_body_that_is_not_html_names_no_feeds(body: bytes):
    assert discover(body, URL) == []


def test_feed_nested_300_levels_deep_is_found():
    assert discover(b"<div>" * 300 + link("/f").encode(), URL) != []


@given(st.sampled_from([b"", b"//", b"http://[", b"http://x:"]), st.binary())
def test_arbitrary_bytes_do_not_crash_it(start: bytes, rest: bytes):
    feeds = discover(b"<link rel=alternate type=application/rss+xml href='" + start + rest + b"'>", URL)
    assert all(feed.url.startswith(("http://", "https://")) for feed in feeds)


def test_only_the_first_hundred_are_listed():
    assert urls(*(link(f"/{number}") for number in range(101))) == [
        f"https://example.org/{number}" for number in range(100)
    ]
