"""Content-Type and Accept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from service.http.media import media_type, preferred

#: Header values that an HTTP parser lets through, mostly made of syntactically relevant parts.
CHARACTERS = st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]))
PARTS = st.sampled_from(["text/html", ";", "charset", "q", "*", "=", "0", "1", "'", '"', "%", "utf-8", ","])
VALUES = st.one_of(CHARACTERS, st.lists(st.one_of(PARTS, CHARACTERS), max_size=20).map("".join))

JSON, TEXT = "application/json", "text/plain"


def chosen(accept: str, *names: str) -> str:
    return preferred(Headers({"Accept": accept}), names or (JSON, TEXT))


@pytest.mark.parametrize(
    ("content_type", "name", "charset"),
    [
        ("text/html", "text/html", None),
        ("TEXT/HTML;Charset=UTF-8", "text/html", "utf-8"),
        ('text/html; charset="iso-8859-2"; x=y', "text/html", "iso-8859-2"),
        ("application/json ; charset=utf-8", "application/json", "utf-8"),
        ("text/html; charset*=idna''x", "text/html", None),
        ("text/html; charset=\u00e9", "text/html", None),
        (f"text/html; charset*{'9' * 5_000}=x", "text/html", None),
        (f"text/html{';' * 1_000}charset=utf-8", "text/html", None),
        ("html", "text/plain", None),
        ("", "text/plain", None),
    ],
)
def test_content_type_is_parsed(content_type: str, name: str, charset: str | None) -> None:
    assert media_type(content_type) == (name, charset)


def test_charset_in_parts_is_no_error() -> None:
    assert media_type("text/html; charset*=a; charset*1=b").name == "text/html"


@pytest.mark.parametrize(
    "accept",
    ["text/plain", "text/*", "text/plain, application/json;q=0.9", "application/json;q=0.1,text/plain;q=.2"],
)
def test_plain_text_is_preferred_to_json(accept: str) -> None:
    assert chosen(accept) == TEXT


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/json",
        "text/plain, application/json",
        "text/html, */*;q=0.8",
        "text/plain;q=0",
        "text/plain;q=x",
        pytest.param("image/png," * 100 + "text/plain", id="behind 1,000 characters"),
        "text/*;q=0.5, application/json",
        "image/png",
    ],
)
def test_json_is_preferred_to_plain_text(accept: str) -> None:
    assert chosen(accept) == JSON


@pytest.mark.parametrize(
    ("accept", "name"),
    [
        ("text/markdown", "text/markdown"),
        ("text/html, text/markdown;q=0.9, */*;q=0.8", "text/html"),
        ("text/*", "text/plain"),
        ("*/*", "application/json"),
        ("image/png", "application/json"),
    ],
)
def test_type_of_highest_weight_wins_and_of_a_tie_the_first(accept: str, name: str) -> None:
    assert chosen(accept, JSON, TEXT, "text/markdown", "text/html") == name


def test_contradictory_weight_counts_as_zero() -> None:
    assert chosen("text/plain;q*=1;q*1=1, application/json;q=0.5") == TEXT


@given(VALUES)
def test_arbitrary_content_types_are_parsed(value: str) -> None:
    assert "/" in media_type(value).name


@given(VALUES)
def test_arbitrary_accept_headers_are_parsed(value: str) -> None:
    assert chosen(value) in {JSON, TEXT}
