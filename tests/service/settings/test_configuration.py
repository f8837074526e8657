"""The sources of settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bare import work_without_settings

from service.settings.configuration import find_sources, origin, read_settings, unknown_variables
from urltree.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with no setting set anywhere."""
    work_without_settings(tmp_path, monkeypatch)
    return tmp_path


def test_toml_file_is_read(folder: Path) -> None:
    (folder / "urltree.toml").write_text("port = 1\n")
    assert read_settings().port == 1


def test_dotenv_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    (folder / ".env").write_text("URLTREE_PORT=1", "utf-8-sig")
    assert read_settings().port == 1


def test_dotenv_takes_precedence_over_toml(folder: Path) -> None:
    (folder / "urltree.toml").write_text("port = 1\n")
    (folder / ".env").write_text("URLTREE_PORT=2\n")
    assert read_settings().port == 2


def test_environment_takes_precedence_over_dotenv(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".env").write_text("URLTREE_PORT=2\n")
    monkeypatch.setenv("URLTREE_PORT", "3")
    assert read_settings().port == 3


def test_command_line_takes_precedence_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PORT", "3")
    assert read_settings({"port": 4}).port == 4


def test_omitted_option_does_not_override_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PORT", "3")
    assert read_settings({"port": None}).port == 3


def test_toml_lists_are_accepted(folder: Path) -> None:
    (folder / "urltree.toml").write_text('allow_hosts = ["a.example", "10.0.0.0/8"]\n')
    assert read_settings().allow_hosts == ("a.example", "10.0.0.0/8")


def test_toml_file_can_be_named_by_a_variable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "other.toml").write_text("port = 1\n")
    monkeypatch.setenv("URLTREE_CONFIG", "other.toml")
    assert read_settings().port == 1


def test_foreign_variables_in_dotenv_are_ignored(folder: Path) -> None:
    (folder / ".env").write_text("POSTGRES_PASSWORD=x\nURLTREE_PORT=2\n")
    assert read_settings().port == 2


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("urltree.toml", "prot = 1", "prot in urltree.toml: there is no such setting; did you mean port?"),
        (
            "urltree.toml",
            "xyzzy = 1",
            "xyzzy in urltree.toml: there is no such setting; urltree config lists",
        ),
        (
            ".env",
            "URLTREE_PROT=1",
            "URLTREE_PROT in .env: there is no such setting; did you mean URLTREE_PORT?",
        ),
        ("urltree.toml", 'port = "x"', "port in urltree.toml: must be a whole number, not 'x'"),
        (".env", "URLTREE_PORT=x", "URLTREE_PORT in .env: must be a whole number, not 'x'"),
        (".env", "URLTREE_PORT=70000", "URLTREE_PORT in .env: must be less than or equal to 65535, not '7"),
        (".env", "URLTREE_POLL=x", "URLTREE_POLL in .env: must be true or false, not 'x'"),
        (".env", "URLTREE_API_KEYS: secret", "URLTREE_API_KEYS in .env is not URLTREE_API_KEYS=VALUE"),
        ("urltree.toml", "port = ", "urltree.toml is not valid TOML: "),
        ("urltree.toml", 'data = ""', "data in urltree.toml: the path is empty; use . for"),
        ("urltree.toml", 'record = ""', "record in urltree.toml: the path is empty"),
        ("urltree.toml", 'rules = ""', "rules in urltree.toml: the path is empty"),
        ("urltree.toml", 'redis_url = "u:secret@host"', "redis_url in urltree.toml: not a store URL; "),
    ],
)
def test_error_names_the_setting_and_its_source_but_no_secret(
    folder: Path, file: str, text: str, message: str
) -> None:
    (folder / file).write_text(text)
    with pytest.raises(InputError) as caught:
        read_settings()
    assert str(caught.value).startswith(message)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(("name", "value"), [("WORKERS", "0"), ("MAX_DOCUMENTS", "70000")])
def test_error_names_a_variable_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"URLTREE_{name}", value)
    with pytest.raises(InputError, match=rf"^URLTREE_{name}: "):
        read_settings()


def test_error_names_an_option_as_it_is_typed() -> None:
    with pytest.raises(InputError, match=r"^--max-body: "):
        read_settings({"max_body": 0})


@pytest.mark.parametrize("setting", ["redis_url", "host"])
def test_empty_option_is_refused(setting: str) -> None:
    with pytest.raises(InputError, match=rf"^--{setting.replace('_', '-')}: "):
        read_settings({setting: ""})


def test_option_may_have_another_name_than_its_setting() -> None:
    with pytest.raises(InputError, match=r"^--store: "):
        read_settings({"redis_url": "bogus"}, {"redis_url": "--store"})


def test_undecodable_file_is_reported(folder: Path) -> None:
    (folder / ".env").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"^\.env is not UTF-8; "):
        read_settings()


def test_password_in_an_invalid_value_is_not_revealed(folder: Path) -> None:
    (folder / "urltree.toml").write_text('proxy = ["http://u:secret@host"]\n')
    with pytest.raises(InputError) as caught:
        read_settings()
    assert "secret" not in str(caught.value)


def test_origin_of_each_setting_is_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "urltree.toml").write_text("port = 1\nworkers = 1\nlease = 1\n")
    (folder / ".env").write_text("URLTREE_WORKERS=2\nURLTREE_LEASE=2\n")
    monkeypatch.setenv("URLTREE_LEASE", "3")
    sources = find_sources({})
    message = [origin(name, sources) for name in ("host", "port", "workers", "lease")]
    assert message == ["default", "port in urltree.toml", "URLTREE_WORKERS in .env", "URLTREE_LEASE"]


def test_unknown_variable_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PROT", "1")
    assert unknown_variables() == ["URLTREE_PROT: there is no such setting; did you mean URLTREE_PORT?"]


def test_name_that_has_only_the_prefix_in_common_is_not_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_FOO", "1")
    assert unknown_variables() == ["URLTREE_FOO: there is no such setting; urltree config lists them"]


@pytest.mark.parametrize("name", ["URLTREE_PORT", "URLTREE_CONFIG", "OTHER"])
def test_known_or_foreign_variable_is_not_reported(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "1")
    assert unknown_variables() == []


@pytest.mark.parametrize(
    ("command", "option"), [("serve", "--port"), ("serve", "--workers"), ("worker", "--workers")]
)
def test_number_of_an_option_is_refused_in_the_words_of_the_settings(
    urltree: Run, command: str, option: str
) -> None:
    error = f"urltree: error: {option}: must be a whole number, not 'abc'\n"
    assert urltree(command, option, "abc") == (2, "", error)
