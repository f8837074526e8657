from itertools import product

import pytest

from urltree.archive.occurrence import Occurrence
from urltree.archive.patterns import Kind, classify, invalid_as_boilerplate, propagate
from urltree.archive.textelements import TextElement

C, B, I = Kind.CONTENT, Kind.BOILERPLATE, Kind.INVALID  # noqa: E741 -- as the test's tables are read

#: Tables B.1 to B.5 as printed: the cross, the text, its class.
APPENDIX = {
    ("11000", "10000"): C,
    ("11000", "11000"): B,
    ("11100", "10000"): C,
    ("11100", "10100"): B,
    ("11100", "11000"): B,
    ("11100", "11100"): B,
    ("11001", "10000"): B,
    ("11001", "10001"): C,
    ("11001", "11000"): B,
    ("11001", "11001"): B,
    ("11010", "10000"): B,
    ("11010", "10010"): C,
    ("11010", "11000"): B,
    ("11010", "11010"): B,
    ("11011", "10000"): B,
    ("11011", "10001"): B,
    ("11011", "10010"): B,
    ("11011", "10011"): C,
    ("11011", "11000"): B,
    ("11011", "11001"): B,
    ("11011", "11010"): B,
    ("11011", "11011"): B,
    ("11101", "10001"): C,
    ("11101", "11101"): B,
    ("11110", "10010"): C,
    ("11110", "11110"): B,
    ("11111", "10011"): C,
    ("11111", "11111"): B,
}
CROSSES = ["".join(("11", *rest)) for rest in product("01", repeat=3)]
TEXTS = ["".join(("1", *rest)) for rest in product("01", repeat=4)]


def bits(written):
    return tuple(map(int, written))


def text(pattern="10000", parent=0):
    return Occurrence(TextElement(0, 1, 0, parent, parent), bits(pattern))


@pytest.mark.parametrize("cross", CROSSES)
def test_patterns_have_the_class_of_the_appendix_and_all_others_are_invalid(cross):
    found = classify(bits(cross), [text(pattern) for pattern in TEXTS])
    assert found == [APPENDIX.get((cross, pattern), Kind.INVALID) for pattern in TEXTS]


def test_the_undecided_example_of_the_thesis_is_invalid():
    assert classify(bits("11111"), [text("10101")]) == [Kind.INVALID]


def test_all_text_of_a_lone_page_is_invalid():
    assert classify(bits("10000"), [text("10000")]) == [Kind.INVALID]


def test_t002_takes_invalid_texts_for_boilerplate():
    assert invalid_as_boilerplate([C, I, B]) == [C, B, B]


def test_an_element_has_the_kind_that_all_its_texts_share():
    parents = (0, 0, 1, 1)
    assert propagate(parents, [text(parent=2), text(parent=3)], [C, C]) == [C, C, C, C]


def test_an_element_whose_texts_differ_has_no_kind():
    parents = (0, 0, 1, 1)
    assert propagate(parents, [text(parent=2), text(parent=3)], [C, B]) == [None, None, C, B]


def test_an_elements_own_text_counts_beside_that_of_its_children():
    assert propagate((0, 0, 1), [text(parent=1), text(parent=2)], [B, C]) == [None, None, C]


def test_elements_without_text_have_no_kind_and_no_influence():
    assert propagate((0, 0, 1, 1), [text(parent=3)], [C]) == [C, C, None, C]
