"""What comes out of the pipeline for one page."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from urltree.metadata.metadata import page_metadata
from urltree.models import LabelledBlock

if TYPE_CHECKING:
    from urltree.metadata.values import Metadata
    from urltree.models import Decision, Evidence, Observation, Page, Status


@dataclass(frozen=True)
class Extraction:
    """What `urltree.Extractor.extract` returns for one page."""

    #: The response URL as it was given.
    url: str
    url_key: str
    domain: str
    status: Status
    revision: int
    evidence: Evidence
    #: The content blocks, one per line.
    text: str
    #: The page, with all its blocks in order.
    page: Page = field(repr=False)
    #: What the tree has seen of these blocks.
    seen: Observation = field(repr=False)
    #: The decision on each of these blocks.
    decisions: tuple[Decision, ...] = field(repr=False)
    #: The title that was given.
    given_title: str | None = None

    @property
    def blocks(self) -> tuple[LabelledBlock, ...]:
        """Every block of the page, in order, with its decision; put together when asked for."""
        return tuple(map(LabelledBlock, self.page.blocks, self.decisions))

    @property
    def title(self) -> str | None:
        """The title that was given, or else the page's headline; read, with all metadata, on first use."""
        return self.metadata.title

    @property
    def first_seen(self) -> datetime:
        """When the URL key was first seen, in UTC, as far as the tree remembers."""
        return datetime.fromtimestamp(self.seen.first_seen, UTC)

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, date and more; read on first use."""
        return page_metadata(self.page, self.url, self.given_title)

    def as_dict(self, *, blocks: bool = True) -> dict[str, Any]:
        """Return what `urltree extract --json` prints, with its `blocks` or without, as `POST /extract`."""
        found = {
            "text": self.text,
            "url": self.url,
            "url_key": self.url_key,
            "domain": self.domain,
            "status": self.status,
            "revision": self.revision,
            "first_seen": self.first_seen.isoformat(),
            **asdict(self.metadata),
            "evidence": asdict(self.evidence),
        }
        if blocks:
            found["blocks"] = [{"text": block.text, **decision._asdict()} for block, decision in self.blocks]
        return found
