"""Paths of elements."""

from functools import reduce

import pytest

from urltree.output.structure import (
    Element,
    inside,
    layout_tables,
    shared_length,
    sound,
    taken_by,
    without_tables,
)


def path_of(tags):
    return tuple(Element(tag, {}) for tag in tags.split())


def tags_of(path):
    return " ".join(element.tag for element in path)


@pytest.mark.parametrize(
    ("tags", "kept"),
    [
        ("ul li p", "ul li p"),
        ("blockquote ol li ul li", "blockquote ol li ul li"),
        ("table tr td", "table tr td"),
        ("dl dt", "dl dt"),
        ("li p", "p"),
        ("ul p", "p"),
        ("ul ul li", "ul li"),
        ("ul td", ""),
        ("table p", "p"),
        ("table tr blockquote", "blockquote"),
        ("tr td", ""),
        ("p blockquote p", "blockquote p"),
        ("blockquote ul p", "blockquote p"),
        ("h2 p", "p"),
    ],
)
def test_misplaced_elements_are_left_out(tags, kept):
    assert tags_of(sound(reduce(inside, path_of(tags), ()))) == kept


def test_a_cell_counts_in_its_row_where_a_misplaced_element_is_between_them():
    table, row, item, cell = path_of("table tr li td")
    path = reduce(inside, (table, row), ())
    inside(path, Element("td", {}))
    assert reduce(inside, (item, cell), path) == (table, row, cell)
    assert cell.place == 1


def test_items_are_numbered_within_their_list():
    (holder,) = path_of("ol")
    places = [inside((holder,), Element("li", {}))[-1].place for _ in range(3)]
    assert places == [0, 1, 2]


def test_a_cell_begins_after_the_columns_before_it():
    (row,) = path_of("tr")
    inside((row,), Element("td", {"colspan": "3"}))
    assert inside((row,), Element("th", {}))[-1].place == 3


def test_a_cell_begins_beside_an_empty_one_that_spans_its_row():
    table, first, second = path_of("table tr tr")
    inside((table,), first)
    inside((table, first), Element("td", {"rowspan": "2"}))
    inside((table,), second)
    assert inside((table, second), Element("td", {}))[-1].place == 1


def test_a_list_between_items_belongs_to_the_item_before_it():
    holder, item, inner = path_of("ul li ol")
    inside((holder,), item)
    assert inside((holder,), inner) == (holder, item, inner)


@pytest.mark.parametrize("tags", ["ul ol", "table tr table"])
def test_a_list_or_table_that_follows_no_item_stays_where_it_is(tags):
    *path, inner = path_of(tags)
    for place in range(1, len(path)):
        inside(tuple(path[:place]), path[place])
    assert inside(tuple(path), inner) == (*path, inner)


def test_only_items_are_counted():
    (holder,) = path_of("ol")
    inside((holder,), Element("p", {}))
    assert holder.size == 0


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("100", 100), ("0", 1), ("101", 1), ("-2", 1), ("x", 1), ("", 1), ("9" * 9_999, 1)],
)
def test_a_span_that_is_no_number_up_to_100_counts_as_1(text, number):
    cell, row = Element("td", {"colspan": text, "rowspan": text}), Element("tr", {})
    assert taken_by(cell, row) == (number, number - 1)


def test_a_table_with_headings_in_its_cells_is_a_layout_table():
    data, layout = Element("table", {}), Element("table", {})
    rows = [Element("tr", {}) for _ in range(4)]
    cells = [Element("td", {}) for _ in range(8)]
    paths = [(data, rows[place // 2], cells[place]) for place in range(4)]
    paths += [(layout, rows[place // 2], cells[place], Element("h2", {})) for place in range(4, 8)]
    assert layout_tables(paths) == {layout}


@pytest.mark.parametrize(("posts", "is_data"), [(10, True), (11, False)])
def test_a_table_with_many_texts_in_a_cell_is_a_layout_table(posts, is_data):
    table, head, row = path_of("table tr tr")
    heads, cells = path_of("th th"), path_of("td td")
    paths = [(table, head, cell) for cell in heads] + [(table, row, cells[0])]
    paths += [(table, row, cells[1], Element("p", {})) for _ in range(posts)]
    assert (layout_tables(paths) == set()) is is_data


def test_a_table_is_removed_with_its_row_and_cell():
    path = path_of("blockquote table tr td table tr td p")
    assert tags_of(without_tables(path, {path[1]})) == "blockquote table tr td p"


def test_only_identical_elements_are_shared():
    one = path_of("ul li p")
    assert shared_length(one, (one[0], Element("li", {}), one[2])) == 1
    assert shared_length(one, one[:2]) == 2
