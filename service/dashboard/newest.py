"""The newest documents of the stream; only those that are not known yet are read."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from time import time
from typing import TYPE_CHECKING

from service.texts import clipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.parts import Parts
    from service.stream.document import Document

#: Documents that are remembered, and the bytes of their texts.
NEWEST, BYTES = 500, 2**23

#: Characters of a document's text that are shown below its title.
_OPENING = 160


def opening(document: Document) -> str:
    """Return the beginning of a document's text in one line, without a first line that is the title."""
    first, _, rest = document.text.partition("\n")
    return clipped((rest if first == document.title else document.text).replace("\n", " "), _OPENING)


def opened(document: Document) -> Document:
    """Return a document without its texts but for the opening, for lists that show no more."""
    return document.model_copy(update={"text": opening(document), "markdown": None, "unseen": None})


def with_older(newest: Sequence[Document], listed: Sequence[Document]) -> Sequence[Document]:
    """Append those of `listed` that are not among the newest documents, latest first."""
    known = {each.id for each in newest}
    older = [each for each in listed if each.id not in known]
    return (*newest, *sorted(older, key=lambda each: each.came, reverse=True))


class NewestDocuments:
    """Reads the stream on from the newest document that it knows."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._known: list[Document] = []
        self._deletion = "0"

    async def read(self) -> Sequence[Document]:
        """Return the newest documents, latest first."""
        stream, oldest = self._parts.stream, time() - self._parts.settings.stream_retention.age
        deleted, self._deletion = await stream.deleted(self._deletion)
        self._known = [each for each in self._known if each.came >= oldest and each.id not in deleted]
        news = await stream.page(self._known[0].id, NEWEST) if self._known else []
        if not self._known or (news and news[-1].id != await stream.last()):
            self._known = await stream.newest(NEWEST, BYTES)
        elif news:
            self._known = _fitting([*reversed(news), *self._known][:NEWEST])
        return self._known


def _fitting(documents: list[Document]) -> list[Document]:
    sizes = list(accumulate(each.size for each in documents))
    return documents[: max(1, bisect_right(sizes, BYTES))]
