"""The feeds that are subscribed to."""

import re
from http import HTTPStatus
from math import ceil
from time import time
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict
from starlette.responses import JSONResponse

from service.feeds.errors import (
    FeedError,
    NoSuchFeedError,
    OpmlError,
    ReaderDiedError,
    SeveralFeedsError,
    TooManyLabelsError,
)
from service.feeds.exchange import export_feeds, import_feeds
from service.feeds.find import find_feed, subscribe
from service.feeds.schemas import Choice, FeedBody, FeedChange, ImportBody, NamedFeed, NewFeed
from service.feeds.subscriptions import State, named_site
from service.fetching.errors import BusyError, FetchError
from service.http.body import expect_no_coding, expect_no_form, read_body
from service.http.described import LOCATION, header, text
from service.http.problems import WORKER_DIED, Kind, Problem, problems
from service.http.query import each_once
from service.parts import parts_of
from service.routes.bounded import BoundedRoute
from urltree.errors import UrlTreeError

if TYPE_CHECKING:
    from service.feeds.subscriptions import Subscription, Subscriptions

router = APIRouter(
    prefix="/feeds", tags=["feeds"], route_class=BoundedRoute, dependencies=[Depends(each_once)]
)

#: The kinds of problems that errors about feeds are answered with.
KINDS: dict[type[UrlTreeError], Kind] = {
    NoSuchFeedError: Kind("no-feed", HTTPStatus.NOT_FOUND, "There is no such feed"),
    FeedError: Kind("not-a-feed", HTTPStatus.UNPROCESSABLE_ENTITY, "There is no feed at the URL"),
    ReaderDiedError: WORKER_DIED,
    OpmlError: Kind("bad-opml", HTTPStatus.UNPROCESSABLE_ENTITY, "The list is not OPML"),
    TooManyLabelsError: Kind("too-many-labels", HTTPStatus.CONFLICT, "The feed may have no more labels"),
}
_UNREACHABLE = Kind("feed-unreachable", HTTPStatus.UNPROCESSABLE_ENTITY, "The URL cannot be fetched")
_HOST_BUSY = Kind("host-busy", HTTPStatus.SERVICE_UNAVAILABLE, "The host may not be asked yet")
_NOT_POLLED = Kind("not-polled", HTTPStatus.CONFLICT, "The feed is not polled")

#: The place where a page of feeds ends, in hexadecimal.
_CURSOR = re.compile("([0-9a-f]{2})*")

_OPML = "text/x-opml"
_EXAMPLE = '<opml version="2.0"><body><outline text="News" xmlUrl="https://example.com/feed"/></body></opml>'
_LIST = {_OPML: text(_EXAMPLE)}


_NEXT = header("Link", 'The next page, `<…>; rel="next"`, if there is one.')

_Id = Annotated[str, Path(description="Id of the feed.", examples=["5f1c9a0b7e42"])]


def _check_cursor(after: str) -> str:
    if not _CURSOR.fullmatch(after):
        raise ValueError(f"{after!r} is not where a page starts; follow Link")
    return after


class _PageQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")

    after: Annotated[
        str, AfterValidator(_check_cursor), Query(description="Start of the page, as given in `Link`.")
    ] = ""
    limit: Annotated[int, Query(ge=1, le=1_000, description="Maximum number of feeds.")] = 100


@router.post(
    "",
    summary="Subscribe to a feed",
    status_code=201,
    response_model=FeedBody,
    responses={
        201: LOCATION,
        200: {
            "model": FeedBody,
            "description": "It was already subscribed, and got the labels, and the interval if one was given",
            **LOCATION,
        },
        300: {"model": Choice, "description": "The page links to several feeds"},
        **problems(400, 409, 413, 415, 422, 503),
    },
)
async def add(request: Request, new: NewFeed) -> Response:
    """Fetch the feed, or the page and the one feed that it links to, and poll it from now on.

    A page that links to several feeds is answered with 300 and their list; send the URL of one of them.
    """
    parts = parts_of(request.app)
    site = new.site and named_site(new.site)
    try:
        found = await find_feed(new.url, parts.fetcher, parts.feed_reader)
    except SeveralFeedsError as several:
        return _choice(several)
    except FetchError as error:
        raise unreachable(error) from error
    feed, is_new = await subscribe(parts.subscriptions, found, site, new.interval, new.labels)
    return _answer(feed, HTTPStatus.CREATED if is_new else HTTPStatus.OK)


