import errno
import re
import tracemalloc
from pathlib import Path
from time import process_time

import pytest
from documented import REPOSITORY, names_in_tables

from urltree.errors import RuleError
from urltree.rules import load_rules
from urltree.url import parse_url

BUILT_IN = load_rules()
FILES = sorted(file.name for file in (REPOSITORY / "normalization_rules").glob("*.toml"))

RULE = """\
[[rule]]
match = '^x\\.org/'
keep = ["n"]
example = "http://x.org/a?n=1&m=2"
key = "http://x.org/a?n=1"
"""


def key(url, rules, title=None):
    return str(rules.apply(parse_url(url).with_title(title))[0])


def load(folder, text):
    """Load the rules of a user's file, followed by the built-in ones."""
    (folder / "own.toml").write_text(text, encoding="utf-8")
    return load_rules(folder)


def refusal(folder, text):
    """Give the error that a user's file causes, from the name of the file on."""
    with pytest.raises(RuleError) as refused:
        load(folder, text)
    return str(refused.value).removeprefix(f"{folder}/")


# The rules that come with urltree.


@pytest.mark.parametrize("rule", BUILT_IN.rules, ids=lambda rule: rule.place.rpartition("/")[2])
def test_every_rule_is_the_first_that_applies_to_its_example(rule):
    url, applied = BUILT_IN.apply(parse_url(rule.example).with_title(rule.title))
    assert (str(url), applied) == (rule.key, rule)


@pytest.mark.parametrize("rule", BUILT_IN.rules, ids=lambda rule: rule.place.rpartition("/")[2])
def test_every_rule_has_a_source(rule):
    assert rule.source


@pytest.mark.parametrize("file", FILES)
def test_every_file_is_explained_exactly_once(file):
    assert names_in_tables("normalization_rules/README.md").count(file) == 1


def test_all_nine_rules_of_the_paper_are_built_in():
    assert sum(rule.source.startswith("URL Tree, Table 1") for rule in BUILT_IN.rules) == 9


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://x.org/?s=words", "http://x.org/"),
        ("http://x.org/?q=words", "http://x.org/"),
        ("http://x.org/a-long-title-7.html?id=rss", "http://x.org/a-long-title-7.html"),
        ("http://x.org/news-of-the-day/?id=rss", "http://x.org/news-of-the-day/"),
        ("http://x.org/read.php?sid=1&uid=2&catid=3&Itemid=4", "http://x.org/read.php"),
        ("http://x.org/article.php?id=5&sid=3", "http://x.org/article.php?id=5"),
        ("http://x.org/index.php?topic=news&id=5", "http://x.org/index.php?id=5"),
        ("http://x.org/?p=521&id=mail", "http://x.org/?p=521"),
        ("http://x.org/a/b?ref=rss&source=mail&from=home", "http://x.org/a/b"),
        ("http://x.org/showthread.php?ID=5&p=2", "http://x.org/showthread.php?ID=5"),
        ("http://x.org/index.php?http://y.org/a", "http://x.org/index.php"),
        ("http://x.org/ucp.php?return_to/news/1", "http://x.org/ucp.php"),
        ("http://x.org/a.php?page=http://y.org/a", "http://x.org/a.php"),
        ("http://x.org/a.php?page=2", "http://x.org/a.php"),
        ("http://x.org/viewtopic.php?f=20&t=4", "http://x.org/viewtopic.php?t=4"),
        ("http://x.org/read.php?sid=0a1b2c3d", "http://x.org/read.php"),
        ("http://x.org/read.php?id=5&sid=12345", "http://x.org/read.php?id=5"),
        ("http://x.org/article.php?page=2008", "http://x.org/article.php"),
        ("http://x.org/news-view?aid=mail", "http://x.org/news-view"),
        ("http://x.org/news-view?uid=5&nid=7", "http://x.org/news-view?nid=7"),
        ("http://x.org/a-long-news-story?aid=7", "http://x.org/a-long-news-story"),
        ("http://x.org/story7.html?id=12345", "http://x.org/story7.html"),
        ("http://x.org/details.php?id=1&pcampaignid=web_share", "http://x.org/details.php?id=1"),
        ("http://x.org/showpage?IPromoID=LEN622390", "http://x.org/showpage"),
        ("http://x.org/newsletter.php?pcampaignid=5&IPromoID=7", "http://x.org/newsletter.php"),
        ("http://x.org/read.php?ocid=cmm3&mbid=social_facebook", "http://x.org/read.php"),
        ("http://x.org/id/4/t/a-long-title/?ns/health-aids/", "http://x.org/id/4/t/a-long-title/"),
        ("http://x.org/2007/Golf-Royal-Trophy/?facets/sport/golf/", "http://x.org/2007/Golf-Royal-Trophy/"),
        ("http://x.org/viewstory.php?nid=5123&nav/top", "http://x.org/viewstory.php?nid=5123"),
        ("http://x.org/show.php?articleId=5&a/b=1", "http://x.org/show.php?articleId=5"),
        ("http://x.org/shop.php?f=/cat3/shoes&pid=7", "http://x.org/shop.php?pid=7"),
        ("http://x.org/index.php?page=news/view&id=7", "http://x.org/index.php?id=7"),
        ("http://x.org/index.php?page=content/news&news=7", "http://x.org/index.php?news=7"),
        ("http://x.org/?page=news/view&id=7", "http://x.org/?id=7"),
        ("http://x.org/latest-news?Itemid=101", "http://x.org/latest-news"),
        ("http://x.org/pub-details?pubid=1&langid=2", "http://x.org/pub-details?pubid=1"),
        ("http://x.org/a/?tx_comments_pi1[uid]=5", "http://x.org/a/"),
        ("http://x.org/index.php?id=5&tx_felogin_pi1[uid]=1", "http://x.org/index.php?id=5"),
        (
            "http://x.org/?id=5&tx_ttnews[tt_news]=3&tx_felogin[uid]=1",
            "http://x.org/?tx_ttnews%5Btt_news%5D=3",
        ),
    ],
)
def test_parameters_that_do_not_identify_are_dropped(url, expected):
    assert key(url, BUILT_IN) == expected


