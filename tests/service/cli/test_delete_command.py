"""The command `urltree delete`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import publish_at, reading

if TYPE_CHECKING:
    from commandlines import Run


def test_delete_removes_documents_from_the_stream(urltree: Run, valkey_url: str) -> None:
    pages = [reading(f"http://example.com/{number}", text=str(number)) for number in range(3)]
    first, _, last = publish_at(valkey_url, *pages)
    assert urltree("delete", first, last, "--store", valkey_url) == (0, "documents: 2\n", "")
    assert urltree("stream", "--store", valkey_url).out == "1\n\n"


def test_delete_names_the_documents_that_are_not_there(urltree: Run, valkey_url: str) -> None:
    (there,) = publish_at(valkey_url, reading())
    code, out, complaint = urltree("delete", "1-0", there, "--store", valkey_url)
    assert (code, out, "1-0: no such document" in complaint) == (2, "documents: 1\n", True)


def test_delete_takes_an_id_that_is_given_twice_once(urltree: Run, valkey_url: str) -> None:
    (there,) = publish_at(valkey_url, reading())
    assert urltree("delete", there, there, "--store", valkey_url) == (0, "documents: 1\n", "")


@pytest.mark.parametrize("wrong", ["http://example.com/1", "1-0x"])
def test_delete_refuses_what_is_no_id(urltree: Run, valkey_url: str, wrong: str) -> None:
    (there,) = publish_at(valkey_url, reading())
    code, out, complaint = urltree("delete", there, wrong, "--store", valkey_url)
    assert (code, out, f"{wrong!r} is not the id of a document" in complaint) == (2, "", True)
