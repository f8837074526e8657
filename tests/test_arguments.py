"""Arguments of the wrong type."""

from datetime import timedelta

import pytest

from urltree import Extractor, InputError, Retention, load_rules, to_markdown

PAGE, URL = "<p>The bridge is open.", "https://example.org/"


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((5, URL), {}, "html is of type int: give bytes or str"),
        ((None, URL), {}, "html is of type NoneType: give bytes or str"),
        ((PAGE, b"https://example.org/"), {}, "url is of type bytes: give str$"),
        ((PAGE, None), {}, "url is of type NoneType: give str$"),
        ((PAGE, URL), {"title": 5}, "title is of type int: give str or None$"),
        ((PAGE, URL), {"observe": "no"}, "observe is of type str: give bool$"),
        ((PAGE, URL), {"charset": b"utf-8"}, "charset is of type bytes: give str or None$"),
        ((PAGE, URL), {"heuristic": 5}, "heuristic is of type int: give str or None$"),
    ],
)
def test_an_argument_of_extract_of_the_wrong_type_is_refused_by_name(arguments, options, message):
    with pytest.raises(InputError, match=message):
        Extractor().extract(*arguments, **options)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("heuristic", None, "NoneType: give str$"),
        ("store", 5, "int: give str or Store$"),
        ("retention", 5, "int: give Retention or None$"),
        ("rules", "my-rules/", "str: give RuleSet or None$"),
    ],
)
def test_an_option_of_an_extractor_of_the_wrong_type_is_refused_by_name(name, value, message):
    with pytest.raises(InputError, match=f"{name} is of type {message}"):
        Extractor(**{name: value})


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"max_documents": 0}, "max_documents is 0: give 1 to 65,535"),
        ({"min_documents": -1}, "min_documents is -1: give 0 to max_documents"),
        ({"max_age": -1.0}, r"max_age is -1\.0: give seconds"),
        ({"max_documents": "9"}, "max_documents is of type str: give int$"),
        ({"max_documents": 200.5}, "max_documents is of type float: give int$"),
        ({"min_documents": None}, "min_documents is of type NoneType: give int$"),
        ({"max_age": timedelta(14)}, "max_age is of type timedelta: give int or float$"),
    ],
)
def test_an_impossible_retention_is_refused_by_name(bounds, message):
    with pytest.raises(InputError, match=message):
        Retention(**bounds)


def test_only_an_extraction_can_be_judged_again():
    with pytest.raises(InputError, match="extraction is of type str: give Extraction"):
        Extractor().judge_again(PAGE)


def test_only_an_extraction_can_be_written_as_markdown():
    with pytest.raises(InputError, match="extraction is of type str: give Extraction"):
        to_markdown(PAGE, PAGE)


def test_a_folder_of_rules_of_the_wrong_type_is_refused_by_name():
    with pytest.raises(InputError, match=r"folder is of type int: give str or Path or None$"):
        load_rules(5)