@pytest.mark.parametrize(
    "url",
    [
        "http://x.org/a.html?articleId=1",
        "http://x.org/a.html?news_no=1",
        "http://x.org/a.html?IDNoticia=1",
        "http://x.org/news.html?id=1",
        "http://x.org/index.php?newsid=1",
        "http://x.org/main/read.naver?aid=2&oid=1",
        "http://x.org/main.php3?rcpid=54",
        "http://x.org/?id=55&p=news",
        "http://x.org/index.php?id=55&p=2",
        "http://x.org/showpost.php?p=7",
        "http://x.org/index.php?article/7-a-title/",
        "http://x.org/news?_101_urlTitle=a-title",
        "http://mp.weixin.qq.com/s?__biz=MzA5%3D&idx=2&mid=265",
        "http://eur-lex.europa.eu/legal-content/EN/ALL/?uri=CELEX:32016R0679",
        "http://post.naver.com/viewer/postView.nhn?memberNo=1&volumeNo=2",
        "http://x.org/?post/2010/01/31/a-title",
        "http://x.org/news/index.ssf?/base/news-5/120.xml",
        "http://x.org/?fArticleId=1234567",
        "http://x.org/football.html?in_article_id=123456",
        "http://x.org/news/video?videoId=12345",
        "http://x.org/news/?ID=1",
        "http://x.org/AKI/Security/?id=1.0.1234567890",
        "http://x.org/global/link.asp?l=123456",
        "http://x.org/news/main.jhtml?xml=/news/2008/01/15/a115.xml",
        "http://x.org/news/view-article?id=5",
        "http://x.org/index.php?tx_blog_pi1%5BshowUid%5D=5",
        "http://x.org/index.php?tx_blog_pi1%5Blist%5D%5BshowUid%5D=5",
        "http://x.org/index.php?id=12&tx_irfaq_pi1%5BshowUid%5D=3",
        "http://x.org/default.asp?page=2008%5C01%5Cstory_7",
        "http://x.org/?news=7&page=content/news",
        "http://x.org/news.asp?num=7&page=inc/detail",
        "http://my-blog.org/?post/2010/01/31/a-title",
        "http://x.org/forum/?threads/a-title.5/",
        "http://x.org/newsletter?newsletter_id=5",
        "http://x.org/promo.php?promoid=5",
        "http://x.org/ShowVisit.aspx?VisitID=5",
        "http://x.org/campaign.php?campaignid=6KJKF",
        "http://x.org/board.php?mbid=5",
        "http://x.org/detail.aspx?OCID=5",
    ],
)
def test_parameters_that_identify_are_kept(url):
    assert key(url, BUILT_IN) == url


