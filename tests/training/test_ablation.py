"""Networks that lack a kind of input."""

from math import nan

import numpy as np

from urltree.auto.networks import INPUTS
from urltree.models import Page, UrlKey
from urltree.training.ablation import ABLATIONS, table, without
from urltree.training.labelledpage import LabelledPage
from urltree.training.labels import Labels
from urltree.training.validation import Summary


def page():
    inputs = np.ones((2, len(INPUTS)), np.float16)
    labels = Labels(np.array([True, False]), np.array([9, 9]), 9, 1.0)
    site, key = "example.com", UrlKey("http://example.com/1", "example.com", ("example.com",))
    return LabelledPage(
        "news", site, 1, inputs, np.ones(2, "f4"), labels, "x", site, key, Page((), None), None
    )


def test_inputs_left_out_are_zero():
    (changed,) = without([page()], [0, 3])
    assert np.flatnonzero(changed.inputs[1] == 0).tolist() == [0, 3]


def test_the_given_pages_are_unchanged():
    given = page()
    without([given], [0])
    assert given.inputs.all()


def test_the_tree_and_the_features_together_are_all_inputs():
    assert sorted([*ABLATIONS["the tree"], *ABLATIONS["the features"]]) == list(range(len(INPUTS)))


def test_the_history_of_paths_is_part_of_the_tree():
    assert set(ABLATIONS["the history of paths"]) < set(ABLATIONS["the tree"])


def test_names_of_elements_are_the_inputs_about_names():
    names = [INPUTS[at] for at in ABLATIONS["names of elements"]]
    assert names
    assert all(name.startswith("names: ") for name in names)


def test_the_table_has_a_line_for_each_ablation():
    found = Summary({"news": 0.9, "blogs": 0.8}, {}, {"a": 1.0, "b": 0.5}, 0.75)
    assert list(table({"nothing": found}))[2] == "| nothing | 0.850 | 0.750 | 0.750 | 0.500 | 0.750 |"


def test_columns_about_streams_are_empty_without_streams():
    found = Summary({"news": 0.9}, {}, {}, nan)
    assert list(table({"nothing": found}))[2] == "| nothing | 0.900 | - | - | - | - |"
