import sys
from functools import partial

import numpy as np
import pytest

from urltree.archive.cross import Cross
from urltree.archive.occurrence import occurrences
from urltree.archive.patterns import Kind
from urltree.archive.reclassify import nearest_neighbours, random_forest, reclassify, without_conflicts
from urltree.archive.textelements import text_page
from urltree.errors import InputError

C, B, I = Kind.CONTENT, Kind.BOILERPLATE, Kind.INVALID  # noqa: E741 -- as in the tables

SENTENCES = [f"A sentence that goes on for {number} words or some more than these" for number in range(8)]
LINKS = [f"<li><a href='/{number}'>Link {'x' * number}</a></li>" for number in range(8)]
PAGE = f"<main>{''.join(f'<p>{each}</p>' for each in SENTENCES)}</main><ul>{''.join(LINKS)}</ul>"

CLASSIFIERS = {
    "t003": partial(reclassify, 1, nearest_neighbours),
    "t005": partial(reclassify, 3, nearest_neighbours),
    "t006": partial(reclassify, 3, random_forest),
}


def reclassified(classifier, kinds, html=PAGE):
    page = text_page(html)
    return classifier(page, occurrences(Cross(page)), kinds)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_invalid_texts_take_the_kind_of_similar_texts(name):
    kinds = [*[C] * 7, I, *[B] * 7, I]
    assert reclassified(CLASSIFIERS[name], kinds) == [C] * 8 + [B] * 8


def test_a_text_unlike_others_of_its_kind_is_reclassified():
    kinds = [*[C] * 8, *[B] * 4, C, *[B] * 3]
    assert reclassified(CLASSIFIERS["t003"], kinds) == [C] * 8 + [B] * 8


def test_the_random_forest_is_deterministic():
    kinds = [C, I, B, I] * 4
    first, *others = (reclassified(CLASSIFIERS["t006"], kinds) for _ in range(4))
    assert others == [first] * 3


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_nothing_changes_if_all_texts_are_invalid(name):
    assert reclassified(CLASSIFIERS[name], [I] * 16) == [I] * 16


def test_a_page_with_too_many_nodes_keeps_its_kinds(monkeypatch):
    kinds = [*[C] * 7, I, *[B] * 7, I]
    nodes = len(text_page(PAGE).elements) + len(kinds)
    monkeypatch.setattr("urltree.archive.reclassify.MAX_NODES", nodes)
    assert reclassified(CLASSIFIERS["t003"], kinds) != kinds
    monkeypatch.setattr("urltree.archive.reclassify.MAX_NODES", nodes - 1)
    assert reclassified(CLASSIFIERS["t003"], kinds) == kinds


@pytest.mark.parametrize(
    ("classifier", "module"), [(nearest_neighbours, "sklearn.neighbors"), (random_forest, "sklearn.ensemble")]
)
def test_without_scikit_learn_the_extra_is_named(monkeypatch, classifier, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"pip install 'urltree\[archive\]'"):
        classifier(1)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_fewer_texts_than_neighbours_suffice(name):
    assert reclassified(CLASSIFIERS[name], [C], "<p>one") == [C]


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_page_without_text_has_no_kinds(name):
    assert list(reclassified(CLASSIFIERS[name], [], "<p></p>")) == []


def test_a_vector_with_two_kinds_is_not_learnt_from():
    vectors = np.array([[1.0], [2.0], [1.0], [2.0], [3.0]])
    assert without_conflicts(vectors, [C, C, B, C, B]) == {1: C, 3: C, 4: B}


def test_only_content_and_boilerplate_are_learnt_from():
    assert without_conflicts(np.array([[1.0], [1.0], [2.0]]), [I, B, None]) == {1: B}
