"""The poster, with real receivers."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest
from sites import hang_up, moved, reply

from service.fetching import poster as module
from service.fetching.errors import FetchError
from service.fetching.poster import Poster
from service.fetching.values import FetchSettings

if TYPE_CHECKING:
    from receivers import Receiver
    from sites import Site


async def test_receiver_that_does_not_answer_times_out(
    poster: Poster, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0.1)
    async with asyncio.timeout(60):
        with pytest.raises(FetchError, match="takes too long"):
            await poster.post(receiver.url("/slow"), b"{}", {})


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "http://localhost:1/", "http://[::ffff:10.0.0.1]/"])
async def test_private_address_is_not_posted_to(url: str) -> None:
    async with aclosing(Poster(FetchSettings())) as poster:
        with pytest.raises(FetchError, match="not public"):
            await poster.post(url, b"", {})


async def test_private_address_is_not_posted_to_through_a_proxy() -> None:
    async with aclosing(Poster(FetchSettings(proxy="http://127.0.0.1:1"))) as poster:
        with pytest.raises(FetchError, match="not public"):
            await poster.post("http://10.0.0.1/", b"", {})


async def test_connection_is_reused_after_a_response_with_a_body(poster: Poster, site: Site) -> None:
    site.answers["/"] = reply(200, b"thanks")
    for _ in range(2):
        await poster.post(site.url(), b"", {})
    assert site.connections == 1


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_body_is_not_posted_where_a_redirect_asks_for_a_get(
    poster: Poster, site: Site, status: int
) -> None:
    site.answers |= {"/": moved(status, "/other"), "/other": reply(200)}
    with pytest.raises(FetchError, match=str(status)):
        await poster.post(site.url(), b"{}", {}, follow=True)


@pytest.mark.parametrize("status", [302, 308])
async def test_error_of_a_redirect_says_that_it_is_not_followed(
    poster: Poster, site: Site, status: int
) -> None:
    site.answers["/"] = moved(status, "/other")
    with pytest.raises(FetchError, match="this redirect is not followed"):
        await poster.post(site.url(), b"{}", {})


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 O"])
async def test_receiver_that_dies_before_it_answers_has_broken_off(
    poster: Poster, site: Site, begun: bytes
) -> None:
    site.answers["/"] = hang_up(begun)
    with pytest.raises(FetchError, match="broke off"):
        await poster.post(site.url(), b"{}", {})
