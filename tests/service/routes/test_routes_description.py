"""How complete the description of the API is: what a client generated from it knows."""

from __future__ import annotations

from typing import Any

import pytest


def test_every_answer_with_a_body_has_a_schema(operations: dict[str, dict[str, Any]]) -> None:
    assert [
        (name, status, form)
        for name, operation in operations.items()
        for status, answer in operation["responses"].items()
        for form, content in answer.get("content", {}).items()
        if "schema" not in content
    ] == []


def test_every_body_that_is_sent_as_json_has_a_name(operations: dict[str, dict[str, Any]]) -> None:
    assert [
        (name, form)
        for name, operation in operations.items()
        for form, content in operation.get("requestBody", {"content": {}})["content"].items()
        if form.endswith("json") and "$ref" not in content["schema"]
    ] == []


def test_every_parameter_is_described(operations: dict[str, dict[str, Any]]) -> None:
    assert [
        (name, parameter["name"])
        for name, operation in operations.items()
        for parameter in operation.get("parameters", [])
        if "description" not in parameter
    ] == []


def test_every_field_is_described_or_has_an_example(description: dict[str, Any]) -> None:
    assert [
        (name, field)
        for name, schema in description["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
        if not value.keys() & {"description", "examples", "$ref"}
    ] == []


@pytest.mark.parametrize(
    ("method", "path", "status", "header"),
    [
        ("get", "/documents", "200", "Link"),
        ("get", "/feeds", "200", "Link"),
        ("post", "/feeds", "201", "Location"),
        ("post", "/feeds", "200", "Location"),
        ("post", "/webhooks", "201", "Location"),
    ],
)
def test_header_that_leads_on_is_described(
    description: dict[str, Any], method: str, path: str, status: str, header: str
) -> None:
    assert header in description["paths"][path][method]["responses"][status]["headers"]


def test_every_answer_that_says_when_to_try_again_is_described_so(
    operations: dict[str, dict[str, Any]],
) -> None:
    assert [
        (name, status)
        for name, operation in operations.items()
        for status, answer in operation["responses"].items()
        if status in {"429", "503"} and "Retry-After" not in answer.get("headers", {})
    ] == []


def test_what_webhooks_receive_is_described(description: dict[str, Any]) -> None:
    sent = description["webhooks"]["document"]["post"]
    assert sent["requestBody"]["content"] == {
        "application/json": {"schema": {"$ref": "#/components/schemas/Document"}}
    }


def test_headers_that_webhooks_receive_are_described(description: dict[str, Any]) -> None:
    sent = description["webhooks"]["document"]["post"]
    assert [each["name"] for each in sent["parameters"]] == [
        "webhook-id", "webhook-timestamp", "webhook-signature",
    ]  # fmt: skip
