"""Block features."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.blocks import parse_page
from urltree.features import FEATURES, page_features
from urltree.models import Page, TextBlock

PROSE = "The bridge over the river was opened on Monday, after six years of work and three of rain. "
PAGE = f"""<html><head><title>A new bridge | Example News</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/x">24 hours</a></li></ul></nav>
<article><h1>A new bridge</h1><p>{PROSE}</p><p>{PROSE * 2}</p></article>
<footer class="copyright">© 2024 EXAMPLE</footer>
</body></html>"""


@pytest.fixture(scope="module")
def page():
    return parse_page(PAGE)


def column(page, name):
    return page_features(page.blocks, page.title).matrix[:, FEATURES.index(name)].tolist()


def test_there_is_one_row_per_block_and_one_column_per_name(page):
    assert page_features(page.blocks, page.title).matrix.shape == (len(page.blocks), len(FEATURES))


def test_names_of_columns_are_unique():
    assert len(set(FEATURES)) == len(FEATURES)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("text: link share", [1, 1, 0, 0, 0, 0]),
        ("text: long", [0, 0, 0, 1, 1, 0]),
        ("text: ends a sentence", [0, 0, 0, 1, 1, 0]),
        ("text: copyright", [0, 0, 0, 0, 0, 1]),
        ("text: starts with a digit", [0, 1, 0, 0, 0, 0]),
        ("tags: is h1", [0, 0, 1, 0, 0, 0]),
        ("title: is best", [0, 0, 1, 0, 0, 0]),
        ("title: after best", [0, 0, 0, 1, 1, 1]),
        ("best container: inside", [0, 0, 1, 1, 1, 0]),
    ],
)
def test_a_column_says_what_its_name_says(page, name, values):
    assert column(page, name) == values


def test_marks_count_by_their_distance_and_for_the_whole_page():
    page = parse_page("<p hidden>One</p><div role=main><section><p>Two</p></section></div>")
    assert column(page, "marks: hidden") == [1, 0]
    assert column(page, "marks: main") == pytest.approx([0, 1 / (1 + 0.34 * 2)])
    assert column(page, "marks: hidden on the page") == [1, 1]
    assert column(page, "marks: landmark on the page") == [0, 0]


def test_a_container_has_its_share_of_links(page):
    assert column(page, "containers: links 1")[0] == pytest.approx(1)


def test_a_box_around_all_that_an_item_holds_is_not_seen():
    items = "<body><ul><li>one</li><li>two</li></ul>"
    boxed = items.replace("<li>", "<li><div class=card>").replace("</li>", "</div></li>")
    plain, same = (page_features(parse_page(html).blocks, None).matrix for html in (items, boxed))
    assert np.array_equal(plain, same)


def test_similar_siblings_are_counted(page):
    assert column(page, "containers: log alike 0")[:3] == pytest.approx(
        [np.log(3) / 4, np.log(3) / 4, np.log(2) / 4]
    )


def test_similar_siblings_are_counted_even_after_a_thousand_other_paths():
    paths = [*(f"html/body/p.{'x' * number}" for number in range(1_000)), *["html/body/ul/li"] * 2]
    blocks = [TextBlock("text", 1, "p", path, 0, shared=2) for path in paths]
    page = Page((*blocks[:-1], blocks[-1]._replace(shared=3)), None)
    assert column(page, "containers: log alike 0")[-2:] == pytest.approx([np.log(3) / 4] * 2)


def test_positions_run_from_start_to_end(page):
    assert column(page, "position: index") == pytest.approx([(row + 0.5) / 6 for row in range(6)])


def test_words_without_spaces_are_counted_by_characters():
    page = parse_page("<p>新的桥梁今天开放了</p>")
    assert page_features(page.blocks, None).words.tolist() == [1 + 9 / 2]


def test_a_text_without_spaces_between_words_looks_like_one_with_them():
    pages = (f"<p>{20 * word}。<p><a href=/>{20 * word}</a>{20 * word}" for word in ("新桥", "abcde "))
    unspaced, spaced = (page_features(parse_page(page).blocks, None).matrix for page in pages)
    assert unspaced == pytest.approx(spaced, abs=0.04)


BLOCK = st.builds(
    TextBlock,
    st.text(st.characters(exclude_characters="\n"), min_size=1),
    st.none(),
    st.just("p"),
    st.sampled_from(["", "html/body", "html/body/div.a/p", "html/body/div.a/ul/li", "html/body/p"]),
    st.integers(0, 50),
    st.integers(0, 4),
)


@given(st.lists(BLOCK, min_size=1), st.none() | st.text())
def test_any_page_gives_small_finite_numbers(blocks, title):
    matrix = page_features(blocks, title).matrix
    assert np.isfinite(matrix).all()
    assert abs(matrix).max() < 20
