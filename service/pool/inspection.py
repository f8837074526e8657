"""The inspection of a page: what each heuristic makes of every block, and why. Nothing is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel

from urltree.auto.explain import Mark, explain_blocks
from urltree.models import Status  # noqa: TC001 -- pydantic reads it
from urltree.output.annotate import annotate
from urltree.output.explainpage import explanation_page, hint, judged_by

if TYPE_CHECKING:
    from urltree.auto.explain import BlockExplanation
    from urltree.extract import Extractor
    from urltree.extraction import Extraction


class Inspect(NamedTuple):
    """A page to be inspected."""

    html: bytes | str
    url: str
    #: Their names; the page is shown as the first judges it.
    heuristics: tuple[str, ...]
    #: Charset of the HTML, as declared by Content-Type.
    charset: str | None = None
    #: Always None: unlike a `Job`, it is never part of a batch.
    line: None = None


class Judgement(BaseModel):
    """What a heuristic makes of a page."""

    heuristic: str
    #: The content, a block a line.
    text: str
    #: Of each block.
    marks: list[Mark]
    #: Of each block: how likely it is content; None from a heuristic that only counts.
    scores: list[float | None]


class Inspection(BaseModel):
    """A page and what is made of it."""

    url: str
    url_key: str
    domain: str
    status: Status
    title: str | None
    #: What the judgement rests on, in words.
    known: str
    #: The texts of its blocks.
    blocks: list[str]
    judgements: list[Judgement]
    #: HTML of the page, its blocks in colour; it runs and loads nothing.
    page: str
    #: HTML of its blocks and the reasons of each; it runs and loads nothing.
    reasons: str


def inspect(extractor: Extractor, job: Inspect) -> Inspection:
    """Inspect a page. Raises what `Extractor.extract` raises."""
    looks = [_look(extractor, job, heuristic) for heuristic in job.heuristics]
    extraction, blocks = looks[0]
    marks, hints = [block.mark for block in blocks], [hint(block) for block in blocks]
    return Inspection(
        url=extraction.url,
        url_key=extraction.url_key,
        domain=extraction.domain,
        status=extraction.status,
        title=extraction.metadata.title,
        known=judged_by(extraction),
        blocks=[block.text for block in extraction.page.blocks],
        judgements=[
            Judgement(
                heuristic=name,
                text=seen.text,
                marks=[block.mark for block in explained],
                scores=[block.decision.score for block in explained],
            )
            for name, (seen, explained) in zip(job.heuristics, looks, strict=True)
        ],
        page=annotate(job.html, marks, job.charset, hints),
        reasons=explanation_page(extraction, blocks),
    )


def _look(extractor: Extractor, job: Inspect, heuristic: str) -> tuple[Extraction, list[BlockExplanation]]:
    extraction = extractor.extract(job.html, job.url, observe=False, heuristic=heuristic, charset=job.charset)
    return extraction, explain_blocks(extraction, heuristic)
