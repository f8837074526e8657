"""What is posted, to receivers of our own."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from receivers import receiving

from service.fetching import FetchError, FetchSettings
from service.fetching import poster as module
from service.fetching.poster import Poster

pytestmark = pytest.mark.anyio


async def test_receiver_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0.1)
    with receiving() as receiver:
        async with aclosing(Poster(FetchSettings(allow_hosts=("127.0.0.1",)))) as poster, asyncio.timeout(60):
            with pytest.raises(FetchError, match="takes too long"):
                await poster.post(receiver.url("/slow"), b"{}", {})


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "http://localhost:1/", "http://[::ffff:10.0.0.1]/"])
async def test_nothing_is_posted_to_an_address_that_is_not_public(url: str) -> None:
    async with aclosing(Poster(FetchSettings())) as poster:
        with pytest.raises(FetchError, match="not public"):
            await poster.post(url, b"", {})
