"""Pages with marked blocks."""

import re

import pytest
from hypothesis import given
from lxml import html as lxml_html
from markup import MARKUP

from urltree.blocks import parse_page
from urltree.cutter import NOSCRIPT_CHARS
from urltree.errors import InputError, PageError
from urltree.models import SOFT_HYPHEN
from urltree.output.annotate import annotate


def numbered(html):
    """Give the page with block k marked k, and its blocks."""
    blocks = parse_page(html).blocks
    return annotate(html, [str(number) for number in range(len(blocks))]), blocks


def marked_texts(page, count):
    spans = lxml_html.document_fromstring(page).xpath(
        "//span[starts-with(@class, 'urltree-')][@class != 'urltree-box']"
    )
    found = [""] * count
    for span in spans:
        found[int(span.get("class").removeprefix("urltree-"))] += span.text_content()
    return [" ".join(text.replace(SOFT_HYPHEN, "").split()) for text in found]


@given(MARKUP)
def test_the_marked_text_of_a_block_is_the_text_of_the_block(html):
    try:
        page, blocks = numbered(html)
    except PageError:
        return
    assert marked_texts(page, len(blocks)) == [block.text for block in blocks]


def test_blocks_after_a_dropped_noscript_keep_their_number():
    page, blocks = numbered("<p>a<noscript>one<p>two<p>three</noscript><p>b<p>c")
    assert marked_texts(page, len(blocks)) == ["a", "b", "c"]


def test_a_kept_noscript_is_marked():
    page, blocks = numbered(f"<noscript><p>a<p>{'word ' * NOSCRIPT_CHARS}</noscript><p>c")
    assert marked_texts(page, len(blocks)) == [block.text for block in blocks]
    assert len(blocks) == 3


def test_inline_markup_is_kept_around_the_marks():
    assert '<b><span class="urltree-cold">x</span></b>' in annotate("<p>a<b>x</b>", ["cold"])


def test_custom_elements_that_hold_blocks_are_displayed_as_boxes():
    page = annotate("<x-card>One</x-card><x-card>Two</x-card>", ["cold", "cold"])
    cards = (
        f'<span class="urltree-box"><span class="urltree-cold">{text}</span></span>'
        for text in ("One", "Two")
    )
    assert "".join(cards) in page
    assert ".urltree-box { display: block; }" in page


def test_the_title_is_kept():
    assert "<title>Q &amp; A</title>" in annotate("<title>Q &amp; A</title>x", ["cold"])


def test_the_direction_and_language_of_the_page_are_kept():
    page = annotate("<html lang=ar dir=rtl onload=x><p>الجسر", ["cold"])
    assert '<div dir="rtl" lang="ar"><p><span class="urltree-cold">الجسر</span></p></div>' in page


@pytest.mark.parametrize("scheme", ["https", "http", "HTTP"])
def test_links_to_the_web_are_kept(scheme):
    link = annotate(f"<a href='{scheme}://example.com/?a&b'>x</a>", ["cold"])
    assert f'<a href="{scheme}://example.com/?a&amp;b">' in link


def test_structural_attributes_are_kept():
    cell = '<td class="a" colspan="2" dir="rtl" id="b" lang="ar" rowspan="3" title="c">'
    assert cell in annotate(f"<table><tr>{cell}x</table>", ["cold"])


def test_void_elements_are_not_closed():
    page = annotate("<p>a<br>b<hr><table><col><tr><td>c</table>", ["cold"] * 2)
    assert not re.search("</(?:br|col|hr)>", page)


def test_a_line_break_leaves_no_control_character():
    assert "\v" not in annotate("<p>a<br>b", ["cold"])


@pytest.mark.parametrize(
    "html",
    [
        "<p onclick='evil()'>x",
        "<a href='javascript:evil()'>x</a>",
        "<a href=' java\nscript:evil()'>x</a>",
        "<a href='data:text/html,evil()'>x</a>",
        "x<script>evil()</script>",
        "x<svg onload='evil()'><script>evil()</script></svg>",
        "x<iframe src=evil()></iframe><object data=evil()></object><embed src=evil()>",
        "x<img src=evil() onerror=evil()>",
        "x<link rel=stylesheet href=evil()><style>@import 'evil()'</style>",
        "<p style='background:url(evil())'>x",
        "<meta http-equiv=refresh content='0;url=evil()'><base href=evil()>x",
        "<form action=evil()>x<input value=evil()></form>",
        "<evil() a=b>x",
    ],
)
def test_nothing_that_runs_or_loads_is_left(html):
    assert "evil" not in annotate(html, ["cold"])


def test_text_cannot_become_markup():
    page = annotate("<p>&lt;script&gt;", ["cold"])
    assert "&lt;" in page
    assert marked_texts(page.replace("cold", "0"), 1) == ["<script>"]


def test_an_attribute_cannot_become_markup():
    assert '<p id="&quot;&gt;&lt;script&gt;">' in annotate("<p id='\"><script>'>x", ["cold"])


def test_a_content_security_policy_forbids_the_rest():
    assert re.search(
        r"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';", annotate("x", ["cold"])
    )


@pytest.mark.parametrize("marks", [[], ["cold", "cold"]])
def test_marks_must_be_as_many_as_blocks(marks):
    with pytest.raises(
        InputError, match=f"the page has 1 blocks, not {len(marks)}; pass the HTML and charset"
    ):
        annotate("x", marks)


def test_a_hint_becomes_the_escaped_title_of_its_block():
    page = annotate("<p>a<p>b", ["cold", "content"], hints=["", 'seen "twice" <b>'])
    assert '<span class="urltree-cold">a</span>' in page
    assert '<span class="urltree-content" title="seen &quot;twice&quot; &lt;b&gt;">b</span>' in page
