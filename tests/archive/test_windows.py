import numpy as np
import pytest

from urltree.archive.cross import Cross
from urltree.archive.occurrence import Occurrence, occurrences
from urltree.archive.textelements import text_page
from urltree.archive.windows import windows

#: Those of Table 2.1.
FEATURES = 20

#: Columns of a window: those of the node itself, then those of the nodes before and after it.
NAME, LINKS, TEXT_DENSITY, WORDS, CHARACTERS, TAGS, CLASS, CHARACTERS_PER_TAG = range(8)
BEFORE, AFTER = 8, 14

PAGE = "<body><div class='b a'><p>one two</p>three<a href='/'>four five</a></div><p class='a b'>six</p>"


class Windows:
    """The windows of a page, looked up by tag or by the first word of a text."""

    def __init__(self, html, layers=1):
        page = text_page(html)
        texts = occurrences(Cross(page))
        self.vectors = windows(page, texts, layers)
        self.names = [each.tag for each in page.elements] + [page.words[each.text.start] for each in texts]

    def __getitem__(self, name):
        return self.vectors[self.names.index(name)]


@pytest.fixture
def page():
    return Windows(PAGE)


def test_each_node_has_20_features_per_layer():
    for layers in (1, 2, 3):
        found = Windows(PAGE, layers)
        assert found.vectors.shape == (len(found.names), FEATURES * layers)


def test_words_and_characters_are_counted_without_white_space_at_the_ends(page):
    assert tuple(page["one"][[WORDS, CHARACTERS]]) == (2, 7)


def test_an_element_counts_all_text_in_it(page):
    assert tuple(page["div"][[WORDS, CHARACTERS]]) == (5, 7 + 5 + 9)


def test_link_density_is_the_share_of_characters_in_links(page):
    assert page["four"][LINKS] == page["a"][LINKS] == 1
    assert page["one"][LINKS] == 0
    assert page["div"][LINKS] == pytest.approx(9 / 21)


def test_an_element_nested_anywhere_in_a_link_is_linked():
    assert Windows("<p><a href=/><i><b>one</b></i></a> two")["b"][LINKS] == 1


def test_text_density_is_words_per_line_of_80_characters():
    assert Windows(f"<p>{'word ' * 20}</p>")["word"][TEXT_DENSITY] == 10


def test_an_element_counts_its_tags_and_a_text_has_none(page):
    assert page["div"][TAGS] == 3
    assert page["one"][TAGS] == 0


def test_characters_per_tag_are_all_characters_if_there_is_no_tag(page):
    assert page["div"][CHARACTERS_PER_TAG] == 21 / 3
    assert page["one"][CHARACTERS_PER_TAG] == 7


def test_each_tag_has_a_number_and_all_texts_share_another(page):
    assert page["one"][NAME] == page["four"][NAME]
    assert len({page[name][NAME] for name in ("div", "p", "a", "one")}) == 4


def test_the_order_of_classes_does_not_matter(page):
    assert page["div"][CLASS] == page.vectors[page.names.index("p", page.names.index("a"))][CLASS] != 0


def test_each_class_has_its_own_number_and_no_class_is_zero():
    page = Windows("<p class=a>x<p class=b>y<b>z</b>")
    assert (
        len({vector[CLASS] for name, vector in zip(page.names, page.vectors, strict=True) if name == "p"})
        == 2
    )
    assert page["b"][CLASS] == page["x"][CLASS] == 0


def test_neighbours_are_the_siblings_in_page_order(page):
    assert (page["three"][BEFORE:AFTER] == page["p"][:6]).all()
    assert (page["three"][AFTER:FEATURES] == page["a"][:6]).all()


def test_a_missing_neighbour_is_all_zeros(page):
    assert not page["one"][BEFORE:FEATURES].any()


def test_the_second_layer_is_the_window_of_the_enclosing_element():
    page = Windows(PAGE, 2)
    assert (page["four"][FEATURES:] == page["a"][:FEATURES]).all()


def test_layers_above_the_outermost_element_are_all_zeros():
    assert not Windows(PAGE, 3)["html"][2 * FEATURES :].any()


def test_scripts_and_styles_count_neither_as_neighbours_nor_as_tags():
    html = PAGE.replace("three", "three<script>var x;</script><style></style>")
    shown = Windows(PAGE)
    assert (Windows(html)["div"][:CLASS] == shown["div"][:CLASS]).all()
    assert (Windows(html)["three"][AFTER:FEATURES][1:] == shown["three"][AFTER:FEATURES][1:]).all()


def test_tags_inside_a_hidden_element_are_not_counted():
    hidden = "<svg><g><g></g></g></svg>"
    assert Windows(f"<div><p>one</p>{hidden}</div>")["div"][TAGS] == 2


def test_parts_of_a_split_text_are_neighbours():
    page = text_page("<p>one two")
    (text,) = page.texts
    parts = [
        Occurrence(text._replace(stop=1), (1, 0, 0, 0, 0)),
        Occurrence(text._replace(start=1), (1, 1, 0, 0, 0)),
    ]
    one, two = windows(page, parts, 1)[-2:]
    assert np.array_equal(one[AFTER:FEATURES], two[:6])
    assert np.array_equal(two[BEFORE:AFTER], one[:6])
