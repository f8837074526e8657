"""The newest documents: which are shown, and the opening of each."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from readings import document, reading

from service.dashboard import newest
from service.dashboard.newest import NewestDocuments, opened, opening, with_older
from service.dashboard.stream import counted
from service.settings.settings import Settings
from service.state import keys
from service.stream.delete import delete_document

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream


async def publish(publisher: Publisher, *names: str, length: int = 1) -> None:
    for name in names:
        await publisher.publish(reading(f"http://a.com/{name}", domain="a.com", text=name * length))


def newest_of(stream: DocumentStream, **settings: Any) -> NewestDocuments:
    return NewestDocuments(SimpleNamespace(stream=stream, settings=Settings(**settings)))


async def test_new_documents_precede_known_ones(stream: DocumentStream, publisher: Publisher) -> None:
    documents = newest_of(stream)
    seen = []
    for names in ("", "ab", "", "cd"):
        await publish(publisher, *names)
        seen.append("".join(each.text for each in await documents.read()))
    assert seen == ["", "ba", "ba", "dcba"]


async def test_deleted_document_is_not_shown(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    documents = newest_of(stream)
    await publish(publisher, *"abc")
    _, middle, _ = await documents.read()
    await delete_document(redis, middle.id)
    assert "".join(each.text for each in await documents.read()) == "ca"


@pytest.mark.parametrize("more", ["d", "de", "def", "defg"])
async def test_only_the_newest_documents_are_kept(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    monkeypatch.setattr(newest, "NEWEST", 3)
    documents = newest_of(stream)
    await publish(publisher, *"abc")
    await documents.read()
    await publish(publisher, *more)
    assert "".join(each.text for each in await documents.read()) == f"abc{more}"[:-4:-1]


@pytest.mark.parametrize("more", ["", "d", "defg"])
async def test_only_documents_that_fit_are_kept(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    monkeypatch.setattr(newest, "NEWEST", 3)
    monkeypatch.setattr(newest, "BYTES", 29_000)
    documents = newest_of(stream)
    await publish(publisher, *"abc", length=10_000)
    await documents.read()
    await publish(publisher, *more, length=10_000)
    assert "".join(each.text[0] for each in await documents.read()) == f"abc{more}"[:-3:-1]


async def test_documents_that_the_stream_dropped_as_too_old_are_listed_no_longer(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    documents = newest_of(stream, stream_age=1e-6)  # 86 ms
    await publish(publisher, "a")
    assert len(await documents.read()) == 1
    await redis.xtrim(keys.DOCUMENTS, maxlen=0)
    await asyncio.sleep(0.1)
    assert await documents.read() == []


@pytest.mark.parametrize("title", ["The bridge is open", None])
def test_opening_is_a_single_line(title: str | None) -> None:
    assert opening(document(title=title, text="After two years\nof work.")) == "After two years of work."


def test_opening_omits_the_title() -> None:
    assert opening(document(title="The bridge is open", text="The bridge is open\nAt last.")) == "At last."


@pytest.mark.parametrize("text", ["The bridge is open again\nAt last.", "The bridge is opened."])
def test_opening_keeps_a_line_that_continues_after_the_title(text: str) -> None:
    assert opening(document(title="The bridge is open", text=text)) == text.replace("\n", " ")


def test_opening_is_cut_and_ends_in_an_ellipsis() -> None:
    assert opening(document(text="word" * 1_000)) == "word" * 39 + "wor…"


def test_complete_opening_has_no_ellipsis() -> None:
    assert opening(document(text="word" * 40)) == "word" * 40


def test_opened_document_keeps_only_its_opening() -> None:
    assert (
        opened(document(title="The bridge", text="The bridge\n" + "word" * 1_000)).text
        == "word" * 39 + "wor…"
    )


def test_opened_document_has_no_markdown() -> None:
    assert opened(document(markdown="# The bridge")).markdown is None


def test_older_documents_follow_the_newest_without_repeats() -> None:
    first, second, third, fourth = (document(id=f"{number}000-0") for number in (4, 3, 2, 1))
    assert with_older((first, second), [second, fourth, third]) == (first, second, third, fourth)


@pytest.mark.parametrize(
    ("known", "found", "words"),
    [
        (0, 0, ""),
        (1, 1, "The newest 1 document."),
        (30, 30, "The newest 30 documents."),
        (500, 20, "The newest 500 documents, 20 after filtering."),
        (500, 500, "The newest 500 documents. The latest 30 are shown."),
    ],
)
def test_list_says_if_it_does_not_show_all(known: int, found: int, words: str) -> None:
    assert counted(known, found) == words
