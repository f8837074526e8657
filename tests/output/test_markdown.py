"""The content of pages as Markdown."""

import json
from functools import partial
from itertools import groupby

import pytest
from cmarkgfm import markdown_to_html_with_extensions
from contents import NESTED_PAGES, PAGES, extraction_of, extraction_or_none, words_of_html
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from urltree import Extractor
from urltree.errors import InputError
from urltree.output.clean import to_html
from urltree.output.markdown import to_markdown


def markdown(html):
    return to_markdown(html, extraction_of(html))


def rendered(text, *, raw_html=True):
    parser = MarkdownIt("commonmark", {"html": raw_html}).enable(["table", "strikethrough"])
    return f"<div>{parser.render(text)}</div>"


def rendered_by_cmark(text):
    """Render it as GitHub does: tildes mean more there."""
    return f"<div>{markdown_to_html_with_extensions(text, extensions=['table', 'strikethrough'])}</div>"


STRUCTURE = "blockquote h1 h2 h3 li ol pre table td th tr ul".split()


def structure(html):
    """Give the texts of a page without spaces, each with the numbered elements of Markdown around it."""
    texts = lxml_html.fromstring(html).xpath("//text()[normalize-space()]")
    numbers = {}
    for path, group in groupby(texts, path_of):
        around = [(element.tag, numbers.setdefault(element, len(numbers))) for element in path]
        yield around, "".join("".join(group).split())


def path_of(text):
    around = text.getparent() if text.is_text else text.getparent().getparent()
    return [element for element in (around, *around.iterancestors()) if element.tag in STRUCTURE]


def test_brackets_around_readings_are_text():
    assert markdown("<p><ruby>東京<rt>とうきょう</ruby>の天気") == "東京（とうきょう）の天気"  # noqa: RUF001


@pytest.mark.parametrize("render", [rendered, partial(rendered, raw_html=False), rendered_by_cmark])
@given(html=PAGES, dropped=st.sets(st.integers(0, 8)))
def test_the_words_are_those_of_the_text(render, html, dropped):
    extraction = extraction_or_none(html, lambda place: place not in dropped)
    if extraction:
        assert words_of_html(render(to_markdown(html, extraction))) == extraction.text.split()


