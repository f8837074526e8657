"""The evidence behind the judgements of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from readings import document

from service.dashboard.evidence import Evidence

if TYPE_CHECKING:
    from service.stream.document import Document


def judged(*, support: int = 9, warm: bool = True, **more: object) -> Document:
    return document(evidence={"node": "a.com", "support": support, "warm": warm}, **more)


def test_no_documents_give_no_evidence() -> None:
    assert Evidence.of([]) == Evidence(documents=0, warm=None, support=None, again=0)


def test_evidence_of_documents_is_summarised() -> None:
    cold = judged(support=1, warm=False)
    again = judged(support=40, status="revision", reason="warmed")
    assert Evidence.of([cold, judged(), judged(), again]) == Evidence(4, 0.75, 9, 1)
