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
