"""The stream of documents over HTTP."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from readings import publish_at, reading

from service.routes.documents import ENOUGH
from service.state import keys
from service.stream.stream import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx
    from redis import Redis as SyncRedis

    Publish = Callable[..., list[str]]

FEED = "5f1c9a0b7e42"
PLAIN = {"Accept": "text/plain"}


@pytest.fixture
def publish(client: httpx.Client, served_url: str) -> Publish:  # noqa: ARG001 -- it empties the server
    """Publish documents on the stream of the service; return their positions."""

    def publish(*numbers: int, **more: object) -> list[str]:
        return publish_at(
            served_url, *(reading(f"http://example.com/{number}", **more) for number in numbers)
        )

    return publish


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.text.splitlines()]


def urls(answer: httpx.Response) -> str:
    return " ".join(line["url"].rpartition("/")[2] for line in lines(answer))


def events(answer: httpx.Response) -> Iterator[dict[str, str]]:
    """Yield server-sent events, skipping what only tells a place."""
    event: dict[str, str] = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        if name:
            event[name] = value
        elif not line:
            if "data" in event:
                yield event
            event = {}


def test_page_lists_documents_oldest_first(client: httpx.Client, publish: Publish) -> None:
    publish(1, 2, 3)
    answer = client.get("/documents")
    assert (answer.headers["content-type"], urls(answer)) == ("application/x-ndjson", "1 2 3")


def test_page_starts_after_a_position(client: httpx.Client, publish: Publish) -> None:
    _, second, _ = publish(1, 2, 3)
    assert urls(client.get("/documents", params={"after": second})) == "3"


def test_next_link_leads_through_all_pages_once(client: httpx.Client, publish: Publish) -> None:
    publish(1, 2, 3, 4, 5)
    answers = [client.get("/documents?limit=2")]
    for _ in range(3):
        answers.append(client.get(answers[-1].links["next"]["url"]))
    assert [urls(answer) for answer in answers] == ["1 2", "3 4", "5", ""]


def test_next_link_of_the_last_page_leads_to_new_documents(client: httpx.Client, publish: Publish) -> None:
    publish(1)
    last = client.get("/documents")
    publish(2)
    assert urls(client.get(last.links["next"]["url"])) == "2"


def test_next_link_at_the_end_of_the_stream_leads_to_itself(client: httpx.Client, publish: Publish) -> None:
    publish(1)
    end = client.get("/documents?label=x").links["next"]["url"]
    assert client.get(end).links["next"]["url"] == end


@pytest.mark.parametrize("path", ["/documents", "/stream"])
@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        *(("lang", tag, "is not a language; use a BCP 47 tag such as") for tag in ("english", "pt_BR", "")),
        *(("feed", feed, "is not the id of a feed; GET /feeds or urltree") for feed in ("", "news")),
        ("domain", "www.example.com", "is not a registered domain; use example.com"),
    ],
)
def test_filter_that_no_document_can_pass_is_refused(
    client: httpx.Client, path: str, field: str, value: str, fault: str
) -> None:
    answer = client.get(path, params={field: value})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(f"query.{field}: {value!r} {fault}")


def test_documents_can_be_filtered_by_a_feed_no_longer_subscribed(
    client: httpx.Client, publish: Publish
) -> None:
    publish(1, feed=FEED)
    assert urls(client.get("/documents", params={"feed": FEED})) == "1"
    assert client.get("/documents", params={"feed": FEED[::-1]}).text == ""


@pytest.mark.parametrize("query", ["domain=example.org", f"feed={FEED}", "label=x", "lang=en"])
def test_page_is_filtered(client: httpx.Client, publish: Publish, query: str) -> None:
    publish(1, 2)
    publish(3, domain="example.org", feed=FEED, labels=["w", "x"], language="en-GB")
    publish(4, domain="example.net", feed=FEED[::-1], labels=["xx"], language="eng")
    assert urls(client.get(f"/documents?{query}")) == "3"


def test_filtered_page_holds_as_many_documents_as_requested(client: httpx.Client, publish: Publish) -> None:
    for number in range(0, 200, 20):
        publish(*range(number, number + 10))
        publish(*range(number + 10, number + 20), feed=FEED)
    answer = client.get(f"/documents?feed={FEED}&limit=60")
    assert len(lines(answer)) == 60
    assert len(lines(client.get(answer.links["next"]["url"]))) == 40


@pytest.mark.parametrize("field", ["text", "markdown"])
def test_page_ends_once_its_texts_are_long_enough(client: httpx.Client, publish: Publish, field: str) -> None:
    for number in range(4):
        publish(number, **{field: str(number) * (ENOUGH // 2 - 100)})
    answer = client.get("/documents")
    assert (urls(answer), urls(client.get(answer.links["next"]["url"]))) == ("0 1 2", "3")


def test_document_is_returned_by_its_id(client: httpx.Client, publish: Publish) -> None:
    (position,) = publish(1, title="T")
    document = client.get(f"/documents/{position}").json()
    assert (document["id"], document["title"], document["status"]) == (position, "T", "new")


def test_head_of_a_document_tells_its_length(client: httpx.Client, publish: Publish) -> None:
    (position,) = publish(1)
    head, got = (client.request(method, f"/documents/{position}") for method in ("HEAD", "GET"))
    assert (head.headers["content-length"], head.content) == (str(len(got.content)), b"")


def test_document_is_returned_as_plain_text(client: httpx.Client, publish: Publish) -> None:
    (position,) = publish(1, text="Ž\nZ")
    answer = client.get(f"/documents/{position}", headers={"Accept": "text/plain"})
    assert (answer.text, answer.headers["content-type"]) == ("Ž\nZ", "text/plain; charset=utf-8")


@pytest.mark.parametrize(("markdown", "form"), [("**Ž**", "text/markdown"), (None, "text/plain")])
def test_document_is_returned_as_markdown_if_it_has_that(
    client: httpx.Client, publish: Publish, markdown: str | None, form: str
) -> None:
    (position,) = publish(1, text="Ž", markdown=markdown)
    answer = client.get(f"/documents/{position}", headers={"Accept": "text/markdown, text/plain;q=0.5"})
    assert (answer.text, answer.headers["content-type"]) == (markdown or "Ž", f"{form}; charset=utf-8")


@pytest.mark.parametrize("accept", ["text/plain", "application/json"])
def test_caches_keep_the_forms_of_a_document_apart(
    client: httpx.Client, publish: Publish, accept: str
) -> None:
    (position,) = publish(1)
    answer = client.get(f"/documents/{position}", headers={"Accept": accept})
    assert answer.headers["Vary"] == "Accept"


def test_page_as_plain_text_has_an_empty_line_after_each_text(client: httpx.Client, publish: Publish) -> None:
    publish(1, text="Ž\nZ")
    publish(2, text="2")
    answer = client.get("/documents", headers=PLAIN)
    assert (answer.text, answer.headers["content-type"]) == ("Ž\nZ\n\n2\n\n", "text/plain; charset=utf-8")


@pytest.mark.parametrize("wanted", ["application/json", "application/jsonl", "application/x-ndjson"])
def test_page_has_whole_documents_for_who_wants_json_more_than_text(
    client: httpx.Client, publish: Publish, wanted: str
) -> None:
    publish(1)
    answer = client.get("/documents", headers={"Accept": f"{wanted}, text/plain;q=0.2"})
    assert answer.headers["content-type"] == "application/x-ndjson"


def test_page_as_plain_text_omits_documents_without_text(client: httpx.Client, publish: Publish) -> None:
    publish(1, text="")
    publish(2, text="2")
    assert client.get("/documents", headers=PLAIN).text == "2\n\n"


def test_next_link_leads_through_all_texts_once(client: httpx.Client, publish: Publish) -> None:
    for number in range(3):
        publish(number, text=str(number))
    first = client.get("/documents?limit=2", headers=PLAIN)
    second = client.get(first.links["next"]["url"], headers=PLAIN)
    assert (first.text, second.text) == ("0\n\n1\n\n", "2\n\n")


def test_long_texts_are_sent_as_plain_text_too(client: httpx.Client, publish: Publish) -> None:
    texts = [letter * (CHUNK // 2 + 1) for letter in "abc"]
    for number, text in enumerate(texts):
        publish(number, text=text)
    assert client.get("/documents", headers=PLAIN).text.split() == texts


@pytest.mark.parametrize("accept", ["text/plain", "application/x-ndjson"])
def test_caches_keep_the_forms_of_a_page_apart(client: httpx.Client, accept: str) -> None:
    assert client.get("/documents", headers={"Accept": accept}).headers["Vary"] == "Accept"


def test_unknown_document_is_not_found(client: httpx.Client) -> None:
    answer = client.get("/documents/1-1")
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:urltree:problem:no-document")


@pytest.mark.parametrize(
    "path",
    [
        "/documents/x",
        "/documents?after=x",
        "/documents?after=1796096838738000",
        "/documents?limit=0",
        "/stream?after=1-",
        "/documents?after=%D9%A3",
        "/stream?color=red",
    ],
)
def test_invalid_parameter_is_refused(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 422


@pytest.mark.parametrize("path", ["/documents/x", "/documents?after=x"])
def test_refusal_of_an_invalid_position_says_what_to_send(client: httpx.Client, path: str) -> None:
    assert "'x' is not a valid position; use the id of a document" in client.get(path).json()["detail"]


def test_listener_receives_published_documents(client: httpx.Client, publish: Publish) -> None:
    with client.stream("GET", "/stream") as answer:
        heard = events(answer)
        (position,) = publish(1)
        event = next(heard)
    assert (event["event"], event["id"]) == ("document", position)
    assert json.loads(event["data"])["url"] == "http://example.com/1"


def test_listener_continues_after_a_position_without_a_gap(client: httpx.Client, publish: Publish) -> None:
    first, *rest = publish(*range(250))
    with client.stream("GET", "/stream", params={"after": first}) as answer:
        heard = events(answer)
        assert [next(heard)["id"] for _ in rest] == rest
        assert publish(1_000)[0] == next(heard)["id"]


def test_headers_tell_proxies_not_to_cache_or_buffer_the_stream(client: httpx.Client) -> None:
    with client.stream("GET", "/stream") as answer:
        headers = answer.headers["cache-control"], answer.headers["x-accel-buffering"]
    assert headers == ("no-cache", "no")


def test_last_event_id_takes_precedence_over_after(client: httpx.Client, publish: Publish) -> None:
    _, second, third = publish(1, 2, 3)
    with client.stream("GET", "/stream?after=0", headers={"Last-Event-ID": second}) as answer:
        assert next(events(answer))["id"] == third


def test_empty_last_event_id_counts_as_none(client: httpx.Client, publish: Publish) -> None:
    first, second = publish(1, 2)
    with client.stream("GET", f"/stream?after={first}", headers={"Last-Event-ID": ""}) as answer:
        assert next(events(answer))["id"] == second


def test_listener_receives_only_documents_that_pass_its_filter(
    client: httpx.Client, publish: Publish
) -> None:
    with client.stream("GET", "/stream?label=x") as answer:
        publish(1)
        (wanted,) = publish(2, labels=["x"])
        assert next(events(answer))["id"] == wanted


def test_all_listeners_receive_the_same_documents(client: httpx.Client, publish: Publish) -> None:
    with client.stream("GET", "/stream") as one, client.stream("GET", "/stream") as other:
        positions = publish(1, 2, 3)
        for answer in (one, other):
            heard = events(answer)
            assert [next(heard)["id"] for _ in positions] == positions


def test_error_reply_of_redis_is_answered_store_refused(client: httpx.Client, served: SyncRedis) -> None:
    served.set(keys.DOCUMENTS, "not a stream")
    answer = client.get("/documents")
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:urltree:problem:store-refused")


def test_deleted_document_is_gone(client: httpx.Client, publish: Publish) -> None:
    first, _ = publish(1, 2)
    answers = [client.delete(f"/documents/{first}"), client.get(f"/documents/{first}")]
    assert ([each.status_code for each in answers], urls(client.get("/documents"))) == ([204, 404], "2")


def test_document_that_is_not_there_cannot_be_deleted(client: httpx.Client) -> None:
    answer = client.delete("/documents/1-0")
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:urltree:problem:no-document")
