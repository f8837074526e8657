"""Timeouts of fetches, and turns at hosts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sites import HEAD, Site, moved, page, refusal, reply, say_on
from waiting import until

from service.fetching.errors import BusyError, FetchError, Reason
from service.fetching.rate import HostRate
from service.fetching.values import FetchSettings
from service.running.tasks import cancel

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from sites import MakeFetcher


@pytest.mark.parametrize("begun", [b"", HEAD, HEAD + b"\r\n<p>"])
async def test_response_that_drips_times_out(make_fetcher: MakeFetcher, site: Site, begun: bytes) -> None:
    site.answers["/"] = say_on(begun, b"x" if begun else b"", pause=0.01)
    async with make_fetcher(max_seconds=0.3) as fetcher:
        assert (await refusal(fetcher, site.url())).reason is Reason.TIMEOUT


async def test_timeout_covers_all_redirects_together(make_fetcher: MakeFetcher, site: Site) -> None:
    async def slowly(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        writer.write(moved(302, f"/{len(site.requests)}"))

    site.answers |= {f"/{hop}": slowly for hop in range(10)}
    async with make_fetcher(max_seconds=0.5) as fetcher:
        assert (await refusal(fetcher, site.url("/0"))).reason is Reason.TIMEOUT


async def test_waiting_for_a_turn_does_not_count_towards_the_timeout(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=0.4, burst=1, max_seconds=2.4) as fetcher:
        await fetcher.feed(site.url())
        assert (await fetcher.feed(site.url())).body == b"<p>text</p>"


async def test_slow_host_answers_few_requests_at_a_time(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {"/": say_on(HEAD, b"", pause=1), "/a": page()}
    async with make_fetcher(rate=1, burst=3) as fetcher:
        slow = [asyncio.create_task(fetcher.feed(site.url())) for _ in range(3)]
        await until(lambda: len(site.requests) == 3)
        with pytest.raises(BusyError):
            await fetcher.feed(site.url("/a"))
        await cancel(*slow)
    assert site.targets == ["/"] * 3


async def test_fetch_that_is_to_be_redirected_by_its_host_counts_as_under_way(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    async def move(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.5)
        writer.write(moved(301, "/a"))

    site.answers |= {"/": move, "/a": page()}
    async with make_fetcher(rate=1, burst=3) as fetcher:
        redirected = [asyncio.create_task(fetcher.feed(site.url())) for _ in range(3)]
        await until(lambda: len(site.requests) == 3)
        with pytest.raises(BusyError):
            await fetcher.feed(site.url("/a"))
        await cancel(*redirected)


async def test_host_that_a_fetch_has_left_may_be_asked_again(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {
        "/": moved(302, site.url("/a", "localhost")),
        "/a": say_on(HEAD, b"", pause=1),
        "/b": page(),
    }
    async with make_fetcher(rate=1, burst=3, allow_hosts=("127.0.0.1", "::1")) as fetcher:
        slow = [asyncio.create_task(fetcher.feed(site.url())) for _ in range(3)]
        await until(lambda: site.targets.count("/a") == 3)
        assert (await fetcher.feed(site.url("/b"))).body == b"<p>text</p>"
        await cancel(*slow)


async def test_robots_txt_of_a_slow_host_is_asked_for_beside_its_pages(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    closed = reply(200, b"User-agent: *\nDisallow: /")
    site.answers |= {"/": say_on(HEAD, b"", pause=1), "/robots.txt": closed}
    async with make_fetcher(rate=1, burst=3) as fetcher:
        slow = [asyncio.create_task(fetcher.feed(site.url())) for _ in range(3)]
        await until(lambda: len(site.requests) == 3)
        assert (await refusal(fetcher, site.url("/a"))).reason is Reason.ROBOTS
        await cancel(*slow)


async def test_few_fetches_wait_for_a_robots_txt_that_does_not_come(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers |= {"/robots.txt": say_on(HEAD, b"", pause=1), "/a": page()}
    async with make_fetcher(rate=1, burst=3) as fetcher:
        waiting = [asyncio.create_task(fetcher.page(site.url("/a"))) for _ in range(3)]
        await until(lambda: len(site.requests) == 1)
        with pytest.raises(BusyError):
            await asyncio.wait_for(fetcher.page(site.url("/a")), 20)
        await cancel(*waiting)


async def test_host_is_asked_again_once_it_has_answered(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=2, burst=6) as fetcher:
        for _ in range(8):
            assert (await fetcher.feed(site.url())).body == b"<p>text</p>"


async def test_nothing_is_sent_before_its_turn(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=0.01, burst=1, max_wait=1_000) as fetcher:
        await fetcher.feed(site.url())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(fetcher.feed(site.url()), 0.5)
    assert len(site.requests) == 1


async def test_fetch_can_be_cancelled_at_any_point(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {"/": say_on(b"", b"", pause=1), "/a": page()}
    async with make_fetcher() as fetcher:
        for steps in range(60):
            task = asyncio.create_task(fetcher.feed(site.url()))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            ended, _ = await asyncio.wait({task}, timeout=60)
            assert ended
        assert (await fetcher.page(site.url("/a"))).body == b"<p>text</p>"


async def test_redirect_waits_for_a_turn_beyond_the_maximum_wait(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers |= {"/a": moved(302, "/b"), "/b": page()}
    async with make_fetcher(rate=2, burst=1, max_wait=0) as fetcher:
        assert (await fetcher.feed(site.url("/a"))).url == site.url("/b")


async def test_redirect_to_a_busy_host_reports_that_host(
    make_fetcher: MakeFetcher, site: Site, redis: Redis
) -> None:
    site.answers["/"] = moved(302, "http://busy.example/")
    crowd = HostRate(FetchSettings(rate=0.01, burst=1, max_wait=1_000), redis)
    for _ in range(2):
        await crowd.turn("busy.example")
    async with make_fetcher(rate=0.01, burst=1) as fetcher:
        with pytest.raises(BusyError) as error:
            await fetcher.feed(site.url())
    assert (error.value.host, error.value.interval) == ("busy.example", 100)
    assert error.value.wait == pytest.approx(200, abs=50)


async def test_nothing_is_sent_if_the_turn_is_too_far_off(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers["/"] = page()
    async with make_fetcher(rate=0.01, burst=1) as fetcher:
        await fetcher.feed(site.url())
        assert (await refusal(fetcher, site.url())).reason is Reason.BUSY
    assert site.targets == ["/"]


@pytest.mark.parametrize("status", [429, 503])
async def test_host_that_asks_us_to_wait_is_asked_for_nothing_else(
    make_fetcher: MakeFetcher, site: Site, status: int
) -> None:
    site.answers |= {"/": reply(status, retry_after="600"), "/b": page()}
    async with make_fetcher() as fetcher:
        assert (await refusal(fetcher, site.url())).retry_after == pytest.approx(600, abs=1)
        assert (await refusal(fetcher, site.url("/b"))).reason is Reason.BUSY


@pytest.mark.parametrize("wish", [None, "0", "soon"])
async def test_host_that_answers_429_without_a_wait_is_left_alone_for_a_minute(
    make_fetcher: MakeFetcher, site: Site, wish: str | None
) -> None:
    site.answers |= {"/": reply(429, retry_after=wish), "/b": page()}
    async with make_fetcher() as fetcher:
        await refusal(fetcher, site.url())
        with pytest.raises(BusyError) as error:
            await fetcher.page(site.url("/b"))
    assert error.value.wait == pytest.approx(60, abs=10)


async def test_host_that_asks_us_to_wait_is_not_even_asked_for_robots_txt(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    site.answers |= {"/feed": reply(429, retry_after="600"), "/b": page()}
    async with make_fetcher() as fetcher:
        with pytest.raises(FetchError):
            await fetcher.feed(site.url("/feed"))
        assert (await refusal(fetcher, site.url("/b"))).reason is Reason.BUSY
    assert [request.target for request in site.requests] == ["/feed"]


async def test_wait_that_robots_txt_asks_for_holds_for_feeds(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(503, retry_after="600"), "/feed": page()}
    async with make_fetcher() as fetcher:
        await refusal(fetcher, site.url("/a"))
        with pytest.raises(BusyError):
            await fetcher.feed(site.url("/feed"))
    assert site.targets == []


@pytest.mark.parametrize(("status", "wish"), [(404, "600"), (503, "soon")])
async def test_host_with_another_error_is_asked_on(
    make_fetcher: MakeFetcher, site: Site, status: int, wish: str
) -> None:
    site.answers |= {"/": reply(status, retry_after=wish), "/b": page()}
    async with make_fetcher() as fetcher:
        assert (await refusal(fetcher, site.url())).status == status
        assert (await fetcher.page(site.url("/b"))).body
