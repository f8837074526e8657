"""The API for people and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


def references(schema: Any) -> Iterator[str]:
    """Give all that a schema refers to."""
    if isinstance(schema, dict):
        if isinstance(name := schema.get("$ref"), str):
            yield name
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from references(part)


def test_all_that_the_description_refers_to_is_in_it(client: httpx.Client) -> None:
    description = client.get("/openapi.json").json()
    known = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert set(references(description)) <= known


def test_each_answer_that_is_a_problem_is_described_as_one(client: httpx.Client) -> None:
    described = [
        (status, answer["content"])
        for path in client.get("/openapi.json").json()["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if status[0] not in "123"
    ]
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
    assert {"default", "422"} <= {status for status, _ in described}
    assert [content for _, content in described] == [problem] * len(described)


def test_page_may_load_nothing_from_elsewhere(client: httpx.Client) -> None:
    answer = client.get("/docs")
    assert answer.headers["Content-Type"].startswith("text/html")
    policy = answer.headers["Content-Security-Policy"]
    assert ("http" in policy, "script-src 'self'" in policy) == (False, True)


@pytest.mark.parametrize(("name", "kind"), [("ui.css", "text/css"), ("ui-bundle.js", "text/javascript")])
def test_what_the_page_loads_is_there(client: httpx.Client, name: str, kind: str) -> None:
    answer = client.get(f"/docs/swagger-{name}")
    assert answer.headers["Content-Type"].startswith(kind)
    assert len(answer.content) > 100_000


def test_no_other_file_is_given(client: httpx.Client) -> None:
    assert client.get("/docs/__init__.py").status_code == 404
