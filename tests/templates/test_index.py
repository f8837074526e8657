"""The index of fingerprints."""

from alike import FINGERPRINTS
from hypothesis import given
from hypothesis import strategies as st

from urltree.templates.fingerprint import same_template
from urltree.templates.index import TemplateIndex


@given(st.sets(FINGERPRINTS), FINGERPRINTS)
def test_the_index_finds_the_same_as_comparing_with_all(known, query):
    index = TemplateIndex()
    for each in known:
        index.add(each)
    assert set(index.similar(query)) == {each for each in known if same_template(each, query)}


def test_a_query_adds_nothing_to_the_index():
    index = TemplateIndex()
    list(index.similar(bytes(25)))
    assert list(index.similar(bytes(25))) == []
