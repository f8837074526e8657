"""What DOM paths say by themselves."""

import tracemalloc
from threading import Thread

import pytest

from urltree.traits import pathfeatures
from urltree.traits.pathfeatures import CONTAINER_LEVELS, MARKS, NAMES, OWN_TAGS, TAGS, WIDTH, PathRows

COLUMNS = [*(f"is {tag}" for tag in OWN_TAGS), *TAGS, *NAMES, *(f"[{mark}]" for mark in MARKS)]


def features(path):
    row = PathRows().look_up([path]).features[0]
    return {name: value for name, value in zip(COLUMNS, row.tolist(), strict=True) if value}


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


def test_paths_below_one_element_share_its_number():
    prefixes = PathRows().look_up(["html/body/ul/li", "html/body/ul", "html/body/ol/li"]).prefixes
    assert prefixes[0, 1] == prefixes[1, 0] != prefixes[2, 1]


def test_prefixes_end_at_the_root():
    found = PathRows().look_up(["html/body"])
    assert found.prefixes[0].astype(bool).tolist() == [True, True, *[False] * (CONTAINER_LEVELS - 2)]


def test_text_outside_of_all_elements_has_a_row():
    found = PathRows().look_up([""])
    assert found.features.shape == (1, WIDTH)


def test_the_features_of_a_path_do_not_depend_on_the_paths_known():
    table = PathRows()
    before = table.look_up(["html/body/p.lead"]).features.tolist()
    table.look_up([f"html/body/div#x{'y' * number}/p" for number in range(600)])
    assert table.look_up(["html/body/p.lead"]).features.tolist() == before


def test_a_table_that_is_too_large_starts_anew(monkeypatch):
    monkeypatch.setattr(pathfeatures, "_MAX_PATHS", 10)
    table = PathRows()
    paths = [f"html/body/div#{'y' * number}" for number in range(30)]
    assert max(table.look_up([path]).prefixes.max() for path in paths) <= 10 + 2


def test_a_page_with_more_paths_than_are_kept_gets_all_of_them(monkeypatch):
    monkeypatch.setattr(pathfeatures, "_MAX_PATHS", 10)
    paths = [f"html/body/div#{'y' * number}" for number in range(1, 30)]
    table = PathRows()
    table.look_up(["html/body/p"])
    assert len(set(table.look_up(paths).prefixes[:, 0].tolist())) == len(paths)


def test_the_table_may_grow_in_another_thread_during_a_lookup():
    table = PathRows()
    many = [f"html/body/div#{'y' * number}" for number in range(600)]
    other = Thread(target=table.look_up, args=[many])

    class Paths(list):
        """Lets the other thread in when it is read."""

        def __iter__(self):
            if not other.ident:
                other.start()
                other.join(0.2)
            return super().__iter__()

    found = table.look_up(Paths(many[-1:])).features.tolist()
    other.join()
    assert found == PathRows().look_up(many[-1:]).features.tolist()


def test_a_deep_path_takes_no_memory_for_all_its_prefixes():
    paths = [f"html/body/div.{'x' * number}{'/div' * 200}/p" for number in range(1, 21)]
    PathRows().look_up(paths)  # so that the features of steps are cached
    table = PathRows()
    tracemalloc.start()
    table.look_up(paths)
    memory, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert memory < 10_000 * len(paths)


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
