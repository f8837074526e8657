"""The documentation of the API, for people and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


def references(schema: Any) -> Iterator[str]:
    """Yield all references within a schema."""
    if isinstance(schema, dict):
        if isinstance(name := schema.get("$ref"), str):
            yield name
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from references(part)


def test_all_references_of_the_description_resolve(description: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert set(references(description)) <= known


def test_requests_may_carry_a_key(description: dict[str, Any]) -> None:
    assert description["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


@pytest.mark.parametrize(
    ("method", "path", "security"),
    [
        ("get", "/feeds", [{"key": ["read"]}, {}]),
        ("post", "/extract", [{"key": ["extract"]}, {}]),
        ("post", "/feeds", [{"key": ["admin"]}, {}]),
        ("get", "/health/ready", []),
    ],
)
def test_operation_names_the_scope_that_it_needs(
    description: dict[str, Any], method: str, path: str, security: list[object]
) -> None:
    assert description["paths"][path][method]["security"] == security


def test_operations_are_named_by_tag_and_verb(operations: dict[str, dict[str, Any]]) -> None:
    names = [operation["operationId"] for operation in operations.values()]
    assert {"extract_extract", "feeds_add", "full_text_feeds_of_label", "queue_retry"} <= set(names)
    assert len(set(names)) == len(names)


def test_every_error_response_is_described_as_a_problem(operations: dict[str, dict[str, Any]]) -> None:
    described = [
        (status, answer["content"])
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        if status[0] not in "123"
    ]
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
    assert {"default", "422"} <= {status for status, _ in described}
    page = {"text/html": {"schema": {"type": "string"}}}  # that of a login comes again
    assert [content for _, content in described if content not in (problem, page | problem)] == []


def test_operations_that_check_a_parameter_describe_the_refusal(
    operations: dict[str, dict[str, Any]],
) -> None:
    undescribed = [
        name
        for name, operation in operations.items()
        if "pattern" in str(operation.get("parameters")) and "422" not in operation["responses"]
    ]
    assert undescribed == []


def defaults(schema: dict[str, Any]) -> dict[str, Any]:
    return {
        name: given["default"]
        for name, given in schema["properties"].items()
        if given.get("default") is not None
    }


def test_change_of_a_feed_has_no_defaults_that_clients_would_send(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    assert defaults(schemas["FeedChange"]) == {}


def test_page_has_no_defaults_that_would_override_the_query(description: dict[str, Any]) -> None:
    assert defaults(description["components"]["schemas"]["ExtractRequest"]) == {}


def test_example_of_a_page_is_taken(client: httpx.Client, description: dict[str, Any]) -> None:
    body = description["paths"]["/extract"]["post"]["requestBody"]
    example = body["content"]["application/json"]["example"]
    assert client.post("/extract", json=example).json()["text"] == "The new bridge is open."


def test_example_of_a_webhook_is_taken(client: httpx.Client, description: dict[str, Any]) -> None:
    (example,) = description["components"]["schemas"]["NewWebhook"]["examples"]
    assert client.post("/webhooks", json=example).status_code == 201


def test_redirect_of_the_login_is_described(client: httpx.Client, description: dict[str, Any]) -> None:
    status = str(client.get("/login", follow_redirects=False).status_code)
    assert status in description["paths"]["/login"]["get"]["responses"]


def test_redirect_of_the_login_form_is_described(description: dict[str, Any]) -> None:
    assert "303" in description["paths"]["/login"]["post"]["responses"]


@pytest.mark.parametrize("form", ["text/plain", "application/openmetrics-text"])
def test_both_forms_of_the_metrics_are_described(
    client: httpx.Client, description: dict[str, Any], form: str
) -> None:
    answer = client.get("/metrics", headers={"Accept": form})
    assert answer.headers["Content-Type"].startswith(form)
    assert form in description["paths"]["/metrics"]["get"]["responses"]["200"]["content"]


def test_every_body_that_is_sent_is_described_and_required(operations: dict[str, dict[str, Any]]) -> None:
    bodies = {
        name: operation["requestBody"] for name, operation in operations.items() if "requestBody" in operation
    }
    assert sorted(bodies) == [
        "patch /feeds/{feed}", "post /extract", "post /extract/batch", "post /feeds", "post /feeds/opml",
        "post /login", "post /webhooks",
    ]  # fmt: skip
    assert all(body["required"] for body in bodies.values())
    assert all("schema" in form for body in bodies.values() for form in body["content"].values())


def test_docs_page_may_load_scripts_only_from_the_service(client: httpx.Client) -> None:
    answer = client.get("/docs")
    assert answer.headers["Content-Type"].startswith("text/html")
    policy = answer.headers["Content-Security-Policy"]
    assert ("http" in policy, "script-src 'self'" in policy) == (False, True)


@pytest.mark.parametrize(("name", "kind"), [("ui.css", "text/css"), ("ui-bundle.js", "text/javascript")])
def test_scripts_and_styles_of_the_docs_page_are_served(client: httpx.Client, name: str, kind: str) -> None:
    answer = client.get(f"/docs/swagger-{name}")
    assert answer.headers["Content-Type"].startswith(kind)
    assert len(answer.content) > 100_000


def test_no_other_file_of_the_package_is_served(client: httpx.Client) -> None:
    assert client.get("/docs/__init__.py").status_code == 404
