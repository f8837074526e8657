"""What clients get, compared with what the library finds."""

from __future__ import annotations

from service.schemas import ExtractResponse
from urltree import Extractor


def test_response_has_every_field_of_an_extraction() -> None:
    found = Extractor().extract("<p>The bridge is open.", "https://example.com/").as_dict()
    assert found.keys() - ExtractResponse.model_fields.keys() == set()
