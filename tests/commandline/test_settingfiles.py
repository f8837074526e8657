"""Settings in files, for commands that need no service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bare import work_without_settings

from urltree.cli import run
from urltree.commandline.settingfiles import file_settings
from urltree.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

WANTED = ("URLTREE_HEURISTIC", "URLTREE_PORT", "URLTREE_DATA")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, without any settings."""
    work_without_settings(tmp_path, monkeypatch)
    return tmp_path


def test_without_files_nothing_is_set() -> None:
    assert file_settings(WANTED) == {}


def test_toml_sets_strings_and_numbers(folder: Path) -> None:
    (folder / "urltree.toml").write_text('heuristic = "strict"\nport = 8000\nallow_hosts = ["a.example"]\n')
    assert file_settings(WANTED) == {"URLTREE_HEURISTIC": "strict", "URLTREE_PORT": "8000"}


@pytest.mark.parametrize("value", ['["strict"]', "{ a = 1 }", "2026-01-02"])
def test_a_value_of_toml_that_is_no_text_or_number_is_refused_by_name(folder: Path, value: str) -> None:
    (folder / "urltree.toml").write_text(f"heuristic = {value}\n")
    with pytest.raises(InputError, match=r"^urltree\.toml: heuristic is .*; use a single text or number$"):
        file_settings(WANTED)


def test_dotenv_wins_over_toml_unless_it_is_empty(folder: Path) -> None:
    (folder / "urltree.toml").write_text('heuristic = "strict"\ndata = "here"\n')
    (folder / ".env").write_text("URLTREE_HEURISTIC=texrex\nURLTREE_DATA=\n")
    assert file_settings(WANTED) == {"URLTREE_HEURISTIC": "texrex", "URLTREE_DATA": "here"}


@pytest.mark.parametrize(
    "content", [b"heuristic = ", b'data = "\xff"', b"port = " + b"1" * 5_000, b"a = " + b"[" * 5_000]
)
def test_a_file_that_is_not_toml_is_named(folder: Path, content: bytes) -> None:
    (folder / "urltree.toml").write_bytes(content)
    with pytest.raises(InputError, match=r"urltree\.toml"):
        file_settings(WANTED)


@pytest.mark.parametrize(("file", "line"), [("urltree.toml", "port = 1"), (".env", "URLTREE_PORT=1")])
def test_a_file_may_begin_with_a_byte_order_mark(folder: Path, file: str, line: str) -> None:
    (folder / file).write_text(line, "utf-8-sig")
    assert file_settings(WANTED) == {"URLTREE_PORT": "1"}


@pytest.mark.parametrize(("file", "line"), [("urltree.toml", "port = 1"), (".env", "URLTREE_PORT=1")])
def test_a_file_in_another_encoding_is_refused_with_the_remedy(folder: Path, file: str, line: str) -> None:
    (folder / file).write_text(line, "utf-16")
    with pytest.raises(InputError, match=rf"^{file} is not UTF-8; save the file as UTF-8$"):
        file_settings(WANTED)


def test_a_file_named_in_the_environment_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_CONFIG", "nowhere.toml")
    with pytest.raises(InputError, match=r"^URLTREE_CONFIG: nowhere\.toml is not a file; name"):
        file_settings(WANTED)


@pytest.mark.parametrize(
    "line",
    [
        "URLTREE_DATA: here", "export URLTREE_DATA='here", 'urltree_data="here', "set URLTREE_DATA=here",
        '"URLTREE_DATA"="here"', "- URLTREE_DATA=here",
    ],
)  # fmt: skip
def test_a_miswritten_setting_in_dotenv_is_refused(folder: Path, line: str) -> None:
    (folder / ".env").write_text(f"# ours\n\n{line}\nPORT=1\n")
    with pytest.raises(InputError, match=r"^(?i:URLTREE_DATA) in \.env is not "):
        file_settings(WANTED)


def test_a_setting_in_dotenv_that_is_part_of_another_value_is_refused(folder: Path) -> None:
    (folder / ".env").write_text('PASSWORD="secret\nURLTREE_DATA=here\nUSER="me"\n')
    with pytest.raises(InputError, match=r"^URLTREE_DATA in \.env is not .* or a line above lacks its "):
        file_settings(WANTED)


def test_a_value_of_another_program_may_speak_of_our_settings(folder: Path) -> None:
    (folder / ".env").write_text("URLTREE_PORT=1\nTEMPLATE='{\n\"URLTREE_PORT\": 2}'\n")
    assert file_settings(WANTED) == {"URLTREE_PORT": "1"}


def test_what_another_program_has_miswritten_in_dotenv_is_ignored(folder: Path) -> None:
    (folder / ".env").write_text("PORT: 1 # not URLTREE_PORT\n#URLTREE_PORT=2\nURLTREE_PORT=1\n")
    assert file_settings(WANTED) == {"URLTREE_PORT": "1"}


@pytest.fixture
def rules(folder: Path) -> None:
    """A folder of rules that is set in urltree.toml and cannot be loaded."""
    (folder / "rules").mkdir()
    (folder / "rules" / "bad.toml").write_text("[")
    (folder / "urltree.toml").write_text('rules = "rules"\n')


@pytest.mark.usefixtures("rules")
def test_a_command_uses_the_settings_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["key", "http://example.com/"]) == 2
    assert "bad.toml" in capsys.readouterr().err


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("way", ["option", "environment"])
def test_options_and_environment_win_over_files(
    folder: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "none").mkdir()
    monkeypatch.setenv("URLTREE_RULES", "none" if way == "environment" else "")
    assert run(["key", "http://example.com/", *(["--rules", "none"] if way == "option" else [])]) == 0
