import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.errors import UrlError
from urltree.url import CID, MAX_LENGTH, parse_url, unicode_host

SPELLINGS = {
    "https is http": ("https://x.org/a", "http://x.org/a"),
    "the scheme may be in capitals": ("HTTP://x.org/a", "http://x.org/a"),
    "white space around is dropped": (" http://x.org/a\n", "http://x.org/a"),
    "user and password are dropped": ("http://me:secret@x.org/a", "http://x.org/a"),
    "a user may hold an @": ("http://me@home@x.org/a", "http://x.org/a"),
    "the fragment is dropped": ("http://x.org/a#b?c", "http://x.org/a"),
    "an empty path is a slash": ("http://x.org", "http://x.org/"),
    "an empty query is none": ("http://x.org/a?", "http://x.org/a"),
    "a query may follow the host": ("http://x.org?id=1", "http://x.org/?id=1"),
    "port 80 is dropped": ("http://x.org:80/", "http://x.org/"),
    "port 443 is dropped": ("https://x.org:443/", "http://x.org/"),
    "an empty port is dropped": ("http://x.org:/", "http://x.org/"),
    "another port stays": ("http://x.org:08080/", "http://x.org:8080/"),
    "the host is lower case": ("http://X.Org/A", "http://x.org/A"),
    "the root's dot is dropped": ("http://x.org./", "http://x.org/"),
    "the root's dot may be ideographic": ("http://bücher.example。/", "http://xn--bcher-kva.example/"),
    "a host is IDNA": ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    "a label may be none of IDNA": ("http://My_a.bücher.example/", "http://my_a.xn--bcher-kva.example/"),
    "IDNA omits soft hyphens": ("http://bü\u00adcher.example/", "http://xn--bcher-kva.example/"),
    "a label may have emoji": ("http://i❤.example/", "http://xn--i-7iq.example/"),
    "a label that is too long is encoded": (f"http://{'ü_' * 32}/", f"http://{'%C3%BC_' * 32}/"),
    "a host may be encoded": ("http://b%C3%BCcher.ex%61mple/", "http://xn--bcher-kva.example/"),
    "a label that IDNA refuses is Punycode": ("http://a_ü.example/", "http://xn--a_-yka.example/"),
    "a host's delimiters stay encoded": ("http://a%2Fb%3Ac/", "http://a%2Fb%3Ac/"),
    "the root's dot may come twice": ("http://bücher.example../", "http://xn--bcher-kva.example/"),
    "letters may be of full width": ("http://\uff58.org/", "http://x.org/"),
    "IPv6 is compressed": ("http://[2001:DB8:0:0::1]:81/", "http://[2001:db8::1]:81/"),
    "unreserved characters are decoded": ("http://x.org/%7ea%2db", "http://x.org/~a-b"),
    "hex digits are capitals": ("http://x.org/%c3%bc", "http://x.org/%C3%BC"),
    "other letters are UTF-8": ("http://x.org/ü?ü=я", "http://x.org/%C3%BC?%C3%BC=%D1%8F"),
    "bytes that are no UTF-8 stay": ("http://x.org/%e9", "http://x.org/%E9"),
    "an encoded slash stays encoded": ("http://x.org/a%2fb", "http://x.org/a%2Fb"),
    "a stray per cent is encoded": ("http://x.org/100%?%zz=1", "http://x.org/100%25?%25zz=1"),
    "a lone surrogate is U+FFFD": ("http://x.org/\ud800", "http://x.org/%EF%BF%BD"),
    "dot segments are resolved": ("http://x.org/a/./b/../../c", "http://x.org/c"),
    "encoded dot segments are resolved": ("http://x.org/a/%2e%2E/b", "http://x.org/b"),
    "dot segments do not climb over the root": ("http://x.org/../../a", "http://x.org/a"),
    "a last dot segment is a folder": ("http://x.org/a/b/..", "http://x.org/a/"),
    "a last dot is a folder": ("http://x.org/a/.", "http://x.org/a/"),
    "a last slash stays": ("http://x.org/a/", "http://x.org/a/"),
    "two slashes stay": ("http://x.org/a//b", "http://x.org/a//b"),
    "parameters are sorted": ("http://x.org/?b=1&a=2&b=0", "http://x.org/?a=2&b=0&b=1"),
    "no parameter comes twice": ("http://x.org/?a=1&a=1", "http://x.org/?a=1"),
    "empty parameters are dropped": ("http://x.org/?&a=1&&=", "http://x.org/?a=1"),
    "an empty value has no equals sign": ("http://x.org/?article19=", "http://x.org/?article19"),
    "a plus in a query is a space": ("http://x.org/?a=b+c", "http://x.org/?a=b%20c"),
    "an encoded plus stays": ("http://x.org/a+b?a=b%2Bc", "http://x.org/a+b?a=b%2Bc"),
    "an encoded ampersand stays": ("http://x.org/?a=b%26c%3Dd", "http://x.org/?a=b%26c%3Dd"),
    "a second question mark is encoded": ("http://x.org/?a=b?c", "http://x.org/?a=b%3Fc"),
}


