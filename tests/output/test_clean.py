"""The content of pages as clean HTML."""

import pytest
from contents import PAGES, TAGS, extraction_of, extraction_or_none, words_of_html
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from urltree.errors import InputError
from urltree.output.clean import to_html


def clean(html):
    return to_html(html, extraction_of(html))


@given(html=PAGES, dropped=st.sets(st.integers(0, 8)))
def test_the_words_are_those_of_the_text(html, dropped):
    extraction = extraction_or_none(html, lambda place: place not in dropped)
    if extraction:
        assert words_of_html(to_html(html, extraction)) == extraction.text.split()


ATTRIBUTES = {
    "a": ["href"],
    "code": ["class"],
    "li": ["value"],
    "ol": ["reversed", "start", "type"],
    "td": ["colspan", "rowspan"],
    "th": ["colspan", "rowspan"],
}
NOT_WRITTEN = {"b", "body", "del", "div", "i", "noscript", "span", "thead", "title"}


@given(html=PAGES)
def test_only_harmless_elements_and_attributes_are_written(html):
    if extraction := extraction_or_none(html):
        for element in lxml_html.fragment_fromstring(
            to_html(html, extraction), create_parent="p"
        ).iterdescendants():
            assert element.tag in set(TAGS) - NOT_WRITTEN
            assert set(element.attrib) <= set(ATTRIBUTES.get(element.tag, []))
            assert element.get("href", "https:").startswith(("https:", "http:"))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<div>b</div>", "<p>a</p>\n<p>b</p>"),
        ("<h2>a &amp; b</h2>", "<h2>a &amp; b</h2>"),
        ("<p>a<br> b", "<p>a<br>b</p>"),
        (
            "<ul><li>a<ul><li>b</ul><li><p>c<p>d</ul>",
            "<ul><li>a<ul><li>b</li>\n</ul>\n</li>\n<li><p>c</p>\n<p>d</p>\n</li>\n</ul>",
        ),
        ("<ol start=3><li>a</ol>", '<ol start="3"><li>a</li>\n</ol>'),
        ("<ol start=x><li value=7>a<li>b</ol>", '<ol start="7"><li>a</li>\n<li>b</li>\n</ol>'),
        ("<ol><li>a<li value=-7>b</ol>", '<ol><li>a</li>\n<li value="-7">b</li>\n</ol>'),
        ("<ol type=a start=2><li>a</ol>", '<ol type="a" start="2"><li>a</li>\n</ol>'),
        ("<ol type=x><li>a</ol>", "<ol><li>a</li>\n</ol>"),
        ("<ul type=I><li>a</ul>", "<ul><li>a</li>\n</ul>"),
        ("<ol reversed><li>a<li>b</ol>", '<ol reversed start="2"><li>a</li>\n<li>b</li>\n</ol>'),
        ("<ul><li value=7>a</ul>", "<ul><li>a</li>\n</ul>"),
        ("<menu><li>a</menu>", "<ul><li>a</li>\n</ul>"),
        ("<dir><li>a</dir>", "<ul><li>a</li>\n</ul>"),
        ("<ul><li><h2>a</h2></ul>", "<ul><li><h2>a</h2>\n</li>\n</ul>"),
        ("<blockquote>a</blockquote>", "<blockquote><p>a</p>\n</blockquote>"),
        ("<pre>\na\n b\n</pre>", "<pre><code>a\n b</code></pre>"),
        ('<pre>a <b>b</b> "c"</pre>', '<pre><code>a b "c"</code></pre>'),
        ("<pre class=lang-py>a</pre>", '<pre><code class="language-py">a</code></pre>'),
        ("<dl><dt>a<dd>b</dl>", "<dl><dt>a</dt>\n<dd>b</dd>\n</dl>"),
        ("<dl><dt>a<dt>b<dd>c<dd>d</dl>", "<dl><dt>a</dt>\n<dt>b</dt>\n<dd>c</dd>\n<dd>d</dd>\n</dl>"),
        (
            "<table><tr><th>a<th>b<tr><td><td>c<tr><td colspan=2>d</table>",
            """<table><tr><th>a</th>\n<th>b</th>\n</tr>\n<tr><td></td>\n<td>c</td>\n</tr>
<tr><td colspan="2">d</td>\n</tr>\n</table>""",
        ),
        (
            "<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>",
            """<table><tr><td colspan="2">a</td>\n<td>b</td>\n</tr>
<tr><td>c</td>\n<td>d</td>\n<td>e</td>\n</tr>\n</table>""",
        ),
        (
            "<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>",
            """<table><tr><td colspan="2" rowspan="2">a</td>\n<td>b</td>\n</tr>
<tr><td>c</td>\n</tr>\n</table>""",
        ),
        (
            "<table><tr><th rowspan=2><th>a<th>b<tr><td>c<td>d<tr><td>e<td>f<td>g</table>",
            """<table><tr><td></td>\n<th>a</th>\n<th>b</th>\n</tr>
<tr><td></td>\n<td>c</td>\n<td>d</td>\n</tr>\n<tr><td>e</td>\n<td>f</td>\n<td>g</td>\n</tr>\n</table>""",
        ),
        (
            "<table><tr><td>a<td rowspan=40>b<td>c<tr><td><td>d</table>",
            """<table><tr><td>a</td>\n<td rowspan="40">b</td>\n<td>c</td>\n</tr>
<tr><td></td>\n<td>d</td>\n</tr>\n</table>""",
        ),
        (
            "<table><tr><th>a<th>b<tr><td><p>c<p>d<td>e<ul><li>f</ul></table>",
            """<table><tr><th>a</th>\n<th>b</th>\n</tr>
<tr><td><p>c</p>\n<p>d</p>\n</td>\n<td>e<ul><li>f</li>\n</ul>\n</td>\n</tr>\n</table>""",
        ),
        ("<table><tr><td><p>a<p>b</table>", "<p>a</p>\n<p>b</p>"),
        ("<p><b>a <i>b</i></b> <tt>c</tt>", "<p><strong>a <em>b</em></strong> <code>c</code></p>"),
        ("<p><span style='font-weight:bold'>a</span>", "<p><strong>a</strong></p>"),
        ("<p><b>a<b>b</b></b>", "<p><strong>a</strong><strong>b</strong></p>"),
        ("<p><font color=red>a</font> <span onclick='evil()'>b</span>", "<p>a b</p>"),
        ("<p><a href=x rel=nofollow>a</a>", '<p><a href="https://example.com/news/x">a</a></p>'),
        ("<p><a href='javascript:evil()'>a</a>", "<p>a</p>"),
        ("<p><a href='/&quot;>'>a</a>", '<p><a href="https://example.com/&quot;&gt;">a</a></p>'),
        ("<p>a<img src=x alt=y><video>z</video>", "<p>a</p>"),
        ("<p>&lt;script&gt;", "<p>&lt;script&gt;</p>"),
        ("<p>\"a\" 'b'", "<p>\"a\" 'b'</p>"),
    ],
)
def test_markup_is_cleaned(html, expected):
    assert clean(html) == expected


