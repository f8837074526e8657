"""The evidence behind the judgements of documents."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from service.dashboard.evidence import Evidence
from service.stream.document import Document


def document(*, support: int = 9, warm: bool = True, **more: Any) -> Document:
    given = {
        "id": "1-0", "url": "http://a.com/1", "url_key": "a", "domain": "a.com", "text": "", "revision": 0,
        "fetched": datetime.now(UTC), "status": "new",
        "evidence": {"node": "a.com", "support": support, "warm": warm},
    }  # fmt: skip
    return Document.model_validate(given | more)


def test_no_documents_give_no_evidence() -> None:
    assert Evidence.of([]) == Evidence(documents=0, warm=None, support=None, again=0)


def test_evidence_of_documents_is_summarised() -> None:
    cold = document(support=1, warm=False)
    again = document(support=40, status="revision", reason="warmed")
    assert Evidence.of([cold, document(), document(), again]) == Evidence(4, 0.75, 9, 1)
