"""Whether the service lives, and whether it can serve."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from service.problems import PROBLEM_JSON, ProblemBody, of_error
from urltree.errors import StoreError

router = APIRouter(prefix="/health", tags=["health"])


@router.get("/live", summary="The process answers")
async def live() -> dict[str, str]:
    """Say that the event loop turns."""
    return {"status": "live"}


@router.get(
    "/ready",
    summary="The store answers too",
    responses={503: {"model": ProblemBody, "content": {PROBLEM_JSON: {}}}},
)
async def ready(request: Request) -> dict[str, str]:
    """Say that a page sent now would be extracted."""
    try:
        await run_in_threadpool(request.app.state.store.ping)
    except StoreError as error:
        raise of_error(error) from error
    return {"status": "ready"}
