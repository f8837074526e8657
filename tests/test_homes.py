"""Home folders in paths."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.settings.configuration import read_settings
from urltree.cli import run
from urltree.errors import InputError
from urltree.homes import expanded
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