@pytest.mark.parametrize(
    "name",
    "Itemid campaignid newsletterid sessionid partnerid affid feedid langid userid catid srcid pid".split(),
)
def test_two_words_that_may_be_a_title_keep_no_id_of_another_kind(name):
    assert key(f"http://x.org/breaking-news?{name}=12", BUILT_IN) == "http://x.org/breaking-news"


@pytest.mark.parametrize("name", ["utm_source", "UTM_Medium", "fbclid", "gclid", "PHPSESSID", "mc_cid"])
def test_tracking_parameters_never_identify(tmp_path, name):
    rules = load(tmp_path, RULE.replace('"n"', '"n|.*"').replace("&m=2", ""))
    assert key(f"http://x.org/a?n=1&{name}=1", rules) == "http://x.org/a?n=1"


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("/a;jsessionid=0A1B.node2", "/a"),
        ("/;JSESSIONID=0", "/"),
        ("/a;jsessionid=0/b;v=1;jsessionid=0;w", "/a/b;v=1;w"),
        ("/a;jsessionids=0;id=1", "/a;jsessionids=0;id=1"),
        ("/a/..;jsessionid=0/b", "/a/..;jsessionid=0/b"),
        ("/a.;jsessionid=0", "/a."),
        ("//;jsessionid=0.;jsessionid=1", "//"),
        ("/a/(S(lit3py55t21z5v55vlm25s55))/b", "/a/b"),
        ("/(X(1)S(lit3py55t21z5v55vlm25s55));jsessionid=0/b", "/b"),
        ("/(S(lit3py55t21z5v55vlm25s55))", "/(S(lit3py55t21z5v55vlm25s55))"),
        ("/(S(pecial))/b", "/(S(pecial))/b"),
    ],
)
def test_session_ids_are_removed_from_paths(path, left):
    assert key(f"http://x.org{path}", BUILT_IN) == f"http://x.org{left}"


@pytest.mark.parametrize(
    "name",
    "zanpid irclickid elqTrackId sfmc_id ck_subscriber_id zenid mibextid fb_comment_id mbid ocid smid sscid "
    "ranSiteID pcampaignid".split(),
)
def test_ids_of_clicks_and_visits_are_none_of_a_scripts_documents(name):
    assert key(f"http://x.org/read.php?id=5&{name}=7", BUILT_IN) == "http://x.org/read.php?id=5"


# How rules apply.


def test_the_users_rules_take_precedence(tmp_path):
    rules = load(tmp_path, RULE.replace('"n"', '"m"').replace("?n=1", "?p=1").replace('?p=1"', '?m=2"'))
    assert key("http://x.org/?p=1&m=2", rules) == "http://x.org/?m=2"


def test_the_first_folder_takes_precedence(tmp_path):
    for name in ("n", "m"):
        (tmp_path / name).mkdir()
        text = RULE.replace('"n"', f'"{name}"').replace('?n=1"', f'?{name}={"nm".index(name) + 1}"')
        (tmp_path / name / "own.toml").write_text(text, encoding="utf-8")
    assert key("http://x.org/a?n=1&m=2", load_rules(tmp_path / "n", tmp_path / "m")) == "http://x.org/a?n=1"
    assert key("http://x.org/a?n=1&m=2", load_rules(tmp_path / "m", tmp_path / "n")) == "http://x.org/a?m=2"


def test_a_rule_applies_only_if_all_its_parameters_are_present(tmp_path):
    rules = load(tmp_path, RULE.replace('["n"]', '["n", "m"]').replace("?n=1", "?m=2&n=1"))
    assert key("http://x.org/a?n=1", rules) == "http://x.org/a"


def test_a_rule_is_searched_not_matched_from_the_start(tmp_path):
    assert key("http://www.x.org/a?n=1", load(tmp_path, RULE.replace("^", ""))) == "http://www.x.org/a?n=1"


def test_a_rule_sees_the_sorted_query_with_cid(tmp_path):
    rules = load(tmp_path, RULE.replace("^x\\.org/", "(b=1|n=1)$"))
    assert key("http://y.org/a?n=1&b=1", rules, "A title") == "http://y.org/a?n=1"


def test_the_name_of_a_parameter_must_match_as_a_whole(tmp_path):
    assert key("http://x.org/a?nn=1", load(tmp_path, RULE)) == "http://x.org/a"


