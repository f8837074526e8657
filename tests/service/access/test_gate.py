"""The gate: who may send which requests."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

import pytest

from service.access import keyring
from service.access.apikeys import ApiKeys
from service.access.gate import open_gate
from service.access.scopes import Scope
from service.http.problems import Problem
from service.settings.settings import Settings
from urltree.errors import InputError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.access.gate import Gate

KEY = "0123456789abcdefghijklmn"
HERE = {"host": "localhost:8000"}
THERE = {"host": "news.example"}


def with_key(key: str) -> dict[str, str]:
    return THERE | {"authorization": f"Bearer {key}"}


async def status(gate: Gate, method: str, path: str, headers: dict[str, str]) -> int:
    """Return the HTTP status of the refusal, or 0 if there is none."""
    try:
        await gate.admit(method, path, headers)
    except Problem as problem:
        return int(problem.kind.status)
    return 0


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "news.example"])
async def test_publicly_reachable_service_refuses_to_start_without_a_key(redis: Redis, host: str) -> None:
    with pytest.raises(InputError, match=f"anyone who can reach {host} .*urltree keys add .*--open"):
        await open_gate(Settings(host=host).access, redis)


@pytest.mark.parametrize(
    ("settings", "needs_key"),
    [
        ({"host": "127.0.0.1"}, False),
        ({"host": "0.0.0.0", "open": True}, False),
        ({"host": "::", "api_keys": KEY}, True),
    ],
)
async def test_service_starts_on_loopback_or_if_open_or_with_a_key(
    redis: Redis, settings: dict[str, str], needs_key: bool
) -> None:
    gate = await open_gate(Settings(**settings).access, redis)
    assert await gate.needs_key() is needs_key


async def test_service_starts_with_a_key_in_redis(redis: Redis) -> None:
    await ApiKeys(redis).add("admin", [Scope.ADMIN])
    gate = await open_gate(Settings(host="0.0.0.0").access, redis)
    assert await gate.needs_key()


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_everything_is_allowed_on_loopback_without_keys(redis: Redis, method: str) -> None:
    gate = await open_gate(Settings().access, redis)
    assert await status(gate, method, "/feeds", HERE) == 0


async def test_request_with_a_foreign_host_name_to_loopback_is_refused(redis: Redis) -> None:
    gate = await open_gate(Settings().access, redis)
    assert await status(gate, "GET", "/documents", THERE) == 421


async def test_open_service_accepts_any_host_name(redis: Redis) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", open=True).access, redis)
    assert await status(gate, "POST", "/feeds", THERE) == 0


async def test_loopback_needs_a_key_once_there_is_one(redis: Redis) -> None:
    gate = await open_gate(Settings(api_keys=KEY).access, redis)
    assert await status(gate, "GET", "/documents", HERE) == 401


async def test_first_key_closes_a_running_service(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    gate = await open_gate(Settings().access, redis)
    await ApiKeys(redis).add("admin", [Scope.ADMIN])
    assert await status(gate, "GET", "/documents", HERE) == 401


async def test_revoking_the_last_key_does_not_open_the_service(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    made, _ = await ApiKeys(redis).add("admin", [Scope.ADMIN])
    gate = await open_gate(Settings(host="0.0.0.0").access, redis)
    await ApiKeys(redis).revoke(made.id)
    assert await status(gate, "GET", "/documents", THERE) == 401


async def test_health_needs_no_key(redis: Redis) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", api_keys=KEY).access, redis)
    assert await status(gate, "GET", "/health/ready", THERE) == 0


@pytest.mark.parametrize(
    ("scope", "method", "path", "expected"),
    [
        ("read", "GET", "/documents", 0),
        ("read", "POST", "/extract", 403),
        ("read", "POST", "/feeds", 403),
        ("extract", "POST", "/extract", 0),
        ("extract", "GET", "/documents", 403),
        ("read+extract", "DELETE", "/feeds/1", 403),
        ("admin", "GET", "/documents", 0),
        ("admin", "POST", "/extract", 0),
        ("admin", "POST", "/feeds", 0),
    ],
)
async def test_scopes_of_a_key_limit_its_requests(
    redis: Redis, scope: str, method: str, path: str, expected: int
) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", api_keys=f"{scope}:{KEY}").access, redis)
    assert await status(gate, method, path, with_key(KEY)) == expected


@pytest.mark.parametrize("authorization", ["Bearer wrong", "Bearer", f"Basic {KEY}", "Basic é", KEY, ""])
async def test_invalid_authorization_is_refused(redis: Redis, authorization: str) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", api_keys=KEY).access, redis)
    assert await status(gate, "GET", "/documents", {"authorization": authorization}) == 401


async def test_key_is_accepted_as_the_password_of_any_user(redis: Redis) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", api_keys=KEY).access, redis)
    password = b64encode(f"me:{KEY}".encode()).decode()
    assert await status(gate, "GET", "/feeds/1/fulltext.atom", {"authorization": f"Basic {password}"}) == 0


async def test_session_is_accepted_beside_the_password_of_a_proxy(redis: Redis) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", api_keys=KEY).access, redis)
    (key,) = await gate.keyring.all()
    cookie = f"urltree_session={await gate.sessions.start(key.id)}"
    password = b64encode(b"me:of-the-proxy").decode()
    assert await status(gate, "GET", "/feeds", {"authorization": f"Basic {password}", "cookie": cookie}) == 0


@pytest.mark.parametrize(
    ("path", "scheme"),
    [
        ("/documents", "Bearer"),
        ("/feeds/1", "Bearer"),
        ("/documents/fulltext.atom", "Bearer"),
        ("/feeds/1/fulltext.atom", "Basic"),
        ("/labels/a%2Fb/fulltext.json", "Basic"),
    ],
)
async def test_refusal_names_the_authentication_scheme(redis: Redis, path: str, scheme: str) -> None:
    gate = await open_gate(Settings(host="0.0.0.0", api_keys=KEY).access, redis)
    with pytest.raises(Problem) as caught:
        await gate.admit("GET", path, {})
    assert caught.value.headers["WWW-Authenticate"].startswith(scheme)


@pytest.mark.parametrize("path", ["/feeds", "/login"])
async def test_foreign_page_may_not_change_anything(redis: Redis, path: str) -> None:
    gate = await open_gate(Settings().access, redis)
    headers = HERE | {"origin": "http://evil.example"}
    assert await status(gate, "POST", path, headers) == 403


async def test_who_is_behind_a_proxy_that_hides_the_host_is_told(redis: Redis) -> None:
    gate = await open_gate(Settings().access, redis)
    with pytest.raises(Problem, match="a proxy must pass Host on"):
        await gate.admit("POST", "/login", {"host": "127.0.0.1:8000", "origin": "http://news.example"})


async def test_foreign_page_may_not_open_a_socket(redis: Redis) -> None:
    gate = await open_gate(Settings().access, redis)
    headers = HERE | {"sec-fetch-site": "cross-site"}
    assert await status(gate, "GET", "/dashboard/_nicegui_ws/socket.io/", headers) == 403


async def test_link_from_a_foreign_page_is_allowed(redis: Redis) -> None:
    gate = await open_gate(Settings().access, redis)
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert await status(gate, "GET", "/", HERE | visit) == 0


@pytest.mark.parametrize("path", ["/dashboard/", "/documents", "/health/ready"])
@pytest.mark.parametrize(("mode", "dest"), [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe")])
async def test_foreign_page_may_not_request_anything(redis: Redis, path: str, mode: str, dest: str) -> None:
    gate = await open_gate(Settings().access, redis)
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": dest}
    assert await status(gate, "GET", path, HERE | headers) == 403


async def test_foreign_page_may_send_requests_with_a_key(redis: Redis) -> None:
    gate = await open_gate(Settings(api_keys=f"read:{KEY}").access, redis)
    assert await status(gate, "GET", "/documents", with_key(KEY) | {"sec-fetch-site": "cross-site"}) == 0


async def test_feed_reader_in_a_browser_may_fetch_full_text_feeds(redis: Redis) -> None:
    gate = await open_gate(Settings().access, redis)
    headers = HERE | {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}
    assert await status(gate, "GET", "/labels/news/fulltext.atom", headers) == 0


async def test_session_has_the_scopes_of_its_key(redis: Redis) -> None:
    gate = await open_gate(Settings(api_keys=f"read:{KEY}").access, redis)
    (key,) = await gate.keyring.all()
    headers = HERE | {"cookie": f"a=b; urltree_session={await gate.sessions.start(key.id)}"}
    assert await status(gate, "GET", "/", headers) == 0
    assert await status(gate, "POST", "/feeds", headers) == 403


async def test_session_ends_when_its_key_is_revoked(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    stored = ApiKeys(redis)
    await stored.add("another", [Scope.READ])
    made, _ = await stored.add("reader", [Scope.READ])
    gate = await open_gate(Settings().access, redis)
    headers = HERE | {"cookie": f"urltree_session={await gate.sessions.start(made.id)}"}
    assert await status(gate, "GET", "/", headers) == 0
    await stored.revoke(made.id)
    assert await status(gate, "GET", "/", headers) == 401


async def test_key_over_its_rate_is_answered_429_with_retry_after(redis: Redis) -> None:
    gate = await open_gate(Settings(api_keys=KEY, key_rate=0.01).access, redis)
    await gate.admit("GET", "/documents", with_key(KEY))
    with pytest.raises(Problem) as caught:
        await gate.admit("GET", "/documents", with_key(KEY))
    assert (caught.value.kind.status, caught.value.headers["Retry-After"]) == (429, "100")


async def test_resources_of_a_page_do_not_count_towards_the_rate(redis: Redis) -> None:
    gate = await open_gate(Settings(api_keys=KEY, key_rate=0.01).access, redis)
    assert [await status(gate, "GET", "/dashboard/_nicegui/3/a.js", with_key(KEY)) for _ in range(9)] == [
        0
    ] * 9


async def test_requests_that_need_no_key_are_not_limited(redis: Redis) -> None:
    gate = await open_gate(Settings(host="127.0.0.1", key_rate=0.01).access, redis)
    assert [await status(gate, "GET", "/documents", HERE) for _ in range(3)] == [0, 0, 0]
