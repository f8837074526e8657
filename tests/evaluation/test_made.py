from importlib.metadata import version

import pytest

from urltree.evaluation.made import made_with
from urltree.evaluation.run import Plan

URLTREE = f"urltree {version('urltree')}"


def test_a_report_names_the_version_of_urltree():
    assert made_with(Plan(("auto", "all-text"))) == f"Made with {URLTREE}."


def test_a_report_names_the_version_of_each_other_package_once():
    made = made_with(Plan(("strict", "boilerpy3-article", "boilerpy3-default")))
    assert made == f"Made with {URLTREE}, boilerpy3 {version('boilerpy3')}."


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"limit": 20}, "--limit 20"),
        ({"again": 100}, "--again 100"),
        ({"limit": 5, "cold": True}, "--limit 5 --cold"),
    ],
)
def test_a_report_names_the_options_that_its_scores_depend_on(options, told):
    assert made_with(Plan(("auto",), **options)) == f"Made with {URLTREE}; {told}."
