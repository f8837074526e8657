"""`urltree stream`, `urltree queue` and `urltree worker`, and the queue over HTTP."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest
from readings import OLD, reading
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from valkeys import PATIENCE

from service.queue import Item
from service.state import keys
from service.stream.publish import DocumentStream
from urltree.cli import run
from urltree.models import Retention

if TYPE_CHECKING:
    import httpx

    from service.stream.document import Reading

ID = "example.com:1/2"
FEED = "5f1c9a0b7e42"
#: The service does not connect to this, so a worker that gets it goes nowhere.
URL = "http://127.0.0.1/1"


def publish(url: str, *pages: Reading) -> list[str]:
    """Publish documents; give their positions."""

    async def act() -> list[str]:
        async with Redis.from_url(url, socket_timeout=PATIENCE) as redis:
            stream = DocumentStream(redis, Retention())
            return [(await stream.publish(page)).position for page in pages]

    return asyncio.run(act())


@pytest.fixture
def published(valkey_url: str) -> list[str]:
    """Positions of two documents."""
    second = reading("http://example.com/2", text="\x1bZ", feed=FEED)
    return publish(valkey_url, reading("http://example.com/1"), second)


def park(url: str) -> None:
    """Leave an item as one that was given up; if it were put, the service under test might claim it."""
    with SyncRedis.from_url(url, socket_timeout=PATIENCE) as redis:
        redis.hset(keys.WORK_ITEMS, ID, Item(id=ID, url=URL).model_dump_json())
        redis.zadd(keys.WORK_PARKED, {ID: 1_767_323_045_000})
        redis.hset(keys.WORK_REASONS, ID, "no\nroute")


@pytest.mark.usefixtures("published")
def test_stream_prints_the_texts(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stream", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == f"{OLD}\n\nZ\n\n"


def test_stream_prints_no_empty_texts(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    publish(valkey_url, reading("http://example.com/1", text=""), reading("http://example.com/2", text="A"))
    assert run(["stream", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == "A\n\n"


@pytest.mark.usefixtures("published")
def test_stream_prints_json_lines_of_what_is_wanted(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stream", "--store", valkey_url, "--format", "ndjson", "--feed", FEED]) == 0
    assert json.loads(capsys.readouterr().out)["url"] == "http://example.com/2"


@pytest.mark.parametrize("label", [" x\n", "x"])
def test_stream_knows_a_label_whatever_blanks_are_around_it(
    valkey_url: str, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    publish(valkey_url, reading(text="A", labels=["x"]), reading("http://example.com/2", text="B"))
    assert run(["stream", "--store", valkey_url, "--label", label]) == 0
    assert capsys.readouterr().out == "A\n\n"


def test_stream_begins_after_a_document(
    valkey_url: str, published: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stream", "--store", valkey_url, "--after", published[0]]) == 0
    assert capsys.readouterr().out == "Z\n\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["stream", "--after", "yesterday"], "'yesterday'"),
        (["stream", "--after", "-5"], "'-5'"),
        (["stream", "--domain", "www.example.com"], "no registered domain; give example.com"),
        (["stream", "--lang", "english"], "'english' is no language; give a tag of BCP 47"),
        (["stream", "--feed", ""], "'' is no id of a feed; GET /feeds or urltree feeds list shows them"),
        (["stream", "--label", " "], "' ' is no label; give a word such as news"),
        (["stream", "--label", "x" * 101], "a label has 100 characters at most, and not 101"),
        (["feeds", "add", "example.com", "--label", " "], "' ' is no label; give a word such as news"),
        (["queue", "retry"], "which items to retry"),
        (["queue", "drop", "x", "--all"], "which items to drop"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert told in capsys.readouterr().err


def test_worker_without_a_redis_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("URLTREE_REDIS_URL", raising=False)
    assert run(["worker"]) == 2
    assert "URLTREE_REDIS_URL" in capsys.readouterr().err


def test_store_that_is_away_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["queue", "--store", "unix:///nowhere"]) == 1
    assert "store /nowhere does not answer: " in capsys.readouterr().err


def test_queue_lists_what_was_given_up(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    park(valkey_url)
    assert run(["queue", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == f"{ID}  2026-01-02 03:04  {URL}  no route\n"


@pytest.mark.parametrize("chosen", [[ID], ["--all"]])
def test_queue_drops_items(valkey_url: str, chosen: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    park(valkey_url)
    assert run(["queue", "drop", *chosen, "--store", valkey_url]) == 0
    assert capsys.readouterr().out == "items: 1\n"
    assert run(["queue", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("action", ["retry", "drop"])
def test_an_item_that_was_not_given_up_is_named_and_nothing_done(
    valkey_url: str, action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    park(valkey_url)
    assert run(["queue", action, ID, "example.com:0", "--store", valkey_url]) == 2
    assert capsys.readouterr().err.startswith(
        "urltree: error: example.com:0: no item of that id was given up"
    )
    assert run(["queue", "--store", valkey_url]) == 0
    assert ID in capsys.readouterr().out


def test_queue_over_http_lists_what_was_given_up(client: httpx.Client, served_url: str) -> None:
    park(served_url)
    (parked,) = client.get("/queue").json()["parked"]
    assert (parked["item"]["id"], parked["reason"]) == (ID, "no\nroute")


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 1_001}, {"feed": "news"}])
def test_queue_over_http_names_what_it_does_not_take(client: httpx.Client, query: dict[str, object]) -> None:
    answer = client.get("/queue", params=query)
    assert (answer.status_code, next(iter(query)) in answer.json()["detail"]) == (422, True)


def test_queue_over_http_tries_an_item_again(client: httpx.Client, served_url: str) -> None:
    park(served_url)
    assert client.post(f"/queue/{ID}/retry").status_code == 204
    assert client.get("/queue").json()["parked"] == []


def test_queue_over_http_drops_an_item(client: httpx.Client, served_url: str) -> None:
    park(served_url)
    assert client.delete(f"/queue/{ID}").status_code == 204
    assert client.delete(f"/queue/{ID}").json()["type"] == "urn:urltree:problem:no-item"