@given(html=NESTED_PAGES, dropped=st.sets(st.integers(0, 8)))
def test_the_structure_is_that_of_the_html(html, dropped):
    extraction = extraction_of(html, lambda place: place not in dropped)
    page = rendered(to_markdown(html, extraction))
    assert list(structure(page)) == list(structure(f"<div>{to_html(html, extraction)}</div>"))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b<div>c</div>d", "a\n\nb\n\nc\n\nd"),
        ("<h1>a</h1><h3>b</h3>", "# a\n\n### b"),
        ("<h4>a</h4><h5>b</h5><h6>c</h6>", "#### a\n\n##### b\n\n###### c"),
        ("<h2>a<br>b #</h2>", "## a b \\#"),
        ("<h2>#</h2>", "## \\#"),
        ("<h2><b>a</b> <i><b>b</b></i></h2>", "## a _b_"),
        ("<h2><b>a</b> b</h2>", "## **a** b"),
        ("<h2>1. a</h2><h2>- b</h2>", "## 1. a\n\n## - b"),
        ("<p>a<br>b<br> <br>c", "a\\\nb\n\nc"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol start=0><li>a</ol>", "0. a"),
        ("<ol start=-1><li>a</ol>", "0. a"),
        ("<ol><li value=7>a<li>b<li value=x>c<li value=2>d</ol>", "7. a\n8. b\n9. c\n2. d"),
        ("<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c"),
        ("<ol reversed start=9><li>a<li value=5>b<li>c</ol>", "9. a\n5. b\n4. c"),
        ("<ol start=1000000><li>a<li value=20250101>b</ol>", "1000000. a\n20250101. b"),
        ("<ol start=999999999><li>a<li>b</ol>", "999999999. a\n999999999. b"),
        ("<ol start=1000000000><li>a</ol>", "1. a"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><ul><li>a</ul></ul>", "- a"),
        ("<ul><li>a<ul><li><ul><li>b</ul></ul></ul>", "- a\n  - - b"),
        ("<ol><li>a<ol><li>b</ol></ol>", "1. a\n   1. b"),
        ("<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a"),
        ("<ul><li><p>a<p>b</ul>", "- a\n\n  b"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ul><li><ul><li>a</ul></ul><ul><li><ul><li>b</ul></ul>", "- - a\n\n* - b"),
        ("<li>a<ul>b</ul>", "a\n\nb"),
        ("<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<ul><li><blockquote>a</blockquote></ul>", "- > a"),
        ("<ul><li>a<blockquote>b</blockquote></ul>", "- a\n\n  > b"),
        ("<blockquote>a<ul><li>b</ul></blockquote>", "> a\n>\n> - b"),
        ("<blockquote>a</blockquote><ul><li>b</ul>", "> a\n\n- b"),
        ("<dl><dt>a<dd>b</dl>", "a\n\nb"),
        ("<p>a <math alttext='*b*'><mi>c</mi></math> d", "a `*b*` d"),
        ("<p>a&shy;b <b>c\xadd</b>", "ab **cd**"),
        ("<p>&#xfeff;# a", "\\# a"),
    ],
)
def test_blocks_are_written(html, expected):
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<pre>\na\n\n  b\n</pre>", "```\na\n\n  b\n```"),
        ("<pre>a<br>b\r\nc</pre>", "```\na\nb\nc\n```"),
        ("<pre>a\n<p>b</p><ol><li>  c</ol></pre>", "```\na\nb\n  c\n```"),
        ("<pre>a<h3>b</h3>c</pre>", "```\na\n```\n\n### b\n\n```\nc\n```"),
        ("<xmp>a\n  <b></xmp><p>c", "```\na\n  <b>\n```\n\nc"),
        ("<listing>a\n  b</listing><p>c", "```\na\n  b\n```\n\nc"),
        ("<pre>```</pre>", "````\n```\n````"),
        ("<pre><i>1</i>a\n<i>2</i>  b\n<i>3</i>\n<i>4</i>c</pre>", "```\na\n  b\n\nc\n```"),
        ("<pre><i>1</i>a<br><i>2</i>  b</pre>", "```\na\n  b\n```"),
        ("<pre><code class='hljs language-c++'>*a*</code></pre>", "```c++\n*a*\n```"),
        ("<pre>\n <code class=language-py>a</code>\n</pre>", "```py\n a\n```"),
        ("<pre class=lang-py>a</pre>", "```py\na\n```"),
        ("<pre class='brush: js notranslate'>a</pre>", "```js\na\n```"),
        ("<pre class='brush:js-nolint;'>a</pre>", "```js\na\n```"),
        ("<pre><code class='hljs python'>a</code></pre>", "```python\na\n```"),
        ("<pre><code class='hljs language-js'>a</code></pre>", "```js\na\n```"),
        ("<pre><code class='hljs wide language-js'>a</code></pre>", "```js\na\n```"),
        ("<pre><code class='hljs wide dark'>a</code></pre>", "```\na\n```"),
        (
            "<pre class='sourceCode python'><code class='sourceCode python'>a</code></pre>",
            "```python\na\n```",
        ),
        ("<pre class='sourceCode'>a</pre>", "```\na\n```"),
        ("<pre class='rust rust-example-rendered'>a</pre>", "```rust\na\n```"),
        ("<pre><code data-lang=go>a</code></pre>", "```go\na\n```"),
        ("<pre data-language=c++>a</pre>", "```c++\na\n```"),
        ("<pre class=wide data-enlighter-language=php>a</pre>", "```php\na\n```"),
        ("<pre data-enlighter-language=generic>a</pre>", "```\na\n```"),
        ("<pre class=language-ts data-lang=js>a</pre>", "```ts\na\n```"),
        ("<pre data-lang='not one'>a</pre>", "```\na\n```"),
        ("<pre lang=de>a</pre>", "```\na\n```"),
        ("<pre class=lang-ü>a</pre>", "```\na\n```"),
        ("<pre class='language-&lt;b>'>a</pre>", "```\na\n```"),
        ("<div class='language-ruby a'><div><pre><code>b</code></pre></div></div>", "```ruby\nb\n```"),
        ("<div class=highlight-python3><div class=highlight><pre>a</pre></div></div>", "```python3\na\n```"),
        ("<div class='highlight highlight-source-c++'><pre>a</pre></div>", "```c++\na\n```"),
        ("<div class=highlight-text><pre>a</pre></div>", "```text\na\n```"),
        ("<div class='mw-highlight mw-highlight-lang-ini'><pre>a</pre></div>", "```ini\na\n```"),
        ("<pre data-syntaxhighlighter-params='gutter: false; brush: sql; x: y'>a</pre>", "```sql\na\n```"),
        (
            "<div class='language-yaml highlight'><table><tr><td class=code><div><pre>a</table>",
            "```yaml\na\n```",
        ),
        ("<div class=highlight-default><pre>a</pre></div>", "```\na\n```"),
        ("<div class=language-js><pre class=language-ts>a</pre></div>", "```ts\na\n```"),
        ("<div class=language-a><div class=language-b><pre>c</pre></div></div>", "```b\nc\n```"),
        ("<div class=language-a><p>b</div><pre>c</pre>", "b\n\n```\nc\n```"),
        (
            "<div class='language-lua b'><div><code><table><tbody><tr><td><pre>a</table></code></div></div>",
            "```lua\na\n```",
        ),
        (f"<div class=language-a>{'<div>' * 7}<pre>b</pre></div>", "```\nb\n```"),
        ("<pre class='language-ts js'>a</pre>", "```ts\na\n```"),
        ("<pre><code class=swift>a</code></pre>", "```swift\na\n```"),
        ("<pre class=php>a</pre>", "```php\na\n```"),
        ("<pre class='highlight shell'><code>a</code></pre>", "```shell\na\n```"),
        ("<pre><code class='C++ hljs'>a</code></pre>", "```C++\na\n```"),
        ("<figure class='highlight objc'><table><tr><td><pre>a</pre></table></figure>", "```objc\na\n```"),
        ("<figure class='highlight plate'><pre>a</pre></figure>", "```\na\n```"),
        ("<div class=java><pre>a</pre></div>", "```\na\n```"),
        ("<pre><div>a</div><div> </div><div><br></div>\n<div>b</div></pre>", "```\na\n\n\nb\n```"),
        ("<pre><div>a</div><div></div><div>b</div></pre>", "```\na\nb\n```"),
        ("<pre><div>a</div><div> </div></pre><pre>b</pre>", "```\na\n```\n\n```\nb\n```"),
        ("<pre>a\xadb&shy;c</pre>", "```\nabc\n```"),
        ("<ul><li><pre>a\n\nb</pre></ul>", "- ```\n  a\n\n  b\n  ```"),
        ("<ul><li>a<li><pre>b</pre><li>c</ul>", "- a\n\n- ```\n  b\n  ```\n\n- c"),
        ("<p><code>a*b</code>", "`a*b`"),
        ("<p><code>`</code>", "`` ` ``"),
        ("<p><code>a`</code>", "`` a` ``"),
        ("<p><code>`a</code>", "`` `a ``"),
        ("<p><samp>a<b>b</b></samp>", "`ab`"),
        ("<p>x<kbd> y </kbd>z", "x `y` z"),
        ("<p><b>a <code>b</code></b>", "**a** `b`"),
    ],
)
def test_code_is_written(html, expected):
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("<meta name=generator content='Doxygen 1.9.4'><div class=fragment>", "```\na *\n  b\n```\n\nc"),
        ("<meta name=generator content='Doxygen 1.9.4'><div class='fragment x'>", "a \\*\n\nb\n\nc"),
        ("<meta name=description content='On Doxygen'><div class=fragment>", "a \\*\n\nb\n\nc"),
        ("<div class=fragment>", "a \\*\n\nb\n\nc"),
    ],
)
def test_the_listings_of_doxygen_are_code(start, expected):
    assert markdown(f"{start}<div>a *</div>\n<div>  b</div></div><div>c</div>") == expected


