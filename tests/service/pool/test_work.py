"""The facts that a worker process returns beside its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.pool.work import Facts, Job, answer
from urltree.errors import StoreError
from urltree.extract import Extractor
from urltree.models import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTENT = "The bridge over the river was opened on Monday, nine years after the first stone was laid."
PAGE = f"<title>Bridge</title><p>{CONTENT}</p><p>{CONTENT[::-1]}</p>".encode()
URL = "http://example.com/news/bridge"


@pytest.fixture
def extractor() -> Iterator[Extractor]:
    with Extractor("strict") as one:
        yield one


def facts(extractor: Extractor, body: bytes = PAGE, **query: object) -> Facts | None:
    return answer(extractor, Job(body, is_html=True, query={"url": URL} | query)).facts


def test_new_page_is_reported_with_its_characters(extractor: Extractor) -> None:
    assert facts(extractor) == Facts(
        "example.com",
        Status.NEW,
        warm=False,
        template_changed=False,
        read=2 * len(CONTENT),
        kept=2 * len(CONTENT),
    )


def test_boilerplate_counts_as_read_but_not_as_kept(extractor: Extractor) -> None:
    for number in range(20):
        found = facts(
            extractor, f"<p>Footer of all</p><p>{CONTENT} {'a' * number}".encode(), url=f"{URL}/{number}"
        )
    assert found
    assert (found.warm, found.read - found.kept) == (True, len("Footer of all"))


def test_page_seen_before_is_a_duplicate(extractor: Extractor) -> None:
    facts(extractor)
    found = facts(extractor)
    assert found
    assert found.status is Status.DUPLICATE


def test_page_that_is_not_observed_has_no_facts(extractor: Extractor) -> None:
    assert facts(extractor, observe=False) is None


def test_page_that_cannot_be_extracted_has_no_facts(extractor: Extractor) -> None:
    assert facts(extractor, url="nowhere") is None


def test_unavailable_store_is_logged_once(
    extractor: Extractor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the store is away")

    monkeypatch.setattr(extractor, "extract", fail)
    job = Job(PAGE, is_html=True, query={"url": URL})
    assert [answer(extractor, job).status for _ in range(3)] == [503] * 3
    assert caplog.messages == ["pages cannot be read: the store is away"]
