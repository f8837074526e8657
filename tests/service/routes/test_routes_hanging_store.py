"""What is answered while the store hangs."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, NamedTuple

import httpx
import pytest
from processes import serving
from readings import publish_at, reading
from valkeys import frozen, running_valkey

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


class Hung(NamedTuple):
    """What a service answered while its store hung, in how many seconds, then and after that, and its log."""

    answers: list[httpx.Response]
    taken: float
    later: httpx.Response
    log: str


@pytest.fixture(scope="module")
def hung() -> Hung:
    # More than what is on its way to a reader that pauses.
    pages = (reading(f"http://example.com/{number}", text=f"{number}" * 1_000_000) for number in range(9))
    with running_valkey() as valkey:
        url = f"unix://{valkey.unix_socket_path}"
        publish_at(url, *pages)
        # It asks for no keys, so that requests get as far as the store.
        with serving(redis_url=url, workers=1, open=True) as service, ThreadPoolExecutor(10) as threads:

            def ask(method: str, path: str, body: dict[str, Any]) -> httpx.Response:
                return service.client.request(method, path, **body)

            with service.client.stream("GET", "/documents") as begun:
                next(lines := begun.iter_lines())
                with frozen(valkey):
                    start = monotonic()
                    broken = threads.submit(deque, lines)
                    answers = list(threads.map(ask, *zip(*ASKED, strict=True)))
                    taken = monotonic() - start
                    with pytest.raises(httpx.RemoteProtocolError):
                        broken.result()
            later = service.client.post("/extract", json=PAGE)
            service.process.terminate()
            return Hung(answers, taken, later, service.complaints())


def test_all_who_ask_are_soon_told_to_come_again(hung: Hung) -> None:
    assert [(each.status_code, each.headers.get("Retry-After")) for each in hung.answers] == [(503, "1")] * 9
    assert hung.taken < 15


def test_pages_are_read_again_once_the_store_answers(hung: Hung) -> None:
    assert hung.later.status_code == 200


def test_page_that_breaks_off_is_logged_without_a_traceback(hung: Hung) -> None:
    assert "requests are answered with 503" in hung.log
    assert "Traceback" not in hung.log
