"""Items that fail, and those that were given up."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from service.http.problems import Kind, Problem, problems
from service.http.query import each_once
from service.parts import parts_of
from service.queue import Failure

router = APIRouter(prefix="/queue", tags=["queue"], dependencies=[Depends(each_once)])

_NO_ITEM = Kind("no-item", HTTPStatus.NOT_FOUND, "There is no such item")


_Id = Annotated[str, Path(description="Id of a parked item, as `GET /queue` lists it.")]


class _ListQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")

    limit: Annotated[
        int, Query(ge=1, le=1_000, description="Maximum number of failing, and of parked, items.")
    ] = 100


class Backlog(BaseModel):
    """What is waiting, what of it fails, and what is parked."""

    waiting: Annotated[int, Field(description="Items that are neither done nor parked, claimed or not.")]
    failing: Annotated[
        list[Failure], Field(description="Those that failed and are to be tried again, the latest first.")
    ]
    parked: Annotated[list[Failure], Field(description="Items that were given up on, the latest first.")]


@router.get("", summary="See the backlog", responses=problems(422))
async def list_items(request: Request, query: Annotated[_ListQuery, Query()]) -> Backlog:
    """Count the items that are neither done nor parked; list those that failed and the parked, and why."""
    queue = parts_of(request.app).queue
    return Backlog(
        waiting=await queue.waiting(),
        failing=await queue.failing(query.limit),
        parked=await queue.parked(query.limit),
    )


@router.post(
    "/{item:path}/retry", summary="Try a parked item again", status_code=204, responses=problems(404)
)
async def retry(request: Request, item: _Id) -> None:
    """Put a parked item back into the queue, as if it had never failed."""
    _check(item, await parts_of(request.app).queue.retry([item]))


@router.delete("/{item:path}", summary="Drop a parked item", status_code=204, responses=problems(404))
async def drop(request: Request, item: _Id) -> None:
    """Forget a parked item."""
    _check(item, await parts_of(request.app).queue.drop([item]))


def _check(item: str, found: int) -> None:
    if not found:
        raise Problem(_NO_ITEM, f"there is no parked item {item}; GET /queue lists the parked items")
