"""The description of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from processes import Service


@pytest.fixture(scope="session")
def description(service: Service) -> dict[str, Any]:
    described: dict[str, Any] = service.client.get("/openapi.json").json()
    return described


@pytest.fixture(scope="session")
def operations(description: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The operations of the API, by method and path."""
    return {
        f"{method} {path}": operation
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
