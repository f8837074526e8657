"""Reading and writing OPML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.feeds.errors import OpmlError
from service.feeds.opml import Outline, read_opml, write_opml

if TYPE_CHECKING:
    from pathlib import Path

FEED = '<outline type="rss" text="News" xmlUrl="https://example.org/feed" htmlUrl="https://example.org/"/>'


def opml(*outlines: str) -> bytes:
    return f'<opml version="2.0"><head/><body>{"".join(outlines)}</body></opml>'.encode()


def test_feed_is_read():
    assert read_opml(opml(FEED)).feeds == [
        Outline("https://example.org/feed", "News", "https://example.org/")
    ]


def test_list_in_a_namespace_is_read():
    folder = opml(f'<outline text="Alps">{FEED}</outline>')
    named = folder.replace(b"<opml", b'<opml xmlns="http://opml.org/spec2"')
    assert read_opml(named) == read_opml(folder)


def test_empty_list_is_refused_as_one_without_feeds():
    with pytest.raises(OpmlError, match="no OPML with feeds"):
        read_opml(write_opml([]))


def test_folders_become_labels():
    (feed,) = read_opml(
        opml(f'<outline text="Europe"><outline title="Alps">{FEED}</outline></outline>')
    ).feeds
    assert feed.labels == ("Alps", "Europe")


def test_feed_in_two_folders_has_both_labels():
    (feed,) = read_opml(opml(*(f'<outline text="{each}">{FEED}</outline>' for each in "ba"))).feeds
    assert feed.labels == ("a", "b")


def test_feed_in_many_folders_has_the_labels_of_the_first_100():
    names = [f"{number:03}" for number in range(101)]
    (feed,) = read_opml(opml(*(f'<outline text="{each}">{FEED}</outline>' for each in names))).feeds
    assert feed.labels == tuple(names[:100])


@pytest.mark.parametrize(
    ("name", "label"),
    [("a&#127;b", "ab"), ("&#155;a", "a"), ("&#x81;" + "x" * 101, "x" * 100), ("x" * 99 + " y", "x" * 99)],
)
def test_folder_name_is_stripped_of_control_characters_and_cut(name: str, label: str):
    assert read_opml(opml(f'<outline text="{name}">{FEED}</outline>')).feeds[0].labels == (label,)


def test_folder_named_by_control_characters_alone_does_not_become_a_label():
    assert read_opml(opml(f'<outline text="&#127;">{FEED}</outline>')).feeds[0].labels == ()


def test_unnamed_folder_does_not_become_a_label():
    assert read_opml(opml(f"<outline>{FEED}</outline>")).feeds[0].labels == ()


def test_lowercase_attribute_is_accepted():
    assert read_opml(opml(FEED.replace("xmlUrl", "xmlurl"))).feeds[0].url == "https://example.org/feed"


@pytest.mark.parametrize("url", ["", "feed", "file:///etc/passwd"])
def test_outline_without_a_feed_url_is_left_out(url: str):
    assert read_opml(opml(FEED, f'<outline xmlUrl="{url}"/>')).feeds == read_opml(opml(FEED)).feeds


@pytest.mark.parametrize(
    ("url", "left_out"),
    [
        ("", []),
        ("feed", ["feed"]),
        ("feed://a.example/", ["feed://a.example/"]),
        ("https://me:secret@a.example/", ["https://…@a.example/"]),
        ("me:secret@a.example/feed", ["…@a.example/feed"]),
        ("https://me:sec/ret@a.example/", ["https://…@a.example/"]),
    ],
)
def test_unusable_url_is_reported_as_left_out(url: str, left_out: list[str]):
    assert read_opml(opml(FEED, f'<outline text="A" xmlUrl="{url}"/>')).left_out == left_out


def test_bare_ampersand_is_read_literally():
    (feed,) = read_opml(opml('<outline text="a & b" xmlUrl="https://example.org/?a=1&b=2"/>')).feeds
    assert feed[:2] == ("https://example.org/?a=1&b=2", "a & b")


def test_surrogate_pair_is_read_as_one_character():
    (feed,) = read_opml(opml('<outline text="&#55357;&#56397;" xmlUrl="https://example.org/"/>')).feeds
    assert feed.title == "\N{THUMBS UP SIGN}"


def test_utf_16_list_is_read():
    body = '<?xml version="1.0" encoding="utf-16"?><opml><outline xmlUrl="https://example.org/?a=1&amp;b=2"/></opml>'
    assert read_opml(body.encode("utf-16")).feeds[0].url == "https://example.org/?a=1&b=2"


@pytest.mark.parametrize("text", ["Größe", "Fish &#55357;&#56397;", "Fish & chips"])
def test_utf_16_list_is_repaired_like_any_other(text: str):
    body = f'<?xml version="1.0" encoding="utf-16"?><opml><outline xmlUrl="http://a" text="{text}"/></opml>'
    expected = text.replace("&#55357;&#56397;", "\N{THUMBS UP SIGN}")
    assert read_opml(body.encode("utf-16")).feeds[0].title == expected


def test_japanese_list_is_read_though_half_a_character_looks_like_an_ampersand():
    body = '<?xml version="1.0" encoding="iso-2022-jp"?><opml><outline xmlUrl="http://a" text="ΑΩ"/></opml>'
    assert read_opml(body.encode("iso2022_jp")).feeds[0].title == "ΑΩ"


def test_utf_8_is_detected_despite_a_wrong_declaration():
    body = '<?xml version="1.0" encoding="iso-8859-1"?><opml><outline xmlUrl="http://a" text="é"/></opml>'
    assert read_opml(body.encode()).feeds[0].title == "é"


@pytest.mark.parametrize("body", [b"", b" ", b"\0", b"<html><body>", b"{}", opml(), b"<!DOCTYPE opml>"])
def test_body_that_is_not_opml_is_refused(body: bytes):
    with pytest.raises(OpmlError, match="use <opml>"):
        read_opml(body)


def test_external_entity_is_not_read(tmp_path: Path):
    secret = tmp_path / "secret"
    secret.write_text(FEED.replace("example", "hidden"))
    doctype = f'<!DOCTYPE opml [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'.encode()
    assert read_opml(doctype + opml("<outline text='a'>&x;</outline>")).feeds == []


def test_exponential_entities_are_refused():
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 100}">' for n in range(1, 8))
    doctype = f'<!DOCTYPE opml [<!ENTITY e0 "x">{entities}]>'.encode()
    with pytest.raises(OpmlError):
        read_opml(doctype + opml(FEED.replace("News", "&e7;")))


texts = st.text(max_size=10).map(lambda text: " ".join(text.split()))
names = st.from_regex(r"[a-zž]{1,3}( [a-z])?", fullmatch=True)
outlines = st.builds(
    Outline,
    url=st.from_regex(r"https://[a-z]{1,4}\.example/[a-z]{0,3}(\?a=b&c=d)?", fullmatch=True),
    title=names,
    site_url=st.none() | st.just("https://example.org/"),
    labels=st.sets(names, max_size=3).map(lambda labels: tuple(sorted(labels))),
)


@given(st.lists(outlines, min_size=1, max_size=5, unique_by=lambda feed: feed.url))
def test_written_feeds_are_read_back(feeds: list[Outline]):
    assert sorted(read_opml(write_opml(feeds)).feeds) == sorted(feeds)


@pytest.mark.parametrize("name", ["R&amp;D", "The <dialog> element", "C<int>"])
def test_title_and_label_that_look_like_html_are_read_back(name: str):
    feed = Outline("https://example.org/", name, None, (name,))
    assert read_opml(write_opml([feed])).feeds == [feed]


@given(st.lists(texts, max_size=3), texts)
def test_any_text_can_be_written_as_title_or_label(labels: list[str], title: str):
    feed = Outline("https://example.org/", title, None, tuple(labels))
    assert [each.url for each in read_opml(write_opml([feed])).feeds] == ["https://example.org/"]


def test_feeds_with_the_same_label_share_a_folder():
    feeds = [Outline(f"https://{name}.example/", labels=("News",)) for name in "ab"]
    assert write_opml(feeds).count(b'<outline text="News">') == 1


def test_untitled_feed_is_written_with_its_url_as_title():
    assert read_opml(write_opml([Outline("https://example.org/")])).feeds[0].title == "https://example.org/"
