"""The command `urltree config`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from bare import remove_settings

from service.settings.settings import Settings

if TYPE_CHECKING:
    from commandlines import Run

KEY = "0123456789abcdefghijklmn"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_settings(monkeypatch)


def test_every_setting_has_a_line(urltree: Run) -> None:
    names = [line.split()[0] for line in urltree("config").out.splitlines()]
    assert names == [f"URLTREE_{name.upper()}" for name in Settings.model_fields]


def test_setting_is_shown_with_its_source(urltree: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PORT", "7")
    (port,) = (each for each in json.loads(urltree("config", "--json").out) if each["setting"] == "port")
    assert port == {"setting": "port", "value": "7", "source": "URLTREE_PORT"}


@pytest.mark.parametrize("arguments", [["config"], ["config", "--json"]])
def test_secrets_are_masked(urltree: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", "redis://:secret@host")
    monkeypatch.setenv("URLTREE_PROXY", "http://u:secret@host")
    monkeypatch.setenv("URLTREE_API_KEYS", f"read:{KEY}")
    shown = urltree(*arguments).out
    assert ("secret" in shown, KEY in shown, "redis://…@host" in shown) == (False, False, True)


def test_unknown_variable_causes_a_warning(urltree: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PROT", "7")
    code, _, warning = urltree("config")
    assert code == 0
    assert warning.startswith("urltree: warning: URLTREE_PROT: there is no such setting")
