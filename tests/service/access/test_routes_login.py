"""Login and logout over HTTP."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from valkeys import full

from service.access import keyring
from service.app import create_app
from service.routes import login
from service.settings.settings import Settings
from service.state import keys

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    import httpx
    from redis.asyncio import Redis

    Clients = Callable[..., Awaitable[httpx.AsyncClient]]

KEY = "0123456789abcdefghijklmn"


@pytest.fixture
async def client(client_of: Clients) -> httpx.AsyncClient:
    return await client_of(api_keys=KEY)


async def test_login_page_asks_for_a_key_and_keeps_the_destination(client: httpx.AsyncClient) -> None:
    answer = await client.get("/login?next=/sites")
    assert 'action="?next=%2Fsites"' in answer.text


async def test_login_page_runs_no_script(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/login")).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


async def test_login_page_redirects_if_no_key_is_needed(client_of: Clients) -> None:
    client = await client_of()
    assert (await client.get("/login?next=/sites")).headers["location"] == "./sites"


async def test_form_sets_a_cookie_and_redirects(client: httpx.AsyncClient) -> None:
    answer = await client.post("/login?next=/sites", data={"key": f" {KEY}\n"})
    assert (answer.status_code, answer.headers["location"]) == (303, "./sites")
    assert (await client.get("/documents")).json() == "key 1 of the settings"


async def test_cookie_is_hidden_from_scripts_and_other_sites(client: httpx.AsyncClient) -> None:
    cookie = (await client.post("/login", data={"key": KEY})).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))


async def test_cookie_belongs_to_the_path_of_the_proxy(client: httpx.AsyncClient) -> None:
    answer = await client.post("/login", data={"key": KEY}, headers={"X-Forwarded-Prefix": "/news"})
    assert "Path=/news" in answer.headers["set-cookie"].split("; ")


@pytest.mark.parametrize(("scheme", "is_secure"), [("http", False), ("https", True)])
async def test_cookie_set_over_https_is_secure(
    client: httpx.AsyncClient, scheme: str, is_secure: bool
) -> None:
    answer = await client.post(f"{scheme}://localhost/login", data={"key": KEY})
    assert ("Secure" in answer.headers["set-cookie"].split("; ")) is is_secure


async def test_wrong_key_in_the_form_is_reported_on_the_page(client: httpx.AsyncClient) -> None:
    answer = await client.post("/login", data={"key": "<b>wrong"})
    assert (answer.status_code, 'role="alert"' in answer.text, "<b>" in answer.text) == (403, True, False)
    assert "set-cookie" not in answer.headers


def test_openapi_describes_the_page_that_a_wrong_key_is_answered_with() -> None:
    answers = create_app(Settings()).openapi()["paths"]["/login"]["post"]["responses"]
    assert set(answers["403"]["content"]) == {"text/html", "application/problem+json"}


async def test_undecodable_form_counts_as_a_wrong_key(client: httpx.AsyncClient) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert (await client.post("/login", content=b"key=\xff", headers=form)).status_code == 403


async def test_long_login_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/login", data={"key": "x" * 2_000})
    assert (answer.status_code, answer.json()["type"]) == (413, "urn:urltree:problem:too-large")


async def test_login_body_that_never_ends_is_refused(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"key="
        await asyncio.sleep(60)

    monkeypatch.setattr(login, "PATIENCE", 0.1)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await client.post("/login", content=endless(), headers=form)
    assert (answer.status_code, answer.json()["type"]) == (408, "urn:urltree:problem:not-ended")


@pytest.mark.parametrize(
    "next_", ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example"]
)
async def test_login_never_redirects_to_another_host(client_of: Clients, next_: str) -> None:
    client = await client_of()
    answer = await client.get("/login", params={"next": next_})
    assert answer.headers["location"] in {"./", ".//evil.example", "./%5Cevil.example", "./%09/evil.example"}


async def test_destination_is_escaped_on_the_page(client: httpx.AsyncClient) -> None:
    answer = await client.get("/login", params={"next": '"><script>alert(1)</script>'})
    assert "<script" not in answer.text


async def test_logout_ends_the_session(client: httpx.AsyncClient) -> None:
    await client.post("/login", data={"key": KEY})
    token = client.cookies["urltree_session"]
    answer = await client.post("/logout")
    assert (answer.status_code, answer.headers["location"]) == (303, "login")
    assert "urltree_session" not in client.cookies
    assert (await client.get("/documents", headers={"Cookie": f"urltree_session={token}"})).status_code == 401


async def test_form_says_that_the_store_is_full(client: httpx.AsyncClient, redis: Redis) -> None:
    async with full(redis):
        answer = await client.post("/login", data={"key": KEY})
    assert (answer.status_code, answer.headers["content-type"]) == (503, "text/html; charset=utf-8")
    assert "refuse" in answer.text


async def test_login_page_says_that_the_store_is_away(
    client_of: Clients, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0)
    client = await client_of()
    await redis.set(keys.ACCESS_KEYS, "not a hash")
    answer = await client.get("/login")
    assert (answer.status_code, "The store does not answer" in answer.text) == (503, True)


async def test_person_who_logs_in_too_often_is_told_so_on_the_page(client_of: Clients) -> None:
    client = await client_of(api_keys=KEY, key_rate=0.01)
    answers = [await client.post("/login", data={"key": KEY}) for _ in range(2)]
    assert ["has sent too many" in answer.text for answer in answers] == [False, True]


async def test_login_that_comes_too_often_may_be_tried_again_later(client_of: Clients) -> None:
    client = await client_of(api_keys=KEY, key_rate=0.01)
    _, refused = [await client.post("/login", data={"key": KEY}) for _ in range(2)]
    assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (429, True)


async def test_login_with_a_wrong_key_asks_no_browser_for_a_password(client: httpx.AsyncClient) -> None:
    refused = await client.post("/login", data={"key": "wrong"})
    assert (refused.status_code, "www-authenticate" in refused.headers) == (403, False)