def test_only_content_is_written():
    html = "<ul><li>a<li>b</ul><p>c"
    assert to_html(html, extraction_of(html, lambda place: place == 1)) == "<ul><li>b</li>\n</ul>"


@pytest.mark.parametrize(
    ("holder", "numbers"), [("ol", "2 4 5"), ("ol start=7", "8 10 11"), ("ol reversed", "4 2 1")]
)
def test_items_keep_their_numbers_where_others_are_left_out(holder, numbers):
    html = f"<{holder}><li>a<li>b<li>c<li>d<li>e</ol>"
    written = to_html(html, extraction_of(html, lambda place: place not in {0, 2}))
    first, second, _ = numbers.split()
    assert f'start="{first}"><li>b</li>\n<li value="{second}">d</li>\n<li>e</li>' in written


def test_a_page_without_content_is_empty():
    assert to_html("<p>a", extraction_of("<p>a", lambda _: False)) == ""


def test_the_http_charset_is_respected():
    html = "<p>Żółw".encode("iso-8859-2")
    assert to_html(html, extraction_of("<p>Żółw"), "iso-8859-2") == "<p>Żółw</p>"


def test_the_html_of_another_page_is_refused():
    with pytest.raises(InputError, match="the page has 2 blocks, not 1"):
        to_html("<p>a<p>b", extraction_of("<p>a"))


def test_structure_of_any_depth_is_written():
    assert words_of_html(clean("<blockquote><ul><li>" * 9_999 + "<b><i>" * 9_999 + "a")) == ["a"]


def test_an_excessive_colspan_adds_no_cells():
    row = "<tr>" + "<td colspan=1000000>a" * 3
    assert len(clean(f"<table>{row}{row}</table>")) < 400


def test_few_empty_cells_are_written_where_a_row_has_thousands():
    empty = "<td rowspan=100 colspan=100>" * 100
    html = f"<table><tr>{empty}<td>a<td>b" + "<tr><td>c" * 50 + "</table>"
    assert clean(html).count("<td></td>") == 51 * 30


def test_a_list_whose_items_are_too_deep_is_left_out():
    html = "<blockquote>" * 15 + "<ol><li>a"
    assert "<ol>" not in to_html(html, extraction_of(html))
