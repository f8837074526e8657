"""Inline Markdown: emphasis, links, and text that looks like markup."""

from urllib.parse import unquote

import pytest
from contents import PAGES, extraction_of, extraction_or_none
from hypothesis import given
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from urltree.output.clean import to_html
from urltree.output.markdown import to_markdown


def markdown(html):
    return to_markdown(html, extraction_of(html))


def marked_letters(html):
    """Give all that is no space, each with its link and with the names of the other marks on it."""
    for text in lxml_html.fragment_fromstring(html, create_parent=True).xpath("//text()"):
        parent = text.getparent() if text.is_text else text.getparent().getparent()
        around = {element.tag: element for element in (*parent.iterancestors(), parent)}
        link = unquote(around["a"].get("href")) if "a" in around else None
        marks = {"code" if tag in {"kbd", "samp"} else tag for tag in around}
        yield from ((letter, link, marks) for letter in "".join(text.split()))


@given(html=PAGES)
def test_links_are_those_of_the_html_and_no_other_marks_are_added(html):
    if extraction := extraction_or_none(html):
        parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        written = marked_letters(parser.render(to_markdown(html, extraction)))
        for ours, theirs in zip(written, marked_letters(to_html(html, extraction)), strict=True):
            assert ours[:2] == theirs[:2]
            assert ours[2] & {"code", "em", "s", "strong"} <= theirs[2]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a <b>b</b> <i>c</i> <del>d</del>", "a **b** _c_ ~~d~~"),
        ("<strike>a</strike> <tt>b</tt>", "~~a~~ `b`"),
        ("a<b> b </b>c", "a **b** c"),
        ("<b>a</b><strong>b</strong>", "**ab**"),
        ("<b>a <i>b</i> c</b>", "**a _b_ c**"),
        ("a<b>b</b>c", "a**b**c"),
        ("a<i>b</i>c", "abc"),
        ("a<b>„b“</b>c", "a„**b**“c"),
        ("a<b>„b</b>", "a„**b**"),
        ("<b>a“</b>b", "**a**“b"),
        ("a<b>„b <i>c</i></b>", "a„**b _c_**"),
        ("<b>a<i> b“</i></b>c", "**a _b_**“c"),
        ("a<del>b</del>c", "a~~b~~c"),
        ("<del>a<b>b</b></del>", "~~ab~~"),
        ("<del>a <b>b</b></del>", "~~a~~ **~~b~~**"),
        ("<i>a,<b>+b!<s>c</s></b></i>d", "_a,+b_!~~c~~d"),
        ("<del><i>a</i><b>b</b></del>", "~~ab~~"),
        ("<del>a ~b</del> ~c", "~~a \\~b~~ ~c"),
        ("“<i>a</i>”—<i>b</i>…", "“_a_”—_b_…"),
        ("「<b>“a”</b>」", "「**“a”**」"),
        ("£<i>5</i>", "£5"),
        ("a<b> b <i>c</i></b>", "a **b _c_**"),
        ("(<b>„b“</b>).", "(**„b“**)."),
        ("a <i>b</i>c", "a bc"),
        ("a<i>b</i> c", "ab c"),
        ("a <b>„b“</b>c", "a **„b**“c"),
        ("a<b>„b“</b> c", "a„**b“** c"),
        ("a<b> „b“ </b>c", "a **„b“** c"),
        ("a<b>, b</b> c", "a, **b** c"),
        ("a <i>b,</i>c", "a _b_,c"),
        ("a<i>b,</i>c", "ab,c"),
        ("a<b>.</b>b", "a.b"),
        ("a<b>&amp;copy;</b>b", "a\\&**copy**;b"),
        ("a<b>*</b>b", "a\\*b"),
        ("<b>大「小」</b>中", "**大「小**」中"),
        ("a<b> </b>b", "a b"),
        ("<b> </b>a<b><br></b>b", "a\\\nb"),
        ("a<sup>2</sup>", "a2"),
        ("<b><div>a</div>b</b>", "**a**\n\n**b**"),
    ],
)
def test_emphasis_is_written(html, expected):
    assert markdown(f"<div>{html}</div>") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a <span style='color: red; font-weight: bold'>b</span> c", "a **b** c"),
        ("<span style='font-weight:700;font-style:italic'>a</span>", "**_a_**"),
        ("<font style='FONT-STYLE: Oblique'>a</font>", "_a_"),
        ("<b style='font-weight:normal'>a</b>", "a"),
        ("<b>a <span style='font-weight: 400'>b</span> c</b>", "**a** b **c**"),
        ("<i>a <span style='font-weight: 400'>b</span></i>", "_a b_"),
        ("<i style='font-weight:bold'>a</i>", "**_a_**"),
        ("<span style='font-weight: inherit; x-font-style: italic'>a</span>", "a"),
    ],
)
def test_emphasis_may_be_styled(html, expected):
    assert markdown(f"<div>{html}</div>") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=x>a <b>b</b></a>", "[a **b**](https://example.com/news/x)"),
        ("Oh!<a href=/x>a</a>", "Oh\\![a](https://example.com/x)"),
        ("<a href='/a b(c)`|'>a</a>", "[a](https://example.com/a%20b%28c%29%60%7C)"),
        ("<a href='/?a=1&amp;b=2&amp;copy;'>a</a>", "[a](https://example.com/?a=1&b=2&amp;copy;)"),
        ("<a href=/x>[a]</a>", "[\\[a\\]](https://example.com/x)"),
        ("<a href='javascript:evil()'>a</a>", "a"),
        ("<a name=x>a</a>", "a"),
        ("<a href='javascript:evil()'><div>a</div><div>b</div></a>", "a\n\nb"),
        ("<a href=/x>a <b><a href='javascript:evil()'>b</a></b></a>", "[a](https://example.com/x) **b**"),
        ("a<a href=#x>b</a>", "a[b](https://example.com/news/bridge#x)"),
        ("a<a href=/x#x>¶</a>", "a[¶](https://example.com/x#x)"),
        ("<a href=/x> </a>a<a href=/y><img src=z></a>", "a"),
        (
            "<a href=/x><div>a</div><div>b</div></a>",
            "[a](https://example.com/x)\n\n[b](https://example.com/x)",
        ),
    ],
)
def test_links_are_written(html, expected):
    assert markdown(f"<div>{html}</div>") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2><a href=#x>a <b>b</b></a> </h2>", "## a **b**"),
        ("<h2>a<a href=#x><span class=sr-only>Permalink</span></a></h2>", "## a"),
        ("<h1><a href=bridge>a</a></h1>", "# a"),
        ("<h1><a href=//example.com:80/news/./bridge#top>a</a></h1>", "# a"),
        ("<h1><a href=bridge?page=2>a</a></h1>", "# [a](https://example.com/news/bridge?page=2)"),
        ("<h1><a href=bridge>a</a> b</h1>", "# [a](https://example.com/news/bridge) b"),
        ("<p><a href=bridge>a</a>", "[a](https://example.com/news/bridge)"),
        ("<h1><a href=mailto:a@example.com>a</a></h1>", "# a"),
        ("<h2><a href=#x>1</a>a</h2>", "## [1](https://example.com/news/bridge#x)a"),
        ("<h2>a<a href=#x>b</a></h2>", "## a[b](https://example.com/news/bridge#x)"),
        ("<h2><a href=/x#x>a</a></h2>", "## [a](https://example.com/x#x)"),
        ("<p><a href=#x>a</a>", "[a](https://example.com/news/bridge#x)"),
    ],
)
def test_the_link_of_a_whole_heading_to_itself_is_left_out(html, expected):
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("http://x.example/~a b", "http\\://x.example/\\~a b"),
        ("(www.x.example/_a_)", "(www\\.x.example/\\_a\\_)"),
        ("字http://x.example/_a_", "字http\\://x.example/\\_a\\_"),
        ("\u0131http://x.example/_a_", "\u0131http\\://x.example/\\_a\\_"),
        ("www.x.example_www.x.example_", "www\\.x.example_www\\.x.example\\_"),
        ("_www.x.example_", "\\_www\\.x.example\\_"),
        ("http://x.example/a_b *", "http://x.example/a_b \\*"),
        ("<a href=/y>http://x.example/~a</a>", "[http://x.example/\\~a](https://example.com/y)"),
        ("<code>http://x.example/~a</code>", "`http://x.example/~a`"),
        ("www.x.example<br>a", "www.x.example \\\na"),
        ("<a href=/y>b</a>www.x.example<br>a", "[b](https://example.com/y)www.x.example \\\na"),
        ("<a href=/y>www.x.example</a><br>a", "[www.x.example](https://example.com/y)\\\na"),
    ],
)
def test_no_backslash_becomes_part_of_an_address(html, expected):
    assert markdown(f"<div>{html}</div>") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("http://x.example<a href=/y>a</a>", "http\\://x.example[a](https://example.com/y)"),
        ("www.x.example<code>a</code>", "www\\.x.example`a`"),
        ("<b>www.x.example</b>, b", "**www\\.x.example**, b"),
        ("<b>www.x.example</b> b", "**www.x.example** b"),
        ("<b>a www.x.example</b>", "**a www.x.example**"),
    ],
)
def test_no_markup_becomes_part_of_an_address(html, expected):
    assert markdown(f"<div>{html}</div>") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*a* **b** _c_ `d` ~~e~~ [f](g)", "\\*a\\* \\*\\*b\\*\\* \\_c\\_ \\`d\\` ~\\~e\\~\\~ [f\\](g)"),
        ("snake_case 1 < 2 & 3", "snake_case 1 < 2 & 3"),
        ("&lt;b> &amp;lt; &lt;!--", "\\<b> \\&lt; \\<!--"),
        ("a &lt;1@b.c>", "a \\<1@b.c>"),
        ("a &lt;1<u>2@b.c></u>", "a \\<12@b.c>"),
        ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("-5", "-5"),
        ("# a", "\\# a"),
        ("#a", "#a"),
        ("> a", "\\> a"),
        ("1. a", "1\\. a"),
        ("2017) a", "2017\\) a"),
        ("1.5", "1.5"),
        ("१. a", "१. a"),
        ("===", "\\==="),
        ("a<br>---", "a\\\n\\---"),
        ("a | b<br>--- | ---", "a | b\\\n\\--- | ---"),
        ("a\\b", "a\\\\b"),
        ("a!", "a!"),
        ("[a]: /b", "\\[a]: /b"),
        ("[a <code>]: /b</code>", "\\[a `]: /b`"),
        ("[a<br><code>]: /b</code>", "\\[a\\\n`]: /b`"),
        ("a [b]<u>(c)</u>", "a [b\\](c)"),
        ("[a](b <code>]: c</code>", "\\[a\\](b `]: c`"),
        ("[x] a", "\\[x] a"),
        ("[X] a", "\\[X] a"),
        ("[ ] a", "\\[ ] a"),
        ("~~~", "\\~\\~\\~"),
        ("a *<b>b</b>", "a \\***b**"),
        ("a ~<s>b</s>", "a \\~~~b~~"),
        ("a &am<u>p;</u>", "a \\&amp;"),
    ],
)
def test_text_cannot_become_markup(text, expected):
    assert markdown(f"<div>{text}</div>") == expected