@router.get("", summary="List the feeds", responses={200: _NEXT, **problems(422)})
async def list_feeds(
    request: Request, response: Response, query: Annotated[_PageQuery, Query()]
) -> list[FeedBody]:
    """List the feeds by title, broken ones with their error and next try.

    `Link: <…>; rel="next"` leads to the next page, if there is one.
    """
    page = await _of(request).page(query.after, query.limit)
    if page.last:
        response.headers["Link"] = (
            f'<feeds?{request.url.include_query_params(after=page.last).query}>; rel="next"'
        )
    return [FeedBody.of(feed) for feed in page.feeds]


@router.get(
    "/opml",
    summary="Export the feeds",
    response_class=Response,
    responses={200: {"content": _LIST}},
)
async def export(request: Request) -> Response:
    """List the feeds as OPML 2.0; each label is a folder."""
    headers = {"Content-Disposition": 'attachment; filename="feeds.opml"'}
    return Response(await export_feeds(_of(request)), headers=headers, media_type=_OPML)


@router.post(
    "/opml",
    summary="Import feeds",
    responses=problems(413, 415, 422),
    openapi_extra={"requestBody": {"required": True, "content": _LIST}},
)
async def import_list(request: Request) -> ImportBody:
    """Subscribe to the feeds of an OPML list; folders become labels. Their polls show whether they work."""
    expect_no_coding(request)
    expect_no_form(request)
    parts = parts_of(request.app)
    with parts.room.share() as share:
        body = await read_body(request, parts.settings.max_body, share)
        return await import_feeds(parts.subscriptions, body)


@router.get("/{feed}", summary="See a feed", responses=problems(404))
async def see(request: Request, feed: _Id) -> FeedBody:
    """Show the state of the feed; if it was merged into another, show that one instead."""
    return FeedBody.of(await _of(request).current(feed))


@router.patch("/{feed}", summary="Change a feed", responses=problems(400, 404, 413, 415, 422))
async def change(request: Request, feed: _Id, change: FeedChange) -> FeedBody:
    """Change labels, interval or state; with a new interval, or made active, the feed is polled at once."""
    changes = change.model_dump(exclude_unset=True)
    poll = time() if changes.keys() & {"state", "interval"} else None
    return FeedBody.of(await _of(request).change(feed, poll, **changes))


@router.delete("/{feed}", summary="Unsubscribe", status_code=204, responses=problems(404))
async def remove(request: Request, feed: _Id) -> None:
    """Forget the feed; its documents stay."""
    await _of(request).remove(feed)


@router.post("/{feed}/poll", summary="Poll a feed now", status_code=202, responses=problems(404, 409))
async def poll(request: Request, feed: _Id) -> FeedBody:
    """Have the feed polled in the next second."""
    known = await _of(request).get(feed)
    if known.state != State.ACTIVE:
        raise Problem(_NOT_POLLED, f'the feed is {known.state}; PATCH it with {{"state": "active"}}')
    return FeedBody.of(await _of(request).change(feed, time()))


def _of(request: Request) -> "Subscriptions":
    return parts_of(request.app).subscriptions


def _answer(feed: "Subscription", status: HTTPStatus) -> Response:
    headers = {"Location": f"feeds/{feed.id}"}  # relative: a proxy may serve us under any path
    return JSONResponse(FeedBody.of(feed).model_dump(mode="json"), status, headers)


def _choice(several: SeveralFeedsError) -> Response:
    choice = Choice(detail=str(several), feeds=[NamedFeed.model_validate(link) for link in several.links])
    return JSONResponse(choice.model_dump(mode="json"), HTTPStatus.MULTIPLE_CHOICES)


def unreachable(error: FetchError) -> Problem:
    """Turn a failed fetch of a feed into a problem."""
    if isinstance(error, BusyError):
        return Problem(_HOST_BUSY, str(error), {"Retry-After": str(ceil(error.wait))})
    return Problem(_UNREACHABLE, str(error))
