"""What DOM paths say by themselves."""

import tracemalloc

import pytest

from urltree.blocks import parse_page
from urltree.traits.elements import CONTAINER_LEVELS
from urltree.traits.pathfeatures import MARKS, NAMES, OWN_TAGS, TAGS, WIDTH, path_features, unwrapped

COLUMNS = [*(f"is {tag}" for tag in OWN_TAGS), *TAGS, *NAMES, *(f"[{mark}]" for mark in MARKS)]


def features(path):
    (row,) = path_features([path]).features.tolist()
    return {name: value for name, value in zip(COLUMNS, row, strict=True) if value}


def test_the_own_tag_is_a_feature():
    assert "is h2" in features("html/body/h2")


@pytest.mark.parametrize("tag", ["article", "main", "section"])
def test_text_directly_in_an_article_or_section_is_as_in_a_box(tag):
    assert "is div" in features(f"html/body/{tag}")


@pytest.mark.parametrize(
    ("step", "is_aside"),
    [
        ("aside.sidebar", True),
        ("aside.note", True),
        ("aside.starlight-aside", False),
        ("aside.starlight-aside.starlight-aside--tip", False),
    ],
)
def test_a_warning_of_starlight_is_not_beside_the_text(step, is_aside):
    assert ("aside" in features(f"html/body/{step}/p")) == is_aside


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
        ("div.alert", "hidden"),
        ("div.top-ad.x", "advert"),
        ("user-comments", "comment"),
        ("div.kommentare", "comment"),
        ("section.comentarios", "comment"),
        ("ul#reacties", "comment"),
        ("div.noticias-relacionadas", "related"),
        ("div.artikel-inhalt", "body"),
        ("div.titulo", "title"),
        ("p.auteur", "author"),
        ("p.fecha", "date"),
        ("div.werbung", "advert"),
        ("div.anzeige", "advert"),
        ("ul.teilen", "social"),
        ("div.kategorien", "tags"),
        ("h2.schlagzeile", "title"),
        ("div.articulo", "body"),
        ("div.noticia", "body"),
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
        ("div.footnote", "footer"),
        ("div.alert.alert--warning.theme-admonition", "hidden"),
        ("p.markdown-alert-title", "hidden"),
        ("aside.starlight-aside", "sidebar"),
        ("div.bbp-reply", "comment"),
        ("div.bbp-topic", "tags"),
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
        ("div.particular", "body"),
        ("div.noticias", "body"),
        ("div.autoresize", "author"),
        ("div.tagesanzeiger", "advert"),
        ("div.stellenanzeige", "advert"),
        ("div.bewerbung", "advert"),
        ("div.publicity", "advert"),
        ("div.abteilen", "social"),
        ("div.hauteur", "author"),
        ("div.media-body", "caption"),
        ("div.wp-block-media-text", "caption"),
    ],
)
def test_names_inside_other_words_are_not_found(step, group):
    assert group not in features(f"html/body/{step}/p")


@pytest.mark.parametrize(
    "name",
    """
    text-center text- text-gray- md:hidden items-center align-items-center flex-row overflow-hidden
    position-relative relative col-md- top- right- hidden-xs leading-tight format-standard
    has-post-thumbnail hfeed
    """.split(),
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


def test_blocks_in_one_element_have_the_path_of_that_in_common():
    containers = path_features(["html/body/ul/li", "html/body/ul", "html/body/ol/li"]).containers
    assert containers[0, 1] == containers[1, 0] != containers[2, 1]


def test_containers_end_at_the_root():
    (containers,) = path_features(["html/body"]).containers.astype(bool).tolist()
    assert containers == [True, True, *[False] * (CONTAINER_LEVELS - 2)]


def test_text_outside_of_all_elements_has_features_and_a_path():
    found = path_features([""])
    assert found.features.shape == (1, WIDTH)
    assert found.containers[0].astype(bool).tolist() == [True, *[False] * (CONTAINER_LEVELS - 1)]


def test_each_path_has_a_row_of_its_own():
    paths = ["html/body/p", "html/body/div", "html/body/p"]
    alone = [path_features([path]).features[0].tolist() for path in paths]
    assert path_features(paths).features.tolist() == alone


def test_a_deep_path_takes_no_memory_for_all_its_containers():
    paths = [f"html/body/div.{'x' * number}{'/div' * 200}/p" for number in range(1, 21)]
    path_features([f"{path}/b" for path in paths])  # so that the features of steps are cached
    tracemalloc.start()
    path_features(paths)
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


@pytest.mark.parametrize(
    ("html", "path"),
    [
        ("<ul><li><div class=x>one</div></li></ul>", "ul/li"),
        ("<ul><li><div><div>one</div></div></li></ul>", "ul/li"),
        ("<table><tr><td><div>one</div></td><td>two", "table/tr/td/div"),
        ("<h2><div>one</div></h2>", "h2"),
        ("<ul><li><div>one</div><div>two</div></li></ul>", "ul/li/div"),
        ("<ul><li><div><div>one</div><div>two</div></div></li></ul>", "ul/li/div/div"),
        ("<ul><li><div>one<ul><li>two</ul></div></ul>", "ul/li/div"),
        ("<ul><li><div><p>one</p></div></li></ul>", "ul/li/div/p"),
        ("<section><div>one</div></section>", "section/div"),
    ],
)
def test_a_div_around_all_that_an_item_holds_is_left_out(html, path):
    blocks = parse_page(f"<body>{html}<p>below").blocks
    paths = unwrapped([block.path for block in blocks], [block.shared for block in blocks])
    assert paths[0] == f"html/body/{path}"