@pytest.mark.parametrize(
    "text",
    ["a[1] [2]", "[edit] a", "2 * 3", "about ~2 %, ~$5", "R&D", "a [] b", "a <", "a [b]: c", "1<2", "a![b]"],
)
def test_text_that_looks_like_markup_but_is_none_stays_as_it_is(text):
    assert markdown(f"<p>{text}</p>") == text


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<b>Oh!</b> a", "**Oh!** a"),
        ("<a href=/x>Oh!</a> a", "[Oh!](https://example.com/x) a"),
        ("<i>Oh</i><a href=/x>a</a>", "_Oh_[a](https://example.com/x)"),
        ("[<a href=/x>1</a>]", "[[1](https://example.com/x)]"),
        ("<a href=/x>[a]<code>]: b</code></a>", "[\\[a\\]\\]: b](https://example.com/x)"),
        ("<a href=/x><b>a <code>b]:</code> c</b></a>", "[**a b\\]: c**](https://example.com/x)"),
        ("<a href=/x><code>a[1]</code></a>: b", "[`a[1]`](https://example.com/x): b"),
        ("!<a href=/x> a</a>", "! [a](https://example.com/x)"),
        ("<a href=/x>a!<b>b</b></a>", "[a!**b**](https://example.com/x)"),
        ("[a [b <code>]: c</code>", "[a [b `]: c`"),
        ("<a href=/x>\\[</a>", "[\\\\\\[](https://example.com/x)"),
    ],
)
def test_text_beside_links_is_written(html, expected):
    assert markdown(f"<p>{html}</p>") == expected


def test_a_number_with_a_dot_is_escaped_only_at_the_start_of_a_text():
    assert markdown("<p>1. See 2. of the list") == "1\\. See 2. of the list"


def test_a_line_may_begin_and_end_with_emphasis():
    assert markdown("<p><em>one</em> two <em>three</em>") == "_one_ two _three_"