def test_a_data_table_is_written():
    html = "<table><tr><th>a|b<th>c<tr><td><b>d</b><td>e<br>f<tr><td colspan=2>g<tr><td><td>h</table>"
    assert markdown(html) == ("| a\\|b | c |\n| --- | --- |\n| **d** | e f |\n| g |  |\n|  | h |")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("<tr><td rowspan=2>a<td>b<tr><td>c", "| a | b |\n|  | c |"),
        ("<tr><td>a<td rowspan=2>b<tr><td>c<tr><td>d<td>e", "| a | b |\n| c |  |\n| d | e |"),
        ("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c", "| a | b |\n|  | c |"),
        ("<tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e", "| a | b | c |\n| d |  | e |"),
        ("<tr><td rowspan=2><td>a<tr><td>b<tr><td>c<td>d", "|  | a |\n|  | b |\n| c | d |"),
        ("<tr><td rowspan=3 colspan=15>a<td>b<tr><td>c<tr><td>d", "| a | b |\n|  | c |\n|  | d |"),
    ],
)
def test_the_place_below_a_cell_that_spans_rows_is_empty(rows, expected):
    assert markdown(f"<table>{rows}</table>").partition("- |\n")[2] == expected


def test_a_cell_may_begin_like_a_list_or_heading():
    html = "<table><tr><th>#<th>1. a<tr><td>-<td># b</table>"
    assert markdown(html) == "| # | 1. a |\n| --- | --- |\n| - | # b |"


