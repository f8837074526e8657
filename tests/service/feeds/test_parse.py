"""Parsing of feeds in every format and charset."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from parsed import DATE, LINK, URL, entry, json_feed
from xml_feeds import atom, rss

from service.feeds.feed import Entry, Feed
from service.feeds.parse import MAX_ENTRIES, parse_feed


def test_entry_of_rss_2_is_read():
    body = rss(
        f"<title>A</title>{LINK}<description>D</description><pubDate>{DATE}</pubDate><dc:creator>Me</dc:creator>"
    )
    assert entry(body) == Entry(
        id=entry(body).id,
        subject=entry(body).subject,
        url="https://example.org/a",
        title="A",
        author="Me",
        published=datetime(2026, 11, 2, 9, tzinfo=UTC),
    )


def test_bare_ampersands_are_read_literally():
    found = entry(rss("<title>AT&T: Q&A</title><link>https://example.org/a?b=1&lang=en&copy=2</link>"))
    assert (found.title, found.url) == ("AT&T: Q&A", "https://example.org/a?b=1&lang=en&copy=2")


def test_lone_surrogate_in_json_is_replaced():
    item = {"url": "/a\ud800", "title": "A\ud800", "author": {"name": "Me\ud800"}}
    feed = parse_feed(json_feed(item, title="N\ud800", home_page_url="/\ud800"), URL)
    (only,) = feed.entries
    assert (feed.title, only.title, only.author) == ("N\ufffd", "A\ufffd", "Me\ufffd")
    assert (feed.site_url, only.url) == ("https://example.org/\ufffd", "https://example.org/a\ufffd")


def test_channel_of_rss_2_is_read():
    channel = (
        "<title>News</title><link>https://example.org/</link><language>en</language>"
        '<atom:link rel="hub" href="https://hub.example/"/><atom:link rel="self" href="/self.xml"/>'
    )
    assert parse_feed(rss(channel=channel), URL) == Feed(
        title="News",
        site_url="https://example.org/",
        hub="https://hub.example/",
        self_url="https://example.org/self.xml",
        ttl=None,
        language="en",
        author=None,
        entries=(),
    )


def test_entry_of_rss_091_is_read():
    body = b'<rss version="0.91"><channel><item><title>A</title><link>/a</link></item></channel></rss>'
    assert entry(body).url == "https://example.org/a"


def test_entry_of_rss_1_is_read():
    body = (
        b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
        b' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="/"><title>T</title></channel>'
        b"<item><title>A</title><link>/a</link><dc:date>2026-11-02T10:00:00+01:00</dc:date></item></rdf:RDF>"
    )
    assert entry(body).published == datetime(2026, 11, 2, 9, tzinfo=UTC)


def test_id_of_a_feed_is_not_its_site():
    body = b'<feed xmlns="http://www.w3.org/2005/Atom"><id>news</id><link rel="self" href="/f"/></feed>'
    assert parse_feed(body, URL).site_url is None


def test_entry_of_atom_is_read():
    body = atom('<title>A</title><link href="/a"/><published>2026-11-02T09:00:00Z</published>')
    assert (entry(body).url, entry(body).published) == (
        "https://example.org/a",
        datetime(2026, 11, 2, 9, tzinfo=UTC),
    )


def test_json_feed_is_read():
    fields = {
        "url": "/a", "title": "A", "summary": "S", "authors": [{"name": "Me"}, {"name": "You"}],
        "date_published": "2026-11-02T10:00:00+01:00",
    }  # fmt: skip
    channel = {"title": "News", "home_page_url": "/", "feed_url": "/f", "language": "en"}
    body = json_feed(fields, **channel, authors=[{"name": "She"}])
    feed = parse_feed(body, URL)
    assert (feed.title, feed.site_url, feed.self_url, feed.author) == (
        "News",
        "https://example.org/",
        "https://example.org/f",
        "She",
    )
    assert feed.entries == (
        Entry(
            id=entry(body).id,
            subject=entry(body).subject,
            url="https://example.org/a",
            title="A",
            author="Me, You",
            published=datetime(2026, 11, 2, 9, tzinfo=UTC),
        ),
    )


def test_json_feed_names_its_websub_hub():
    hubs = [{"type": "rssCloud", "url": "/no"}, {"type": "WebSub", "url": "https://hub.example/"}]
    assert parse_feed(json_feed(hubs=hubs), URL).hub == "https://hub.example/"


@pytest.mark.parametrize("name", ["external_url", "id"])
def test_json_item_without_a_url_falls_back_to_its_external_url_or_id(name: str):
    assert entry(json_feed({name: "https://other.example/"})).url == "https://other.example/"


def test_json_item_without_any_url_is_left_out():
    assert entry(json_feed({"id": "5", "title": "A"}, {"url": "/b", "title": "B"})).title == "B"


@pytest.mark.parametrize("content", ["content_text", "content_html"])
def test_json_items_without_a_summary_are_distinguished_by_their_content(content: str):
    common = {"url": "/a", "title": "A", "date_published": "2026-11-02"}
    one, other = (entry(json_feed(common | {content: text})) for text in "ab")
    assert one.id != other.id


@pytest.mark.parametrize(
    ("name", "same"), [("url", False), ("title", False), ("date_published", True), ("summary", True)]
)
def test_subject_depends_on_title_and_url_alone(name: str, same: bool):
    common = {"url": "/a", "title": "A", "date_published": "2026-11-02"}
    one, other = (entry(json_feed(common | {name: text})) for text in ("Monday", "Tuesday"))
    assert (one.subject == other.subject) == same


def test_subject_stays_when_the_tracking_parameters_of_the_url_change():
    one, other = (entry(json_feed({"url": f"/a;jsessionid={n}?utm_id={n}", "title": "A"})) for n in (1, 2))
    assert one.subject == other.subject


def test_subject_stays_when_votes_are_counted_in_the_title():
    titles = ("A (999 votes)", "A (1,000 votes)")
    one, other = (entry(json_feed({"url": "/a", "title": title})) for title in titles)
    assert one.subject == other.subject


def test_author_of_json_feed_1_is_read():
    assert entry(json_feed({"url": "/a", "author": {"name": "Me"}})).author == "Me"


@pytest.mark.parametrize("items", [None, 5, [5, "x", None], [{"url": 5}, {"url": "/a", "title": {}}]])
def test_values_of_wrong_types_do_not_break_a_json_feed(items: object):
    assert len(parse_feed(json_feed(items=items), URL).entries) <= 1


def test_ttl_is_converted_from_minutes():
    assert parse_feed(rss(channel="<ttl>30</ttl>"), URL).ttl == 1_800


def test_ttl_is_derived_from_update_period_and_frequency():
    channel = "<sy:updatePeriod> Daily </sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>"
    assert parse_feed(rss(channel=channel), URL).ttl == 21_600


@pytest.mark.parametrize("ttl", ["0", "-5", "soon", "", "9" * 400, "1e5", "²"])
def test_invalid_ttl_is_ignored(ttl: str):
    assert parse_feed(rss(channel=f"<ttl>{ttl}</ttl>"), URL).ttl is None


def test_id_does_not_depend_on_the_link_of_a_dated_item():
    inside = f"<title>A</title><description>D</description><pubDate>{DATE}</pubDate>"
    one, other = (entry(rss(f"{inside}<link>/{path}</link>")) for path in "ab")
    assert one.id == other.id


def test_items_of_a_feed_that_differ_in_their_links_alone_are_told_apart():
    inside = f"<title>Press release</title><description>Press release</description><pubDate>{DATE}</pubDate>"
    feed = parse_feed(rss(*(f"{inside}<link>/{path}</link>" for path in "ab")), URL)
    assert len({each.id for each in feed.entries}) == 2


def test_items_of_a_feed_that_differ_in_the_tracking_parameters_of_their_links_are_the_same():
    inside = f"<title>Press release</title><description>Press release</description><pubDate>{DATE}</pubDate>"
    feed = parse_feed(rss(*(f"{inside}<link>/a?utm_id={number}</link>" for number in "12")), URL)
    assert len({each.id for each in feed.entries}) == 1


def test_items_with_a_date_and_nothing_but_a_title_are_told_apart_by_their_links():
    inside = f"<title>Obituary</title><pubDate>{DATE}</pubDate>"
    one, other = (entry(rss(f"{inside}<link>/{path}</link>")) for path in "ab")
    assert one.id != other.id


@pytest.mark.parametrize("name", ["title", "description", "pubDate"])
def test_id_depends_on_title_description_and_date(name: str):
    inside = {"title": "A", "description": "D", "pubDate": DATE, "link": "/a"}
    one, other = (
        entry(rss("".join(f"<{tag}>{text}</{tag}>" for tag, text in (inside | change).items())))
        for change in ({}, {name: "Tue, 03 Nov 2026 10:00:00 +0100"})
    )
    assert one.id != other.id


def test_id_keeps_title_and_description_apart():
    one = entry(rss(f"{LINK}<title>AB</title><pubDate>{DATE}</pubDate>"))
    other = entry(rss(f"{LINK}<title>A</title><description>B</description><pubDate>{DATE}</pubDate>"))
    assert one.id != other.id


def test_untitled_items_without_a_description_are_distinguished_by_url():
    one, other = (entry(rss(f"<pubDate>{DATE}</pubDate><link>/{path}</link>")) for path in "ab")
    assert one.id != other.id


@pytest.mark.parametrize("description", ["", "<description>Sun</description>"])
def test_undated_items_are_distinguished_by_url(description: str):
    inside = f"<title>Weather today</title>{description}"
    one, other = (entry(rss(f"{inside}<link>/{path}</link>")) for path in "ab")
    assert one.id != other.id


def test_items_with_nothing_but_a_title_and_a_link_are_told_apart_by_their_dates():
    inside = f"<title>Weather today</title>{LINK}"
    one, other = (
        entry(rss(f"{inside}<pubDate>{date}</pubDate>")) for date in (DATE, DATE.replace("02", "03"))
    )
    assert one.id != other.id


def test_items_of_a_json_feed_without_a_page_are_counted():
    assert parse_feed(json_feed({"url": "/a"}, {"title": "A"}, {"title": "B"}), URL).pageless == 2


def test_markup_is_removed_from_the_title():
    title = "&lt;b&gt;Fish&lt;/b&gt; &amp;amp;\n chips"
    assert entry(rss(f"{LINK}<title>{title}</title>")).title == "Fish & chips"


def test_reference_to_an_invalid_character_is_replaced():
    assert entry(json_feed({"url": "/a", "title": f"a &#{'9' * 5_000}; b"})).title == "a \ufffd b"


def test_missing_title_is_none():
    assert entry(rss(LINK)).title is None


def test_permanent_guid_replaces_a_missing_link():
    assert entry(rss("<guid>https://example.org/a</guid>")).url == "https://example.org/a"


@pytest.mark.parametrize(
    "link", ["", "<link/>", "<link>mailto:me@example.org</link>", "<link>http://[</link>"]
)
def test_item_without_a_usable_link_is_left_out(link: str):
    assert entry(rss(f"<title>A</title>{link}", f"<title>B</title>{LINK}")).title == "B"


def test_japanese_characters_with_the_byte_of_an_ampersand_are_read():
    text = "\u30a2\u30eb\u30d5\u30a1 \u03a9 \u5929\u6c17"
    body = rss(f"<title>{text}</title>{LINK}").decode().encode("iso2022_jp")
    assert entry(b"<?xml version='1.0' encoding='iso-2022-jp'?>" + body).title == text


@pytest.mark.parametrize(
    "body",
    [
        atom("<title>The &lt;p&gt; element</title><link href='/a'/>"),
        atom("<title type='text'>The &lt;p&gt; element</title><link href='/a'/>"),
        json_feed({"url": "/a", "title": "The <p> element"}),
    ],
)
def test_tags_in_titles_that_are_plain_text_are_kept(body: bytes):
    assert entry(body).title == "The <p> element"


@pytest.mark.parametrize(
    "body",
    [
        atom("<title type='html'>A &lt;b&gt;new&lt;/b&gt; bridge</title><link href='/a'/>"),
        rss(f"<title>A &lt;b&gt;new&lt;/b&gt; bridge</title>{LINK}"),
    ],
)
def test_tags_in_titles_that_may_be_html_are_left_out(body: bytes):
    assert entry(body).title == "A new bridge"


def test_the_first_of_several_pages_counts():
    links = "<link hreflang='en' href='/en'/><link rel='alternate' hreflang='de' href='/de'/>"
    assert entry(atom(f"<title>A</title>{links}")).url == "https://example.org/en"


@pytest.mark.parametrize("kind", ["application/json", "application/pdf"])
def test_a_page_counts_before_other_forms_of_an_entry(kind: str):
    links = f"<link rel='alternate' type='{kind}' href='/a.x'/><link type='text/html' href='/a'/>"
    assert entry(atom(f"<title>A</title>{links}")).url == "https://example.org/a"


def test_an_entry_without_a_page_leads_to_its_other_form():
    assert entry(atom("<link rel='alternate' type='text/plain' href='/a.txt'/>")).url.endswith("/a.txt")


def test_a_guid_that_is_no_url_is_not_taken_for_a_link():
    assert entry(rss("<title>A</title><guid>6f1c2a</guid>", f"<title>B</title>{LINK}")).title == "B"


@pytest.mark.parametrize("base", ["/blog/", "https://example.org/blog/"])
def test_links_are_relative_to_the_base_of_the_feed(base: str):
    body = atom("<title>A</title><link href='a'/>").replace(b"<feed", f'<feed xml:base="{base}"'.encode())
    assert entry(body).url == "https://example.org/blog/a"


@pytest.mark.parametrize("outer", ["/blog/", "https://example.org/blog/"])
def test_base_of_an_entry_is_relative_to_that_of_the_feed(outer: str):
    body = atom("<title>A</title><link href='a'/>").replace(b"<feed", f'<feed xml:base="{outer}"'.encode())
    inner = body.replace(b"<entry", b'<entry xml:base="2026/"')
    assert entry(inner).url == "https://example.org/blog/2026/a"


def test_bare_ampersand_and_unknown_entity_do_not_break_a_feed():
    assert entry(rss(f"{LINK}<title>Fish & chips&nope;</title>")).title.startswith("Fish & chips")


def test_entity_is_read_though_the_document_type_follows_the_declaration_at_once():
    body = rss(f"{LINK}<title>Caf&eacute;</title>")
    start = b'<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//A//B" "http://example.org/rss.dtd">'
    assert entry(start + body).title == "Café"


def test_surrogate_pair_is_read_as_one_character():
    assert entry(rss(f"{LINK}<title>&#55357;&#56397;</title>")).title == "\N{THUMBS UP SIGN}"


@pytest.mark.parametrize("declared", [None, "iso-8859-1", "us-ascii", "nonsense"])
def test_utf_8_is_detected_despite_a_wrong_declaration(declared: str | None):
    assert entry(rss(f"{LINK}<title>Žalec</title>"), declared).title == "Žalec"


@pytest.mark.parametrize("declared", [None, "utf-8", "iso-8859-1"])
def test_truncated_character_does_not_affect_the_others(declared: str | None):
    body = rss(f"{LINK}<title>Žluť ěščřü</title>").replace("ü".encode(), "ü".encode()[:1])
    assert entry(body, declared).title == "Žluť ěščř\ufffd"


def test_truncated_character_in_json_does_not_affect_the_others():
    body = json_feed({"url": "https://a/1", "title": "TITLE"}).replace(b"TITLE", "Žluť ěščřü".encode()[:-1])
    assert entry(body).title == "Žluť ěščř\ufffd"


def test_line_breaks_in_json_strings_become_spaces():
    body = json_feed({"url": "https://a/1", "title": "Fish, chips"}).replace(b", chips", b",\n\tchips")
    assert entry(body).title == "Fish, chips"


def test_charset_of_the_xml_declaration_is_used():
    body = b'<?xml version="1.0" encoding="iso-8859-2"?>' + rss(
        f"{LINK}<title>Žalec</title>"
    ).decode().encode("iso-8859-2")
    assert entry(body).title == "Žalec"


@pytest.mark.parametrize(
    ("charset", "codec", "text"), [("Shift_JIS", "cp932", "①㈱髙橋"), ("Big5", "cp950", "裏面")]
)
def test_characters_that_vendors_added_to_a_charset_are_read(charset: str, codec: str, text: str):
    body = rss(f"{LINK}<title>{text}</title>").decode().encode(codec)
    assert entry(f"<?xml version='1.0' encoding='{charset}'?>".encode() + body).title == text


def test_charset_of_the_http_header_is_used():
    body = rss(f"{LINK}<title>Žluť ěščř</title>").decode().encode("iso-8859-2")
    assert entry(body, "iso-8859-2").title == "Žluť ěščř"


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("declared", [None, "utf-8", "utf-16"])
def test_byte_order_mark_takes_precedence_over_the_declared_charset(order: str, declared: str | None):
    body = f"\ufeff{rss(f'{LINK}<title>Žalec</title>').decode()}".encode(f"utf-16-{order}")
    assert entry(body, declared).title == "Žalec"


def test_number_of_entries_is_limited():
    assert len(parse_feed(rss(*([LINK] * (MAX_ENTRIES + 1))), URL).entries) == MAX_ENTRIES
