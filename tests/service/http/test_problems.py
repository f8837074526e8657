"""Problems as they are sent."""

from __future__ import annotations

import json
import pickle

import pytest
from pydantic import ValidationError

from service.http.problems import STORE_DOWN, TOO_LARGE, Problem, of_error, of_fields
from service.routes.login import Login
from urltree import errors


def kinds(of: type[Exception]) -> list[type[Exception]]:
    """Give the library's own errors of a kind: they are made of a message alone."""
    return [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, of)]


@pytest.mark.parametrize("error", kinds(errors.InputError))
def test_input_at_fault_is_the_clients(error: type[errors.InputError]) -> None:
    assert of_error(error("why")).kind.status == 422


@pytest.mark.parametrize("error", kinds(errors.StoreError))
def test_store_at_fault_may_be_tried_again(error: type[errors.StoreError]) -> None:
    assert of_error(error("why")).headers == {"Retry-After": "1"}


@pytest.mark.parametrize(
    ("error", "name"), [(errors.StoreError, "store-down"), (errors.StoreRefusedError, "store-refused")]
)
def test_a_store_that_is_away_and_one_that_refuses_are_two_problems(
    error: type[errors.StoreError], name: str
) -> None:
    assert of_error(error("why")).kind.name == name


@pytest.mark.parametrize("error", kinds(errors.StoreError))
def test_the_stores_address_is_not_told(error: type[errors.StoreError]) -> None:
    assert b"secret" not in of_error(error("redis://:secret@host is away")).body()


def test_a_long_detail_is_cut() -> None:
    assert len(Problem(TOO_LARGE, "x" * 1_000_000).body()) < 2_000


def test_an_error_of_no_kind_is_ours() -> None:
    assert of_error(errors.UrlTreeError("why")).kind.status == 500


def test_the_message_is_the_detail() -> None:
    assert json.loads(of_error(errors.UrlError("why")).body())["detail"] == "why"


def test_a_problem_alone_has_no_line() -> None:
    assert "line" not in json.loads(Problem(TOO_LARGE, "why").body())


def test_a_problem_of_a_batch_has_its_line() -> None:
    assert json.loads(Problem(TOO_LARGE, "why").body(7))["line"] == 7


def test_a_problem_crosses_processes() -> None:
    crossed = pickle.loads(pickle.dumps(Problem(STORE_DOWN, "why")))
    assert (crossed.kind, crossed.detail, crossed.headers) == (STORE_DOWN, "why", {"Retry-After": "1"})


def test_json_that_is_no_object_is_told() -> None:
    with pytest.raises(ValidationError) as caught:
        Login.model_validate_json(b"null")
    told = "body: send a JSON object, with Content-Type: application/json"
    assert of_fields(caught.value.errors()).detail == told


def test_where_json_breaks_off_is_told() -> None:
    with pytest.raises(ValidationError) as caught:
        Login.model_validate_json(b'{"key": ')
    problem = of_fields(caught.value.errors())
    told = "not JSON: EOF while parsing a value at line 1 column 8"
    assert (problem.kind.status, problem.detail) == (400, told)
