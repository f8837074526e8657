"""Problems, made of errors."""

from __future__ import annotations

import json
import pickle
import re
from http import HTTPStatus

import pytest
from documented import REPOSITORY
from pydantic import ValidationError

from service.http.problems import STORE_DOWN, TOO_LARGE, Problem, of_error, of_fields
from service.schemas import ExtractRequest
from urltree import errors

#: Names and statuses of all kinds of problems, as the modules of the service spell them.
KINDS = [
    kind
    for module in sorted((REPOSITORY / "service").rglob("*.py"))
    for kind in re.findall(r'\bKind\(\s*"([\w-]+)", HTTPStatus\.(\w+)', module.read_text("utf-8"))
]


def kinds(of: type[Exception]) -> list[type[Exception]]:
    """Return the library's errors of a kind; each takes only a message."""
    return [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, of)]


@pytest.mark.parametrize("error", kinds(errors.InputError))
def test_input_error_is_422(error: type[errors.InputError]) -> None:
    assert of_error(error("why")).kind.status == 422


@pytest.mark.parametrize("error", kinds(errors.StoreError))
def test_store_error_has_retry_after(error: type[errors.StoreError]) -> None:
    assert of_error(error("why")).headers == {"Retry-After": "1"}


@pytest.mark.parametrize(
    ("error", "name"), [(errors.StoreError, "store-down"), (errors.StoreRefusedError, "store-refused")]
)
def test_unavailable_and_refusing_store_are_two_problems(error: type[errors.StoreError], name: str) -> None:
    assert of_error(error("why")).kind.name == name


@pytest.mark.parametrize("error", kinds(errors.StoreError))
def test_secret_in_the_address_of_the_store_is_not_revealed(error: type[errors.StoreError]) -> None:
    assert b"secret" not in of_error(error("redis://:secret@host is away")).body()


@pytest.mark.parametrize("error", kinds(errors.StoreError))
def test_problem_of_the_store_suits_a_page_of_the_queue_that_nobody_sent(
    error: type[errors.StoreError],
) -> None:
    assert "send" not in of_error(error("why")).detail


@pytest.mark.parametrize(("name", "status"), KINDS)
def test_kind_is_listed_in_the_docs_with_its_status(name: str, status: str) -> None:
    page = (REPOSITORY / "docs/service.md").read_text("utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| {HTTPStatus[status].value} |"))
    assert f"`{name}`" in row


def test_long_detail_is_cut() -> None:
    assert len(Problem(TOO_LARGE, "x" * 1_000_000).body()) < 2_000


def test_other_library_error_is_500() -> None:
    assert of_error(errors.UrlTreeError("why")).kind.status == 500


def test_message_becomes_the_detail() -> None:
    assert json.loads(of_error(errors.UrlError("why")).body())["detail"] == "why"


def test_single_problem_has_no_line() -> None:
    assert "line" not in json.loads(Problem(TOO_LARGE, "why").body())


def test_problem_in_a_batch_has_its_line() -> None:
    assert json.loads(Problem(TOO_LARGE, "why").body(7))["line"] == 7


def test_problem_survives_pickling() -> None:
    crossed = pickle.loads(pickle.dumps(Problem(STORE_DOWN, "why")))
    assert (crossed.kind, crossed.detail, crossed.headers) == (STORE_DOWN, "why", {"Retry-After": "1"})


def test_json_that_is_not_an_object_is_refused_with_a_hint() -> None:
    with pytest.raises(ValidationError) as caught:
        ExtractRequest.model_validate_json(b"null")
    detail = "body: not a JSON object; send one, with Content-Type: application/json"
    assert of_fields(caught.value.errors()).detail == detail


def test_detail_says_where_the_json_breaks_off() -> None:
    with pytest.raises(ValidationError) as caught:
        ExtractRequest.model_validate_json(b'{"key": ')
    problem = of_fields(caught.value.errors())
    detail = "not JSON: EOF while parsing a value at line 1 column 8"
    assert (problem.kind.status, problem.detail) == (400, detail)
