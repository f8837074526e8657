"""A web server whose answers the test sets."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, NamedTuple

from http_servers import serving_http

if TYPE_CHECKING:
    from collections.abc import Iterator


class Answer(NamedTuple):
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = {}  # noqa: RUF012 -- never changed


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    status: int


@dataclass
class Web:
    url: str
    answers: dict[str, Answer] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)

    def answer(self, path: str, headers: dict[str, str]) -> Answer:
        """Answer 304 to a client that already knows the ETag or the date, as servers do."""
        answer = self.answers.get(path, Answer(status=404))
        known = (("if-none-match", "ETag"), ("if-modified-since", "Last-Modified"))
        if any(
            name in answer.headers and headers.get(condition) == answer.headers[name]
            for condition, name in known
        ):
            answer = Answer(b"", 304, answer.headers)
        self.requests.append(Request(path, headers, answer.status))
        return answer

    @property
    def statuses(self) -> list[int]:
        return [request.status for request in self.requests]


@contextmanager
def serving_web() -> Iterator[Web]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = web.answer(self.path, headers)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

    with serving_http(Handler) as port:
        web = Web(f"http://127.0.0.1:{port}")
        yield web
