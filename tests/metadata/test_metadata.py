"""What pages say about their documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.blocks import parse_page
from urltree.metadata.metadata import page_metadata
from urltree.metadata.values import Metadata

URL = "https://example.com/news/bridge"
LINKED_DATA = """<script type="application/ld+json">
{"@type": "Article", "headline": "Linked", "author": "Lin", "datePublished": "2017-03-01", "inLanguage": "sl",
 "url": "/linked", "publisher": {"name": "Linked Post"}, "description": "Linked data.",
 "image": "/linked.png"}</script>"""
OPEN_GRAPH = """<meta property="og:title" content="Open"><meta property="article:author" content="Opa">
<meta property="article:published_time" content="2017-03-02"><meta property="og:locale" content="hr_HR">
<meta property="og:url" content="/open"><meta property="og:site_name" content="Open Post">
<meta property="og:description" content="Open graph."><meta property="og:image" content="/open.png">"""
META = """<title>Plain</title><meta name="author" content="Pia"><meta name="date" content="2017-03-03">
<meta http-equiv="content-language" content="it"><meta name="application-name" content="Plain Post">
<meta name="description" content="Plain HTML."><meta itemprop="image" content="/plain.png">"""


def read(html, url=URL, title=None):
    return page_metadata(parse_page(html + "<p>text"), url, title)


def test_a_page_without_metadata_gives_none():
    assert read("") == Metadata()


def test_plain_html_is_read():
    assert read(META) == Metadata(
        "Plain", ("Pia",), "2017-03-03", "it", None, "Plain Post", "Plain HTML.",
        "https://example.com/plain.png",
    )  # fmt: skip


def test_open_graph_takes_precedence_over_plain_html():
    assert read(META + OPEN_GRAPH) == Metadata(
        "Open", ("Opa",), "2017-03-02", "hr-HR", "https://example.com/open", "Open Post", "Open graph.",
        "https://example.com/open.png",
    )  # fmt: skip


def test_incomplete_elements_are_skipped():
    head = "<link href=/a><link rel=canonical><meta name=author><meta content=Ana>"
    assert read(f"{head}<abbr>then</abbr><abbr class=published>now</abbr><time>today</time>") == Metadata()


@pytest.mark.parametrize("name", ["property", "name", "itemprop", "http-equiv"])
def test_a_meta_element_may_be_named_by_any_of_its_attributes(name):
    assert read(f'<meta {name}="Date" content="2017-03-03">').published == "2017-03-03"


def test_json_ld_takes_precedence_over_open_graph():
    assert read(META + OPEN_GRAPH + LINKED_DATA) == Metadata(
        "Linked", ("Lin",), "2017-03-01", "sl", "https://example.com/linked", "Open Post", "Linked data.",
        "https://example.com/linked.png",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("title", "url", "site"),
    [
        ("A bridge | LINKED POST", URL, "Linked Post"),
        ("A bridge", "https://linked-post.example/bridge", "Linked Post"),
        ("Linked Post | Open Post", URL, "Linked Post"),
        ("A bridge | Open Post", URL, "Open Post"),
        ("A bridge", URL, "Open Post"),
    ],
)
def test_the_publisher_is_the_site_where_the_title_or_the_host_names_it(title, url, site):
    assert read(f"<title>{title}</title>{OPEN_GRAPH}{LINKED_DATA}", url).site_name == site


def test_the_publisher_is_the_site_where_nothing_else_is():
    assert read(LINKED_DATA).site_name == "Linked Post"


@pytest.mark.parametrize("ampersand", ["&", "&amp;", "&#038;", "&#x26;"])
@pytest.mark.parametrize(("stated", "field"), [("image", "image_url"), ("url", "canonical_url")])
def test_json_ld_may_have_urls_that_are_escaped_as_html(stated, field, ampersand):
    linked = f'{{"@type": "Article", "{stated}": "/bridge?w=1{ampersand}copy=2"}}'
    metadata = read(f'<script type="application/ld+json">{linked}</script>')
    assert getattr(metadata, field) == "https://example.com/bridge?w=1&copy=2"


@pytest.mark.parametrize("image", ["data:image/png;base64,AA", "cid:1", " "])
def test_an_image_that_is_not_on_the_web_is_skipped(image):
    html = f'<meta property="og:image" content="{image}"><meta name="twitter:image" content="/bridge.png">'
    assert read(html).image_url == "https://example.com/bridge.png"


def test_an_hatom_date_is_read():
    then = '<abbr class="unpublished" title="2017-01-01">then</abbr>'
    now = '<abbr class="entry published" title="2017-03-01">now</abbr>'
    assert read(then + now).published == "2017-03-01"


def test_a_link_to_the_author_gives_the_name():
    assert read('by <a rel="nofollow Author" href=/people/ana><b>Ana</b> Oak</a>').authors == ("Ana Oak",)


def test_meta_elements_take_precedence_over_a_link_to_the_author():
    assert read(META + "<a rel=author href=/people/ana>Ana</a>").authors == ("Pia",)


def test_links_to_several_authors_are_taken_for_those_of_other_articles():
    assert read("<a rel=author href=/ana>Ana</a><a rel=author href=/bo>Bo</a>").authors == ()


def test_an_author_may_be_linked_more_than_once():
    assert read("<a rel=author href=/ana>Ana</a> ... <a rel=author href=/ana>Ana</a>").authors == ("Ana",)


def test_a_link_to_a_profile_on_another_host_gives_no_author():
    assert read("<a rel=author href=https://social.example.org/ana>Follow me</a>").authors == ()


def test_a_marked_author_takes_precedence_over_a_linked_one():
    marked = '<b itemprop="author">Ana</b>'
    assert read(f"{marked} <a rel=author href=/bo>Bo</a>").authors == ("Ana",)


def test_meta_elements_take_precedence_over_a_marked_author():
    assert read(META + '<b itemprop="author">Ana</b>').authors == ("Pia",)


def test_a_link_after_the_one_to_the_author_is_ignored():
    assert read("<a rel=author href=/ana>Ana</a><a href=/news>News</a>").authors == ("Ana",)


def test_a_linked_picture_of_the_author_is_skipped():
    assert read("<a rel=author href=/ana><img src=ana.jpg></a><a rel=author href=/ana>Ana</a>").authors == (
        "Ana",
    )


def test_a_given_title_takes_precedence():
    assert read(LINKED_DATA, title="Given").title == "Given"


def test_the_language_of_the_html_element_takes_precedence():
    assert read(f'<html lang="de-AT">{LINKED_DATA}').language == "de-AT"


def test_the_xml_lang_attribute_is_read():
    assert read('<html xml:lang="de-AT">').language == "de-AT"


def test_the_canonical_link_takes_precedence():
    html = f'<link rel="Canonical" href="/link">{OPEN_GRAPH}{LINKED_DATA}'
    assert read(html).canonical_url == "https://example.com/link"


def test_a_canonical_link_may_have_other_relations_too():
    assert read('<link rel="Canonical author" href="/a">').canonical_url == "https://example.com/a"


def test_a_link_whose_relation_only_contains_canonical_is_ignored():
    assert read('<link rel="non-canonical" href="/a">').canonical_url is None


ROOT = '<link rel="canonical" href="/"><meta property="og:url" content="/open">'


@pytest.mark.parametrize("path", ["news/bridge", "bridge?p=1", "index/bridge"])
def test_the_root_of_the_site_is_not_the_canonical_url_of_another_page(path):
    assert read(ROOT, f"https://example.com/{path}").canonical_url == "https://example.com/open"


@pytest.mark.parametrize("path", ["", "?ref=1", "index.html", "Default.aspx", "home", "en", "pt-br/"])
def test_the_root_of_the_site_is_the_canonical_url_of_its_home_page(path):
    assert read(ROOT, f"https://example.com/{path}").canonical_url == "https://example.com/"


def test_a_root_with_a_query_may_be_the_canonical_url_of_any_page():
    assert read('<link rel="canonical" href="/?p=1">').canonical_url == "https://example.com/?p=1"


def test_links_are_relative_to_the_base_element():
    html = '<base href="https://other.example/a/"><link rel="canonical" href="b">'
    assert read(html).canonical_url == "https://other.example/a/b"


def test_unusable_values_give_way_to_the_next_source():
    html = """<html lang="none of yours"><link rel=canonical href="javascript:evil()">
    <meta property="article:published_time" content="yesterday"><meta property="article:author" content=
    "https://social.example/ana">"""
    metadata = read(html + META)
    assert (metadata.published, metadata.language, metadata.authors) == ("2017-03-03", "it", ("Pia",))
    assert metadata.canonical_url is None


@pytest.mark.parametrize("name", ["twitter:title", "headline", "dc.title", "DCTERMS.title", "citation_title"])
def test_the_title_is_read_from_meta_elements_of_many_names(name):
    assert read(f'<title>Plain</title><meta name="{name}" content="A bridge">').title == "A bridge"


@pytest.mark.parametrize(
    "name",
    """
    og:article:author dc.creator dcterms.creator parsely-author sailthru.author citation_author
    citation_authors
    """.split(),
)
def test_authors_are_read_from_meta_elements_of_many_names(name):
    assert read(f'<meta name="{name}" content="Ana">').authors == ("Ana",)


@pytest.mark.parametrize("name", ["DC.creator", "dcterms.creator", "citation_author", "citation_authors"])
def test_authors_in_meta_elements_of_catalogues_may_begin_with_the_family(name):
    assert read(f'<meta name="{name}" content="Lee, Ann">').authors == ("Ann Lee",)


def test_authors_in_other_meta_elements_stay_as_they_are():
    assert read('<meta name="author" content="Lee, Ann">').authors == ("Lee, Ann",)


@pytest.mark.parametrize("name", ["dc.language", "dcterms.language", "language"])
def test_the_language_is_read_from_meta_elements_of_many_names(name):
    assert read(f'<meta name="{name}" content="sl">').language == "sl"


@pytest.mark.parametrize(
    "name",
    """
    og:article:published_time article:published og:published_time datePublished pubdate publish_date
    publish-date publishdate PublishDate OriginalPublicationDate DC.date.issued DCTERMS.issued
    DCTERMS.created DC.date DCTERMS.date parsely-pub-date sailthru.date citation_publication_date
    citation_date citation_online_date published pub_date publication_date publicationdate
    article_date_original govuk:first-published-at
    """.split(),
)
def test_the_date_is_read_from_meta_elements_of_many_names(name):
    assert read(f'<meta name="{name}" content="2026-08-01">').published == "2026-08-01"


@pytest.mark.parametrize(
    "text", ["Aug 01, 2026", "Sat, August 1st 2026", "2026 Aug 1", "1. August 2026, 12:30"]
)
def test_a_date_in_words_is_read_from_meta_elements(text):
    assert read(f'<meta name="date" content="{text}">').published == "2026-08-01"


def test_a_date_that_is_shown_precedes_one_in_words_for_machines():
    html = '<meta name="date" content="Aug 20, 2026"><h1>A bridge</h1><p>August 1, 2026</p>'
    assert read(f"<title>A bridge</title>{html}").published == "2026-08-01"


def test_a_date_for_machines_that_may_be_either_of_two_is_skipped():
    html = '<meta name="date" content="03/04/2026"><time datetime="2026-04-03">'
    assert read(html).published == "2026-04-03"


def test_markup_in_texts_is_left_out():
    assert read('<meta property="og:description" content="<p>It is open.</p>">').description == "It is open."


def test_the_name_of_the_site_beside_that_of_a_person_is_no_author():
    html = "".join(f'<meta name="author" content="{name}">' for name in ("Plain Post", "Ana"))
    assert read(html + META.replace("Pia", "")).authors == ("Ana",)


def test_lone_surrogates_that_json_escapes_are_replaced():
    metadata = read(
        LINKED_DATA.replace("Linked", r"\ud800").replace("Lin", r"Lin\udfff").replace("/linked", r"/\ud800")
    )
    assert (metadata.title, metadata.authors, metadata.canonical_url) == (
        "\ufffd",
        ("Lin\ufffd",),
        "https://example.com/\ufffd",
    )


def test_scripts_of_other_types_are_not_read():
    assert read(LINKED_DATA.replace("ld+json", "json")).title is None


def test_a_video_tells_the_day_where_no_other_source_does():
    video = '{"@type": "VideoObject", "name": "A bridge", "uploadDate": "2017-03-01"}'
    html = f'<title>A bridge</title><script type="application/ld+json">{video}</script>'
    assert read(html).published == "2017-03-01"
    assert read(f"{html}<meta name=date content=2017-03-02>").published == "2017-03-02"


# published


def test_a_time_element_gives_the_date():
    assert read('<time>now</time><time datetime="2017-03-01T09:30">').published == "2017-03-01T09:30:00"


@pytest.mark.parametrize("start", ["", "<p>released "])
def test_a_custom_element_for_a_time_gives_the_date(start):
    element = "<relative-time datetime=2017-03-01T09:30:00Z>on March 1</relative-time>"
    assert read(f"{start}{element}").published == "2017-03-01T09:30:00+00:00"
    assert read(f"<p>Last updated {element}").published is None
    assert read("<relative-time>on March 1</relative-time><count-down datetime=2017-03-01>").published is None


@pytest.mark.parametrize("mark", ["itemprop=dateModified", 'class="entry updated"', "class=modified"])
def test_a_time_element_of_a_change_gives_no_date(mark):
    assert read(f"<time {mark} datetime=2017-03-01>").published is None


@pytest.mark.parametrize(
    "marks",
    [
        "class=updated itemprop=datePublished",
        "class=updated pubdate",
        "itemprop=dateModified class=published",
        'class="updated entry-date"',
    ],
)
def test_a_time_element_of_a_change_may_be_that_of_publication_too(marks):
    assert read(f"<time {marks} datetime=2017-03-01>").published == "2017-03-01"


def test_the_url_gives_the_day():
    assert read("", "https://example.com/2017/03/01/bridge").published == "2017-03-01"


def test_the_time_on_the_day_in_the_url_wins():
    html = '<time datetime="2016-01-01T08:00"></time><time datetime="2017-03-01T09:30"></time>'
    assert read(html, "https://example.com/2017/03/01/bridge").published == "2017-03-01T09:30:00"


def test_the_time_on_the_day_in_the_url_may_be_written_in_another_form():
    html = '<time datetime="Wed, 01 Mar 2017 09:30:00 +0100">'
    assert read(html, "https://example.com/2017/03/01/bridge").published == "2017-03-01T09:30:00+01:00"


def test_the_time_of_a_change_on_the_day_in_the_url_is_read():
    html = '<time class=updated datetime="2017-03-01T09:30">'
    assert read(html, "https://example.com/2017/03/01/bridge").published == "2017-03-01T09:30:00"


TEXT = st.text(max_size=20) | st.sampled_from(["2017-03-01", "en", "/a", "http://[", "\ud800", "{}", "-"])
NAMES = st.sampled_from(
    ["og:title", "og:site_name", "og:url", "author", "date", "og:locale", "description", "og:image"]
)


@given(st.lists(st.tuples(NAMES, TEXT), max_size=8), TEXT, TEXT)
def test_any_page_gives_metadata_without_blank_texts(metas, heading, url):
    html = "".join(f'<meta name="{name}" content="{text}">' for name, text in metas)
    metadata = read(f"{html}<h1>{heading}</h1>", url)
    values = (
        metadata.title,
        *metadata.authors,
        metadata.published,
        metadata.language,
        metadata.canonical_url,
        metadata.site_name,
        metadata.description,
        metadata.image_url,
    )
    assert all(value is None or value.strip() for value in values)
