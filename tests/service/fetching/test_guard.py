"""Which addresses may be connected to."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import pytest
from sites import Site, moved, page, reply, running, trusted

from service.fetching import client
from service.fetching.errors import FetchError, Reason
from service.fetching.guard import Guard, GuardedBackend

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher


class Names:
    """A resolver; each lookup of a name returns its next list of addresses, the last one again and again."""

    def __init__(self, **names: list[list[str]]) -> None:
        self._names = {name.replace("_", "."): list(lists) for name, lists in names.items()}

    async def __call__(self, host: str, _port: int) -> list[str]:
        lists = self._names.get(host, [[host]])
        return lists.pop(0) if len(lists) > 1 else lists[0]


async def refusal(fetcher: Fetcher, url: str) -> Reason:
    with pytest.raises(FetchError) as error:
        await fetcher.feed(url)
    return error.value.reason


@pytest.mark.parametrize(
    "host",
    """
    127.0.0.1 127.1 2130706433 0x7f000001 localhost 0.0.0.0 [::1] [::ffff:127.0.0.1] [64:ff9b::127.0.0.1]
    [2002:7f00:1::] 169.254.169.254 10.0.0.1
    """.split(),
)
async def test_host_that_is_not_public_is_refused(make_fetcher: MakeFetcher, site: Site, host: str) -> None:
    async with make_fetcher(allow_hosts=()) as fetcher:
        assert await refusal(fetcher, site.url(host=host)) is Reason.REFUSED_ADDRESS
    assert site.connections == 0


@pytest.mark.parametrize(
    ("host", "place"), [("127.0.0.1", "127.0.0.1 is"), ("127.1", "127.1 is at 127.0.0.1, which is")]
)
def test_refusal_names_an_address_only_once(host: str, place: str) -> None:
    with pytest.raises(FetchError, match=f"^{re.escape(place)} not public"):
        Guard((), Names()).check_written(host)


async def test_public_host_is_allowed() -> None:
    guard = Guard((), Names(news_test=[["8.8.8.8", "2606:4700::1111"]]))
    assert await guard.addresses("news.test", 80) == ["8.8.8.8", "2606:4700::1111"]


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:{port}/", "http://2130706433:{port}/", "//0x7f.1:{port}/"]
)
async def test_redirect_to_a_private_address_is_refused(
    make_fetcher: MakeFetcher, site: Site, target: str
) -> None:
    site.answers["/"] = moved(302, target.format(port=site.port))
    async with make_fetcher(Names(news_test=[["127.0.0.1"]]), allow_hosts=("news.test",)) as fetcher:
        assert await refusal(fetcher, site.url(host="news.test")) is Reason.REFUSED_ADDRESS
    assert site.targets == ["/"]


@pytest.mark.parametrize("addresses", [["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"]])
async def test_name_with_public_and_private_addresses_is_refused(
    make_fetcher: MakeFetcher, site: Site, addresses: list[str]
) -> None:
    async with make_fetcher(Names(news_test=[addresses]), allow_hosts=()) as fetcher:
        assert await refusal(fetcher, site.url(host="news.test")) is Reason.REFUSED_ADDRESS
    assert site.connections == 0


async def test_connection_uses_the_address_that_was_checked(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    names = Names(news_test=[["127.0.0.1"], ["127.0.0.2"]])
    async with make_fetcher(names, allow_hosts=("127.0.0.1",)) as fetcher:
        fetched = await fetcher.feed(site.url(host="news.test"))
    assert fetched.body == b"<p>text</p>"


async def test_every_new_connection_is_checked_again(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page(connection="close")
    names = Names(news_test=[["127.0.0.1"], ["127.0.0.2"]])
    async with make_fetcher(names, allow_hosts=("127.0.0.1",)) as fetcher:
        await fetcher.feed(site.url(host="news.test"))
        assert await refusal(fetcher, site.url(host="news.test")) is Reason.REFUSED_ADDRESS


async def test_next_address_is_tried_if_one_refuses_connections(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers["/"] = page()
    names = Names(news_test=[["127.0.0.2", "127.0.0.1"]])
    async with make_fetcher(names, allow_hosts=("127.0.0.0/8",)) as fetcher:
        assert (await fetcher.feed(site.url(host="news.test"))).body == b"<p>text</p>"


@contextmanager
def mute(port: int) -> Iterator[str]:
    """Yield an address that neither accepts nor refuses connections."""
    with ExitStack() as opened:
        listener = opened.enter_context(socket.create_server(("127.0.0.2", port), backlog=0))
        for _ in range(4):  # more than the backlog holds
            waiting = opened.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        yield "127.0.0.2"


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no 127.0.0.2")
async def test_next_address_is_tried_in_time_if_one_does_not_respond(
    make_fetcher: MakeFetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_CONNECT_SECONDS", 0.1)
    site.answers["/"] = page()
    with mute(site.port) as address:
        names = Names(news_test=[[address, "127.0.0.1"]])
        async with make_fetcher(names, allow_hosts=("127.0.0.0/8",), max_seconds=10) as fetcher:
            assert (await fetcher.feed(site.url(host="news.test"))).body == b"<p>text</p>"


async def test_name_that_resolves_to_nothing_is_reported(make_fetcher: MakeFetcher) -> None:
    async with make_fetcher(Names(news_test=[[]])) as fetcher:
        assert await refusal(fetcher, "http://news.test/") is Reason.CONNECT


async def test_swallowed_cancellation_of_a_connection_attempt_still_takes_effect(site: Site) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        connecting.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)
        return ["127.0.0.1"]

    backend = GuardedBackend(Guard(["127.0.0.1"], resolve))
    connecting = asyncio.create_task(backend.connect_tcp("news.test", site.port))
    with pytest.raises(asyncio.CancelledError):
        await connecting


async def test_host_header_has_the_name_and_port(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(Names(**{"xn--bcher-kva_test": [["127.0.0.1"]]})) as fetcher:
        await fetcher.feed(site.url(host="bücher.test"))
    assert site.requests[0].headers["host"] == f"xn--bcher-kva.test:{site.port}"


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 64 + ".test", "a..test"])
async def test_unresolvable_name_is_a_dns_error(fetcher: Fetcher, host: str) -> None:
    assert await refusal(fetcher, f"http://{host}/") is Reason.DNS


async def test_refused_connection_is_reported(fetcher: Fetcher) -> None:
    with pytest.raises(FetchError, match=r"cannot connect to 127\.0\.0\.1: Connection refused"):
        await fetcher.feed("http://127.0.0.1:1/")


@pytest.fixture
async def tls_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """A site named news.test that is served over TLS."""
    async with running(Site(), tls=trusted("news.test", tmp_path, monkeypatch)) as site:
        yield site


async def test_tls_verifies_the_name_and_not_the_address(tls_site: Site, make_fetcher: MakeFetcher) -> None:
    tls_site.answers["/"] = page()
    async with make_fetcher(Names(news_test=[["127.0.0.1"]])) as fetcher:
        fetched = await fetcher.feed(tls_site.url(host="news.test", scheme="https"))
    assert fetched.url == tls_site.url(host="news.test", scheme="https")


async def test_certificate_for_another_name_is_refused(tls_site: Site, make_fetcher: MakeFetcher) -> None:
    async with make_fetcher(Names(other_test=[["127.0.0.1"]])) as fetcher:
        with pytest.raises(FetchError, match="mismatch") as error:
            await fetcher.feed(tls_site.url(host="other.test", scheme="https"))
    assert error.value.reason is Reason.TLS


async def _answer_in_plain(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    writer.close()
    await writer.wait_closed()


async def test_server_without_tls_is_reported_with_the_mend(fetcher: Fetcher) -> None:
    async with await asyncio.start_server(_answer_in_plain, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(FetchError, match="what answers there is not TLS; if the site has no https, use"):
            await fetcher.feed(f"https://127.0.0.1:{port}/")


async def test_proxy_receives_the_name(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["http://news.test/a?b"] = page()
    async with make_fetcher(proxy=site.url(), allow_hosts=()) as fetcher:
        assert (await fetcher.feed("http://news.test/a?b")).url == "http://news.test/a?b"


async def test_proxy_is_not_sent_a_private_address(make_fetcher: MakeFetcher, site: Site) -> None:
    async with make_fetcher(proxy=site.url(), allow_hosts=()) as fetcher:
        assert await refusal(fetcher, "http://2130706433/") is Reason.REFUSED_ADDRESS
    assert site.connections == 0


async def test_proxy_receives_its_credentials(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["http://news.test/"] = page()
    async with make_fetcher(proxy=site.url(host="me:secret@127.0.0.1")) as fetcher:
        await fetcher.feed("http://news.test/")
    assert site.requests[0].headers["proxy-authorization"] == "Basic bWU6c2VjcmV0"


async def test_refusal_of_the_proxy_is_reported(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["news.test:443"] = reply(403)
    async with make_fetcher(proxy=site.url()) as fetcher:
        with pytest.raises(FetchError, match=r"the proxy cannot connect to news\.test: 403"):
            await fetcher.feed("https://news.test/")


async def test_unreachable_proxy_is_named(make_fetcher: MakeFetcher) -> None:
    async with make_fetcher(proxy="http://127.0.0.1:1") as fetcher:
        with pytest.raises(FetchError, match=r"^cannot connect to the proxy 127\.0\.0\.1: "):
            await fetcher.feed("https://news.test/")


async def test_proxies_of_the_environment_are_ignored(
    make_fetcher: MakeFetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    site.answers["/"] = page()
    async with make_fetcher() as fetcher:
        assert (await fetcher.feed(site.url())).body == b"<p>text</p>"
