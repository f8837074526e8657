"""The stream as server-sent events: one reader of Redis, however many listen.

The last documents are kept here, ready to be sent, for as long as the stream has them; a listener is no more
than a position. One that comes with an earlier position is first given what Redis has. One that falls behind
all that is kept is disconnected; it may come back with the position where it was.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left, bisect_right
from contextlib import asynccontextmanager, contextmanager
from itertools import accumulate, takewhile
from operator import attrgetter
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from fastapi.sse import format_sse_event
from redis import RedisError

from service.running.tasks import cancel, restarting
from service.running.throttledlog import ThrottledLog
from service.stream.stream import CHUNK

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator

    from service.stream.document import Document
    from service.stream.stream import DocumentStream
    from service.stream.wanted import Wanted

_logger = logging.getLogger(__name__)

#: Documents that a listener may be behind, and their bytes as they are sent.
BUFFER, BYTES = 1_000, 64 * 2**20

#: Seconds between two beats, at each of which every listener is told the place that it is at.
HEARTBEAT = 15.0

#: Seconds that the reader waits after Redis did not answer.
_PAUSE = 1.0

#: Seconds between two looks at which documents the stream still has: Redis reads all of the first for it.
_LOOK = 1.0

#: Seconds to rest after listeners were woken, and more for each of them, about what it takes to write to one.
#: Documents that arrive meanwhile are read and written together. Ten times these seconds double the delay of
#: 1,000 listeners.
_REST, _REST_EACH = 0.02, 0.00002


#: A position as its two numbers, which can be compared.
_Number = tuple[int, int]


class _Event(NamedTuple):
    number: _Number
    document: Document
    #: As it is sent.
    frame: bytes


_number_of = attrgetter("number")


class Live:
    """The listeners' end of a `DocumentStream`."""

    def __init__(self, stream: DocumentStream) -> None:
        self.stream = stream
        self._kept = list[_Event]()
        #: Number before the first event that is kept.
        self._start: _Number = (0, 0)
        #: Number of the last document that was read, be it kept or not.
        self._head: _Number = (0, 0)
        #: The last deletion that was taken note of.
        self._deletion = "0"
        #: Set as soon as more has come; another event then takes its place.
        self.news = asyncio.Event()
        self._beats = 0
        self._is_over = False
        #: How many listen now.
        self.listeners = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Read the stream for as long as the context lasts."""
        self._start = self._head = _number(await self.stream.last())
        tasks = [asyncio.create_task(restarting(each)) for each in (self._read, self._beat)]
        try:
            yield
        finally:
            self.end()
            await cancel(*tasks)

    def end(self) -> None:
        """Disconnect all listeners."""
        self._is_over = True
        self._notify()

    async def listen(self, after: str | None, wanted: Wanted) -> AsyncGenerator[bytes]:
        """Yield events after a position, or from now on if it is None, until the listener is disconnected.

        What is sent first, and at a beat, is no event, but tells the place to come back to.
        """
        with self._counted():
            number = _number(after) if after else self._head
            async for chunk, reached in self._past(number, wanted):
                number = reached
                if chunk:
                    yield chunk
            beats = self._beats
            yield _place(number)
            while number >= self._start and not self._is_over:
                news = self.news
                events = self._some(number)
                number = events[-1].number if events else number
                chunk = _frames(events, wanted)
                if chunk or beats != self._beats:
                    beats = self._beats
                    yield chunk or _place(number)
                elif not events:
                    await news.wait()

    async def _past(self, number: _Number, wanted: Wanted) -> AsyncIterator[tuple[bytes, _Number]]:
        """Yield what Redis has but is no longer kept here, page by page, each with the number reached."""
        pages = self.stream.pages(_position(number))
        while number < self._start and not self._is_over:
            page = await anext(pages)
            number = _number(page[-1].id) if page else self._start
            yield _frames(map(_event, page), wanted), number

    def _some(self, number: _Number) -> list[_Event]:
        """Return the first kept event after a number, and those after it that fit into `CHUNK` with it."""
        if number >= self._head:  # as after each event: a listener has all that is kept
            return []
        events = self._kept[bisect_right(self._kept, number, key=_number_of) :]
        return events[: max(1, _fitting(events, CHUNK))]

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a listener; it is disconnected if Redis does not answer, and may come back with its place."""
        self.listeners += 1
        try:
            yield
        except RedisError as error:
            _logger.warning("a listener is disconnected: the stream of documents does not answer: %s", error)
        finally:
            self.listeners -= 1

    async def _read(self) -> None:
        log, losses = ThrottledLog(_logger), ThrottledLog(_logger)
        looked = monotonic()
        while True:
            try:
                # The store may have been replaced by an older copy, such as a replica that lagged. Were its
                # clock behind, too, new ids would be below the places of listeners, who would miss them.
                head = _position(self._head)
                if last := await self.stream.lift(head):
                    losses.warning("the store lost documents: it ended at %s, not %s", last, head)
                documents = await self.stream.wait(head)
                if monotonic() - looked >= _LOOK:
                    self._drop_before(await self.stream.first())
                    looked = monotonic()
                deleted, self._deletion = await self.stream.deleted(self._deletion)
                self._kept = [event for event in self._kept if event.document.id not in deleted]
                self._keep([each for each in documents if each.id not in deleted])
                await asyncio.sleep(_REST + _REST_EACH * self.listeners)
            except RedisError as error:
                log.warning("the stream of documents does not answer: %s", error)
                await asyncio.sleep(_PAUSE)

    def _keep(self, documents: list[Document]) -> None:
        events = list(map(_event, documents))
        self._kept += events
        self._head = events[-1].number if events else self._head
        surplus = len(self._kept) - min(BUFFER, _fitting(reversed(self._kept), BYTES))
        if surplus:
            self._start = self._kept[surplus - 1].number
            del self._kept[:surplus]
        if documents:
            self._notify()

    def _drop_before(self, first: str | None) -> None:
        """Drop what is before the first document of the stream; all, if it has none."""
        gone = bisect_left(self._kept, _number(first), key=_number_of) if first else len(self._kept)
        del self._kept[:gone]

    async def _beat(self) -> None:
        """Keep silent connections alive: one timer serves all listeners."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            self._beats += 1
            self._notify()

    def _notify(self) -> None:
        news, self.news = self.news, asyncio.Event()
        news.set()


def _event(document: Document) -> _Event:
    frame = format_sse_event(data_str=document.json_line(), event="document", id=document.id)
    return _Event(_number(document.id), document, frame)


def _fitting(events: Iterable[_Event], size: int) -> int:
    """Count the first of these events that have no more than `size` bytes together, as they are sent."""
    sizes = accumulate(len(event.frame) for event in events)
    return sum(1 for _ in takewhile(lambda total: total <= size, sizes))


def _place(number: _Number) -> bytes:
    return format_sse_event(id=_position(number), comment="ping")


def _frames(events: Iterable[_Event], wanted: Wanted) -> bytes:
    return b"".join([event.frame for event in events if wanted.takes(event.document)])


def _number(position: str) -> _Number:
    time, _, number = position.partition("-")
    return int(time), int(number or 0)


def _position(number: _Number) -> str:
    return "{}-{}".format(*number)
