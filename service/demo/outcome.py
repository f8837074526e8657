"""What the service made of one page of the sample, compared with what it should have made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from urltree.evaluation.measures import Gold
from urltree.models import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import httpx

    from service.demo.site import Delivery


#: Counts and nothing else, so that the learning shows; the default does well on this site at once.
HEURISTIC = "relaxed-at-domain-500"


class Verdict(NamedTuple):
    """One block of a page: what was done with it, and what should have been."""

    text: str
    kept: bool
    wanted: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """One page, answered and scored."""

    title: str
    design: str
    status: str
    #: Documents at the node that decided.
    support: int
    verdicts: tuple[Verdict, ...]
    #: Between 0 and 1, against the gold text.
    f1: float

    @property
    def kept(self) -> int:
        """Blocks that were kept."""
        return sum(verdict.kept for verdict in self.verdicts)

    @property
    def wrong(self) -> int:
        """Blocks that were kept and should not have been."""
        return sum(verdict.kept and not verdict.wanted for verdict in self.verdicts)

    @property
    def dropped(self) -> int:
        """Blocks that were dropped, rightly or wrongly."""
        return len(self.verdicts) - self.kept


def extract_all(service: httpx.Client, deliveries: Iterable[Delivery]) -> Iterator[Outcome]:
    """Send every page to the service, in order, and judge each answer."""
    for delivery in deliveries:
        page = {
            "url": delivery.url,
            "title": delivery.title,
            "html": delivery.html,
            "heuristic": HEURISTIC,
        }
        answer = service.post("/extract", params={"blocks": "true"}, json=page)
        yield judge(delivery, answer.raise_for_status().json())


def judge(delivery: Delivery, answer: dict[str, Any]) -> Outcome:
    """Compare the service's answer with the gold text."""
    wanted = set(delivery.gold.splitlines())
    return Outcome(
        title=delivery.title,
        design=delivery.design,
        status=answer["status"],
        support=answer["evidence"]["support"],
        verdicts=tuple(
            Verdict(block["text"], kept=block["label"] == Label.CONTENT, wanted=block["text"] in wanted)
            for block in answer["blocks"]
        ),
        f1=Gold(delivery.gold).score(answer["text"]).f1,
    )
