"""Readings to be published."""

from __future__ import annotations

from datetime import UTC, datetime

from service.schemas import EvidenceBody
from service.stream.document import Reading

OLD = "The bridge is open.\nIt took nine years."


def reading(
    url: str = "http://example.com/1", *, text: str = OLD, revision: int = 0, **more: object
) -> Reading:
    fields = {
        "url": url,
        "url_key": url,
        "domain": "example.com",
        "fetched": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        "evidence": EvidenceBody(node="example.com", support=7, warm=True),
    }
    return Reading.model_validate(fields | {"text": text, "revision": revision} | more)
