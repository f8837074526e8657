"""The examples of docs/output.md and docs/python.md are run as they stand, and their lists compared."""

import contextlib
import io
import re
from dataclasses import fields
from pathlib import Path

import pytest
from documented import names_in_tables

from urltree import cli
from urltree.metadata.values import Metadata

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "output.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["output.md", "python.md"])
def test_the_example_prints_what_its_comments_say(name):
    page = (DOCS / name).read_text("utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, name, "exec"), {})
    assert printed.getvalue().splitlines() == re.findall(r"^ *print\(.*\)  # (.*)", example, re.MULTILINE)


@pytest.mark.parametrize("option", sorted(set(re.findall(r"`(--\w+)`", PAGE))))
def test_every_option_mentioned_is_one_of_extract(option, capsys):
    assert cli.run(["extract", "--help"]) == 0
    assert option in capsys.readouterr().out


@pytest.mark.parametrize("name", [each.name for each in fields(Metadata)])
def test_every_field_of_metadata_is_documented_exactly_once(name):
    assert names_in_tables("docs/output.md").count(name) == 1
