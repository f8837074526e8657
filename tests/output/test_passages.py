"""Content blocks with their structure."""

import pytest
from contents import PAGES, extraction_of, extraction_or_none
from hypothesis import given

from urltree.blocks import parse_page
from urltree.output.passages import read_passages
from urltree.traits.whitespace import BREAK


def passages(html):
    return read_passages(html, extraction_of(html))


def texts(html):
    return [[run.text for run in passage.runs] for passage in passages(html)]


@given(html=PAGES)
def test_a_passage_has_the_text_of_its_block(html):
    # A pre is one passage of all its blocks, an item begins with its label.
    html = html.replace("<pre", "<p").replace("<li", "<div")
    if extraction := extraction_or_none(html):
        written = [
            " ".join("".join(run.text for run in passage.runs).split())
            for passage in read_passages(html, extraction)
        ]
        assert written == [block.text for block in extraction.page.blocks]


@pytest.mark.parametrize("label", ["•", "1.", "(ii)", "[12]", "B)"])
def test_the_label_of_an_item_is_part_of_its_first_paragraph(label):
    assert texts(f"<ul><li><b>{label}</b><div><p>a</div></ul>") == [[label, " a"]]


@pytest.mark.parametrize("item", ["Yes.<p>a", "1.<pre>a</pre>", "1.<ul><li>a</ul>", "<p>1.<p>a", "1.</ul>a"])
def test_other_texts_of_an_item_are_passages_of_their_own(item):
    assert len(texts(f"<ul><li>{item}")) == 2


@pytest.mark.parametrize(
    ("html", "runs"),
    [
        ("<p> a\n b &amp; c ", ["a b & c"]),
        ("<p>a <b> b</b> ", ["a ", "b"]),
        ("<p>a <br> b", ["a", BREAK, "b"]),
        ("<p><br>a<br><br>b<br>", ["a", BREAK, BREAK, "b"]),
        ("<pre> a\n\tb<br></pre>", [" a\n\tb", "\n"]),
    ],
)
def test_white_space_is_collapsed_except_in_pre(html, runs):
    assert texts(html) == [runs]


@pytest.mark.parametrize(
    "html",
    [
        "<div>\n <my-card>a</my-card>\n <my-card>b</my-card></div>",
        "<div> <my-card>a</my-card>b",
        "<div> <script> </script>a<my-card>b</my-card>c",
        "<div> <button><my-card>a<button>b</button>c</my-card>d",
        "<div><br> <my-card>a</my-card>b",
    ],
)
def test_white_space_before_custom_elements_does_not_change_where_blocks_end(html):
    assert ["".join(runs) for runs in texts(html)] == [block.text for block in parse_page(html).blocks]


@pytest.mark.parametrize(
    "lines",
    [
        "<div>a</div><div>  b</div>",
        "<div>a</div>\n<div>  b</div>",
        "<div>a\n</div><div>  b</div>",
        "<div>a<br></div><div>  b</div>",
    ],
)
def test_the_blocks_of_a_pre_are_lines_of_one_passage(lines):
    (passage,) = passages(f"<pre>{lines}</pre>")
    assert "".join(run.text for run in passage.runs) == "a\n  b"


def test_a_link_around_blocks_leads_from_each_though_its_url_is_longer_than_references_may_be():
    base, query = f"http://x.org/{'a' * 1_500}", f"?{'q' * 1_500}"
    first, second = passages(f"<base href={base}><a href={query}><p>one<p>two</a>")
    links = [run.marks[0].attributes["href"] for run in (*first.runs, *second.runs)]
    assert links == [base + query] * 2


def test_each_pre_is_a_passage():
    assert texts("<pre>a</pre><pre>b</pre><p>c") == [["a"], ["b"], ["c"]]


def test_a_passage_knows_its_kind_and_the_elements_around_it():
    (passage,) = passages("<div><ul><div><li><h2>a</h2></ul></div>")
    assert (passage.kind, [element.tag for element in passage.path]) == ("h2", ["ul", "li"])


def test_paragraphs_in_an_unclosed_heading_are_paragraphs():
    assert [passage.kind for passage in passages("<h2>a<p>b<p>c")] == ["h2", "p", "p"]


def test_a_mark_replaces_another_of_its_kind():
    (passage,) = passages("<p><b><i><strong>a")
    assert [mark.tag for mark in passage.runs[0].marks] == ["em", "strong"]


def test_text_in_an_unclosed_button_leaves_no_passage():
    assert texts("<p>a <button>b<div></button>c<button>d</button>e") == [["a"], ["e"]]


def test_a_reading_in_an_unclosed_button_leaves_no_passage():
    assert texts("a<div><button>b<rt>c<p><button>d</button>e") == [["a"], ["e"]]


def test_dropped_text_leaves_no_passage():
    assert texts("<p>a<noscript>b</noscript><button>c<p>d</button><p>e") == [["a"], ["e"]]


@pytest.mark.parametrize("tag", ["b", "div"])
@pytest.mark.parametrize(
    "attribute",
    [f"data-lang={'x' * 10_000}", f"class=language-{'x' * 10_000}", f"class='{'x ' * 600}language-go'"],
)
def test_no_element_lends_a_long_text_to_each_pre_within_it(tag, attribute):
    found = passages(f"<{tag} {attribute}>{'<pre>some code</pre>' * 3}")
    assert [len(passage.language) <= 50 and passage.language != "go" for passage in found] == [True] * 3
