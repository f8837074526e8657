"""Redirects, and the cookies that go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sites import Site, moved, page, refusal, reply, say_on

from service.fetching.errors import Reason

if TYPE_CHECKING:
    from asyncio import StreamWriter

    from sites import MakeFetcher

    from service.fetching.fetcher import Fetcher


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirect_is_followed(fetcher: Fetcher, site: Site, status: int) -> None:
    site.answers |= {"/a": moved(status, "/b"), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/b")


async def test_page_moves_as_far_as_redirects_are_permanent(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": moved(301, "/b"), "/b": moved(302, "/c"), "/c": page()}
    fetched = await fetcher.page(site.url("/a"))
    assert (fetched.url, fetched.moved_to) == (site.url("/c"), site.url("/b"))


@pytest.mark.parametrize(("status", "reason"), [(301, Reason.GONE), (302, Reason.STATUS)])
async def test_410_after_a_temporary_redirect_is_about_another_url(
    fetcher: Fetcher, site: Site, status: int, reason: Reason
) -> None:
    site.answers |= {"/a": moved(status, "/b"), "/b": reply(410)}
    assert (await refusal(fetcher, site.url("/a"))).reason is reason


async def test_ten_redirects_are_followed(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {f"/{hop}": moved(302, f"/{hop + 1}") for hop in range(10)} | {"/10": page()}
    assert (await fetcher.page(site.url("/0"))).url == site.url("/10")


async def test_redirect_to_the_front_page_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": moved(302, "/"), "/": page()}
    assert (await refusal(fetcher, site.url("/a"))).reason is Reason.FRONT_PAGE


@pytest.mark.parametrize(
    "wall",
    [
        "/login?next=/news/a",
        "/error.aspx?aspxerrorpath=/news/a",
        "/consent?step=1&continue=https%3A%2F%2Fnews.eu%2Fnews%2Fa%3Fid%3D5",
        "/consent?callback=https%3A%2F%2Fnews.eu%2Fgate%3Fto%3D%252Fnews%252Fa",
    ],
)
async def test_redirect_to_a_page_that_is_to_lead_back_is_refused(
    fetcher: Fetcher, site: Site, wall: str
) -> None:
    site.answers |= {"/short": moved(301, "/news/a"), "/news/a": moved(302, wall), wall: page()}
    refused = await refusal(fetcher, site.url("/short"))
    assert (refused.reason, refused.is_final) == (Reason.WALL, False)
    assert str(refused).endswith(wall)


@pytest.mark.parametrize("article", ["/b?next=/c&from=a&ref=http://[", "/a?back=/a", "/b?home=/"])
async def test_redirect_to_a_page_with_other_parameters_is_followed(
    fetcher: Fetcher, site: Site, article: str
) -> None:
    site.answers |= {"/a": moved(302, article), article: page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url(article)


async def test_redirect_loop_that_ends_with_a_cookie_is_followed(fetcher: Fetcher, site: Site) -> None:
    async def play(writer: StreamWriter) -> None:
        knows_us = site.requests[-1].headers.get("cookie") == "seen=1"
        writer.write(page() if knows_us else reply(302, location="/a", set_cookie="seen=1; Path=/; HttpOnly"))

    site.answers["/a"] = play
    assert (await fetcher.page(site.url("/a"))).body == b"<p>text</p>"


async def test_cookies_last_for_one_fetch_only(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": reply(302, location="/b", set_cookie="seen=1"), "/b": page(set_cookie="read=1")}
    for _ in range(2):
        await fetcher.page(site.url("/a"))
    asked = [request.headers.get("cookie") for request in site.requests if request.target in {"/a", "/b"}]
    assert asked == [None, "seen=1", None, "seen=1"]


async def test_redirect_to_another_scheme_is_refused(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = moved(302, "file:///etc/passwd")
    assert (await refusal(fetcher, site.url())).reason is Reason.BAD_URL


async def test_redirect_to_an_emoji_domain_is_followed(make_fetcher: MakeFetcher, site: Site) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    site.answers |= {"/": moved(302, site.url("/a", "xn--n3h.example")), "/a": page()}
    async with make_fetcher(resolve=resolve) as fetcher:
        assert (await fetcher.page(site.url())).url == site.url("/a", "xn--n3h.example")


async def test_redirect_without_a_location_is_an_error(fetcher: Fetcher, site: Site) -> None:
    site.answers["/"] = reply(302)
    error = await refusal(fetcher, site.url())
    assert (error.reason, error.status) == (Reason.STATUS, 302)


async def test_utf_8_location_is_decoded(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/": moved(302, "/ä".encode().decode("latin-1")), "/%C3%A4": page()}
    assert (await fetcher.page(site.url())).url == site.url("/%C3%A4")


async def test_location_in_another_charset_keeps_its_bytes(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/": moved(302, "/ä b?%C3%A4"), "/%E4%20b?%C3%A4": page()}
    assert (await fetcher.page(site.url())).url == site.url("/%E4%20b?%C3%A4")


async def test_location_of_a_successful_response_is_ignored(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": page(location="/b"), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/a")


async def test_short_redirect_body_does_not_cost_the_connection(fetcher: Fetcher, site: Site) -> None:
    site.answers |= {"/a": reply(302, b"moved", location="/b"), "/b": page()}
    await fetcher.page(site.url("/a"))
    assert site.connections == 1


async def test_redirect_is_followed_though_its_body_never_ends(fetcher: Fetcher, site: Site) -> None:
    begun = b"HTTP/1.1 302 x\r\nLocation: /b\r\nContent-Length: 9\r\n\r\n"
    site.answers |= {"/a": say_on(begun, b"", pause=0.01), "/b": page()}
    assert (await fetcher.page(site.url("/a"))).url == site.url("/b")
