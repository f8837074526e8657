"""POST /extract, over a real socket."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from refusals import problem

from urltree import Extractor
from urltree.auto.networks import WEIGHTS

if TYPE_CHECKING:
    import httpx

URL = "https://example.com/news/bridge"
SENTENCE = "The new bridge was opened on Monday by the mayor of the town."
HTML = f"<html><head><title>Bridge opens</title></head><body><p>{SENTENCE}</p></body></html>"
TYPE_HTML = {"Content-Type": "text/html"}


def post_html(client: httpx.Client, html: str | bytes = HTML, **query: str) -> httpx.Response:
    return client.post("/extract", content=html, params=query, headers=TYPE_HTML)


def post_json(client: httpx.Client, **fields: object) -> httpx.Response:
    return client.post("/extract", json={"url": URL, "html": HTML} | fields)


def test_json_body_is_extracted(client: httpx.Client) -> None:
    assert post_json(client).json()["text"] == SENTENCE


def test_html_body_is_extracted(client: httpx.Client) -> None:
    assert post_html(client, url=URL).json()["text"] == SENTENCE


def test_response_is_what_the_library_finds(client: httpx.Client) -> None:
    found = json.loads(json.dumps(Extractor().extract(HTML, URL).as_dict(blocks=False)))
    answer = post_json(client).json()
    assert answer == found | {"first_seen": answer["first_seen"]}


def test_page_sent_twice_is_a_duplicate(client: httpx.Client) -> None:
    post_json(client)
    assert post_json(client).json()["status"] == "duplicate"


def test_unobserved_page_stays_new(client: httpx.Client) -> None:
    post_json(client, observe=False)
    assert post_json(client).json()["status"] == "new"


def test_observe_can_be_given_in_the_query(client: httpx.Client) -> None:
    post_html(client, url=URL, observe="false")
    assert post_html(client, url=URL).json()["status"] == "new"


def test_given_title_takes_precedence_over_the_page(client: httpx.Client) -> None:
    assert post_html(client, url=URL, title="Given").json()["title"] == "Given"


def test_json_takes_precedence_over_the_query(client: httpx.Client) -> None:
    answer = client.post(
        "/extract", params={"title": "Query"}, json={"url": URL, "html": HTML, "title": "JSON"}
    )
    assert answer.json()["title"] == "JSON"


def test_query_and_json_that_name_two_urls_are_refused(client: httpx.Client) -> None:
    answer = client.post("/extract", params={"url": "x"}, json={"url": URL, "html": HTML})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(f"query.url: 'x' is not the url of the JSON, {URL!r}")


def test_url_may_be_given_in_both_query_and_json(client: httpx.Client) -> None:
    answer = client.post("/extract", params={"url": URL}, json={"url": URL, "html": HTML})
    assert answer.json()["url"] == URL


def test_blocks_are_omitted_by_default(client: httpx.Client) -> None:
    assert "blocks" not in post_json(client).json()


def test_blocks_are_returned_with_their_decisions(client: httpx.Client) -> None:
    (block,) = post_html(client, url=URL, blocks="true").json()["blocks"]
    assert (block["text"], block["label"], block["count"], block["support"]) == (SENTENCE, "content", 1, 1)


def test_markdown_is_returned_on_request(client: httpx.Client) -> None:
    page = {"url": URL, "html": "<p>This is <b>a</b> bridge."}
    answers = [client.post("/extract", json=page | more).json() for more in ({}, {"markdown": True})]
    assert [each.get("markdown") for each in answers] == [None, "This is **a** bridge."]


def test_markdown_on_request_is_read_in_the_charset_of_the_page(client: httpx.Client) -> None:
    body, headers = "<p>Żółw".encode("iso-8859-2"), {"Content-Type": "text/html; charset=iso-8859-2"}
    answer = client.post("/extract", params={"url": URL, "markdown": True}, content=body, headers=headers)
    assert answer.json()["markdown"] == "Żółw"


def test_accept_text_plain_returns_the_text_alone(client: httpx.Client) -> None:
    answer = client.post("/extract", json={"url": URL, "html": HTML}, headers={"Accept": "text/plain"})
    assert (answer.headers["Content-Type"], answer.text) == ("text/plain; charset=utf-8", SENTENCE)


@pytest.mark.parametrize(
    ("media", "content"),
    [
        ("text/markdown", "Żółw **i** [most](https://example.com/x)"),
        ("text/html", '<p>Żółw <strong>i</strong> <a href="https://example.com/x">most</a></p>'),
    ],
)
def test_accept_selects_markdown_or_html(client: httpx.Client, media: str, content: str) -> None:
    body = "<p>Żółw <b>i</b> <a href=/x>most</a></p>".encode("iso-8859-2")
    headers = {"Content-Type": "text/html; charset=iso-8859-2", "Accept": media}
    answer = client.post("/extract", params={"url": URL}, content=body, headers=headers)
    assert (answer.headers["Content-Type"], answer.text) == (f"{media}; charset=utf-8", content)


def test_accept_may_come_on_several_lines(client: httpx.Client) -> None:
    headers = [("Accept", "image/png"), ("Accept", "text/plain")]
    assert client.post("/extract", json={"url": URL, "html": HTML}, headers=headers).text == SENTENCE


def test_json_is_the_default_without_an_accept_header(client: httpx.Client) -> None:
    request = client.build_request("POST", "/extract", json={"url": URL, "html": HTML})
    del request.headers["Accept"]
    assert client.send(request).json()["text"] == SENTENCE


def test_charset_of_the_content_type_is_used(client: httpx.Client) -> None:
    body = "<p>Żółw przyszedł na obiad</p>".encode("iso-8859-2")
    headers = {"Content-Type": "text/html; charset=iso-8859-2"}
    answer = client.post("/extract", params={"url": URL}, content=body, headers=headers)
    assert answer.json()["text"] == "Żółw przyszedł na obiad"


def test_unknown_charset_is_ignored(client: httpx.Client) -> None:
    headers = {"Content-Type": "text/html; charset=bogus"}
    answer = client.post("/extract", params={"url": URL}, content="<p>Żółw na obiad</p>", headers=headers)
    assert answer.json()["text"] == "Żółw na obiad"


def test_nul_bytes_are_tolerated(client: httpx.Client) -> None:
    assert SENTENCE in post_html(client, HTML.replace("<p>", "<p>\0"), url=URL).json()["text"]


def test_html_without_a_url_is_refused(client: httpx.Client) -> None:
    assert problem(post_html(client)) == (422, "no-url")


def test_json_without_a_url_is_refused(client: httpx.Client) -> None:
    assert problem(client.post("/extract", json={"html": HTML})) == (422, "no-url")


def test_json_without_html_is_refused(client: httpx.Client) -> None:
    answer = client.post("/extract", json={"url": URL})
    assert problem(answer) == (422, "bad-field")
    assert answer.json()["detail"] == "html: Field required"


@pytest.mark.parametrize("url", ["", "news/bridge", "ftp://example.com/", "http://", "https://[::1", "\0"])
def test_invalid_url_is_refused(client: httpx.Client, url: str) -> None:
    assert problem(post_json(client, url=url)) == (422, "bad-url")


def test_unknown_heuristic_is_refused(client: httpx.Client) -> None:
    assert problem(post_json(client, heuristic="hopeful")) == (422, "bad-heuristic")


@pytest.mark.parametrize("name", ["auto:/etc/hostname", f"auto:{WEIGHTS}"])
def test_a_client_cannot_have_a_file_read(client: httpx.Client, name: str) -> None:
    for answer in (
        post_json(client, heuristic=name),
        client.post(
            "/extract",
            params={"url": "https://example.com/", "heuristic": name},
            content="<p>Hello",
            headers={"content-type": "text/html"},
        ),
    ):
        assert problem(answer) == (422, "bad-heuristic")
        assert "names a file; set URLTREE_HEURISTIC" in answer.json()["detail"]


@pytest.mark.parametrize("html", ["", "%PDF-1.7\n%âãÏÓ"])
def test_html_that_is_empty_or_binary_is_refused(client: httpx.Client, html: str) -> None:
    assert problem(post_json(client, html=html)) == (422, "bad-page")


@pytest.mark.parametrize(
    "fields", [{"url": 5}, {"html": None}, {"html": ["<p>"]}, {"observe": "maybe"}, {"x": 1}]
)
def test_refusal_names_the_invalid_field(client: httpx.Client, fields: dict[str, object]) -> None:
    answer = post_json(client, **fields)
    assert problem(answer) == (422, "bad-field")
    assert answer.json()["detail"].startswith(f"{next(iter(fields))}: ")


def test_unencoded_url_in_the_query_is_noticed(client: httpx.Client) -> None:
    answer = client.post(f"/extract?url={URL}?a=1&b=2", content=HTML, headers=TYPE_HTML)
    assert "query.b: there is no such field" in answer.json()["detail"]


def test_xhtml_is_accepted_as_html(client: httpx.Client) -> None:
    headers = {"Content-Type": "application/xhtml+xml"}
    assert client.post("/extract", content=HTML, params={"url": URL}, headers=headers).status_code == 200


def test_unknown_field_of_the_json_is_named(client: httpx.Client) -> None:
    assert post_json(client, x=1).json()["detail"] == "x: there is no such field"


@pytest.mark.parametrize("escape", ["\\ud800", "\\ud800x", "\\udc00", "\\ud800\\u0041"])
def test_refusal_of_a_lone_surrogate_says_what_to_send(client: httpx.Client, escape: str) -> None:
    body = f'{{"url": "{URL}", "html": "<p>{escape}"}}'.encode()
    answer = client.post("/extract", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == (400, "not-json")
    assert "lacks its other half: send U+FFFD" in answer.json()["detail"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"html": "\\ud800"}', b"[" * 9_999]
)
def test_body_that_is_not_a_json_object_is_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/extract", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == (400, "not-json")


@pytest.mark.parametrize(
    "media", ["", "text/plain", "application/pdf", "application/x-www-form-urlencoded", "/", "é"]
)
def test_unsupported_media_type_is_refused(client: httpx.Client, media: str) -> None:
    answer = client.post("/extract", content=HTML, headers={"Content-Type": media.encode("latin-1")})
    assert problem(answer) == (415, "media-type")


def test_missing_media_type_is_refused(client: httpx.Client) -> None:
    assert problem(client.post("/extract", content=HTML)) == (415, "media-type")


@pytest.mark.parametrize("codings", [["gzip"], ["identity, gzip"], ["identity", "br"]])
def test_compressed_body_is_refused(client: httpx.Client, codings: list[str]) -> None:
    headers = [*TYPE_HTML.items(), *(("Content-Encoding", coding) for coding in codings)]
    assert problem(client.post("/extract", content=HTML, headers=headers)) == (415, "media-type")


@pytest.mark.parametrize("coding", ["", "identity", "Identity, identity"])
def test_identity_encoding_is_accepted(client: httpx.Client, coding: str) -> None:
    headers = TYPE_HTML | {"Content-Encoding": coding}
    assert client.post("/extract", params={"url": URL}, content=HTML, headers=headers).status_code == 200


def test_largest_body_is_accepted(client: httpx.Client) -> None:
    assert post_html(client, HTML.ljust(200_000), url=URL).status_code == 200


def test_body_over_the_limit_is_refused(client: httpx.Client) -> None:
    assert problem(post_html(client, b"x" * 200_001, url=URL)) == (413, "too-large")


def test_chunked_body_over_the_limit_is_refused(client: httpx.Client) -> None:
    chunks = (b"x" * 1_000 for _ in range(201))
    answer = client.post("/extract", params={"url": URL}, content=chunks, headers=TYPE_HTML)
    assert problem(answer) == (413, "too-large")


@pytest.mark.parametrize(("method", "path"), [("GET", "/extracts"), ("POST", "/extract/"), ("GET", "/docs/")])
def test_unknown_path_is_not_found(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert problem(answer) == (404, "about:blank")
    assert "none of which ends with a slash" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("path", "right"), [("/extract", "POST"), ("/feeds/x", "DELETE, GET, HEAD, PATCH"), ("/", "GET, HEAD")]
)
def test_wrong_method_is_answered_with_the_allowed_ones(client: httpx.Client, path: str, right: str) -> None:
    answer = client.put(path)
    assert problem(answer) == (405, "about:blank")
    assert answer.headers["Allow"] == right
    assert answer.json()["detail"].startswith(f"PUT is not allowed here, only {right};")


def test_openapi_describes_both_kinds_of_body(client: httpx.Client) -> None:
    body = client.get("/openapi.json").json()["paths"]["/extract"]["post"]["requestBody"]
    assert set(body["content"]) == {"application/json", "text/html"}


def test_openapi_names_the_heuristics(client: httpx.Client) -> None:
    asked = client.get("/openapi.json").json()["paths"]["/extract"]["post"]["parameters"]
    (heuristic,) = (each for each in asked if each["name"] == "heuristic")
    assert "auto, texrex, strict" in heuristic["description"]


def test_openapi_describes_the_lines_that_answer_a_batch(client: httpx.Client) -> None:
    answer = client.get("/openapi.json").json()["paths"]["/extract/batch"]["post"]["responses"]["200"]
    lines = answer["content"]["application/x-ndjson"]["schema"]
    assert lines == {
        "anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("ExtractResponse", "ProblemBody")]
    }


def test_openapi_example_works(client: httpx.Client) -> None:
    fields = client.get("/openapi.json").json()["components"]["schemas"]["ExtractRequest"]["properties"]
    example = {name: field["examples"][0] for name, field in fields.items() if "examples" in field}
    assert client.post("/extract", json=example).status_code == 200
