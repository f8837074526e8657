"""A page of an archive whose blocks are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from urltree.archive.catalogue import Capture
    from urltree.archive.warc import Snapshot
    from urltree.metadata.values import Metadata


class Judged(NamedTuple):
    """A capture and what its blocks are."""

    capture: Capture
    snapshot: Snapshot
    #: Texts of its blocks, as `urltree.blocks.parse_page` cuts them.
    blocks: Sequence[str]
    #: ``content``, ``boilerplate`` or ``uncertain`` for each block; None where nothing can be decided.
    marks: Sequence[str] | None
    metadata: Metadata

    @property
    def text(self) -> str | None:
        """The content blocks, one a line; None where nothing can be decided."""
        if self.marks is None:
            return None
        marked = zip(self.blocks, self.marks, strict=True)
        return "\n".join(text for text, mark in marked if mark == "content")
