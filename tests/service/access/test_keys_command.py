"""The command `urltree keys`."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commandlines import Run


@pytest.fixture
def keys(urltree: Run, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``urltree keys`` on an empty store."""
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    return partial(urltree, "keys")


def test_add_prints_only_the_key_to_standard_output(keys: Run) -> None:
    code, out, err = keys("add", "reader", "--scope", "read")
    assert (code, out.startswith("urltree_"), out.count("\n")) == (0, True, 1)
    assert "not shown again" in err


def test_add_warns_while_no_key_is_admin(keys: Run) -> None:
    warned = ["No key has the scope admin" in keys("add", "a", "--scope", "read").err]
    warned += [
        "No key has the scope admin" in keys("add", "b", "--scope", scope).err for scope in ("admin", "read")
    ]
    assert warned == [True, False, False]


def test_list_does_not_show_keys(keys: Run) -> None:
    key = keys("add", "reader", "--scope", "read", "--scope", "extract").out.strip()
    line = keys("list").out
    assert "extract read" in line
    assert key not in line


def test_list_shows_a_multiline_name_on_one_line(keys: Run) -> None:
    keys("add", "reader\nof ours", "--scope", "read")
    assert keys("list").out.endswith("  reader of ours\n")


def test_list_as_json_omits_hashes(keys: Run) -> None:
    keys("add", "reader", "--scope", "read")
    assert [*json.loads(keys("list", "--json").out)[0]] == ["id", "name", "scopes", "created"]


def test_revoked_key_is_no_longer_listed(keys: Run) -> None:
    keys("add", "reader", "--scope", "read")
    (made,) = json.loads(keys("list", "--json").out)
    assert keys("revoke", made["id"]).code == 0
    assert keys("list").out == ""


def test_revoke_revokes_all_it_knows_and_names_the_others(keys: Run) -> None:
    for name in ("reader", "indexer"):
        keys("add", name, "--scope", "read")
    first, last = (key["id"] for key in json.loads(keys("list", "--json").out))
    refused = keys("revoke", first, "0123", "45", last, first)
    assert (refused.code, "no key has the id 0123 or 45" in refused.err) == (2, True)
    assert keys("list").out == ""


def test_revoke_says_what_follows_if_no_key_is_left(keys: Run) -> None:
    for name in ("reader", "indexer"):
        keys("add", name, "--scope", "read")
    first, last = (key["id"] for key in json.loads(keys("list", "--json").out))
    assert keys("revoke", first).err == ""
    assert "No key is left" in keys("revoke", last).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["revoke", "0123"], "no key has the id 0123"),
        (["add", " ", "--scope", "read"], "the name is empty; say whose key it is"),
        (["add", "reader"], "Missing option '--scope'"),
        (["add", "reader", "--scope", "write"], "'write' is not one of"),
    ],
)
def test_wrong_usage_is_reported_on_one_line(keys: Run, arguments: list[str], message: str) -> None:
    code, _, complaint = keys(*arguments)
    assert (code, message in complaint, complaint.count("\n")) == (2, True, 1)
