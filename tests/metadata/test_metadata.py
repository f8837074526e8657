"""What pages tell of their documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.blocks import parse_page
from urltree.metadata.metadata import language_tag, page_metadata
from urltree.models import Metadata

URL = "https://example.com/news/bridge"
LINKED_DATA = """<script type="application/ld+json">
{"@type": "Article", "headline": "Linked", "author": "Lin", "datePublished": "2017-03-01", "inLanguage": "sl",
 "url": "/linked", "publisher": {"name": "Linked Post"}}</script>"""
OPEN_GRAPH = """<meta property="og:title" content="Open"><meta property="article:author" content="Opa">
<meta property="article:published_time" content="2017-03-02"><meta property="og:locale" content="hr_HR">
<meta property="og:url" content="/open"><meta property="og:site_name" content="Open Post">"""
META = """<title>Plain</title><meta name="author" content="Pia"><meta name="date" content="2017-03-03">
<meta http-equiv="content-language" content="it"><meta name="application-name" content="Plain Post">"""


def read(html, url=URL, title=None):
    return page_metadata(parse_page(html + "<p>text"), url, title)


def test_a_page_that_tells_nothing_gives_nothing():
    assert read("") == Metadata()


def test_plain_html_tells():
    assert read(META) == Metadata("Plain", ("Pia",), "2017-03-03", "it", None, "Plain Post")


def test_open_graph_goes_before_plain_html():
    assert read(META + OPEN_GRAPH) == Metadata(
        "Open", ("Opa",), "2017-03-02", "hr-HR", "https://example.com/open", "Open Post"
    )


def test_elements_that_tell_half_of_it_are_passed_over():
    head = "<link href=/a><link rel=canonical><meta name=author><meta content=Ana>"
    assert read(f"{head}<abbr>then</abbr><abbr class=published>now</abbr><time>today</time>") == Metadata()


@pytest.mark.parametrize("name", ["property", "name", "itemprop", "http-equiv"])
def test_a_meta_element_may_be_named_by_any_of_its_attributes(name):
    assert read(f'<meta {name}="Date" content="2017-03-03">').published == "2017-03-03"


def test_json_ld_goes_before_open_graph():
    assert read(META + OPEN_GRAPH + LINKED_DATA) == Metadata(
        "Linked", ("Lin",), "2017-03-01", "sl", "https://example.com/linked", "Linked Post"
    )


def test_a_date_as_hatom_has_it_is_read():
    then = '<abbr class="unpublished" title="2017-01-01">then</abbr>'
    now = '<abbr class="entry published" title="2017-03-01">now</abbr>'
    assert read(then + now).published == "2017-03-01"


def test_a_link_to_the_author_tells_the_name():
    assert read('by <a rel="nofollow Author" href=/people/ana><b>Ana</b> Oak</a>').authors == ("Ana Oak",)


def test_what_is_said_to_machines_goes_before_a_link_to_the_author():
    assert read(META + "<a rel=author href=/people/ana>Ana</a>").authors == ("Pia",)


def test_links_to_several_authors_are_of_other_articles():
    assert read("<a rel=author href=/ana>Ana</a><a rel=author href=/bo>Bo</a>").authors == ()


def test_an_author_may_be_linked_more_than_once():
    assert read("<a rel=author href=/ana>Ana</a> ... <a rel=author href=/ana>Ana</a>").authors == ("Ana",)


def test_a_profile_elsewhere_tells_no_author():
    assert read("<a rel=author href=https://social.example.org/ana>Follow me</a>").authors == ()


def test_a_marked_author_goes_before_linked_ones():
    marked = '<b itemprop="author">Ana</b>'
    assert read(f"{marked} <a rel=author href=/bo>Bo</a>").authors == ("Ana",)


def test_what_is_said_to_machines_goes_before_a_marked_author():
    assert read(META + '<b itemprop="author">Ana</b>').authors == ("Pia",)


def test_a_link_after_one_to_the_author_is_none():
    assert read("<a rel=author href=/ana>Ana</a><a href=/news>News</a>").authors == ("Ana",)


def test_a_linked_picture_of_the_author_has_no_name():
    assert read("<a rel=author href=/ana><img src=ana.jpg></a><a rel=author href=/ana>Ana</a>").authors == (
        "Ana",
    )


def test_the_title_given_goes_before_all():
    assert read(LINKED_DATA, title="Given").title == "Given"


def test_the_language_of_the_html_element_goes_before_all():
    assert read(f'<html lang="de-AT">{LINKED_DATA}').language == "de-AT"


def test_the_language_of_xhtml_is_read():
    assert read('<html xml:lang="de-AT">').language == "de-AT"


def test_the_canonical_link_goes_before_all():
    html = f'<link rel="Canonical" href="/link">{OPEN_GRAPH}{LINKED_DATA}'
    assert read(html).canonical_url == "https://example.com/link"


def test_a_canonical_link_may_be_something_else_too():
    assert read('<link rel="Canonical author" href="/a">').canonical_url == "https://example.com/a"


def test_a_link_of_a_kind_that_sounds_like_it_is_not_canonical():
    assert read('<link rel="non-canonical" href="/a">').canonical_url is None


def test_links_are_relative_to_the_base_element():
    html = '<base href="https://other.example/a/"><link rel="canonical" href="b">'
    assert read(html).canonical_url == "https://other.example/a/b"


def test_what_cannot_be_read_gives_way_to_the_next():
    html = """<html lang="none of yours"><link rel=canonical href="javascript:evil()">
    <meta property="article:published_time" content="yesterday"><meta property="article:author" content=
    "https://social.example/ana">"""
    told = read(html + META)
    assert (told.published, told.language, told.authors) == ("2017-03-03", "it", ("Pia",))
    assert told.canonical_url is None


@pytest.mark.parametrize("name", ["twitter:title", "headline", "dc.title", "DCTERMS.title"])
def test_sites_name_the_title_in_many_ways(name):
    assert read(f'<title>Plain</title><meta name="{name}" content="A bridge">').title == "A bridge"


@pytest.mark.parametrize(
    "name",
    [
        "og:article:author",
        "dc.creator",
        "dcterms.creator",
        "parsely-author",
        "sailthru.author",
        "citation_author",
    ],
)
def test_sites_name_the_authors_in_many_ways(name):
    assert read(f'<meta name="{name}" content="Ana">').authors == ("Ana",)


@pytest.mark.parametrize("name", ["dc.language", "dcterms.language", "language"])
def test_sites_name_the_language_in_many_ways(name):
    assert read(f'<meta name="{name}" content="sl">').language == "sl"


@pytest.mark.parametrize(
    "name",
    [
        "og:article:published_time",
        "article:published",
        "datePublished",
        "pubdate",
        "publish_date",
        "publish-date",
        "publishdate",
        "PublishDate",
        "OriginalPublicationDate",
        "DC.date.issued",
        "DCTERMS.issued",
        "DCTERMS.created",
        "DC.date",
        "DCTERMS.date",
        "parsely-pub-date",
        "sailthru.date",
        "citation_publication_date",
    ],
)
def test_sites_name_the_date_in_many_ways(name):
    assert read(f'<meta name="{name}" content="2026-08-01">').published == "2026-08-01"


def test_all_authors_of_a_source_are_told_once():
    html = "".join(f'<meta name="author" content="{name}">' for name in ("Ana  Horvat", "Bor", "Ana Horvat"))
    assert read(html).authors == ("Ana Horvat", "Bor")


@pytest.mark.parametrize(
    "author",
    ["HTTPS://example.com/ana", "//example.com/ana", "www.example.com", "ana@example.com", "x" * 101, " "],
)
def test_what_is_no_name_is_no_author(author):
    assert read(f'<meta name="author" content="{author}">').authors == ()


def test_a_name_may_be_long():
    assert read(f'<meta name="author" content="{"x" * 100}">').authors == ("x" * 100,)


def test_entities_that_were_escaped_twice_are_read():
    assert read('<meta property="og:title" content="Q &amp;amp; A">').title == "Q & A"


def test_a_reference_to_no_character_is_replaced():
    assert read(f'<meta property="og:title" content="a &amp;#{"9" * 5_000}; b">').title == "a \ufffd b"


def test_lone_surrogates_that_json_escapes_are_replaced():
    told = read(
        LINKED_DATA.replace("Linked", r"\ud800").replace("Lin", r"\udfff").replace("/linked", r"/\ud800")
    )
    assert (told.title, told.authors, told.canonical_url) == (
        "\ufffd",
        ("\ufffd",),
        "https://example.com/\ufffd",
    )


def test_scripts_of_other_types_are_not_read():
    assert read(LINKED_DATA.replace("ld+json", "json")).title is None


# title


@pytest.mark.parametrize("title", ["A bridge - The Post", "The Post | A bridge", "A bridge :: The Post"])
def test_the_site_s_name_is_cut_from_the_title(title):
    html = f'<meta property="og:site_name" content="The Post"><title>{title}</title>'
    assert read(html).title == "A bridge"


@pytest.mark.parametrize(
    "title",
    [
        "新橋通車_港口日報",
        "新橋通車\uff5c港口日報",
        "港口日報|新橋通車",
        "新橋通車--港口日報",
        "港口日報-新橋通車",
    ],
)
def test_the_site_s_name_is_cut_from_a_title_without_spaces(title):
    html = f'<meta property="og:site_name" content="港口日報"><title>{title}</title>'
    assert read(html).title == "新橋通車"


@pytest.mark.parametrize("title", ["A bridge to The Post", "The Post", "- The Post", "A bridge-The Post"])
def test_a_site_s_name_that_is_part_of_the_title_stays(title):
    html = f'<meta property="og:site_name" content="The Post"><title>{title}</title>'
    assert read(html).title == title


@pytest.mark.parametrize(
    ("title", "headings", "headline"),
    [
        ("A bridge - The Post", ["A bridge"], "A bridge"),
        ("A bridge - News - The Post", ["The Post", "A bridge"], "A bridge"),
        ("A bridge - a tunnel - The Post", ["A bridge", "A bridge - a tunnel"], "A bridge - a tunnel"),
        ("A new bridge - The Post", ["The Post"], "A new bridge"),
        ("Bridges - The Harbour Post", ["The Harbour Post"], "Bridges - The Harbour Post"),
        ("A bridge - The Post", ["Welcome"], "A bridge - The Post"),
        ("A bridge - The Post", ["One", "Two", "A bridge"], "A bridge"),
        ("A bridge - The Post", ["One", "Two", "Three", "A bridge"], "A bridge - The Post"),
        ("A bridge", ["A bridge"], "A bridge"),
    ],
)
def test_headings_tell_the_headline_from_the_site_s_name(title, headings, headline):
    html = f"<title>{title}</title>" + "".join(f"<h1>{heading}</h1>" for heading in headings)
    assert read(html).title == headline


def test_other_text_does_not_tell_the_headline():
    assert read("<title>A bridge - The Post</title><p>A bridge").title == "A bridge - The Post"


# published


def test_a_time_element_tells_the_date():
    assert read('<time>now</time><time datetime="2017-03-01T09:30">').published == "2017-03-01T09:30:00"


def test_the_url_tells_the_day():
    assert read("", "https://example.com/2017/03/01/bridge").published == "2017-03-01"


def test_of_the_times_that_counts_which_is_of_the_day_in_the_url():
    html = '<time datetime="2016-01-01T08:00"></time><time datetime="2017-03-01T09:30"></time>'
    assert read(html, "https://example.com/2017/03/01/bridge").published == "2017-03-01T09:30:00"


# language


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("EN", "en"),
        ("pt_br", "pt-BR"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("sl-rozaj-biske", "sl-rozaj-biske"),
        ("de, en", "de"),
        (" de ", "de"),
        ("en_US.UTF-8", "en-US"),
        ("", None),
        ("English", None),
        ("e", None),
        ("{{lang}}", None),
    ],
)
def test_a_language_tag_is_written_as_bcp_47_does(text, tag):
    assert language_tag(text) == tag


TEXT = st.text(max_size=20) | st.sampled_from(["2017-03-01", "en", "/a", "http://[", "\ud800", "{}", "-"])
NAMES = st.sampled_from(["og:title", "og:site_name", "og:url", "author", "date", "og:locale"])


@given(st.lists(st.tuples(NAMES, TEXT), max_size=8), TEXT, TEXT)
def test_any_page_gives_metadata_of_texts_that_hold_something(metas, heading, url):
    html = "".join(f'<meta name="{name}" content="{text}">' for name, text in metas)
    told = read(f"{html}<h1>{heading}</h1>", url)
    values = (told.title, *told.authors, told.published, told.language, told.canonical_url, told.site_name)
    assert all(value is None or value.strip() for value in values)
