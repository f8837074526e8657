"""The index of fingerprints."""

from alike import FINGERPRINTS
from hypothesis import given
from hypothesis import strategies as st

from urltree.templates.fingerprint import same_template
from urltree.templates.index import TemplateIndex


@given(st.sets(FINGERPRINTS), FINGERPRINTS)
def test_the_index_finds_what_comparing_with_all_finds(known, asked):
    index = TemplateIndex()
    for each in known:
        index.add(each)
    assert set(index.similar(asked)) == {each for each in known if same_template(each, asked)}


def test_asking_does_not_enter():
    index = TemplateIndex()
    list(index.similar(bytes(25)))
    assert list(index.similar(bytes(25))) == []
