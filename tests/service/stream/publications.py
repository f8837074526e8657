"""What was published, and texts that are just too short, and just long enough, to tell documents apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.stream.document import Document, Reading
    from service.stream.publish import Outcome, Publisher
    from service.stream.stream import DocumentStream

#: One line of 99 characters, and one of 100.
SHORT, LONG = "ж" * 99, "ж" * 100


async def outcome(publisher: Publisher, page: Reading) -> Outcome:
    return (await publisher.publish(page)).outcome


async def published(stream: DocumentStream) -> list[Document]:
    return await stream.page("0", 100)
