"""The command `urltree keys`."""

from __future__ import annotations

import json

import pytest

from urltree.cli import run


def test_add_prints_only_the_key_to_standard_output(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["keys", "add", "reader", "--scope", "read", "--store", valkey_url]) == 0
    printed = capsys.readouterr()
    assert (printed.out.startswith("urltree_"), printed.out.count("\n")) == (True, 1)
    assert "not shown again" in printed.err


def test_list_does_not_show_keys(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader", "--scope", "read", "--scope", "extract", "--store", valkey_url])
    key = capsys.readouterr().out.strip()
    run(["keys", "list", "--store", valkey_url])
    line = capsys.readouterr().out
    assert "extract read" in line
    assert key not in line


def test_list_shows_a_multiline_name_on_one_line(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader\nof ours", "--scope", "read", "--store", valkey_url])
    capsys.readouterr()
    run(["keys", "list", "--store", valkey_url])
    assert capsys.readouterr().out.endswith("  reader of ours\n")


def test_list_as_json_omits_hashes(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader", "--scope", "read", "--store", valkey_url])
    capsys.readouterr()
    run(["keys", "list", "--json", "--store", valkey_url])
    assert [*json.loads(capsys.readouterr().out)[0]] == ["id", "name", "scopes", "created"]


def test_revoked_key_is_no_longer_listed(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["keys", "add", "reader", "--scope", "read", "--store", valkey_url])
    run(["keys", "list", "--json", "--store", valkey_url])
    made = json.loads(capsys.readouterr().out.splitlines()[1])[0]["id"]
    assert run(["keys", "revoke", made, "--store", valkey_url]) == 0
    run(["keys", "list", "--store", valkey_url])
    assert capsys.readouterr().out == ""


def test_revoke_says_what_follows_if_no_key_is_left(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("reader", "indexer"):
        run(["keys", "add", name, "--scope", "read", "--store", valkey_url])
    capsys.readouterr()
    run(["keys", "list", "--json", "--store", valkey_url])
    first, last = (key["id"] for key in json.loads(capsys.readouterr().out))
    run(["keys", "revoke", first, "--store", valkey_url])
    assert capsys.readouterr().err == ""
    run(["keys", "revoke", last, "--store", valkey_url])
    assert "No key is left" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["revoke", "0123"], "no key has the id 0123"),
        (["add", " ", "--scope", "read"], "the name is empty; say whose key it is"),
        (["add", "reader"], "Missing option '--scope'"),
        (["add", "reader", "--scope", "write"], "'write' is not one of"),
    ],
)
def test_wrong_usage_is_reported_on_one_line(
    valkey_url: str, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(["keys", *arguments, "--store", valkey_url]) == 2
    complaint = capsys.readouterr().err
    assert (message in complaint, complaint.count("\n")) == (True, 1)