def test_a_column_in_which_no_text_begins_is_left_out():
    html = "<table><tr><td colspan=30><th colspan=2>a<th>b<tr><td colspan=30><td>c<td><td>d</table>"
    assert markdown(html) == "| a | b |\n| --- | --- |\n| c | d |"


def test_rows_are_not_filled_up_if_most_of_the_table_were_empty():
    wide, long = "<td>a" * 20, "<tr><td>b" * 20
    assert markdown(f"<table><tr>{wide}{long}</table>").endswith("\n| b |")


def test_a_first_row_of_nothing_but_strong_texts_is_the_head():
    html = "<table><tr><td><b>a</b><td><p><b>b</b> <b>c</b><tr><td>d<td>e</table>"
    assert markdown(html) == "| **a** | **b** **c** |\n| --- | --- |\n| d | e |"


@pytest.mark.parametrize("first", ["<td><i>a</i><td><i>b</i>", "<td><b>a</b><td>b"])
def test_a_row_of_other_texts_is_not_the_head(first):
    html = f"<table><tr>{first}<tr><th>c<td>d</table>"
    assert markdown(html).startswith("|  |  |\n| --- | --- |\n")


def test_only_a_row_of_nothing_but_headers_is_the_head():
    html = "<table><tr><th>a<td>b<tr><th>c<td>d</table>"
    assert markdown(html) == "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("<thead><tr><td>a<td>b</thead><tbody><tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<thead><tr><td>a<td>b<tbody><tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<thead><tr><td>a<td>b</thead><tr><td>c<td><p>d<p>e", "| a | b |\n| --- | --- |\n| c | d e |"),
        ("<thead></thead><tr><td>a<td>b<tr><td>c<td>d", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
    ],
)
def test_a_cell_of_the_head_of_a_table_is_a_header(rows, expected):
    assert markdown(f"<table>{rows}</table>") == expected


def test_a_table_in_the_head_of_another_has_a_head_of_its_own():
    inner = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    expected = "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"
    assert markdown(f"<table><thead><tr><td>{inner}</thead></table>") == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("<tr><th>a<th>b<tr><td>c<td><p>d|<p>e", "| a | b |\n| --- | --- |\n| c | d\\| e |"),
        ("<tr><th>a<td><ul><li>b<li>c</ul><tr><th>d<td>e", "|  |  |\n| --- | --- |\n| a | b c |\n| d | e |"),
        (
            "<tr><td>a<tr><th>b<th>c<tr><td>d<br>e<p>f",
            "|  |  |\n| --- | --- |\n| a |  |\n| b | c |\n| d e f |  |",
        ),
    ],
)
def test_paragraphs_in_a_cell_of_a_table_with_headers_are_joined(rows, expected):
    assert markdown(f"<table>{rows}</table>") == expected


def test_a_table_stays_in_its_list_item():
    html = "<ul><li>a<table><tr><th>b<th>c<tr><td>d<td>e</table></ul>"
    assert markdown(html) == "- a\n\n  | b | c |\n  | --- | --- |\n  | d | e |"


