"""The filters of the stream."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from readings import document

from service.feeds.subscriptions import new_subscription
from service.stream.wanted import Asked, Wanted, check_domain, check_feed


def test_all_documents_pass_without_filters() -> None:
    assert Wanted().takes(document())


@pytest.mark.parametrize(
    ("asked", "declared", "passes"),
    [
        ("en", "en", True),
        ("en", "EN-gb", True),
        ("en-gb", "en", False),
        ("en", "eng", False),
        ("en", None, False),
    ],
)
def test_language_covers_its_variants(asked: str, declared: str | None, passes: bool) -> None:
    assert Wanted(lang=asked).takes(document(language=declared)) is passes


def test_domain_is_matched_case_insensitively() -> None:
    assert Wanted(domain="Example.COM").takes(document())


@pytest.mark.parametrize("name", ["example.com", "Example.COM", "co.uk", "localhost", "192.0.2.1"])
def test_valid_domain_is_accepted_and_lowercased(name: str) -> None:
    assert check_domain(name) == name.lower()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("www.example.com", "use example.com"),
        ("https://blog.example.com/a", "use example.com"),
        ("192.0.2.1:8000", "use 192.0.2.1"),
        ("", "'' is not a domain; use one such as example.com"),
    ],
)
def test_domain_that_no_document_can_have_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_domain(name)


def test_id_of_a_subscription_is_accepted() -> None:
    feed = new_subscription("https://example.com/feed", None, None, ()).id
    assert check_feed(feed) == feed


@pytest.mark.parametrize("feed", ["", " ", "news", "https://example.com/feed", "5f1c9a0b7e42 "])
def test_invalid_feed_id_is_refused(feed: str) -> None:
    with pytest.raises(
        ValueError, match="is not the id of a feed; GET /feeds or urltree feeds list shows the ids"
    ):
        check_feed(feed)


def test_document_must_pass_all_filters() -> None:
    wanted = Wanted(domain="example.com", feed="f")
    assert [wanted.takes(document(feed=feed)) for feed in ("f", "g", None)] == [True, False, False]


def test_document_passes_by_a_feed_merged_into_its_own() -> None:
    merged = document(feed="g").model_copy(update={"merged": ("f",)})
    assert [Wanted(feed=feed).takes(merged) for feed in ("f", "g", "h")] == [True, True, False]


@pytest.mark.parametrize("label", ["", "x" * 101])
def test_empty_or_overlong_label_is_refused(label: str) -> None:
    with pytest.raises(ValidationError, match="label"):
        Asked(label=label)
