"""Receivers of our POST requests: webhooks and hubs."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, NamedTuple

from http_servers import serving_http

if TYPE_CHECKING:
    from collections.abc import Iterator


class Delivery(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def url(self) -> str:
        """The URL of the document."""
        url: str = json.loads(self.body)["url"]
        return url


class Receiver:
    """Accepts everything unless `answers` holds a status; waits for `gate` on the path ``/slow``."""

    def __init__(self) -> None:
        self.port = 0
        self.deliveries: list[Delivery] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.gate = threading.Event()
        #: Requests that have come to ``/slow``.
        self.waiting = 0

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def urls(self, path: str = "/hook") -> list[str]:
        return [delivery.url for delivery in self.deliveries if delivery.path == path]


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/slow":
                receiver.waiting += 1
                receiver.gate.wait()
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.deliveries.append(Delivery(self.path, headers, body))
            status, more = receiver.answers.pop(0) if receiver.answers else (200, {})
            self.send_response(status)
            for name, value in {"Content-Length": "0", **more}.items():
                self.send_header(name, value)
            self.end_headers()

    with serving_http(Handler) as receiver.port:
        yield receiver
        receiver.gate.set()