@pytest.mark.parametrize(("url", "normal"), SPELLINGS.values(), ids=SPELLINGS)
def test_urls_are_normalised(url, normal):
    assert str(parse_url(url)) == normal


@pytest.mark.parametrize(
    "url",
    ["", "x.org", "/a", "//x.org/a", "http:", "http://", "http:///a", "http://me@/a", "http:/x.org",
     "ftp://x.org/", "javascript:alert(1)", "http://x.org:port/", "http://x.org:1:2/", "http://::1/",
     "http://x.org:8\n0/"],
)  # fmt: skip
def test_anything_but_an_absolute_web_url_is_refused_by_name(url):
    with pytest.raises(UrlError) as refused:
        parse_url(url)
    assert repr(url) in str(refused.value)
    assert "http://www.news.eu/" in str(refused.value)


def test_a_url_that_is_too_long_in_normal_form_is_refused_with_the_limit():
    with pytest.raises(UrlError, match=f"{MAX_LENGTH} characters once it is percent-encoded"):
        parse_url("http://x.org/" + "é" * 30_000)


def test_a_title_cannot_make_a_url_longer_than_the_limit():
    url = parse_url("http://x.org/".ljust(MAX_LENGTH, "a"))
    with pytest.raises(UrlError, match="characters once"):
        url.with_title("News")


def test_a_url_of_the_maximum_length_is_accepted():
    assert parse_url("http://x.org/".ljust(MAX_LENGTH, "a")).host == "x.org"


def test_a_longer_url_is_refused():
    with pytest.raises(UrlError, match="at most 65536 characters"):
        parse_url("http://x.org/".ljust(MAX_LENGTH + 1, "a"))


def test_a_refusal_shows_the_start_of_a_long_url():
    with pytest.raises(UrlError) as refused:
        parse_url("http://x.org/".ljust(MAX_LENGTH + 1, "a"))
    assert len(str(refused.value)) < 400


@given(st.text())
def test_any_text_gives_a_url_or_a_url_error(text):
    try:
        assert str(parse_url(text)).startswith("http://")
    except UrlError:
        assert str(parse_url("http://x.org/" + text)).startswith("http://x.org/")


def titled(url, title):
    return str(parse_url(url).with_title(title))


def test_the_title_becomes_a_parameter_of_128_bits():
    [cid] = parse_url("http://x.org/").with_title("A title").query
    assert cid.name == CID
    assert len(bytes.fromhex(cid.value)) == 16


def test_the_parameter_of_the_title_is_sorted_among_the_others():
    query = parse_url("http://x.org/?a=1&Z=2").with_title("A title").query
    assert [parameter.name for parameter in query] == ["Z", CID, "a"]


@pytest.mark.parametrize(
    "other", ["a TITLE", "«A» title!", "  A\ttitle\n", "A ti\ud800tle", "\uff21 title"]
)  # fmt: skip
def test_only_letters_and_digits_of_a_title_count(other):
    assert titled("http://x.org/", other) == titled("http://x.org/", "A title")


@pytest.mark.parametrize(
    ("one", "other"), [("Part 1", "Part 2"), ("新聞", "新闻"), ("خبر", "أخبار"), ("é", "e"), ("कवि", "कवी")]
)
def test_titles_with_different_letters_or_digits_differ(one, other):
    assert titled("http://x.org/", one) != titled("http://x.org/", other)


@pytest.mark.parametrize("title", [None, "", "  ", "…!?"])
def test_a_title_without_letters_is_ignored(title):
    assert titled("http://x.org/?a=1", title) == "http://x.org/?a=1"


def test_a_title_replaces_an_existing_hash():
    assert titled("http://x.org/?_cid_=0&_cid_=1", "T") == titled("http://x.org/", "T")


def test_an_existing_hash_is_kept_without_a_title():
    assert titled("http://x.org/?_cid_=0", None) == "http://x.org/?_cid_=0"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("www.xn--bcher-kva.example", "www.bücher.example"),
        ("example.com", "example.com"),
        ("xn--n3h.example", "xn--n3h.example"),
        ("xn--.example", "xn--.example"),
    ],
    ids=["IDNA", "ASCII", "emoji", "empty"],
)
def test_host_is_shown_in_unicode_where_it_is_valid_idna(host: str, expected: str) -> None:
    assert unicode_host(host) == expected
