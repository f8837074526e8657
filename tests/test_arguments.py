"""Arguments of the wrong type."""

from datetime import timedelta

import numpy as np
import pytest

from urltree import Extractor, InputError, Retention, load_rules, to_markdown
from urltree.store import open_store

PAGE, URL = "<p>The bridge is open.", "https://example.org/"


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((5, URL), {}, "html must be bytes or str or bytearray, not int"),
        ((None, URL), {}, "html must be bytes or str or bytearray, not NoneType"),
        ((PAGE, b"https://example.org/"), {}, "url must be str, not bytes$"),
        ((PAGE, None), {}, "url must be str, not NoneType$"),
        ((PAGE, URL), {"title": 5}, "title must be str or None, not int$"),
        ((PAGE, URL), {"observe": "no"}, "observe must be bool, not str$"),
        ((PAGE, URL), {"observe": np.True_}, r"observe must be bool, not numpy\.bool_?$"),
        ((PAGE, URL), {"charset": b"utf-8"}, "charset must be str or None, not bytes$"),
        ((PAGE, URL), {"heuristic": 5}, "heuristic must be str or None, not int$"),
    ],
)
def test_an_argument_of_extract_of_the_wrong_type_is_refused_by_name(arguments, options, message):
    with pytest.raises(InputError, match=message):
        Extractor().extract(*arguments, **options)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("heuristic", None, "str, not NoneType$"),
        ("store", 5, "str or Store, not int$"),
        ("retention", 5, "Retention or None, not int$"),
        ("rules", "my-rules/", "RuleSet or None, not str$"),
    ],
)
def test_an_option_of_an_extractor_of_the_wrong_type_is_refused_by_name(name, value, message):
    with pytest.raises(InputError, match=f"{name} must be {message}"):
        Extractor(**{name: value})


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"max_documents": 0}, "max_documents is 0; use 1 to 65,535"),
        ({"min_documents": -1}, "min_documents is -1; use 0 to 65,535$"),
        ({"max_age": -1.0}, r"max_age is -1\.0; use a number of seconds, 0 or more"),
        ({"max_documents": "9"}, "max_documents must be int, not str$"),
        ({"max_documents": 200.5}, "max_documents must be int, not float$"),
        ({"min_documents": None}, "min_documents must be int, not NoneType$"),
        ({"max_age": timedelta(14)}, r"max_age must be int or float, not datetime\.timedelta$"),
    ],
)
def test_an_impossible_retention_is_refused_by_name(bounds, message):
    with pytest.raises(InputError, match=message):
        Retention(**bounds)


def test_a_store_of_the_wrong_type_is_refused_by_name():
    with pytest.raises(InputError, match=r"url must be str, not bytes$"):
        open_store(b"memory://")


def test_only_an_extraction_can_be_judged_again():
    with pytest.raises(InputError, match="extraction must be Extraction, not str"):
        Extractor().judge_again(PAGE)


def test_only_an_extraction_can_be_written_as_markdown():
    with pytest.raises(InputError, match="extraction must be Extraction, not str"):
        to_markdown(PAGE, PAGE)


def test_a_folder_of_rules_of_the_wrong_type_is_refused_by_name():
    with pytest.raises(InputError, match=r"folder must be str or Path or None, not int$"):
        load_rules(5)
