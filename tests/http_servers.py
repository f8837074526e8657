"""Web servers in threads."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    #: Connections that may wait. With the usual five, some of many at once would be reset.
    request_queue_size = 128


@contextmanager
def serving_http(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """Serve for as long as the context lasts, without a log; yield the port."""
    handler.log_message = lambda *_: None
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