def test_the_name_of_a_parameter_is_case_insensitive(tmp_path):
    assert key("http://x.org/a?N=1", load(tmp_path, RULE)) == "http://x.org/a?N=1"


def test_all_values_of_a_name_are_kept(tmp_path):
    assert key("http://x.org/a?n=2&m=3&n=1", load(tmp_path, RULE)) == "http://x.org/a?n=1&n=2"


@pytest.mark.parametrize(
    ("names", "is_tracking"),
    [
        ("'x', '(?s)P'", True),
        ("'(?P<a>x)', '(?P<a>p)'", True),
        (r"'(p)x', '(p)\1'", False),
        (r"'(p|x)', '(x)\1'", True),
    ],
)
def test_names_of_tracking_parameters_may_have_flags_and_groups(tmp_path, names, is_tracking):
    rules = load(tmp_path, f"[tracking]\nparameters = [{names}]")
    assert (key("http://x.org/?p=1", rules) == "http://x.org/") is is_tracking


def test_a_parameter_without_a_name_is_not_taken_for_tracking(tmp_path):
    rule = RULE.replace('"n"', '"n|"').replace("?n=1", "?=2&n=1")
    rules = load(tmp_path, f"{rule}[tracking]\nparameters = ['(p)']")
    assert key("http://x.org/a?=2&n=1", rules) == "http://x.org/a?=2&n=1"


def test_the_users_tracking_parameters_are_added(tmp_path):
    rules = load(tmp_path, '[tracking]\nparameters = ["p"]')
    assert key("http://x.org/?p=1", rules) == "http://x.org/"
    assert key("http://x.org/a.php?id=1&fbclid=2", rules) == "http://x.org/a.php?id=1"


@pytest.mark.parametrize("name", [".#own.toml", "._own.toml"], ids=["lock of Emacs", "fork of macOS"])
def test_a_hidden_file_is_skipped(tmp_path, name):
    (tmp_path / name).write_bytes(b"\x00\xe9")
    assert load_rules(tmp_path).rules == BUILT_IN.rules


def test_a_file_without_the_suffix_of_toml_is_skipped(tmp_path):
    (tmp_path / "notes.txt").write_text("[[", encoding="utf-8")
    assert load_rules(tmp_path).rules == BUILT_IN.rules


# What is refused, with file, line and reason.


INLINE = "{match = '^x', keep = ['n'], example = 'http://x.org/?n=1', key = 'http://x.org/?n=1'}"

REFUSALS = {
    "syntax": ("\n[[rule]\nmatch = ''", r"2: not valid TOML: .*line 2"),
    "open string": ("\n[[rule]]\nmatch = '", r"3: not valid TOML: "),
    "number too long": (f"\n[tracking]\nparameters = {'1' * 5_000}", r"3: not valid TOML: "),
    "lists too deep": (f"tracking = {'[' * 5_000}", r"1: not valid TOML: "),
    "syntax at the end": ("\n\n[tracking", r"3: not valid TOML: "),
    "unknown table": (f"{RULE}\n[rules]\n", r"7: unknown 'rules'; a file has only \[\[rule\]\] and \[tr"),
    "one bracket": (f"\n{RULE[1:].replace(']]', ']')}", r"2: .* double brackets"),
    "rule that is no table": ("\nrule = [1]", r"2: must be a table"),
    "missing field": (RULE.replace("example", "title"), r"1: example is missing"),
    "table of a strange name": ("\n'(' = 1", r"1: unknown '\('"),
    "rules in one line": (f"\nrule = [{INLINE}, {{}}]", r"1: example is missing"),
    "misspelt field": (
        RULE.replace("example", "exmaple"),
        r"1: unknown field 'exmaple'; known fields are example, keep, key",
    ),
    "line of the second rule": (f"{RULE}\n\n[[rule]]", r"8: example is missing"),
    "match that is no string": (RULE.replace("'^x\\.org/'", "1"), r"1: match must be a string"),
    "match that is no regex": (RULE.replace("^x", "(x"), r"1: '\(x.*' is not a regular expression: miss"),
    "match of too many": (RULE.replace("^x", "x{9999999999}"), r"1: .*is not a regular expression: "),
    "match that is too deep": (
        RULE.replace("^x", "(" * 5_000 + ")" * 5_000),
        r"1: .*is not a regular expression: ",
    ),
    "keep that is no list": (RULE.replace('["n"]', '"n"'), r"1: keep must be a list of names"),
    "keep of other than strings": (RULE.replace('["n"]', '["n", 1]'), r"1: keep must be a list of names"),
    "keep of an empty name": (RULE.replace('["n"]', '["n", ""]'), r"1: keep must be a list of names"),
    "keep without a name": (RULE.replace('["n"]', "[]"), r"1: keep must be a list of names"),
    "keep that is no regex": (RULE.replace('"n"', '"*"'), r"1: '\*' is not a regular expression"),
    "another key": (RULE.replace("?n=1&m", "?n=3&m"), r"1: .*gives the key .*n=3, not .*n=1$"),
    "key that no rule keeps": (RULE.replace("^x", "^y"), r"1: .*not .*n=1, for no rule applies to it$"),
    "example of another rule": (
        RULE + RULE.replace("^x", "^y"),
        r"6: the rule does not apply to its own example, http://x\.org/a\?n=1&m=2$",
    ),
    "key that another rule makes": (
        RULE + RULE.replace('"n"', '"m"').replace('?n=1"', '?m=2"'),
        r"6: .*, for the rule at .*own\.toml:1 applies before this one$",
    ),
    "key that does not give itself": (RULE.replace("x\\.org/", "x.*m=2"), r"1: http://x.org/a\?n=1 gives"),
    "example that is no URL": (RULE.replace("http://x.org/a?n=1&m=2", "x.org"), r"1: 'x.org' is not an"),
    "tracked parameter to keep": (f"{RULE}[tracking]\nparameters = ['n']", r"1: .*key http://x.org/a, not"),
    "tracking that is no table": ("\ntracking = 1", r"2: must be a table"),
    "tracking without names": ("[tracking]", r"1: parameters is missing"),
    "tracking that is no list": ("[tracking]\nparameters = 'p'", r"1: parameters must be a list of names"),
    "tracking that is no regex": (f"{RULE}\n[tracking]\nparameters = ['(']", r"7: '\(' is not a regular"),
}


