"""The newest documents: which are shown, and how each is told in one line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from service.dashboard.newest import opening, with_older
from service.document import Document


def document(title: str | None, text: str, id_: str = "1-0") -> Document:
    return Document.model_validate({
        "id": id_, "url": "http://a.com/1", "url_key": "a", "domain": "a.com", "title": title, "text": text,
        "revision": 0, "fetched": datetime.now(UTC), "status": "new",
        "evidence": {"node": "a.com", "support": 1, "warm": False},
    })  # fmt: skip


@pytest.mark.parametrize("title", ["The bridge is open", None])
def test_opening_is_one_line(title: str | None) -> None:
    assert opening(document(title, "After two years\nof work.")) == "After two years of work."


def test_opening_leaves_out_the_title() -> None:
    assert opening(document("The bridge is open", "The bridge is open\nAt last.")) == "At last."


def test_opening_is_short() -> None:
    assert opening(document(None, "word" * 1_000)) == "word" * 39 + "wor…"


def test_opening_that_is_all_there_is_does_not_promise_more() -> None:
    assert opening(document(None, "word" * 40)) == "word" * 40


def test_older_documents_follow_the_newest_once_each() -> None:
    first, second, third, fourth = (document(None, "", f"{number}000-0") for number in (4, 3, 2, 1))
    assert with_older((first, second), [second, fourth, third]) == (first, second, third, fourth)
