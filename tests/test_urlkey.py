from itertools import pairwise

import httpx
import pytest
from hypothesis import assume, example, given, reject
from hypothesis import strategies as st

from urltree.errors import UrlError
from urltree.rules import load_rules
from urltree.url import parse_url
from urltree.urlkey import MAX_BRANCH, MAX_NAME, domain_meant_by, domain_of, explain_key, parent, url_key

RULES = load_rules()

#: A visit in a path, as ASP.NET writes it.
VISIT = "(S(lit3py55t21z5v55vlm25s55))"

ABC = "http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010"


def key(url, title=None):
    return url_key(url, title, RULES).key


def branch(url):
    return url_key(url, None, RULES).branch


# The paper's example, step by step.


def test_the_papers_story_gives_the_papers_key():
    assert key(ABC, "A story") == "http://abcnews.go.com/kabc/story?id=8691010"


def test_an_explanation_starts_at_the_response_url():
    assert explain_key(ABC, "A story", RULES).response_url == ABC


def test_an_explanation_shows_the_url_with_cid_and_sorted_parameters():
    normal = explain_key(ABC, "A story", RULES).normal_url
    head, cid, tail = normal.replace("=", "&").split("&", 2)
    assert head == "http://abcnews.go.com/kabc/story?_cid_"
    assert len(cid) == 32
    assert tail == "id&8691010&section&news/local/los_angeles"


def test_an_explanation_names_the_rule():
    rule = explain_key(ABC, "A story", RULES).rule
    assert rule is not None
    assert rule.match.pattern == r"^abcnews\.go\.com"


def test_an_explanation_has_no_rule_if_none_applies():
    assert explain_key("http://x.org/a?b=1", "T", RULES).rule is None


# Keys.


def test_the_whole_query_is_dropped_if_no_rule_applies():
    assert key("http://www.ft.com/world/2013/02/news-1.html?feed=3", "T") == (
        "http://www.ft.com/world/2013/02/news-1.html"
    )


def test_pages_of_spip_have_different_keys():
    assert key("http://www.example.org/spip.php?article19") != key(
        "http://www.example.org/spip.php?article20"
    )


def test_home_pages_with_a_rule_have_different_keys_if_their_titles_differ():
    assert key("http://www.aljazeera.com", "One") != key("http://www.aljazeera.com", "Two")


# Domains.


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.news.eu", "news.eu"),
        ("news.bbc.co.uk", "bbc.co.uk"),
        ("me.github.io", "me.github.io"),
        ("www.me.github.io", "me.github.io"),
        ("www.пример.рф", "xn--e1afmkfd.xn--p1ai"),
        ("github.io", "github.io"),
        ("co.uk", "co.uk"),
        ("localhost", "localhost"),
        ("news.intranet", "news.intranet"),
        ("192.0.2.1", "192.0.2.1"),
        ("[2001:db8::1]", "[2001:db8::1]"),
        (".", "."),
    ],
)
def test_the_domain_is_the_registrable_part_of_the_host_if_there_is_one(host, domain):
    assert url_key(f"http://{host}/a", None, RULES).domain == domain


# Branches.


@pytest.mark.parametrize(
    ("url", "names"),
    [
        (
            "http://www.news.eu/politics/europe/article1.html",
            ("news.eu", "www.news.eu", "www.news.eu/politics", "www.news.eu/politics/europe"),
        ),
        (
            "http://abcnews.go.com/kabc/story?id=1",
            ("go.com", "abcnews.go.com", "abcnews.go.com/kabc", "abcnews.go.com/kabc/story"),
        ),
        ("http://a.b.x.org/", ("x.org", "b.x.org", "a.b.x.org")),
        ("http://x.org/", ("x.org",)),
        ("http://x.org/?p=1", ("x.org",)),
        ("http://x.org/article", ("x.org",)),
        ("http://x.org/2019/article/", ("x.org", "x.org/2019")),
        ("http://x.org/2019//article", ("x.org", "x.org/2019")),
        ("http://x.org/blog/?p=1", ("x.org", "x.org/blog")),
        ("http://x.org:8080/a/b", ("x.org", "x.org:8080", "x.org:8080/a")),
        ("http://a.x.org:8080/b", ("x.org", "x.org:8080", "a.x.org:8080")),
        ("http://[::1]:81/a/b", ("[::1]", "[::1]:81", "[::1]:81/a")),
    ],
)
def test_the_branch_leads_from_the_domain_down_to_the_folder(url, names):
    assert branch(url) == names


@pytest.mark.parametrize("url", ["http://x.org" + "/a" * 30_000, "http://" + "a." * 30_000 + "x.org/"])
def test_a_branch_is_never_longer_than_its_limit(url):
    assert len(branch(url)) == MAX_BRANCH


def test_a_name_that_is_too_long_ends_the_branch():
    assert branch(f"http://x.org/a/{'b' * MAX_NAME}/c") == ("x.org", "x.org/a")


# Properties, checked on URLs that are as odd as httpx accepts.

