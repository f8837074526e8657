"""References of a page to URLs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.metadata.links import base_url, on_same_host, web_url

BASE = "https://example.com/news/bridge"


@pytest.mark.parametrize(
    ("reference", "url"),
    [
        ("tunnel", "https://example.com/news/tunnel"),
        ("/tunnel?a=1#b", "https://example.com/tunnel?a=1#b"),
        ("//cdn.example.com/x", "https://cdn.example.com/x"),
        (" http://other.example/\n", "http://other.example/"),
        ("/tun\x01\nnel", "https://example.com/tunnel"),
        ("a tunnel\u3000b?c d", "https://example.com/news/a%20tunnel%E3%80%80b?c%20d"),
        ("#note", "https://example.com/news/bridge#note"),
        ("..\\tunnel\\map?a\\b#c\\d", "https://example.com/tunnel/map?a\\b#c\\d"),
        ("\\\\cdn.example.com\\x", "https://cdn.example.com/x"),
        ("http:\\\\other.example\\x", "http://other.example/x"),
    ],
)
def test_a_reference_is_made_absolute(reference, url):
    assert web_url(reference, BASE) == url


@pytest.mark.parametrize(
    "reference",
    [
        "",
        "  ",
        "#",
        " #\n",
        "javascript:evil()",
        " jAvA\nscript:evil()",
        "\x01javascript:evil()",
        "data:text/html,evil",
        "vbscript:evil",
        "file:///etc/passwd",
        "mailto:a@example.com",
        "ftp://example.com/",
        "http://",
        "https://[::1",
        "http://example.com:port/",
        "http://example.com:65536/",
    ],
)
def test_a_reference_that_leads_to_no_web_page_gives_none(reference):
    assert web_url(reference, BASE) is None


def test_a_reference_that_is_too_long_gives_none():
    assert web_url("x" * 2_048, BASE) is not None
    assert web_url("x" * 2_049, BASE) is None


def test_a_base_that_is_too_long_is_replaced_by_the_root():
    assert base_url([], f"http://a.org/{'x' * 2_035}") == f"http://a.org/{'x' * 2_035}"
    assert base_url([], f"http://a.org/{'x' * 2_036}") == "http://a.org/"


@pytest.mark.parametrize("host", ["[bad]", "a\u2100b.com"])
def test_a_base_too_long_on_a_host_that_cannot_be_read_is_left_out(host):
    assert base_url([], f"http://{host}/{'a/' * 1_100}") == ""


def test_a_base_whose_query_is_too_long_goes_without_it():
    assert base_url([], f"http://a.org/b/c?{'x' * 2_100}") == "http://a.org/b/c"


@pytest.mark.parametrize(("steps", "base"), [(997, f"http://a.org/{'x/' * 997}"), (998, "http://a.org/")])
def test_a_base_that_is_too_deep_is_replaced_by_the_root(steps, base):
    url = f"http://a.org/{'x/' * steps}"
    assert base_url([], url) == base_url([("base", {"href": url})], BASE) == base


def test_the_first_base_element_counts():
    elements = [("base", {"target": "_top"}), ("base", {"href": "/a/"}), ("base", {"href": "/b/"})]
    assert base_url(elements, BASE) == "https://example.com/a/"


def test_the_base_is_the_url_of_the_page_if_there_is_no_base_element():
    assert base_url([("meta", {"href": "/a/"})], BASE) == BASE


def test_no_link_gets_a_lone_surrogate_from_the_url_of_the_page():
    assert web_url("b", base_url([], f"{BASE}\ud800/a")) == f"{BASE}\ufffd/b"


@given(
    st.sampled_from(["", "//", "http://[", "ftp://x/", "java\nscript:"]),
    st.text() | st.text(st.sampled_from("htps:/[]@?#.%\\\n\t 1")),
    st.sampled_from(["", BASE]),
)
def test_any_reference_gives_a_web_url_or_none(start, rest, base):
    url = web_url(start + rest, base)
    assert url is None or url.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("reference", "same"),
    [("/ana", True), ("//EXAMPLE.com:81/ana", True), ("https://a.org/", False), ("mailto:a@b", False)],
)
def test_references_to_the_same_host_are_recognised(reference, same):
    assert on_same_host(reference, BASE) == same
