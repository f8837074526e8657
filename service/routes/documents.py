"""The stream of documents, live and in pages."""

from collections.abc import AsyncGenerator, Callable
from sys import getsizeof
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from service.http.described import header, named, text
from service.http.media import JSON, NDJSON, preferred
from service.http.problems import NO_DOCUMENT, Problem, problems
from service.http.query import each_once
from service.http.room import PacedResponse, Share, StreamedResponse
from service.parts import parts_of
from service.routes.bounded import share_of
from service.stream.delete import delete_document
from service.stream.document import Document
from service.stream.stream import CHUNK, POSITION, DocumentStream
from service.stream.wanted import Asked

#: The media types of a page: of texts alone; of documents, with other names by which they are asked for.
_TEXT = "text/plain"
_LINES = ("application/x-ndjson", *sorted(NDJSON | JSON))

router = APIRouter(tags=["documents"], dependencies=[Depends(each_once)])

_AFTER = "Position after which to start; give that of your last document to go on where you were."

_ID = Path(pattern=POSITION, description="Id of the document.", examples=["1767323045000-0"])

#: Documents that are looked at for one answer, however few of them are wanted.
_LOOKS = 5_000

#: Bytes of texts after which an answer ends, however many documents are wanted.
ENOUGH = 10_000_000

#: Proxies between us and a listener must not store documents, or hold them back as nginx does.
_UNKEPT = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}

_NEXT = header("Link", 'The next page, `<…>; rel="next"`; at the end, this page.')

_DOCUMENT = named(Document)


class _StreamQuery(Asked):
    after: Annotated[
        str | None, Query(pattern=POSITION, description=f"{_AFTER} By default, from now on.")
    ] = None


class _PageQuery(Asked):
    after: Annotated[str, Query(pattern=POSITION, description=_AFTER)] = "0"
    limit: Annotated[int, Query(ge=1, le=1_000, description="Maximum number of documents.")] = 100


@router.get(
    "/stream",
    summary="Listen for new documents",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": _DOCUMENT}}}, **problems(422)},
)
async def stream(
    request: Request,
    query: Annotated[_StreamQuery, Query()],
    last_event_id: Annotated[
        str | None,
        Header(pattern=f"^$|{POSITION}", description="Id of the last event that came; empty if none has."),
    ] = None,
) -> Response:
    """Send a `document` event for each document as it is published; its id is its position.

    `Last-Event-ID`, which browsers send by themselves, takes precedence over `after`. A client that falls
    1,000 documents, or 64 MiB, behind is disconnected, and may reconnect with the id of its last document.
    """
    live = parts_of(request.app).live
    return StreamedResponse(live.listen(last_event_id or query.after, query), _UNKEPT, "text/event-stream")


@router.get(
    "/documents",
    summary="Read documents page by page",
    response_class=Response,
    responses={
        200: {
            "content": {
                "application/x-ndjson": {"schema": _DOCUMENT},
                "text/plain": text("The new bridge is open.\n\nThe tunnel is closed.\n\n"),
            },
            **_NEXT,
        },
        **problems(422, 503),
    },
)
async def documents(
    request: Request, query: Annotated[_PageQuery, Query()], share: Annotated[Share, Depends(share_of)]
) -> Response:
    """List documents, oldest first, one per line; `Link: <…>; rel="next"` leads on, to new ones too.

    `Accept: text/plain` returns only the texts, with an empty line after each.

    A page with filters may be empty although more follow. The end is reached when the link leads to the page
    that it came with: follow it again later.
    """
    stream = parts_of(request.app).stream
    is_text = preferred(request.headers, (*_LINES, _TEXT)) == _TEXT
    write, form = (_as_text, _TEXT) if is_text else (_as_line, _LINES[0])
    found, position = await _select(stream, query, write, share)
    following = request.url.include_query_params(after=position).query
    headers = {"Link": f'<documents?{following}>; rel="next"', "Vary": "Accept"}
    return StreamedResponse(_written(stream, found, write), headers, form)


@router.get(
    "/documents/{position}",
    summary="Read one document",
    response_model=Document,
    responses={
        200: {
            "content": {
                "text/plain": text("The new bridge is open."),
                "text/markdown": text("The new **bridge** is open."),
            }
        },
        **problems(404, 422, 503),
    },
)
async def document(
    request: Request, position: Annotated[str, _ID], share: Annotated[Share, Depends(share_of)]
) -> Response:
    """Return a document by its id, which is its position.

    `Accept: text/plain` returns only the text, `text/markdown` only the Markdown, if the document has that.
    """
    found = await parts_of(request.app).stream.get(position)
    if found is None:
        raise _unknown(position)
    forms = {"application/json": found.json_line(), "text/plain": found.text}
    if found.markdown is not None:
        forms["text/markdown"] = found.markdown
    form = preferred(request.headers, tuple(forms))
    answer = PacedResponse(forms[form], headers={"Vary": "Accept"}, media_type=form)
    share.take(len(answer.body))
    return answer


@router.delete(
    "/documents/{position}", summary="Delete one document", status_code=204, responses=problems(404, 422)
)
async def delete(request: Request, position: Annotated[str, _ID]) -> None:
    """Delete a document; each version of a page is a document of its own.

    Its page is not published again, unless it becomes a revision. Those who have received the document are
    not told.
    """
    if not await delete_document(parts_of(request.app).redis, position):
        raise _unknown(position)


def _unknown(position: str) -> Problem:
    return Problem(NO_DOCUMENT, f"there is no document {position}, or the stream no longer keeps it")


async def _select(
    stream: DocumentStream, query: _PageQuery, write: Callable[[Document], bytes], share: Share
) -> tuple[list[bytes | str], str]:
    """Choose the documents of a page, written already, and the ids of those beyond `CHUNK`.

    Return also the end position. The share holds all that, and the largest document.
    """
    found, position, size, largest, looks = list[bytes | str](), query.after, 0, 0, 0
    room = CHUNK
    async for page in stream.pages(position):
        for each in page:
            position = each.id
            if query.takes(each):
                size += each.size
                found.append(write(each) if each.size <= room else each.id)
                room -= getsizeof(found[-1])
                share.take(getsizeof(found[-1]) + max(0, each.size - largest))
                largest = max(largest, each.size)
            if len(found) == query.limit or size > ENOUGH:
                return found, position
        looks += len(page)
        if not page or looks >= _LOOKS:
            break
        page.clear()  # nothing without a share is held while the next page waits for its turn
        del each
    return found, position


async def _written(
    stream: DocumentStream, found: list[bytes | str], write: Callable[[Document], bytes]
) -> AsyncGenerator[bytes]:
    """Write documents one by one: no more are read for a client that takes none."""
    for each in found:
        if isinstance(each, bytes):
            yield each
        elif document := await stream.get(each):  # the stream may keep it no longer
            yield write(document)


def _as_line(document: Document) -> bytes:
    return f"{document.json_line()}\n".encode()


def _as_text(document: Document) -> bytes:
    return f"{document.text}\n\n".encode() if document.text else b""
