from pathlib import Path

import pytest
import typer

from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError


def test_a_path_is_taken_as_it_is_typed():
    assert typed_path("a/b") == Path("a/b")


def test_the_home_folder_is_filled_in(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/report") == tmp_path / "report"


def test_a_home_folder_that_is_not_known_is_refused():
    with pytest.raises(InputError, match="there is no such home folder"):
        typed_path("~nobody-of-this-name/report")


def test_an_empty_path_is_refused():
    with pytest.raises(typer.BadParameter, match="the path is empty"):
        typed_path("")
