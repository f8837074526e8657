"""Pages to render, and helpers to check the result."""

from dataclasses import replace

from hypothesis import strategies as st

from urltree import Extractor, Label
from urltree.blocks import parse_page
from urltree.errors import PageError
from urltree.extract import content_text

URL = "https://example.com/news/bridge"

BLOCKS = ["blockquote", "body", "dd", "div", "dl", "dt", "h1", "h2", "li", "noscript", "ol", "p", "pre", "ul"]
TABLES = ["table", "td", "th", "thead", "tr"]
INLINE = ["a", "b", "br", "code", "del", "em", "i", "kbd", "q", "s", "span", "strong", "sub", "title", "u"]
RUBY = ["ruby", "rp", "rt"]
TAGS = BLOCKS + TABLES + INLINE + RUBY
ATTRIBUTES = [
    "",
    " href=/x",
    " href='javascript:evil()'",
    " href='http://x.example/a b(c)|d`&copy;\\'",
    " start=7",
    " start=x",
    " value=3",
    " reversed",
    " colspan=3",
    " class='language-py x'",
    " style='font-weight:bold'",
]
#: Elements whose attributes are written.
TELLING = [
    "<a href=/x>",
    "<a href='javascript:evil()'>",
    "<a href='http://x.example/a b(c)|d`&copy;\\'>",
    "<ol start=7><li>",
    "<ol reversed><li>",
    "<li value=3>",
    "<table><tr><td colspan=3>",
    "<pre class='language-py x'>",
    "<span style='font-style:italic;font-weight:400'>",
]
TEXTS = [
    *"_*~`\\![]()|#-.:'\"<&\n\t\0 ",
    *"„€字\xa0\u200be\u0301",
    *("word", "two words", "snake_case", "12", "    four", "\r\n"),
    *("**", "~~", "``", "```", "~~~", "===", "---", "|-|", ":-:", "(/x)", "[x]: /y"),
    *(
        "# h",
        "h #",
        "- i",
        "+ i",
        "1. i",
        "1)",
        "> q",
        "&lt;",
        "!&lt;",
        "&lt;b&gt;",
        "&amp;",
        "&amp;amp;",
        "amp;",
    ),
    *("http://x.example", "&lt;http://x.example&gt;"),
]

#: Pages with everything that Markdown could stumble over.
PAGES = st.lists(
    st.one_of(
        st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
        st.sampled_from([f"</{tag}>" for tag in TAGS]),
        st.sampled_from(TELLING),
        st.sampled_from(TEXTS),
        st.sampled_from(TEXTS),
        st.text(max_size=4),
    ),
    min_size=10,
    max_size=30,
).map("".join)

TABLE = "<table><tr><th>a<th>b<tr><td>c<td>d</table>"


def holding(holder, item, texts):
    items = "".join(f"<{item}>{text}</{item}>" for text in texts)
    return f"<{holder}>{items}</{holder.split()[0]}>"


#: Pages of lists and quotes within one another.
NESTED_PAGES = st.recursive(
    st.sampled_from(["a", "<p>b", "<h2>c</h2>", "<pre>d\n\n e</pre>", TABLE]),
    lambda texts: st.builds(
        holding,
        st.sampled_from(["ul", "ol", "ol start=7", "blockquote", "div"]),
        st.sampled_from(["li", "li", "div"]),
        st.lists(texts, min_size=1, max_size=3),
    ),
).map("<div>{}</div>".format)


def extraction_of(html, keep=None):
    """Extract a page with all blocks as content, or only those whose place `keep` accepts."""
    extraction = Extractor("strict").extract(html, URL)
    decisions = tuple(
        decision._replace(label=Label.CONTENT if keep is None or keep(place) else Label.BOILERPLATE)
        for place, decision in enumerate(extraction.decisions)
    )
    return replace(extraction, decisions=decisions, text=content_text(extraction.page.blocks, decisions))


def extraction_or_none(html, keep=None):
    try:
        return extraction_of(html, keep)
    except PageError:
        return None


def words_of_html(html):
    if not html.strip():
        return []
    return [word for block in parse_page(html).blocks for word in block.text.split()]
