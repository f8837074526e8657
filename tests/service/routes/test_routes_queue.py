"""The queue over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from parked import ID, fail, park

if TYPE_CHECKING:
    import httpx


def test_parked_items_are_listed(client: httpx.Client, served_url: str) -> None:
    park(served_url)
    (parked,) = client.get("/queue").json()["parked"]
    assert (parked["item"]["id"], parked["reason"]) == (ID, "no\nroute")


def test_failing_items_are_listed(client: httpx.Client, served_url: str) -> None:
    with fail(served_url):
        (failing,) = client.get("/queue").json()["failing"]
    assert (failing["item"]["id"], failing["reason"]) == (ID, "no\nroute")


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 1_001}, {"feed": "news"}])
def test_invalid_parameter_is_named(client: httpx.Client, query: dict[str, object]) -> None:
    answer = client.get("/queue", params=query)
    assert (answer.status_code, next(iter(query)) in answer.json()["detail"]) == (422, True)


def test_item_is_retried(client: httpx.Client, served_url: str) -> None:
    park(served_url)
    assert client.post(f"/queue/{ID}/retry").status_code == 204
    assert client.get("/queue").json()["parked"] == []


def test_item_is_dropped(client: httpx.Client, served_url: str) -> None:
    park(served_url)
    assert client.delete(f"/queue/{ID}").status_code == 204
    assert client.delete(f"/queue/{ID}").json()["type"] == "urn:urltree:problem:no-item"
