"""Handling of robots.txt."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest
from protego import Protego
from sites import Site, hang_up, moved, page, refusal, reply, running, say_on

from service.fetching import robots
from service.fetching.errors import Reason
from service.fetching.robots import NAME, parse

if TYPE_CHECKING:
    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher

CLOSED = b"User-agent: *\nDisallow: /"


@pytest.mark.parametrize(
    ("lines", "allowed"),
    [
        ("", True),
        ("User-agent: *\nDisallow: /", False),
        ("User-agent: *\nDisallow: /\nAllow: /a", True),
        ("User-agent: urltree\nDisallow: /\n\nUser-agent: *\nDisallow:", False),
        ("User-agent: URLTree/2.0 # you\nDisallow: /", False),
        ("User-agent: urltree*\nDisallow: /", False),
        ("User-agent: *bot\nDisallow: /", True),
        ("User-agent: urltree\nAllow: /\nUser-agent: *\nDisallow: /", True),
        ("User-agent: other\nDisallow: /", True),
        ("User-agent: url\nDisallow: /", True),
        ("User-agent: other\nUser-agent: *\nDisallow: /", False),
        ("User-agent: *\nUser-agent: other\nDisallow: /", False),
        ("User-agent: *\nAllow: /\n\nUser-agent: other\nDisallow: /", True),
        ("  user agent *\n disallow /a", False),
        ("useragent: *\ndisallow: /*b$", True),
        ("# User-agent: *\nDisallow: /", True),
    ],
)
def test_rules_for_our_name_or_for_all_apply(lines: str, *, allowed: bool) -> None:
    assert parse(lines).can_fetch("http://news.eu/a", NAME) is allowed


def test_rules_shared_by_many_names_are_stored_once() -> None:
    names = "".join(f"User-agent: a{number}\n" for number in range(10_000))
    rules = "".join(f"Disallow: /{number}\n" for number in range(10_000))
    assert len(parse(names + rules)._user_agents) == 1  # noqa: SLF001


async def test_rule_truncated_by_the_size_limit_is_ignored(fetcher: Fetcher, site: Site) -> None:
    cut = "User-agent: *\nDisallow: /b\n".ljust(robots._MAX_BYTES - 12, "\n") + "Disallow: /admin/"  # noqa: SLF001
    site.answers |= {"/robots.txt": reply(200, cut.encode()), "/a": page(), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).body
    assert (await refusal(fetcher, site.url("/b"))).reason == Reason.ROBOTS


async def test_disallowed_page_is_not_requested(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(200, CLOSED), "/a": page()}
    error = await refusal(fetcher, site.url("/a"))
    assert (error.reason, site.targets) == (Reason.ROBOTS, [])


async def test_redirect_to_a_disallowed_page_is_not_followed(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {
        "/robots.txt": reply(200, b"User-agent: *\nDisallow: /b"),
        "/a": moved(302, "/b"),
        "/b": page(),
    }
    error = await refusal(fetcher, site.url("/a"))
    assert (error.reason, site.targets) == (Reason.ROBOTS, ["/a"])


async def test_feed_is_fetched_regardless_of_robots_txt(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(200, CLOSED), "/a": page()}
    await fetcher.feed(site.url("/a"))
    assert [request.target for request in site.requests] == ["/a"]


async def test_robots_txt_is_not_fetched_if_disregarded(make_fetcher: MakeFetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(200, CLOSED), "/a": page()}
    async with make_fetcher(respect_robots=False) as fetcher:
        await fetcher.page(site.url("/a"))
    assert [request.target for request in site.requests] == ["/a"]


@pytest.mark.parametrize("status", [401, 403, 404, 410])
async def test_everything_is_allowed_without_a_robots_txt(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers |= {"/robots.txt": reply(status), "/a": page()}
    assert (await fetcher.page(site.url("/a"))).body == b"<p>text</p>"


async def test_robots_txt_that_a_proxy_has_changed_is_respected(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(203, CLOSED), "/a": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.ROBOTS


async def test_circular_redirect_of_robots_txt_counts_as_none(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": moved(302, "/robots.txt"), "/a": page()}
    assert (await fetcher.page(site.url("/a"))).body == b"<p>text</p>"


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_nothing_is_fetched_while_robots_txt_fails(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers |= {"/robots.txt": reply(status), "/a": page()}
    errors = [await refusal(fetcher, site.url("/a")) for _ in range(2)]
    assert [(error.reason, error.status) for error in errors] == [(Reason.STATUS, status)] * 2
    assert errors[0].retry_after == pytest.approx(600, abs=60)
    assert [request.target for request in site.requests] == ["/robots.txt"]


@pytest.mark.parametrize(("asked", "waited"), [(3_600, 3_600), (900_000, 86_400)])
async def test_retry_after_of_a_failing_robots_txt_is_respected_for_a_day_at_most(
    fetcher: Fetcher, site: Site, asked: int, waited: int
) -> None:
    site.answers["/robots.txt"] = reply(503, retry_after=str(asked))
    error = await refusal(fetcher, site.url("/a"))
    assert error.retry_after == pytest.approx(waited, abs=60)


async def test_unreachable_robots_txt_is_requested_again(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": hang_up(b""), "/a": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.PROTOCOL
    site.answers["/robots.txt"] = reply(404)
    assert (await fetcher.page(site.url("/a"))).body == b"<p>text</p>"


async def test_robots_txt_is_fetched_once_for_concurrent_pages(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(200, b""), "/a": page(), "/b": page()}
    await asyncio.gather(*(fetcher.page(site.url(target)) for target in ("/a", "/b", "/a")))
    assert sum(request.target == "/robots.txt" for request in site.requests) == 1


async def test_robots_txt_of_many_hosts_is_fetched_once(make_fetcher: MakeFetcher, site: Site) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    site.answers |= {"/robots.txt": reply(200, b"# a rather long remark\n" * 4_000), "/a": page()}
    async with make_fetcher(resolve=resolve) as fetcher:
        for number in [*range(30), *range(30)]:
            await fetcher.page(site.url("/a", f"host{number}.example"))
    assert (len(site.requests), len(site.targets)) == (90, 60)


async def test_expired_robots_txt_is_fetched_again(
    fetcher: Fetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "_TTL", -1.0)
    site.answers |= {"/robots.txt": reply(200, b""), "/a": page()}
    await fetcher.page(site.url("/a"))
    site.answers["/robots.txt"] = reply(200, CLOSED)
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.ROBOTS


async def test_failing_robots_txt_is_fetched_again_in_time_though_the_clock_was_ahead(
    fetcher: Fetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "_FAILURE_TTL", -1.0)
    site.answers |= {"/robots.txt": reply(503), "/a": page()}
    with monkeypatch.context() as clock:
        ahead = time.time() + 40 * 86_400
        clock.setattr(time, "time", lambda: ahead)
        await refusal(fetcher, site.url("/a"))
    site.answers["/robots.txt"] = reply(404)
    assert (await fetcher.page(site.url("/a"))).body == b"<p>text</p>"


async def test_rules_apply_despite_undecodable_comments(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(200, b"# \xfcber uns\n" + CLOSED), "/a": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.ROBOTS


async def test_robots_txt_is_read_up_to_500_kib(fetcher: Fetcher, site: Site) -> None:
    begun = b"HTTP/1.1 200 OK\r\n\r\n" + CLOSED + b"\n"
    site.answers |= {"/robots.txt": say_on(begun, b"#" * 1000 + b"\n"), "/a": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.ROBOTS


async def test_expensive_rules_do_not_block_the_event_loop(fetcher: Fetcher, site: Site) -> None:
    target = "/" + "a" * 8_000
    rules = b"User-agent: *\n" + b"Disallow: /*aab\n" * 10_000
    site.answers |= {"/robots.txt": reply(200, rules), "/": page()}
    await fetcher.page(site.url("/"))
    site.answers[target] = page()
    asking = asyncio.create_task(fetcher.page(site.url(target)))
    turns = 0
    while target not in site.targets and not asking.done():
        await asyncio.sleep(0)
        turns += 1
    assert ((await asking).body, turns > 50) == (b"<p>text</p>", True)  # ten if they did


async def test_rules_of_a_host_take_one_thread_at_a_time(
    fetcher: Fetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    checking, most = 0, 0

    def check(*_: object) -> bool:
        nonlocal checking, most
        checking += 1
        most = max(most, checking)
        time.sleep(0.05)
        checking -= 1
        return True

    monkeypatch.setattr(Protego, "can_fetch", check)
    site.answers |= {"/robots.txt": reply(200, b""), "/a": page()}
    await asyncio.gather(*(fetcher.page(site.url("/a")) for _ in range(5)))
    assert most == 1


async def test_byte_order_mark_does_not_hide_a_rule(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/robots.txt": reply(200, b"\xef\xbb\xbf" + CLOSED), "/a": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.ROBOTS


@pytest.mark.parametrize(("delay", "wait"), [("50", 50), ("1e300", 60)])
async def test_crawl_delay_of_up_to_a_minute_spaces_requests_to_its_host(
    fetcher: Fetcher, site: Site, delay: str, wait: float
) -> None:
    robots_txt = f"User-agent: *\nCrawl-delay: {delay}\nDisallow:".encode()
    site.answers |= {"/robots.txt": reply(200, robots_txt), "/a": page()}
    await fetcher.page(site.url("/a"))
    error = await refusal(fetcher, site.url("/a"))
    assert (error.reason, error.retry_after) == (Reason.BUSY, pytest.approx(wait, abs=9))


async def test_redirect_to_another_host_is_followed_despite_a_crawl_delay(
    make_fetcher: MakeFetcher, site: Site
) -> None:
    async with running(Site()) as other, make_fetcher(max_wait=0) as fetcher:
        site.answers |= {
            "/robots.txt": reply(200, b"User-agent: *\nCrawl-delay: 0.5"),
            "/": moved(301, other.url()),
        }
        other.answers["/"] = page()
        assert (await fetcher.page(site.url())).url == other.url()
