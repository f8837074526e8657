"""The command `urltree config`."""

from __future__ import annotations

import json

import pytest
from bare import remove_settings

from service.settings.settings import Settings
from urltree.cli import run

KEY = "0123456789abcdefghijklmn"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_settings(monkeypatch)


def test_every_setting_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [f"URLTREE_{name.upper()}" for name in Settings.model_fields]


def test_setting_is_shown_with_its_source(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_PORT", "7")
    run(["config", "--json"])
    (port,) = (each for each in json.loads(capsys.readouterr().out) if each["setting"] == "port")
    assert port == {"setting": "port", "value": "7", "source": "URLTREE_PORT"}


@pytest.mark.parametrize("arguments", [["config"], ["config", "--json"]])
def test_secrets_are_masked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", "redis://:secret@host")
    monkeypatch.setenv("URLTREE_PROXY", "http://u:secret@host")
    monkeypatch.setenv("URLTREE_API_KEYS", f"read:{KEY}")
    run(arguments)
    shown = capsys.readouterr().out
    assert ("secret" in shown, KEY in shown, "redis://…@host" in shown) == (False, False, True)


def test_unknown_variable_causes_a_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_PROT", "7")
    assert run(["config"]) == 0
    assert capsys.readouterr().err.startswith("urltree: warning: URLTREE_PROT: there is no such setting")
