"""Home folders in paths, and where data are kept."""

from __future__ import annotations

import pwd
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from service.settings.configuration import read_settings
from urltree.cli import run
from urltree.errors import InputError
from urltree.homes import default_data_dir, expanded
from urltree.store import open_store

UNKNOWN = "~nobody-of-that-name/data"


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/there")
    assert expanded(Path("~/data")) == Path("/there/data")


def test_an_unknown_home_folder_is_refused() -> None:
    with pytest.raises(InputError, match=r"^~nobody-of-that-name/data: there is no such home folder"):
        expanded(Path(UNKNOWN))


def test_a_store_in_an_unknown_home_folder_is_refused() -> None:
    with pytest.raises(InputError, match="no such home folder"):
        open_store(f"embedded:{UNKNOWN}")


@pytest.mark.parametrize("setting", ["data", "record"])
def test_a_setting_with_an_unknown_home_folder_is_refused(setting: str) -> None:
    with pytest.raises(InputError, match="no such home folder"):
        read_settings({setting: UNKNOWN})


def test_a_command_with_an_unknown_home_folder_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("URLTREE_REDIS_URL", raising=False)
    assert run(["tree", "example.com", "--data", UNKNOWN]) == 2
    assert "no such home folder" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has a place of its own")
def test_the_data_directory_is_where_xdg_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    assert default_data_dir() == Path("/srv/data/urltree")


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has a place of its own")
@pytest.mark.parametrize("home", ["", "relative"])
def test_the_data_directory_is_under_home_without_a_valid_xdg_setting(
    monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", home)
    assert default_data_dir() == Path.home() / ".local/share/urltree"


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has a place of its own")
def test_an_unknown_home_folder_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> NoReturn:
        raise KeyError

    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(InputError, match="home folder is not known; set HOME, or name a data folder"):
        default_data_dir()
