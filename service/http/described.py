"""What routes describe alike for OpenAPI."""

from typing import Any

from pydantic import BaseModel


def text(example: str | None = None) -> dict[str, Any]:
    """Describe a body of text, of whatever media type."""
    described: dict[str, Any] = {"schema": {"type": "string"}}
    return described if example is None else described | {"example": example}


def named(model: type[BaseModel]) -> dict[str, str]:
    """Describe a body by the name of its model, among the schemas of the API."""
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def header(name: str, description: str) -> dict[str, Any]:
    """Describe the one header of an answer that clients need."""
    return {"headers": {name: {"description": description, "schema": {"type": "string"}}}}


#: The header of what was added.
LOCATION = header("Location", "Where it is, relative to this URL.")
