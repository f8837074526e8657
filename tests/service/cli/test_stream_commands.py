"""The commands `urltree stream`, `urltree queue` and `urltree worker`."""

from __future__ import annotations

import json

import pytest
from parked import ID, URL, fail, park
from readings import OLD, publish_at, reading

from urltree.cli import run

FEED = "5f1c9a0b7e42"


@pytest.fixture
def published(valkey_url: str) -> list[str]:
    """Positions of two documents."""
    second = reading("http://example.com/2", text="\x1bZ", feed=FEED)
    return publish_at(valkey_url, reading("http://example.com/1"), second)


@pytest.mark.usefixtures("published")
def test_stream_prints_texts_without_control_characters(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stream", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == f"{OLD}\n\nZ\n\n"


def test_stream_omits_empty_texts(valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    publish_at(
        valkey_url, reading("http://example.com/1", text=""), reading("http://example.com/2", text="A")
    )
    assert run(["stream", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == "A\n\n"


@pytest.mark.usefixtures("published")
def test_stream_prints_filtered_documents_as_ndjson(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stream", "--store", valkey_url, "--format", "ndjson", "--feed", FEED]) == 0
    assert json.loads(capsys.readouterr().out)["url"] == "http://example.com/2"


@pytest.mark.parametrize("label", [" x\n", "x"])
def test_stream_ignores_blanks_around_a_label(
    valkey_url: str, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    publish_at(valkey_url, reading(text="A", labels=["x"]), reading("http://example.com/2", text="B"))
    assert run(["stream", "--store", valkey_url, "--label", label]) == 0
    assert capsys.readouterr().out == "A\n\n"


def test_stream_starts_after_a_document(
    valkey_url: str, published: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stream", "--store", valkey_url, "--after", published[0]]) == 0
    assert capsys.readouterr().out == "Z\n\n"


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
        (["feeds", "add", "example.com", "--label", " "], "' ' is not a label; use a word such as news"),
        (["queue", "failing", "--all"], "urltree queue failing lists all such items; leave out"),
        (["queue", "retry"], "which items to retry"),
        (["queue", "drop", "x", "--all"], "which items to drop"),
    ],
)
def test_invalid_arguments_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert message in capsys.readouterr().err


def test_worker_needs_a_redis_url(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("URLTREE_REDIS_URL", raising=False)
    assert run(["worker"]) == 2
    assert "URLTREE_REDIS_URL" in capsys.readouterr().err


def test_unreachable_store_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["queue", "--store", "unix:///nowhere"]) == 1
    assert "store /nowhere does not answer: " in capsys.readouterr().err


def test_queue_lists_parked_items_on_one_line_each(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    park(valkey_url)
    assert run(["queue", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == f"{ID}  2026-01-02 03:04 UTC  {URL}  no route\n"


def test_queue_lists_failing_items_on_one_line_each(
    valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with fail(valkey_url):
        assert run(["queue", "failing", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == f"{ID}  2026-01-02 03:04 UTC  {URL}  no route\n"


@pytest.mark.parametrize("chosen", [[ID], ["--all"]])
def test_queue_drops_one_or_all_items(
    valkey_url: str, chosen: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    park(valkey_url)
    assert run(["queue", "drop", *chosen, "--store", valkey_url]) == 0
    assert capsys.readouterr().out == "items: 1\n"
    assert run(["queue", "--store", valkey_url]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("action", ["retry", "drop"])
def test_unknown_item_is_named_and_nothing_is_changed(
    valkey_url: str, action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    park(valkey_url)
    assert run(["queue", action, ID, "example.com:0", "--store", valkey_url]) == 2
    assert capsys.readouterr().err.startswith("urltree: error: example.com:0: no such item was given up on")
    assert run(["queue", "--store", valkey_url]) == 0
    assert ID in capsys.readouterr().out
