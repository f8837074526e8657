"""The middleware that guards an application."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from redis.asyncio import ConnectionPool

from service.access import keyring, middleware
from service.access.apikeys import ApiKeys
from service.access.middleware import Access
from service.access.scopes import Scope

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import httpx
    from fastapi import FastAPI
    from redis.asyncio import Redis
    from starlette.types import ASGIApp

    from service.access.apikeys import ApiKey

    Apps = Callable[..., Awaitable[FastAPI]]
    Clients = Callable[..., Awaitable[httpx.AsyncClient]]

KEY = "0123456789abcdefghijklmn"
SHOWN = {"Authorization": f"Bearer {KEY}"}


async def test_route_knows_the_caller(client_of: Clients) -> None:
    client = await client_of(api_keys=f"read:{KEY}")
    assert (await client.get("/documents", headers=SHOWN)).json() == "key 1 of the settings"


async def test_caller_without_keys_is_anybody(client_of: Clients) -> None:
    client = await client_of()
    assert (await client.get("/documents")).json() == "anybody"


async def test_request_without_a_key_is_answered_with_a_problem(client_of: Clients) -> None:
    client = await client_of(api_keys=KEY)
    answer = await client.get("/documents")
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["type"]) == (401, "urn:urltree:problem:no-key")


@pytest.mark.parametrize("headers", [{}, SHOWN])
async def test_every_response_has_security_headers(client_of: Clients, headers: dict[str, str]) -> None:
    client = await client_of(api_keys=KEY)
    assert (await client.get("/documents", headers=headers)).headers["x-content-type-options"] == "nosniff"


async def test_other_origins_are_not_allowed(client_of: Clients) -> None:
    client = await client_of()
    answer = await client.get("/documents", headers={"Origin": "http://evil.example"})
    assert "access-control-allow-origin" not in answer.headers


async def test_dashboard_page_may_run_its_scripts(client_of: Clients) -> None:
    client = await client_of()
    assert "script-src 'self'" in (await client.get("/page")).headers["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/sites?sort=name", "./login?next=%2Fsites%3Fsort%3Dname"),
        ("/dashboard/sites", "../login?next=%2Fdashboard%2Fsites"),
        ("/dashboard/sites/a", "../../login?next=%2Fdashboard%2Fsites%2Fa"),
    ],
)
async def test_visitor_is_redirected_to_the_login_and_back(
    client_of: Clients, path: str, location: str
) -> None:
    client = await client_of(api_keys=KEY)
    answer = await client.get(path, headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.headers["location"]) == (303, location)


async def test_visitor_without_the_scope_is_not_redirected_in_circles(client_of: Clients) -> None:
    client = await client_of(api_keys=f"extract:{KEY}")
    assert (await client.get("/", headers=SHOWN | {"Accept": "text/html"})).status_code == 403


async def test_visitor_without_the_scope_is_asked_for_another_key(client_of: Clients) -> None:
    client = await client_of(api_keys=f"extract:{KEY}")
    answer = await client.get("/dashboard/queue", headers=SHOWN | {"Accept": "text/html"})
    assert "GET /dashboard/queue needs a key with the scope read" in answer.text
    assert '<form method="post" action="../login?next=%2Fdashboard%2Fqueue">' in answer.text


async def test_program_without_the_scope_gets_a_problem(client_of: Clients) -> None:
    client = await client_of(api_keys=f"extract:{KEY}")
    answer = await client.get("/documents", headers=SHOWN)
    assert (answer.status_code, answer.json()["type"]) == (403, "urn:urltree:problem:no-scope")


@pytest.fixture
async def client_without_store(
    client_of: Clients, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> httpx.AsyncClient:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    client = await client_of(api_keys=KEY)
    monkeypatch.setattr(redis, "connection_pool", ConnectionPool.from_url("unix:///nowhere"))
    return client


async def test_program_gets_a_problem_while_the_store_is_down(
    client_without_store: httpx.AsyncClient,
) -> None:
    answer = await client_without_store.get("/documents", headers=SHOWN)
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:urltree:problem:store-down")


async def test_visitor_gets_a_page_that_reloads_while_the_store_is_down(
    client_without_store: httpx.AsyncClient,
) -> None:
    answer = await client_without_store.get("/dashboard/", headers=SHOWN | {"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Refresh"]) == (503, "5")
    assert "The store does not answer" in answer.text


async def listen(
    app: FastAPI, key: str, *, at_third: Callable[[], Awaitable[None]], method: str = "GET", media: str = ""
) -> list[bytes]:
    """Return the chunks of an endless response, nine at most; call `at_third` once there are three."""
    chunks = list[bytes]()
    scope = {
        "type": "http", "method": method, "path": "/endless", "app": app,
        "query_string": f"media={media}".encode(),
        "headers": [(b"authorization", f"Bearer {key}".encode())],
    }  # fmt: skip

    async def wait() -> dict[str, Any]:
        return await asyncio.Future()

    async def take(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            chunks.append(message["body"])
        if len(chunks) == 3:
            await at_third()
        if len(chunks) == 9:
            raise EOFError

    with suppress(EOFError):
        await app(scope, wait, take)
    return chunks


async def listen_until_revoked(app: FastAPI, redis: Redis, **request: str) -> list[bytes]:
    """Return the chunks of an endless response whose key is revoked after the third."""
    stored = ApiKeys(redis)
    await stored.add("another", [Scope.READ])
    made, text = await stored.add("partner", [Scope.ADMIN])
    return await listen(app, text, at_third=lambda: stored.revoke(made.id), **request)


async def test_stream_of_events_ends_when_its_key_is_revoked(
    app_of: Apps, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    chunks = await listen_until_revoked(await app_of(), redis, media="text/event-stream")
    assert chunks == [b"chunk"] * 3 + [b""]


@pytest.mark.parametrize("method", ["GET", "POST"])  # a batch is posted
async def test_other_answer_does_not_seem_complete_when_its_key_is_revoked(
    app_of: Apps, redis: Redis, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    assert await listen_until_revoked(await app_of(), redis, method=method) == [b"chunk"] * 3


async def test_stream_continues_while_the_store_is_down(
    app_of: Apps, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)

    async def go_away() -> None:
        monkeypatch.setattr(redis, "connection_pool", ConnectionPool.from_url("unix:///nowhere"))

    assert await listen(await app_of(api_keys=KEY), KEY, at_third=go_away) == [b"chunk"] * 9


async def test_a_stream_goes_on_while_the_store_hangs(app_of: Apps, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    monkeypatch.setattr(middleware, "_PATIENCE", 0.01)
    app = await app_of(api_keys=KEY)

    async def hang(_keys: ApiKeys) -> list[ApiKey]:
        return await asyncio.Future()

    async def go_away() -> None:
        monkeypatch.setattr(ApiKeys, "all", hang)

    async with asyncio.timeout(5):
        assert await listen(app, KEY, at_third=go_away) == [b"chunk"] * 9


class Socket:
    """The browser's end of a socket."""

    def __init__(self, app: FastAPI, headers: dict[str, str], *received: str) -> None:
        #: Called with each message before the application receives it.
        self.before: Callable[[dict[str, Any]], Awaitable[None]] | None = None
        self._messages = iter(
            [{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": t} for t in received)]
        )
        self.sent: list[Any] = []
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._scope = {
            "type": "websocket", "path": "/dashboard/_nicegui_ws/socket.io/", "query_string": b"",
            "headers": raw, "app": app, "extensions": {"websocket.http.response": {}},
        }  # fmt: skip

    async def received(self) -> list[Any]:
        """Return the types or texts of all messages that the application receives."""
        received = []

        async def application(_scope: Any, receive: Any, _send: Any) -> None:
            while (message := await receive())["type"] != "websocket.disconnect":
                received.append(message.get("text", message["type"]))

        await self.run(application)
        return received

    async def run(self, application: ASGIApp) -> None:
        """Connect to an application."""
        access = Access(application, lambda app: app.state.gate)
        await access(self._scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        message = next(self._messages, {"type": "websocket.disconnect", "code": 1000})
        if self.before:
            await self.before(message)
        return message

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)


async def test_socket_without_a_session_is_refused(app_of: Apps) -> None:
    socket = Socket(await app_of(api_keys=KEY), {"host": "localhost"}, "hello")
    assert await socket.received() == []
    assert (socket.sent[0]["type"], socket.sent[0]["status"]) == ("websocket.http.response.start", 401)


async def test_socket_of_a_foreign_page_is_refused(app_of: Apps) -> None:
    socket = Socket(await app_of(), {"host": "localhost", "origin": "http://evil.example"}, "hello")
    assert await socket.received() == []
    assert socket.sent[0]["status"] == 403


async def test_socket_with_a_key_is_accepted(app_of: Apps) -> None:
    socket = Socket(await app_of(api_keys=KEY), {"authorization": f"Bearer {KEY}"}, "hello")
    assert await socket.received() == ["websocket.connect", "hello"]


async def test_http_response_to_a_socket_is_sent_as_its_refusal(app_of: Apps) -> None:
    socket = Socket(await app_of(), {"host": "localhost"})

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    await socket.run(application)
    kinds = [message["type"] for message in socket.sent]
    assert kinds == ["websocket.http.response.start", "websocket.http.response.body"]


async def test_socket_stops_receiving_once_its_key_is_revoked(
    app_of: Apps, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    stored = ApiKeys(redis)
    await stored.add("another", [Scope.READ])
    made, text = await stored.add("reader", [Scope.READ])
    socket = Socket(await app_of(), {"authorization": f"Bearer {text}"}, "hello", "again")

    async def revoke_after_hello(message: dict[str, Any]) -> None:
        if message.get("text") == "again":
            await stored.revoke(made.id)

    socket.before = revoke_after_hello
    assert await socket.received() == ["websocket.connect", "hello"]
