"""A proxy that serves another service below a path prefix."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import anyio
from anyio.abc import SocketAttribute
from anyio.from_thread import start_blocking_portal
from anyio.streams.buffered import BufferedByteReceiveStream

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from anyio.abc import ByteReceiveStream, ByteSendStream, ByteStream, CancelScope

_OVER = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.IncompleteRead)


@contextmanager
def proxied(url: str, prefix: str) -> Iterator[str]:
    """Serve a URL below a prefix, stripped and sent as a header; yield the base URL without the prefix."""
    host, port = url.rpartition("/")[2].split(":")
    serve = partial(_serve, host, int(port), prefix.encode())
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(_listening(serve)) as own:
        yield f"http://127.0.0.1:{own}"


@asynccontextmanager
async def _listening(serve: partial) -> AsyncIterator[int]:
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield listener.extra(SocketAttribute.local_port)
        tasks.cancel_scope.cancel()


async def _serve(host: str, port: int, prefix: bytes, client: ByteStream) -> None:
    with suppress(*_OVER):
        async with client, await anyio.connect_tcp(host, port) as service:
            received = BufferedByteReceiveStream(client)
            await service.send(_rewritten(await received.receive_until(b"\r\n\r\n", 65_536), prefix))
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_pass_on, received, service, tasks.cancel_scope)
                tasks.start_soon(_pass_on, service, client, tasks.cancel_scope)


async def _pass_on(source: ByteReceiveStream, target: ByteSendStream, scope: CancelScope) -> None:
    with suppress(*_OVER):
        async for chunk in source:
            await target.send(chunk)
    scope.cancel()


def _rewritten(head: bytes, prefix: bytes) -> bytes:
    """Strip the prefix from a request; a request without it is sent to a path that does not exist."""
    line, _, rest = head.partition(b"\r\n")
    method, path, version = line.split()
    path = path.removeprefix(prefix) if path.startswith(prefix) else b"/outside" + path
    if b"upgrade: websocket" not in rest.lower():
        rest = re.sub(rb"(?im)^connection:.*\r$", b"Connection: close\r", rest)
    return (
        b" ".join([method, path, version])
        + b"\r\nX-Forwarded-Prefix: "
        + prefix
        + b"\r\n"
        + rest
        + b"\r\n\r\n"
    )
