"""Documents of the stream: how entries are read, and what the docs say of them."""

from __future__ import annotations

import pytest
from documented import names_in_tables

from service.stream.document import Document

#: The fields that every entry has had since the first version.
FIELDS = {
    "url": "https://example.com/1",
    "url_key": "http://example.com/1",
    "domain": "example.com",
    "fetched": "2026-01-02T03:04:05Z",
    "text": "The bridge is open.",
    "revision": "0",
    "evidence": '{"node": "example.com", "support": 7, "warm": true}',
    "status": "new",
}


def test_entry_of_the_first_version_is_read() -> None:
    entry = {name.encode(): value.encode() for name, value in FIELDS.items()}
    assert Document.of_entry(b"1-0", entry).text == "The bridge is open."


@pytest.mark.parametrize("name", Document.model_fields)
def test_every_field_is_documented(name: str) -> None:
    assert name in names_in_tables("docs/stream.md")
