"""JSON-LD of pages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.metadata.linkeddata import linked_facts, work_facts


def facts(*nodes):
    return list(linked_facts([json.dumps(node) for node in nodes]))


def fact(field, *nodes):
    return [found[field] for found in facts(*nodes)]


def test_an_article_gives_every_field():
    article = {
        "@type": "NewsArticle",
        "headline": "A bridge",
        "author": {"@type": "Person", "name": "Ana"},
        "datePublished": "2017-03-01",
        "inLanguage": "sl",
        "url": "/bridge",
        "publisher": {"name": "The Post"},
        "description": "It is open.",
        "image": {"@type": "ImageObject", "url": "/bridge.png"},
        "thumbnailUrl": "/small.png",
    }
    assert facts(article) == [
        {
            "title": ["A bridge"],
            "authors": ["Ana"],
            "published": ["2017-03-01"],
            "language": ["sl"],
            "canonical_url": ["/bridge"],
            "publisher": ["The Post"],
            "description": ["It is open."],
            "image_url": ["/bridge.png", "/small.png"],
        }
    ]


@pytest.mark.parametrize(
    "kind",
    ["BlogPosting", "LiveBlogPosting", "Report", "http://schema.org/Article", ["Thing", "TechArticle"]],
)
def test_subtypes_of_article_are_articles(kind):
    assert fact("title", {"@type": kind, "headline": "A bridge"}) == [["A bridge"]]


def test_other_types_are_ignored():
    assert facts({"@type": "Product", "headline": "A bridge"}, {"headline": "no type"}) == []


def test_the_first_article_counts_and_then_the_first_page():
    nodes = [{"@type": kind, "headline": f"{kind} {n}"} for n in "12" for kind in ("WebPage", "Article")]
    assert fact("title", *nodes) == [["Article 1"], ["WebPage 1"]]


def test_the_first_of_a_list_counts():
    assert fact("title", [{"@type": "Article", "headline": name} for name in ("One", "Two")]) == [["One"]]


def test_a_comma_before_a_bracket_within_a_text_is_kept():
    assert fact("title", {"@type": "Article", "headline": "[a,]"}) == [["[a,]"]]


@pytest.mark.parametrize("middle", ["Recipe", "PodcastEpisode"])
def test_a_recipe_or_an_episode_ranks_between_an_article_and_a_page(middle):
    nodes = [{"@type": kind, "author": kind} for kind in ("WebPage", middle, "Article")]
    assert fact("authors", *nodes) == [["Article"], [middle], ["WebPage"]]


def test_an_offer_of_a_job_has_a_title_and_a_day():
    job = {"@type": "JobPosting", "title": "Keeper", "datePosted": "2017-03-01"}
    assert [(found["title"], found["published"]) for found in facts(job)] == [(["Keeper"], ["2017-03-01"])]


VIDEO = {"@type": "VideoObject", "name": "A bridge", "uploadDate": "2017-03-01"}
REVIEW = {"@type": "Review", "name": "A bridge", "author": "Ana"}


def work_fact(field, *nodes, title="A Bridge | The Post"):
    return [found[field] for found in work_facts([json.dumps(node) for node in nodes], title)]


def test_the_day_of_a_video_is_that_of_its_upload():
    assert work_fact("published", {"@type": "WebPage"}, VIDEO) == [["2017-03-01"]]


def test_the_title_of_a_review_or_video_is_its_name():
    assert work_fact("title", REVIEW) == [["A bridge"]]


def test_the_headline_of_a_review_comes_before_its_name():
    assert work_fact("title", REVIEW | {"headline": "Bridge"}) == [["Bridge"]]


def test_the_author_of_a_review_may_be_another_node():
    author = {"@id": "#ana", "name": "Ana"}
    assert work_fact("authors", {"@graph": [REVIEW | {"author": {"@id": "#ana"}}, author]}) == [["Ana"]]


@pytest.mark.parametrize(
    "nodes",
    [
        [VIDEO, VIDEO],
        [REVIEW, {"@type": "Product"}],
        [{"@type": "Product", "name": "A bridge"}],
        [REVIEW | {"@type": "ClaimReview"}],
        [VIDEO | {"name": "A ferry"}],
        [VIDEO | {"name": "!"}],
        [VIDEO | {"name": None}],
    ],
)
def test_other_reviews_and_videos_stand_beside_the_text(nodes):
    assert work_fact("title", *nodes) == []


@pytest.mark.parametrize(
    "node",
    [
        {"@graph": [{"@type": "Article", "headline": "A bridge"}]},
        [{"@type": "Organization"}, {"@type": "Article", "headline": "A bridge"}],
        {"@type": "Thing", "mainEntity": {"@type": "Article", "headline": "A bridge"}},
    ],
)
def test_an_article_is_found_in_graphs_lists_and_main_entities(node):
    assert fact("title", node) == [["A bridge"]]


@pytest.mark.parametrize(
    "author",
    [
        ["Ana", "Bor"],
        [{"name": "Ana"}, {"name": "Bor"}],
        [{"name": ["Ana", "Bor"]}],
        {"name": ["Ana", "Bor"]},
        {"@list": [{"name": "Ana"}, "Bor"]},
        ["Ana", {"@id": "#bor"}],
        ["Ana", {"@id": "#none"}, {"@id": ["#bor"]}, "Bor"],
    ],
)
def test_authors_may_be_texts_nodes_or_references(author):
    article = {"@type": "Article", "author": author}
    bor = {"@type": "Person", "@id": "#bor", "name": "Bor"}
    assert fact("authors", {"@graph": [article, bor]}) == [["Ana", "Bor"]]


def test_a_person_may_have_a_given_and_a_family_name():
    person = {"@type": "Person", "@id": "#ana", "familyName": "Horvat", "givenName": "Ana"}
    assert fact("authors", {"@type": "Article", "author": [person]}) == [["Ana Horvat"]]
    assert fact("authors", {"@type": "Article", "author": {"@id": "#ana"}}, person) == [["Ana Horvat"]]


def test_nodes_with_the_same_id_are_combined():
    bor, page = {"@id": "#bor", "name": "Bor"}, {"@type": "ProfilePage", "mainEntity": {"@id": "#bor"}}
    assert fact("authors", {"@type": "Article", "author": {"@id": "#bor"}}, bor, page)[0] == ["Bor"]


@pytest.mark.parametrize(
    ("field", "article"),
    [
        ("authors", {"creator": "A bridge"}),
        ("published", {"dateCreated": "A bridge"}),
        ("published", {"datePublished": {"@value": "A bridge"}}),
        ("language", {"inLanguage": {"alternateName": "A bridge"}}),
        ("canonical_url", {"mainEntityOfPage": {"@id": "A bridge"}}),
    ],
)
def test_articles_may_give_a_field_in_several_ways(field, article):
    assert fact(field, {"@type": "Article"} | article) == [["A bridge"]]


@pytest.mark.parametrize(
    "script",
    [
        '//<![CDATA[\n{"@type": "Article", "headline": "A bridge"}\n//]]>',
        '<!-- {"@type": "Article", "headline": "A bridge"} -->',
        '{"@type": "Article", "headline": "A bridge",}',
        '{"@type": ["Article",], "headline": "A bridge"};',
        '{"@type": "Article", "headline": "A bridge", "description": "two\nlines"}',
    ],
)
def test_slightly_broken_json_is_read(script):
    assert [found["title"] for found in linked_facts([script])] == [["A bridge"]]


@pytest.mark.parametrize(
    "script", ["", "null", "{", '{"a": "b"c"}', "[" * 100_000, "\ud800", '{"@type": {}}']
)
def test_a_script_without_usable_json_is_skipped(script):
    article = '{"@type": "Article", "headline": "A bridge"}'
    assert [found["title"] for found in linked_facts([script, article])] == [["A bridge"]]


def test_a_node_is_looked_up_once_however_often_it_is_referred_to():
    references = [{"@id": "#a", "@type": "Person"}] * 100
    article = {"@type": "Article", "author": references}
    assert fact("authors", article, {"@id": "#a", "name": ["Ana", "Ben"]}) == [["Ana", "Ben"]]


KEYS = ["@type", "@graph", "@id", "@list", "mainEntity", "headline", "author", "name", "url", "publisher"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["Article", "WebPage", "#a", "x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
)

ARTICLES = st.dictionaries(st.sampled_from(KEYS), JSON, min_size=4).map(
    lambda fields: fields | {"@type": "Article"}
)


@given(st.lists(ARTICLES | JSON, min_size=1, max_size=4))
def test_any_json_gives_texts_by_field(values):
    for found in facts(*values):
        assert all(isinstance(text, str) for texts in found.values() for text in texts)
