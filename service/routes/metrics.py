"""The statistics for Prometheus."""

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder

from service.http.described import text
from service.http.problems import problems
from service.parts import parts_of
from service.statistics.metrics import StatisticsCollector

router = APIRouter(tags=["metrics"])

_PROCESS = ProcessCollector(registry=None)

_EXAMPLE = text('urltree_items_total{outcome="new"} 12.0\n')


@router.get(
    "/metrics",
    summary="The statistics for Prometheus",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": _EXAMPLE, "application/openmetrics-text": _EXAMPLE}},
        **problems(503),
    },
)
async def metrics(request: Request) -> Response:
    """Show what all services and workers counted together; `process_...` are this service's own."""
    statistics = parts_of(request.app).statistics
    registry = CollectorRegistry()
    registry.register(StatisticsCollector(await statistics.totals(), await statistics.present.get()))
    registry.register(_PROCESS)
    encode, media_type = choose_encoder(request.headers.get("accept", ""))
    return Response(encode(registry), headers={"Content-Type": media_type})
