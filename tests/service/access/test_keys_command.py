"""`urltree keys`."""

from __future__ import annotations

import json

import pytest

from urltree.cli import run


def test_a_key_is_printed_alone_so_that_it_can_be_piped(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["keys", "add", "reader", "--scope", "read", "--store", valkey_url]) == 0
    printed = capsys.readouterr()
    assert (printed.out.startswith("urltree_"), printed.out.count("\n")) == (True, 1)
    assert "not shown again" in printed.err


def test_the_list_shows_all_but_the_key(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader", "--scope", "read", "--scope", "extract", "--store", valkey_url])
    key = capsys.readouterr().out.strip()
    run(["keys", "list", "--store", valkey_url])
    line = capsys.readouterr().out
    assert "extract read" in line
    assert key not in line


def test_a_name_of_several_lines_is_listed_in_one(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["keys", "add", "reader\nof ours", "--scope", "read", "--store", valkey_url])
    capsys.readouterr()
    run(["keys", "list", "--store", valkey_url])
    assert capsys.readouterr().out.endswith("  reader of ours\n")


def test_the_list_as_json_has_no_hash(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader", "--scope", "read", "--store", valkey_url])
    capsys.readouterr()
    run(["keys", "list", "--json", "--store", valkey_url])
    assert [*json.loads(capsys.readouterr().out)[0]] == ["id", "name", "scopes", "created"]


def test_a_revoked_key_is_listed_no_more(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader", "--scope", "read", "--store", valkey_url])
    run(["keys", "list", "--json", "--store", valkey_url])
    made = json.loads(capsys.readouterr().out.splitlines()[1])[0]["id"]
    assert run(["keys", "revoke", made, "--store", valkey_url]) == 0
    run(["keys", "list", "--store", valkey_url])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["revoke", "0123"], "0123: no key has that id"),
        (["add", " ", "--scope", "read"], "the name is empty: say whose key it is"),
        (["add", "reader"], "Missing option '--scope'"),
        (["add", "reader", "--scope", "write"], "'write' is not one of"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    valkey_url: str, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert run(["keys", *arguments, "--store", valkey_url]) == 2
    complaint = capsys.readouterr().err
    assert (told in complaint, complaint.count("\n")) == (True, 1)
