"""Pages in, text out."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from service.http.body import read_body, taken_media_type
from service.http.described import named, text
from service.http.media import HTML, JSON, NDJSON, preferred
from service.http.problems import ProblemBody, problems
from service.http.query import each_once
from service.http.room import PacedResponse, Share
from service.parts import parts_of
from service.pool.batch import Batch
from service.pool.work import ANSWERS, Job
from service.routes.bounded import share_of
from service.schemas import ExtractRequest, ExtractResponse, Options, PageQuery
from urltree.decide import heuristic

router = APIRouter(prefix="/extract", tags=["extract"], dependencies=[Depends(each_once)])

_PAGE = named(ExtractRequest)
_CONTENT = {
    "text/plain": text("The new bridge is open."),
    "text/markdown": text("The new **bridge** is [open](https://example.com/open)."),
    "text/html": text("<p>The new bridge is open.</p>"),
}
_LINE = {"anyOf": [named(ExtractResponse), named(ProblemBody)]}
_EXAMPLE = {"url": "https://example.com/news/bridge", "html": "<p>The new bridge is open."}
_EXAMPLE_LINES = (
    '{"url": "https://example.com/news/bridge", "html": "<p>The new bridge is open."}\n'
    '{"url": "https://example.com/news/tunnel", "html": "<p>The tunnel is closed."}\n'
)


@router.post(
    "",
    summary="Extract the text of a page",
    response_model=ExtractResponse,
    responses={200: {"content": _CONTENT}, **problems(400, 413, 415, 422, 503)},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": _PAGE, "example": _EXAMPLE},
                "text/html": text("<p>The new bridge is open."),
            },
        }
    },
)
async def extract(
    request: Request, query: Annotated[PageQuery, Query()], share: Annotated[Share, Depends(share_of)]
) -> Response:
    """Take a page as JSON, or as HTML with `?url=`; count it in its site's tree; answer with its content.

    The more pages of a site have been sent, the better its template is known. `Accept: text/plain` gives only
    the text, `text/markdown` and `text/html` the same words with their structure and links.
    """
    parts = parts_of(request.app)
    media = taken_media_type(request, HTML | JSON)
    job = Job(
        body=await read_body(request, parts.settings.max_body, share),
        is_html=media.name in HTML,
        query=query.model_dump(exclude_unset=True),
        charset=media.charset,
        answer=preferred(request.headers, ANSWERS),
    )
    reply = await parts.answer(job)
    share.take(len(reply.body))
    return PacedResponse(reply.body, reply.status, reply.headers, reply.media_type)


@router.post(
    "/batch",
    summary="Extract the text of many pages",
    response_class=Response,
    response_model=ExtractResponse | ProblemBody,
    responses={200: {"content": {Batch.media_type: {"schema": _LINE}}}, **problems(415, 422, 503)},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/x-ndjson": {"schema": _PAGE, "example": _EXAMPLE_LINES}},
        }
    },
)
async def extract_batch(request: Request, query: Annotated[Options, Query()]) -> Response:
    """Take one page per line (NDJSON, each as for `/extract`) and answer one line per page, in order.

    Answers come as soon as they are ready, each with the number of its `line`; empty lines are counted, but
    get no answer. A line that cannot be read is answered with a problem; the others are still answered.
    Read while you send: when 1,000 answers wait, or as many bytes as a page may have, no more are read.
    """
    parts = parts_of(request.app)
    taken_media_type(request, NDJSON)
    if query.heuristic is not None:
        heuristic(query.heuristic)  # raises once, or else every line would be refused
    return Batch(
        request,
        query.model_dump(exclude_unset=True),
        parts.answer,
        parts.room,
        width=parts.settings.workers,
        limit=parts.settings.max_body,
    )