odd = st.text(
    alphabet="aZ09.-_~%:/?#[]@!$&'()*+,;= \\^|{}\"<>üß世☃\u0301\u3002\ufffd\U0001f4a9\ud800", max_size=12
)
word = st.one_of(st.text(alphabet="abAB01", min_size=1, max_size=4), odd)
host = st.one_of(
    st.sampled_from(
        ["x.org", "www.News.co.uk", "abcnews.go.com", "www.aljazeera.com", "bücher.de", "XN--BCHER-KVA.de"]
    ),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map("[{}]".format),
    st.lists(word, min_size=1, max_size=4).map(".".join),
    st.text(min_size=1, max_size=8),
)
name = st.one_of(
    st.sampled_from(
        ["id", "p", "ID", "articleId", "article19", "_cid_", "utm_source", "t", "q", "option", "view", "v"]
    ),
    st.sampled_from(
        ["sid", "cid", "page", "f", "name", "file", "ocid", "aid", "curid", "a/b", "tx_a[uid]", "STORY_NAME"]
    ),
    st.sampled_from(["newsletterid", "promo_id", "mbid", "pubid", "nid", "tx_felogin[uid]", "tx_a[news]"]),
    word,
)
value = st.one_of(word, st.sampled_from(["12345", "2008/01/a1.xml", "article", "0a1b2c"]))
parameter = st.one_of(name, st.tuples(name, value).map("=".join))
parameters = st.lists(parameter, max_size=5)
path = st.one_of(
    st.sampled_from(["", "/", "/index.php", "/story", "/a/b/read.asp", "/spip.php", "/viewtopic.php"]),
    st.sampled_from(["/pub-details", "/index.cfm", "/page.html", "/article.asp", "/index.ssf", "/Satellite"]),
    st.sampled_from(["/ShowNewsletter.aspx", "/promo", "/a-b/", "/a/"]),
    st.lists(
        st.one_of(
            st.sampled_from(["", ".", "..", "%2e%2E", "..;jsessionid=1", ";cfid", ";cfid=1.;cfid=1"]),
            st.sampled_from([VISIT, f"{VISIT};cfid", "(A(1;cfid=)" + VISIT[1:], f"..{VISIT}"]),
            word,
        ),
        max_size=5,
    ).map(lambda each: "/" + "/".join(each)),
)
userinfo = st.one_of(st.just(""), word.map("{}@".format))
port = st.one_of(st.just(""), st.integers(0, 70_000).map(":{}".format), word.map(":{}".format))
title = st.one_of(st.none(), st.text(max_size=10))


@st.composite
def urls(draw):
    scheme = draw(st.sampled_from(["http", "https", "HTTP"]))
    query = "&".join(draw(parameters))
    fragment = draw(st.sampled_from(["", "#f"]))
    text = f"{scheme}://{draw(userinfo)}{draw(host)}{draw(port)}{draw(path)}?{query}{fragment}"
    try:
        assume(httpx.URL(text).host)
    except (httpx.InvalidURL, UnicodeError):
        reject()
    return text


@given(urls(), title)
@example("http://[::1]80/", None)
@example("http://[fe80::1%25eth0]/", None)
@example("http://x.org: 8_1/", None)
@example("http://ü../", None)
@example("http://.../", None)
def test_every_url_that_httpx_accepts_has_a_key(url, title):
    assert url_key(url, title, RULES).key.startswith("http://")


@given(urls(), title)
def test_the_key_of_a_key_is_itself(url, title):
    first = url_key(url, title, RULES)
    assert url_key(first.key, title, RULES) == first


@given(urls(), title)
def test_the_key_of_a_key_is_itself_even_without_the_title(url, title):
    first = url_key(url, title, RULES)
    assert url_key(first.key, None, RULES) == first


@given(
    st.sampled_from(["x.org", "x.org/index.php", "x.org/a/read.asp", "x.org/spip.php", "www.aljazeera.com"]),
    parameters.flatmap(lambda each: st.tuples(st.just(each), st.permutations(each))),
    title,
)
def test_the_order_of_parameters_does_not_matter(script, orders, title):
    # What follows a "#" is not a parameter.
    one, other = ("&".join(order).replace("#", "") for order in orders)
    assert key(f"http://{script}?{one}", title) == key(f"http://{script}?{other}", title)


@given(urls())
def test_a_key_is_printable_ascii(url):
    text = url_key(url, None, RULES).key
    assert text.isascii()
    assert text.isprintable()
    assert " " not in text


@given(urls())
def test_the_host_ends_with_the_domain(url):
    found = url_key(url, None, RULES)
    assert parse_url(url).host.endswith(found.domain)


@given(urls())
def test_no_rule_changes_the_domain(url):
    assert domain_of(url) == url_key(url, None, RULES).domain


@given(urls())
def test_a_branch_descends_from_the_domain_without_repetition(url):
    found = url_key(url, None, RULES)
    assert found.branch[0] == found.domain
    assert len(set(found.branch)) == len(found.branch) <= MAX_BRANCH
    assert all(len(upper) < len(lower) for upper, lower in pairwise(found.branch))


@given(urls())
def test_the_parent_of_a_node_is_the_one_above_it_in_a_branch(url):
    found = url_key(url, None, RULES)
    above = [parent(node, found.domain, found.branch) for node in found.branch[1:]]
    assert above == list(found.branch[:-1])


NEWS = "www.example.com/news"


@pytest.mark.parametrize(
    ("node", "above"),
    [
        ("www.example.com", "example.com"),
        ("a.b.example.com", "example.com"),
        (NEWS, "www.example.com"),
        (f"{NEWS}/2026", NEWS),
        ("example.com/news", "example.com"),
        ("elsewhere.example.org/a", "example.com"),
    ],
)
def test_the_parent_of_a_node_is_the_nearest_that_is_known(node, above):
    assert parent(node, "example.com", {"example.com", "www.example.com", NEWS}) == above


@pytest.mark.parametrize(
    "name", ["example.co.uk", "www.Example.co.uk", "example.co.uk:8080/a@b", "https://www.example.co.uk/news"]
)
def test_a_site_is_named_by_any_host_or_url_of_it(name):
    assert domain_meant_by(name) == "example.co.uk"


@pytest.mark.parametrize(
    "name", ["", "editor@example.com", "mailto:editor@example.com", "ftp://example.com/"]
)
def test_what_is_no_host_or_url_names_no_site(name):
    with pytest.raises(UrlError):
        domain_meant_by(name)
