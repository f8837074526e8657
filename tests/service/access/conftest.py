"""A small application behind the gate."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import JSONResponse, Response, StreamingResponse

from service.access.caller import caller_of
from service.access.gate import open_gate
from service.access.middleware import Access
from service.http.handlers import answer_with_problems
from service.http.room import Room
from service.routes import login
from service.settings.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from redis.asyncio import Redis
    from starlette.requests import Request


async def tell_caller(request: Request) -> Response:
    return JSONResponse(caller_of(request).name)


async def be_page(_request: Request) -> Response:
    return Response("<p>", headers={"X-NiceGUI-Content": "page"})


async def be_endless(request: Request) -> Response:
    async def chunks() -> AsyncIterator[bytes]:
        while True:
            yield b"chunk"
            await asyncio.sleep(0)

    return StreamingResponse(chunks(), media_type=request.query_params.get("media"))


@pytest.fixture
def app_of(redis: Redis) -> Callable[..., Awaitable[FastAPI]]:
    """Make an application with settings; most paths answer with the name of the caller."""

    async def make(**settings: object) -> FastAPI:
        app = FastAPI()
        answer_with_problems(app, {})
        app.add_middleware(Access, gate_of=lambda app: app.state.gate)
        app.state.gate = await open_gate(Settings(**settings).access, redis)
        app.state.room = Room(100_000)
        app.include_router(login.router)
        app.add_route("/page", be_page)
        app.add_route("/endless", be_endless, ["GET", "POST"])
        app.add_route("/{path:path}", tell_caller, ["GET", "POST", "DELETE"])
        return app

    return make


@pytest.fixture
def client_of(app_of: Callable[..., Awaitable[FastAPI]]) -> Callable[..., Awaitable[httpx.AsyncClient]]:
    """Make a client of an application with given settings."""

    async def make(**settings: object) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(await app_of(**settings))
        return httpx.AsyncClient(transport=transport, base_url="http://localhost:8000")

    return make