@pytest.mark.parametrize("cell", ["<td>", "<td><p>"])
def test_a_table_without_a_head_has_an_empty_one(cell):
    html = "<table><tr><td>a<td>b<tr><td>c<td>d</table>".replace("<td>", cell)
    assert markdown(html) == "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td><p>a<p>b<td>c<tr><td>d<td>e</table>",
        "<table><tr><th>a<th>b<tr><td>c<td><h2>d</h2>e</table>",
        "<table><tr><th>a<td>b<tr><td><p>c<p>d<td>e</table>",
        "<table><tr><td>a<td>b<td>c<td>d<td>e</table>",
        "<table><tr><td>a<tr><td>b<tr><td>c<tr><td>d<tr><td>e</table>",
        "<table><tr><td>a<td><h2>b</h2><tr><td>c<td>d<br><br>e</table>",
    ],
)
def test_a_layout_table_is_written_as_paragraphs(html):
    assert [line for line in markdown(html).replace("## ", "").split("\n") if line] == list("abcde")


def test_links_are_relative_to_the_first_base_element():
    bases = "<base href=//other.example/><base href=//third.example/>"
    assert markdown(f"{bases}<p><a href=x>a</a>") == "[a](https://other.example/x)"


def test_a_headline_that_links_to_the_page_without_what_tracks_readers_is_no_link():
    html = "<h1><a href=//example.com/bridge>a</a></h1>"
    extraction = Extractor("strict").extract(html, "https://example.com/bridge?utm_source=x")
    assert to_markdown(html, extraction) == "# a"


def test_links_before_the_base_element_are_relative_to_it_too():
    page = "<p><a href=x>a</a><base href=//other.example/>"
    assert markdown(page) == "[a](https://other.example/x)"


def test_only_content_is_written():
    html = "<ul><li>a<li>b<li>c</ul>"
    assert to_markdown(html, extraction_of(html, lambda place: place != 1)) == "- a\n- c"


def test_a_nested_list_follows_its_text_even_if_its_first_item_is_left_out():
    html = "<ul><li>a<ul><li>b<li>c</ul></ul>"
    assert to_markdown(html, extraction_of(html, lambda place: place != 1)) == "- a\n  - c"


def test_an_ordered_list_keeps_its_numbers_where_items_are_left_out():
    html = "<ol><li>a<li>b<li>c</ol>"
    assert to_markdown(html, extraction_of(html, lambda place: place != 1)) == "1. a\n3. c"


def test_a_page_without_content_is_empty():
    assert to_markdown("<p>a", extraction_of("<p>a", lambda _: False)) == ""


def test_the_http_charset_is_respected():
    html = "<p>Żółw".encode("iso-8859-2")
    extraction = extraction_of("<p>Żółw")
    assert to_markdown(html, extraction, "iso-8859-2") == "Żółw"


def test_the_html_of_another_page_is_refused():
    with pytest.raises(InputError, match="the page has 2 blocks, not 1; pass the HTML and charset"):
        to_markdown("<p>a<p>b", extraction_of("<p>a"))


def test_the_html_of_another_page_with_as_many_blocks_is_refused():
    with pytest.raises(InputError, match="the page has different text; pass the HTML and charset"):
        to_markdown("<p>b", extraction_of("<p>a"))


def test_structure_is_written_up_to_16_elements_deep():
    assert markdown("<blockquote>" * 20 + "a") == "> " * 16 + "a"


def test_tables_for_the_layout_are_no_part_of_that_depth():
    assert markdown("<table><tr><td>" * 9 + "<h2>a") == "## a"


def test_structure_of_any_depth_is_written():
    html = "<blockquote><ul><li>" * 9_999 + "<b><i>" * 9_999 + "a"
    assert words_of_html(MarkdownIt().render(markdown(html))) == ["a"]


def test_an_article_that_only_linked_data_holds_has_paragraphs():
    body = json.dumps({"articleBody": f"{'The bridge was opened. ' * 15}\nThe mayor came by <train>."})
    html = f'<title>A bridge</title><script type="application/ld+json">{body}</script><div id=root></div>'
    assert markdown(html).endswith("\n\nThe mayor came by \\<train>.")
