"""Whether the service lives, and whether it can serve."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from service.http.problems import problems
from service.parts import parts_of
from service.statistics.queue import read_queue

router = APIRouter(prefix="/health", tags=["health"])


class Ready(BaseModel):
    """The service is ready."""

    status: Annotated[Literal["ready"], Field(description="Always the same.")] = "ready"
    store: Annotated[
        Literal["ok", "refuses writes"],
        Field(description="Whether the store takes writes. If it does not answer at all, the answer is 503."),
    ]
    lag: Annotated[
        float,
        Field(description="Seconds that the next item has waited for a worker, or has been held by one."),
    ]


@router.get("/live", summary="Check that the process answers")
async def live() -> dict[str, str]:
    """Answer as long as the event loop runs."""
    return {"status": "live"}


@router.get("/ready", summary="Check that pages can be read too", responses=problems(503))
async def ready(request: Request) -> Ready:
    """Say that the store answers and pages can be read, and how far behind the workers are."""
    parts = parts_of(request.app)
    refusal = await parts.statistics.refusal()
    await parts.pool.check()
    lag = (await read_queue(parts.redis)).lag
    return Ready(store="refuses writes" if refusal else "ok", lag=lag)
