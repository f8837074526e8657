"""What DOM paths say by themselves."""

import pytest

from urltree.traits.pathfeatures import MARKS, NAMES, OWN_TAGS, TAGS, WIDTH, path_features

COLUMNS = [*(f"is {tag}" for tag in OWN_TAGS), *TAGS, *NAMES, *(f"[{mark}]" for mark in MARKS)]


def features(path):
    (row,) = path_features([path]).tolist()
    return {name: value for name, value in zip(COLUMNS, row, strict=True) if value}


def test_the_own_tag_is_a_feature():
    assert "is h2" in features("html/body/h2")


def test_the_nearest_ancestor_of_a_kind_counts():
    assert features("html/body/article/div/article/p")["article"] == pytest.approx(1 / (1 + 0.2 * 1))


def test_the_farther_an_ancestor_the_less_it_counts():
    assert features("html/body/article/div/p")["article"] < features("html/body/article/p")["article"]


@pytest.mark.parametrize(
    ("step", "group"),
    [
        ("div#comments", "comment"),
        ("div.postContent", "body"),
        ("ul.RelatedArticles", "related"),
        ("div.ad", "advert"),
        ("div.top-ad.x", "advert"),
        ("user-comments", "comment"),
    ],
)
def test_names_are_found_in_ids_classes_and_custom_elements(step, group):
    assert features(f"html/body/{step}/p")[group] == pytest.approx(1 / (1 + 0.34))


@pytest.mark.parametrize(
    ("step", "group"),
    [
        ("div.header-shadow", "advert"),
        ("div.posts", "body"),
        ("table", "pager"),
        ("div.robots-nocontent", "body"),
        ("div.history", "body"),
        ("div.responsive", "comment"),
        ("div.elementor-widget", "sidebar"),
        ("ul.breadcrumb-trail", "sidebar"),
        ("div.football", "footer"),
        ("div.logout", "header"),
        ("div.validate", "date"),
        ("div.research", "subscribe"),
        ("div.platform", "subscribe"),
        ("div.formatted", "subscribe"),
        ("div.leaderboard", "teaser"),
        ("div.wp-block", "list"),
        ("div.browser", "list"),
        ("div.placeholder", "pager"),
        ("div.preview", "pager"),
        ("div#__next", "pager"),
    ],
)
def test_names_inside_other_words_are_not_found(step, group):
    assert group not in features(f"html/body/{step}/p")


@pytest.mark.parametrize(
    "name",
    [
        "text-center",
        "text-",
        "text-gray-",
        "md:hidden",
        "items-center",
        "align-items-center",
        "flex-row",
        "overflow-hidden",
        "position-relative",
        "relative",
        "col-md-",
        "top-",
        "right-",
        "hidden-xs",
        "leading-tight",
        "format-standard",
        "has-post-thumbnail",
        "hfeed",
    ],
)
def test_names_about_looks_are_ignored(name):
    assert features(f"html/body/div.{name}/p") == features("html/body/div/p")


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("comment-content", "comment"),
        ("nav-text", "nav"),
        ("article-footer", "footer"),
        ("related_post", "related"),
        ("share-article", "social"),
        ("sponsored-content", "advert"),
        ("content-pager", "pager"),
    ],
)
def test_body_is_ignored_in_a_name_that_also_says_something_else(name, group):
    names = features(f"html/body/div.{name}/p")
    assert (group in names, "body" in names) == (True, False)


def test_body_counts_beside_another_name_if_it_is_a_class_of_its_own():
    assert {"comment", "body"} <= features("html/body/div.comments-open.article/p").keys()


def test_text_outside_of_all_elements_has_features():
    assert path_features([""]).shape == (1, WIDTH)


def test_each_path_has_a_row_of_its_own():
    paths = ["html/body/p", "html/body/div", "html/body/p"]
    assert path_features(paths).tolist() == [path_features([path])[0].tolist() for path in paths]


@pytest.mark.parametrize(
    ("mark", "group"),
    [
        ("[hidden]", "[hidden]"),
        ("[role=main]", "[main]"),
        ("[role=article]", "[main]"),
        ("[role=navigation]", "[landmark]"),
        ("[itemprop=articlebody]", "[body]"),
        ("[itemprop=text]", "[body]"),
        ("[itemprop=author]", "[property]"),
    ],
)
def test_marks_are_grouped_by_kind(mark, group):
    assert [name for name in features(f"html/body/div.x{mark}/p") if name.startswith("[")] == [group]


def test_marks_are_not_names():
    assert "header" not in features("html/body/div[role=banner]/p")


def test_the_own_tag_of_a_marked_element_is_a_feature():
    assert "is h2" in features("html/body/h2[itemprop=headline]")
