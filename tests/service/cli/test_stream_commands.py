"""The commands `urltree stream`, `urltree queue` and `urltree worker`."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

import pytest
from parked import ID, URL, fail, park
from readings import OLD, publish_at, reading

from service.state import keys

if TYPE_CHECKING:
    from commandlines import Run
    from redis import Redis

FEED = "5f1c9a0b7e42"


@pytest.fixture
def published(valkey_url: str) -> list[str]:
    """Positions of two documents."""
    second = reading("http://example.com/2", text="\x1bZ", feed=FEED)
    return publish_at(valkey_url, reading("http://example.com/1"), second)


@pytest.mark.usefixtures("published")
def test_stream_prints_texts_without_control_characters(urltree: Run, valkey_url: str) -> None:
    assert urltree("stream", "--store", valkey_url) == (0, f"{OLD}\n\nZ\n\n", "")


def test_stream_omits_empty_texts(urltree: Run, valkey_url: str) -> None:
    publish_at(
        valkey_url, reading("http://example.com/1", text=""), reading("http://example.com/2", text="A")
    )
    assert urltree("stream", "--store", valkey_url) == (0, "A\n\n", "")


@pytest.mark.usefixtures("published")
def test_stream_prints_filtered_documents_as_ndjson(urltree: Run, valkey_url: str) -> None:
    printed = urltree("stream", "--store", valkey_url, "--format", "ndjson", "--feed", FEED)
    assert json.loads(printed.out)["url"] == "http://example.com/2"


def test_stream_prints_markdown_or_else_the_text(urltree: Run, valkey_url: str) -> None:
    publish_at(valkey_url, reading(text="A"), reading("http://example.com/2", text="B", markdown="**B**\x1b"))
    assert urltree("stream", "--store", valkey_url, "--format", "markdown") == (0, "A\n\n**B**\n\n", "")


@pytest.mark.parametrize("label", [" x\n", "x"])
def test_stream_ignores_blanks_around_a_label(urltree: Run, valkey_url: str, label: str) -> None:
    publish_at(valkey_url, reading(text="A", labels=["x"]), reading("http://example.com/2", text="B"))
    assert urltree("stream", "--store", valkey_url, "--label", label) == (0, "A\n\n", "")


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(("offset", "printed"), [(-60, f"{OLD}\n\nZ\n\n"), (60, "")])
def test_stream_starts_after_a_time(urltree: Run, valkey_url: str, offset: int, printed: str) -> None:
    after = f"{int(time.time()) + offset}000"
    assert urltree("stream", "--store", valkey_url, "--after", after) == (0, printed, "")


def test_stream_starts_after_a_document(urltree: Run, valkey_url: str, published: list[str]) -> None:
    assert urltree("stream", "--store", valkey_url, "--after", published[0]) == (0, "Z\n\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stream", "--after", "yesterday"], "'yesterday'"),
        (["stream", "--after", "-5"], "'-5'"),
        (["stream", "--domain", "www.example.com"], "is not a registered domain; use example.com"),
        (["stream", "--lang", "english"], "'english' is not a language; use a BCP 47 tag"),
        (
            ["stream", "--feed", ""],
            "'' is not the id of a feed; GET /feeds or urltree feeds list shows the ids",
        ),
        (["stream", "--label", " "], "' ' is not a label; use a word such as news"),
        (["stream", "--label", "x" * 101], "a label may have at most 100 characters, not 101"),
        (["stream", "--label", "a\x1bb"], r"'a\x1bb' has control characters; leave them out of the label"),
        (["feeds", "add", "example.com", "--label", " "], "' ' is not a label; use a word such as news"),
        (["queue", "failing", "--all"], "urltree queue failing lists all such items; leave out"),
        (["queue", "retry"], "which items to retry"),
        (["queue", "drop", "x", "--all"], "which items to drop"),
    ],
)
def test_invalid_arguments_are_refused(urltree: Run, arguments: list[str], message: str) -> None:
    code, _, complaint = urltree(*arguments)
    assert (code, message in complaint) == (2, True)


def test_worker_needs_a_redis_url(urltree: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("URLTREE_REDIS_URL", raising=False)
    code, _, complaint = urltree("worker")
    assert (code, "URLTREE_REDIS_URL" in complaint) == (2, True)


def stopped() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


def test_worker_does_not_start_on_half_a_backup(
    urltree: Run, valkey_client: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cli.worker.stopped_by_signals", stopped)
    valkey_client.set(keys.RESTORING, 1)
    code, _, complaint = urltree("worker", "--redis-url", valkey_url, "--workers", "1")
    assert (code, "restore again with --replace" in complaint) == (2, True)


def test_queue_lists_parked_items_on_one_line_each(urltree: Run, valkey_url: str) -> None:
    park(valkey_url)
    line = f"{ID}  2026-01-02 03:04 UTC  {URL}  no route\n"
    assert urltree("queue", "--store", valkey_url) == (0, line, "")


def test_queue_lists_failing_items_on_one_line_each(urltree: Run, valkey_url: str) -> None:
    line = f"{ID}  2026-01-02 03:04 UTC  {URL}  no route\n"
    with fail(valkey_url):
        assert urltree("queue", "failing", "--store", valkey_url) == (0, line, "")


@pytest.mark.parametrize("chosen", [[ID], ["--all"]])
def test_queue_drops_one_or_all_items(urltree: Run, valkey_url: str, chosen: list[str]) -> None:
    park(valkey_url)
    assert urltree("queue", "drop", *chosen, "--store", valkey_url) == (0, "items: 1\n", "")
    assert urltree("queue", "--store", valkey_url) == (0, "", "")


@pytest.mark.parametrize("action", ["retry", "drop"])
def test_unknown_item_is_named_and_nothing_is_changed(urltree: Run, valkey_url: str, action: str) -> None:
    park(valkey_url)
    code, _, complaint = urltree("queue", action, ID, "example.com:0", "--store", valkey_url)
    assert code == 2
    assert complaint.startswith("urltree: error: example.com:0: no such item was given up on")
    assert ID in urltree("queue", "--store", valkey_url).out
