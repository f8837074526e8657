"""POST /extract/batch, over a real socket."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from processes import connected

if TYPE_CHECKING:
    from collections.abc import Iterable

    import httpx

NDJSON = {"Content-Type": "application/x-ndjson"}


def page(number: int) -> bytes:
    text = f"Page {chr(97 + number % 26) * (number // 26 + 1)} tells of the bridge."
    return json.dumps({"url": f"https://example.com/{number}", "html": f"<p>{text}"}).encode()


def post(client: httpx.Client, lines: Iterable[bytes], **query: str) -> list[dict[str, Any]]:
    answer = client.post("/extract/batch", content=b"\n".join(lines), headers=NDJSON, params=query)
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("media", ["application/x-ndjson", "application/ndjson", "application/jsonl"])
def test_ndjson_may_have_any_of_three_media_types(client: httpx.Client, media: str) -> None:
    answer = client.post("/extract/batch", content=page(1), headers={"Content-Type": media})
    assert answer.json()["url"] == "https://example.com/1"


def test_answers_keep_the_order_of_the_lines(client: httpx.Client) -> None:
    answers = post(client, map(page, range(50)))
    assert [answer["url_key"] for answer in answers] == [f"http://example.com/{n}" for n in range(50)]


def test_invalid_lines_are_answered_with_problems_and_the_rest_is_extracted(client: httpx.Client) -> None:
    lines = [b"{" if number % 10 == 9 else page(number) for number in range(1_000)]
    answers = post(client, lines)
    assert ["text" in answer for answer in answers] == [number % 10 != 9 for number in range(1_000)]
    assert [answer["line"] for answer in answers] == list(range(1, 1_001))


def test_invalid_line_is_answered_with_its_kind_of_problem(client: httpx.Client) -> None:
    lines = [
        b"{}",
        b"[]",
        b'{"url": "x", "html": "<p>x"}',
        b'{"html": "x"}',
        b"x" * 300_000,
        b'{"url": "\\ud800"}',
    ]
    kinds = [answer["type"].rsplit(":", 1)[-1] for answer in post(client, lines)]
    assert kinds == ["no-url", "not-json", "bad-url", "no-url", "too-large", "not-json"]


def test_empty_lines_are_skipped_but_counted(client: httpx.Client) -> None:
    answers = post(client, [b"", b"\r", b"{", b"", page(1)])
    assert [answer["line"] for answer in answers] == [3, 5]


def test_byte_order_mark_before_the_first_line_is_ignored(client: httpx.Client) -> None:
    (answer,) = post(client, [b"\xef\xbb\xbf" + page(1)])
    assert answer["url"] == "https://example.com/1"


def test_empty_batch_has_no_answers(client: httpx.Client) -> None:
    assert post(client, []) == []


def test_query_applies_to_every_line(client: httpx.Client) -> None:
    (answer,) = post(client, [page(1)], blocks="true")
    assert len(answer["blocks"]) == 1


def test_line_over_the_limit_is_refused_and_the_next_is_extracted(client: httpx.Client) -> None:
    refused, taken = post(client, [b"x" * 1_000_000, page(1)])
    assert (refused["status"], taken["status"]) == (413, "new")


def test_longest_line_is_accepted(client: httpx.Client) -> None:
    (answer,) = post(client, [page(1).ljust(200_000)])
    assert answer["status"] == "new"


def test_other_media_types_are_refused(client: httpx.Client) -> None:
    assert client.post("/extract/batch", json={}).status_code == 415


def test_url_in_the_query_is_refused(client: httpx.Client) -> None:
    answer = client.post(
        "/extract/batch", content=page(1), headers=NDJSON, params={"url": "https://example.com/"}
    )
    assert answer.status_code == 422


@pytest.mark.parametrize("name", ["hopeful", "auto:/etc/hostname"])
def test_unusable_heuristic_is_refused_once(client: httpx.Client, name: str) -> None:
    query = {"heuristic": name}
    answer = client.post("/extract/batch", content=page(1), headers=NDJSON, params=query)
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:urltree:problem:bad-heuristic")


def test_expect_100_continue_is_answered(client: httpx.Client) -> None:
    with connected(client) as connection:
        connection.sendall(
            b"POST /extract/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 100 ")


def test_answer_is_sent_before_the_next_line_arrives(client: httpx.Client) -> None:
    with connected(client) as connection, connection.makefile("rb") as answer:
        connection.sendall(
            b"POST /extract/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        for number in range(3):
            line = page(number) + b"\n"
            connection.sendall(b"%x\r\n%b\r\n" % (len(line), line))
            assert any(each.startswith(b'{"text"') for each in answer)
        connection.sendall(b"0\r\n\r\n")


def test_client_that_disconnects_does_not_affect_others(client: httpx.Client) -> None:
    with connected(client) as connection:
        connection.sendall(
            b"POST /extract/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: 1000000\r\n\r\n" + page(1) + b"\n" + page(2)
        )
    assert len(post(client, [page(3)])) == 1
