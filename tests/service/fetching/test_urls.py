"""URLs that may be fetched, and where redirects lead."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis.strategies import sampled_from, text

from service.fetching.errors import FetchError, Reason
from service.fetching.urls import MAX_REDIRECTS, Trail, host_of, read_url, redirects_home


@pytest.mark.parametrize(
    "url",
    [
        "",
        "news.eu",
        "/a",
        "ftp://news.eu/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://",
        "http:///a",
        "http://news.eu:0/",
        "http://news.eu:65536/",
        "http://news.eu:x/",
        "http://user@news.eu/",
        "http://user:password@news.eu/",
        "http://news.eu\\@127.0.0.1/",
        "http://①②⑦.⓪.⓪.①/",
        "http://256.1.1.1/",
        "http://0177.0.0.1/",
        "http://[::1/",
        "http://[fe80::1%é]/",
        "http://news.eu/\x00",
        "http://news.eu/\ud800",
        "http://news.eu/" + "a" * 8_192,
    ],
)
def test_unusable_url_is_refused(url: str) -> None:
    with pytest.raises(FetchError) as refusal:
        read_url(url)
    assert refusal.value.reason is Reason.BAD_URL


@pytest.mark.parametrize("user", ["user:secret", "us@er:secret", "user:\nsecret", "//secret//"])
def test_refusal_does_not_reveal_the_password(user: str) -> None:
    with pytest.raises(FetchError, match=r"^'http://…@news\.eu/' is not a usable URL"):
        read_url(f"http://{user}@news.eu/")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("me:secret@news.eu/feed", "…@news.eu/feed"),
        ("me:secret@news.eu//feed", "…@news.eu//feed"),
        ("me:secret//secret@news.eu/", "…@news.eu/"),
        ("https:me:secret@news.eu/", "…@news.eu/"),
    ],
)
def test_refusal_of_a_url_without_a_scheme_does_not_reveal_the_password(url: str, shown: str) -> None:
    with pytest.raises(FetchError) as refusal:
        read_url(url)
    assert str(refusal.value).startswith(f"{shown!r} is not a usable URL; ")
    assert "secret" not in str(refusal.value)


def test_user_of_a_url_without_a_scheme_is_to_be_left_out() -> None:
    with pytest.raises(FetchError, match="leave out user name and password"):
        read_url("me:secret@news.eu/feed")


@pytest.mark.parametrize("url", ["http://me:secret/1@news.eu/", "http://me:secret?1@news.eu/"])
def test_refusal_does_not_reveal_a_password_that_looks_like_a_port(url: str) -> None:
    with pytest.raises(FetchError) as refusal:
        read_url(url)
    assert "secret" not in str(refusal.value)


def test_overlong_url_is_refused_quickly() -> None:
    with pytest.raises(FetchError, match="too long"):
        read_url("http://news.eu" + "/" * 1_000_000)  # a naive regex takes a quarter of an hour


@given(sampled_from(["", "http://", "https://news.eu", "https://news.eu/"]), text())
def test_arbitrary_text_is_a_url_or_refused(start: str, rest: str) -> None:
    try:
        assert read_url(start + rest).scheme in {"http", "https"}
    except FetchError as refusal:
        assert refusal.reason is Reason.BAD_URL  # noqa: PT017


@given(text())
def test_arbitrary_location_is_followed_or_refused(location: str) -> None:
    try:
        assert Trail(read_url("http://news.eu/a")).follow(302, location).url.scheme in {"http", "https"}
    except FetchError as refusal:
        assert refusal.reason in {Reason.BAD_URL, Reason.REDIRECTS}  # noqa: PT017


def test_fragment_and_surrounding_white_space_are_dropped() -> None:
    assert str(read_url(" http://news.eu/a#b\n")) == "http://news.eu/a"


def test_internationalised_name_becomes_ascii() -> None:
    assert read_url("http://bücher.example/ü").raw_host == b"xn--bcher-kva.example"


def test_emoji_domain_is_accepted() -> None:
    assert host_of(read_url("http://xn--n3h.example/")) == "xn--n3h.example"


def trail(*hops: tuple[int, str]) -> Trail:
    found = Trail(read_url("http://news.eu/0"))
    for status, location in hops:
        found = found.follow(status, location)
    return found


def test_refusal_of_a_location_names_the_host_that_redirects() -> None:
    with pytest.raises(FetchError, match=r"^news\.eu sends a bad redirect: 'ftp://a/' is not a usable URL"):
        trail((302, "ftp://a/"))


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/b", "http://news.eu/b"),
        ("b", "http://news.eu/b"),
        ("?q", "http://news.eu/0?q"),
        ("//other.eu/b#c", "http://other.eu/b"),
        ("https://other.eu", "https://other.eu"),
        ("/ä b", "http://news.eu/%C3%A4%20b"),
    ],
)
def test_location_may_be_relative(location: str, url: str) -> None:
    assert trail((302, location)).url == httpx.URL(url)


@pytest.mark.parametrize(
    ("statuses", "moved_to"),
    [
        ((), None),
        ((301,), "/1"),
        ((308,), "/1"),
        ((301, 308), "/2"),
        ((301, 302), "/1"),
        ((308, 307, 301), "/1"),
        ((302,), None),
        ((303, 301), None),
        ((307, 308), None),
    ],
)
def test_url_moves_as_far_as_redirects_are_permanent(statuses: tuple[int, ...], moved_to: str | None) -> None:
    found = trail(*((status, f"/{hop}") for hop, status in enumerate(statuses, 1)))
    assert (found.moved_to and found.moved_to.path) == moved_to


@pytest.mark.parametrize("locations", [["/0"], ["/1", "/0"], ["/1", "/2", "/1#x"]])
def test_circular_redirect_is_refused(locations: list[str]) -> None:
    with pytest.raises(FetchError, match="in a circle") as refusal:
        trail(*((301, location) for location in locations))
    assert refusal.value.reason is Reason.REDIRECTS


def test_redirect_beyond_the_maximum_is_refused() -> None:
    last = trail(*((302, f"/{hop}") for hop in range(1, MAX_REDIRECTS + 1)))
    with pytest.raises(FetchError, match="more than 10 times"):
        last.follow(302, "/more")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("http://news.eu/2026/bridge", "http://news.eu/"),
        ("http://news.eu/2026/bridge", "https://www.news.eu"),
        ("http://www.news.eu/article?id=1", "http://news.eu/"),
        ("http://news.eu/?p=1", "http://news.eu/"),
    ],
)
def test_redirect_to_the_front_page_is_detected(asked: str, found: str) -> None:
    assert redirects_home(httpx.URL(asked), httpx.URL(found))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("http://news.eu/2026/bridge", "http://news.eu/bridge"),
        ("http://news.eu/2026/bridge", "http://news.eu/?p=1"),
        ("http://news.eu/out/bridge", "http://bridge.eu/"),
        ("http://news.eu/out/bridge", "http://bridge.news.eu/"),
        ("http://news.eu/", "https://www.news.eu/"),
    ],
)
def test_other_redirects_are_not_taken_for_ones_to_the_front_page(asked: str, found: str) -> None:
    assert not redirects_home(httpx.URL(asked), httpx.URL(found))