@pytest.mark.parametrize(("text", "message"), REFUSALS.values(), ids=REFUSALS)
def test_an_invalid_file_is_refused_with_line_and_reason(tmp_path, text, message):
    assert re.match(rf"own\.toml:{message}", refusal(tmp_path, text))


def test_a_byte_order_mark_does_not_matter(tmp_path):
    rules = load(tmp_path, f"\ufeff{RULE}")
    assert key("http://x.org/a?n=1&m=2", rules) == "http://x.org/a?n=1"


def test_a_file_that_is_not_utf8_is_refused_with_its_line(tmp_path):
    (tmp_path / "own.toml").write_bytes(b"# a\n# \xe9\n")
    with pytest.raises(RuleError, match=r"own\.toml:2: not UTF-8; save"):
        load_rules(tmp_path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "own.toml").mkdir()
    with pytest.raises(RuleError, match=r"own\.toml cannot be read: Is a directory"):
        load_rules(tmp_path)


def test_a_folder_that_cannot_be_read_is_refused(tmp_path, monkeypatch):
    def refuse(_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(RuleError, match=": Permission denied"):
        load_rules(tmp_path)


def test_a_folder_may_be_named_by_a_string(tmp_path):
    assert load_rules(str(tmp_path)).rules == BUILT_IN.rules


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(RuleError, match="absent cannot be read: No such file"):
        load_rules(tmp_path / "absent")


def test_a_folder_of_an_impossible_name_is_refused(tmp_path):
    with pytest.raises(RuleError, match="a cannot be read: File name too long"):
        load_rules(tmp_path / ("a" * 300))


def test_urls_with_thousands_of_parameters_leave_nothing_in_memory():
    urls = [f"http://x.org/?{'&'.join(f'p{url}-{number}' for number in range(5_000))}" for url in range(10)]
    BUILT_IN.apply(parse_url(urls[0]))
    tracemalloc.start()
    for url in urls[1:]:
        BUILT_IN.apply(parse_url(url))
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert left < 100_000


def test_a_file_of_many_rules_takes_linear_time(tmp_path):
    rule = "[[rule]]\nmatch = '^h{0}'\nkeep = ['a']\nexample = 'http://h{0}/?a=1'\nkey = 'http://h{0}/?a=1'\n"
    (tmp_path / "own.toml").write_text("".join(map(rule.format, range(4_000))))
    started = process_time()
    load_rules(tmp_path)
    assert process_time() - started < 3  # it would take eighteen if each were looked for in all lines
