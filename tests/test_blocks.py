"""Cutting pages into text blocks."""

import unicodedata
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markup import MARKUP

from urltree.blocks import parse_page
from urltree.cutter import NOSCRIPT_CHARS
from urltree.errors import PageError
from urltree.tags import DROPPED_TAGS


def texts(html, charset=None):
    return [block.text for block in parse_page(html, charset).blocks]


def test_block_level_tags_separate_blocks():
    assert texts("<p>one<p>two<ul><li>three</ul>four<table><tr><td>five<td>six</table>") == [
        "one", "two", "three", "four", "five", "six",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "tag", ["a", "b", "em", "i", "span", "font", "time", "o:p", "fb:like", "my-card", "nonsense"]
)
def test_inline_unknown_and_custom_tags_do_not_split_a_paragraph(tag):
    assert texts(f"<p>one <{tag}>two</{tag}>three</p>") == ["one twothree"]


@pytest.mark.parametrize("tag", ["b", "span", "o:p", "nonsense"])
def test_inline_and_unknown_tags_do_not_split_a_div(tag):
    assert texts(f"<div>one <{tag}>two</{tag}>three</div>") == ["one twothree"]


@pytest.mark.parametrize("around", ["div", "li", "section", "app-root"])
def test_custom_elements_separate_blocks_where_boxes_are_allowed(around):
    assert texts(f"<{around}><my-card>one</my-card><my-card>two</my-card>three</{around}>") == [
        "one", "two", "three",
    ]  # fmt: skip


def test_custom_elements_amid_a_text_do_not_split_it():
    assert texts("<div>Released on <relative-time>1 March</relative-time> by <b>us</b>.</div>") == [
        "Released on 1 March by us."
    ]


def test_custom_elements_are_part_of_the_path():
    html = "<my-app id=root><my-card hidden>one<h2>two <my-icon>three</my-icon></h2></my-card>four</my-app>"
    assert [(block.text, block.path) for block in parse_page(html).blocks] == [
        ("one", "html/body/my-app#root/my-card[hidden]"),
        ("two three", "html/body/my-app#root/my-card[hidden]/h2"),
        ("four", "html/body/my-app#root"),
    ]


def test_boxes_in_a_custom_element_amid_a_text_delimit():
    assert texts("<div>one <my-card><p>two</p></my-card> three</div>") == ["one", "two", "three"]


def test_the_end_of_an_inline_custom_element_does_not_end_one_around_it():
    html = "<my-card>one<p>two <my-card>three</my-card> four</p>five</my-card>six"
    assert [block.path for block in parse_page(html).blocks] == [
        "html/body/my-card",
        "html/body/my-card/p",
        "html/body/my-card",
        "html/body",
    ]


def test_br_is_a_space():
    assert texts("<p>one<br>two<br/>three") == ["one two three"]


@pytest.mark.parametrize(
    "ruby",
    [
        "<ruby>東京<rt>とうきょう</rt></ruby>",
        "<ruby>東京<rt>とうきょう</ruby>",
        "<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>",  # noqa: RUF001
        "<ruby><rb>東京</rb><rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>",
    ],
)
def test_readings_of_characters_are_in_brackets(ruby):
    assert texts(f"<p>{ruby}の天気") == ["東京（とうきょう）の天気"]  # noqa: RUF001


@pytest.mark.parametrize("empty", ["<rt></rt>", "<rt> </rt>", "<rt>", "<rt><script>1</script></rt>"])
def test_letters_without_a_reading_have_no_brackets(empty):
    ruby = f"<ruby>食<rt>た</rt>べ{empty}</ruby>る"
    assert texts(ruby) == ["食（た）べる"]  # noqa: RUF001


def test_reading_ends_with_its_block():
    assert texts("<ruby>東<rt>とう<p>橋</ruby>の") == ["東（とう", "橋", "の"]  # noqa: RUF001


@pytest.mark.parametrize("end", ["</br>", "</BR>", "</br />"])
def test_the_end_tag_of_br_is_a_line_break(end):
    assert texts(f"<p>one{end}two") == ["one two"]


def test_an_end_tag_that_only_begins_like_that_of_br_is_none():
    assert texts("<p>one</brick>two") == ["onetwo"]


def test_an_image_does_not_separate_words():
    assert texts("<p>one<img src=x>two") == ["onetwo"]


@pytest.mark.parametrize("tag", sorted(DROPPED_TAGS - {"math", "title"}))
def test_dropped_tags_hold_no_text_and_do_not_separate_blocks(tag):
    assert texts(f"<body><p>one <{tag}>never</{tag}> two</p>") == ["one two"]


@pytest.mark.parametrize("bar", ["<progress value=7 max=10>70 %</progress>", "<meter value=.7>70 %</meter>"])
def test_the_text_that_browsers_do_not_show_of_a_bar_is_dropped(bar):
    assert texts(f"<p>So far: {bar} of it") == ["So far: of it"]


def test_blocks_inside_a_dropped_tag_are_dropped():
    assert texts("<button>a<div>b<p>c</div></button><p>kept") == ["kept"]


@pytest.mark.parametrize(
    "html", ["one <svg><svg>a</svg>b</svg>two", "one <object><button>a</button>b</object>two"]
)
def test_an_element_within_a_dropped_one_does_not_end_it(html):
    assert texts(html) == ["one two"]


@pytest.mark.parametrize("tag", ["h2", "h3", "dt", "summary"])
def test_a_button_that_begins_a_heading_holds_text(tag):
    assert texts(f"<{tag}><button>How much?</button></{tag}><p>five <button>buy</button>") == [
        "How much?",
        "five",
    ]


@pytest.mark.parametrize("between", [" " * 99, "<i> </i>" * 99])
def test_a_button_after_the_words_of_a_heading_holds_none(between):
    assert texts(f"<h2>How to build{between}<button>Copy</button></h2>") == ["How to build"]


def test_a_button_after_the_number_of_a_heading_holds_text():
    assert texts("<h3>1. <button>How much?</button></h3>") == ["1. How much?"]


@pytest.mark.parametrize("question", ["How <b>much</b>? ", "いくらですか？", "كم؟"])  # noqa: RUF001
def test_a_button_that_asks_a_question_and_opens_something_holds_text(question):
    html = f"<div><button aria-expanded=false>{question}</button><p>Two</p></div>"
    assert texts(html) == [question.replace("<b>", "").replace("</b>", "").strip(), "Two"]


@pytest.mark.parametrize(
    "html",
    [
        "<button>Why?</button>one",
        "<button aria-expanded=false>Menu</button>one",
        "why? <button aria-expanded=false>Menu</button>",
        "<button aria-expanded=false>Menu</button>one<select><option>Why?</select>",
    ],
)
def test_a_button_that_opens_nothing_or_asks_nothing_is_dropped(html):
    assert texts(html) in (["one"], ["why?"])


def test_a_button_after_the_text_of_a_heading_is_none_of_it():
    assert texts("<h1> <b>Function</b> open <button>Copy path</button></h1>") == ["Function open"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>Hours<a class=headerlink href=#hours title='Link to this'>¶</a></h2>", ["Hours"]),
        ("<h2><a href=#fares aria-hidden=true>#</a> Fares</h2>", ["Fares"]),
        ("<p>Open <a href=#note><sup>*</sup></a> daily. <a href=#top>↑</a></p>", ["Open daily."]),
        ("<p><a href=#top>↑</a></p>", []),
        ("<p>In 1971<sup><a href=#n1>1</a></sup> <a href=/x#n>¶</a></p>", ["In 1971 ¶"]),
        ("<p>See <a href=#n1>1</a> (<a href=#n2>2</a>) and<a href=/n3>3</a></p>", ["See 1 (2) and3"]),
        ("<p><a href=#n1>1</a> Open <b>as</b><a href=#n2>below</a></p>", ["1 Open asbelow"]),
        ("<p>Open <a href=#n1>[1]</a> <a href=#n2>see below</a></p>", ["Open [1] see below"]),
    ],
)
def test_marks_that_link_to_a_place_on_the_same_page_are_not_text(html, expected):
    assert texts(html) == expected


def test_numbers_of_the_lines_of_code_are_not_text():
    assert texts("<pre><i>1</i>if open:\n<i>2</i>  go()</pre><p><i>1</i>a\n<i>2</i>b") == [
        "if open: go()",
        "1a 2b",
    ]


KATEX = (
    "<span class=katex><span class=katex-mathml><math><semantics><mrow><mi>m</mi><mn>2</mn></mrow>"
    "<annotation encoding='application/x-tex'>m^2</annotation></semantics></math></span>"
    "<span class=katex-html aria-hidden=true><span>m</span><span>2</span></span></span>"
)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"<math alttext='m c^{2}'><mi>m</mi></math>", ["is m c^{2} here"]),
        (r"<math alttext='{\displaystyle a^{b} }'><mi>a</mi></math>", ["is a^{b} here"]),
        ("<math alttext=' '><mi>m</mi></math>", ["is m here"]),
        ("<math><mrow>\n<mi> x </mi> <mo>=</mo>\n<mn>10</mn></mrow></math>", ["is x=10 here"]),
        ("<math><mi>f</mi><mo>&#x2061;</mo><mi>x</mi></math>", ["is fx here"]),
        ("<math><msup><mi>m</mi><mn>2</mn></msup><mo>=</mo><mn>4</mn></math>", ["is here"]),
        ("<math alttext='m^2'><msup><mi>m</mi><mn>2</mn></msup></math>", ["is m^2 here"]),
        ("<math><annotation encoding=application/x-tex> m^2 </annotation></math>", ["is m^2 here"]),
        ("<math><mi>m</mi><annotation encoding=MathType>xyz</annotation></math>", ["is here"]),
        ("<math><annotation encoding=TeX>m</annotation><annotation>x</annotation></math>", ["is m here"]),
        ("<math><mi>m</mi><b>n</b></math>", ["is here"]),
        ("<svg><annotation>a</annotation></svg>", ["is here"]),
        (KATEX, ["is m^2 here"]),
        (f"{KATEX} or {KATEX}", ["is m^2 or m^2 here"]),
        (f"{KATEX}<b>m</b><i aria-hidden=true>n</i>", ["is m^2mn here"]),
        (
            f"{KATEX.split('<span class=katex-html', maxsplit=1)[0]}<p><i aria-hidden=true>n</i>",
            ["is m^2", "n here"],
        ),
        ("<math><mi>m</mi></math> or <i aria-hidden=true>n</i>", ["is m or n here"]),
        ("<a href=#x><math><mo>=</mo></math></a><i aria-hidden=true>n</i>", ["is n here"]),
    ],
)
def test_formulas_are_tex_or_a_row_of_text(formula, expected):
    assert texts(f"<p>is {formula} here") == expected


UNSEEN = "<span class=sr-only>Permalink</span><i class='fas fa-link'></i>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<h2>Hours<a class=x href=#h title=Permalink>{UNSEEN}</a></h2>", ["Hours"]),
        ("<h2>Hours <a class=header-anchor href=#h>of work</a></h2>", ["Hours of work"]),
        (f"<h2>Hours <a href=#h>of {UNSEEN}</a></h2>", ["Hours of"]),
        (f"<h2> <a href=#h>{UNSEEN}</a></h2>", ["Permalink"]),
        (f"<h2>Hours <a href=/h>{UNSEEN}</a></h2>", ["Hours Permalink"]),
        (f"<h2>Hours <a>{UNSEEN}</a></h2>", ["Hours Permalink"]),
        ("<h2>Hours <a href=#h>below</a></h2>", ["Hours below"]),
        (f"<p>Hours <a href=#h>{UNSEEN}</a></p>", ["Hours Permalink"]),
    ],
)
def test_a_permalink_after_the_text_of_a_heading_is_none_of_it(html, expected):
    assert texts(html) == expected


def test_a_line_break_in_a_link_to_the_same_page_separates_words():
    assert texts("<p>one<a href=#two><br></a>two") == ["one two"]


def test_the_link_of_a_mark_has_no_link_characters():
    assert [block.link_chars for block in parse_page("<p>a<a href=#x>¶</a><a href=y>b</a>").blocks] == [1]


CITED = [f"<a href=#c{number}>{number}</a>" for number in range(6)]


@pytest.mark.parametrize("listed", ["{1}", "{1},{2},{5}", "{1}\u2013{3}", "{1}; {2}-{3}"])
def test_the_marks_of_a_list_of_notes_are_left_out_with_what_stands_between_them(listed):
    assert texts(f"<p>In 1971<sup>{listed.format(*CITED)}</sup>, it rained.") == ["In 1971, it rained."]


@pytest.mark.parametrize("listed", ["[{1},{2},{5}]", "({1},{2}\u2013{5})", "pages {1}, {2}"])
def test_a_list_of_numbers_that_begins_as_a_text_of_its_own_stays(listed):
    shown = listed.format(*range(6))
    assert texts(f"<p>It rained {listed.format(*CITED)}.") == [f"It rained {shown}."]


def test_numbers_of_two_blocks_are_no_list():
    assert texts(f"<p>In 1971{CITED[1]}<p>{CITED[2]} It rained.") == ["In 1971", "2 It rained."]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("In 1971{1}, or 72{2}.", "In 1971, or 72."),
        ("It rained.{1} {2} And then", "It rained. 2 And then"),
        ("It rained{1}<br>{2} And then", "It rained 2 And then"),
        ("It rained{1} \u2013 {3} men came", "It rained \u2013 3 men came"),
        ("Section {3}<sup>{1}</sup> tells", "Section 3 tells"),
        ("Figure {2},<sup>{4}</sup> too", "Figure 2, too"),
    ],
)
def test_what_stands_between_numbers_of_no_list_stays(html, text):
    assert texts(f"<p>{html.format(*CITED)}") == [text]


def test_a_hidden_number_begins_no_list():
    assert texts(f"<p><b hidden>{CITED[5]}</b>,{CITED[1]} It rained.") == [", It rained."]


def test_a_hidden_formula_hides_nothing_after_it():
    html = "<p>It <span hidden><math><mi>x</mi></math></span>is <b aria-hidden=true>open</b> now."
    assert texts(html) == ["It is open now."]


def test_the_linked_numbers_of_lines_of_code_have_no_link_characters():
    lines = "\n".join(f"<a href=#{line}>{line}</a> go()" for line in (1, 2))
    (block,) = parse_page(f"<pre>{lines}</pre>").blocks
    assert (block.text, block.link_chars) == ("go() go()", 0)


@pytest.mark.parametrize(
    ("html", "footnotes"),
    [
        ("<p>One.<ol><li>Two. <a href=#r1>↩</a></li><li><p>Three.<p>Four. <a href=#r2>↩</a></ol>", (1, 3)),
        ("<p>One. <a href=/>↩</a><p><a href=#r1>↩</a> Two.<p>Three. <a href=#r1>¶</a>", ()),
        ("<p>One.<noscript>Two. <a href=#r1>↩</a></noscript><p>Three.", ()),
        ("<p>One.<p>&#8203;<a href=#r1>↩</a>", ()),
        ("<p>One.<p><ruby><rt><a href=#r1>↩</a></rt></ruby>", ()),
    ],
)
def test_a_block_that_ends_with_a_link_back_is_a_footnote(html, footnotes):
    assert parse_page(html).footnotes == footnotes


EDIT = '<span class="mw-editsection"><b>[</b><a href=/e>edit</a><b> | </b><a>source</a><span>]</span></span>'
OLD_EDIT = '<span class="editsection">[<a href=/e>edit</a>]</span>'


@pytest.mark.parametrize(
    "heading",
    [f"<h2><i>Why</i>{EDIT}</h2>", f"<div><h2>Why</h2>{EDIT}</div>", f"<h2>{OLD_EDIT} <i>Why</i></h2>"],
)
def test_links_to_edit_the_sections_of_a_wiki_are_left_out(heading):
    assert texts(f"{heading}<p>[edit] So.") == ["Why", "[edit] So."]


@pytest.mark.parametrize(
    "edit",
    [
        "<span class='mw-editsection'>[edit]</span>",
        "<span class=editsection>[edit]</span>",
        "<span id=x class='plain\nmw-editsection x'>[edit]</span>",
        "<SPAN CLASS=mw-editsection>[edit]</SPAN>",
        "<span class=mw-editsection>[edit] </span>",
        "<span class=mw-editsection><a href=/e><span></span><span>edit</span></a></span>",
    ],
)
def test_a_link_to_edit_a_section_may_be_written_in_any_way(edit):
    assert texts(f"<h2>Why {edit}</h2><p>So.") == ["Why", "So."]


def test_what_follows_a_link_to_edit_a_section_is_kept():
    edit = '<span class="mw-editsection"><a href=/e>edit</a></span>'
    assert texts(f"<h2>Why {edit} it fell</h2><p>So <span>[sic]</span></p>") == ["Why it fell", "So [sic]"]


@pytest.mark.parametrize("name", ["mw-editsection-like", "noeditsection", "edit section"])
def test_a_span_of_a_similar_class_is_kept(name):
    assert texts(f"<p>One <span class='{name}'>two</span>") == ["One two"]


def test_many_links_to_edit_a_section_that_do_not_end_take_linear_time():
    page = '<span class="mw-editsection">[' * 20_000
    started = process_time()
    parse_page(page)
    assert process_time() - started < 2


@pytest.mark.parametrize("before", ["<br>", "one <b>two</b> "])
def test_many_links_to_the_same_page_take_linear_time(before):
    page = "<p>" + before * 20_000 + "<a href=#x>↩</a><a href=#x>y</a>" * 20_000
    started = process_time()
    parse_page(page)
    assert process_time() - started < 2


def test_an_unclosed_button_ends_where_another_starts():
    menu = "<header>one <button>never<div>menu<div></button></div>"
    assert texts(f"{menu}<p>lost <button>never</button> two</header><p>three") == ["one", "two", "three"]


def test_a_question_that_opens_something_may_end_an_unclosed_button():
    assert texts("<button>Share<button aria-expanded=true>What is it?</button>") == ["What is it?"]


def test_a_reading_in_an_unclosed_button_is_dropped_with_it():
    assert texts("<ruby>x<button><rt>y<button>z</button></rt></ruby> w") == ["x w"]


def test_text_after_an_unclosed_button_has_its_path():
    page = parse_page("<nav><button><div></button><svg><p></p></svg><p><button></button>a</p></div>b</nav>")
    assert [block.path for block in page.blocks] == ["html/body/nav/div/p", "html/body/nav"]


def test_a_short_noscript_is_dropped():
    assert texts("<p>a</p><noscript>please<p>turn scripts on</noscript><p>b") == ["a", "b"]


@pytest.mark.parametrize(("chars", "kept"), [(NOSCRIPT_CHARS, 1), (NOSCRIPT_CHARS + 1, 3)])
def test_a_noscript_is_dropped_up_to_a_number_of_characters(chars, kept):
    assert len(texts(f"<p>one<noscript><p>two<p>{'x' * (chars - len('two'))}</noscript>")) == kept


def test_a_dropped_noscript_hides_no_element_that_starts_before_it():
    *_, last = parse_page("<ul><li>one</ul><div><noscript><p>x</p></noscript><p>two").blocks
    assert (last.path, last.shared) == ("html/body/div/p", 2)


def test_a_page_inside_an_unclosed_noscript_is_kept():
    story = "word " * NOSCRIPT_CHARS
    assert texts(f"<noscript><img src=x><p>{story}<noscript>short</noscript><p>end") == [story.strip(), "end"]


def test_comments_do_not_separate_words():
    assert texts("<p>one<!-- x -->two") == ["onetwo"]


def test_entities_are_decoded():
    assert texts("<p>a&amp;b&nbsp;c&#x416;") == ["a&b cЖ"]


@pytest.mark.parametrize(
    "text", ["\u200d", "&zwnj; &zwnj;", "<b>\ufeff</b>\u200b", "\u200e", "\u200f", "\u2060"]
)
def test_invisible_characters_alone_are_no_text(text):
    page = parse_page(f"<p>one<p>{text}<p>two")
    assert [block.text for block in page.blocks] == ["one", "two"]


def test_a_link_on_invisible_characters_is_none_of_the_next_block():
    one, two = parse_page("<p>one<p><a href=/>\u200d</a><p>two").blocks
    assert (one.link_chars, two.link_chars) == (0, 0)


def test_a_link_to_an_author_on_invisible_characters_names_none():
    assert parse_page("<a rel=author href=/>\u200b</a>one").author_links == ()


def test_invisible_characters_in_a_text_are_kept():
    (block,) = parse_page("<p>\u200fa\u200cb").blocks
    assert block.text == "\u200fa\u200cb"


def test_soft_hyphens_are_left_out():
    page = parse_page("<title>Har&shy;bour</title><p>\xad<p><a href=/a>Har\xadbour</a>")
    assert (page.title, [(block.text, block.link_chars) for block in page.blocks]) == (
        "Harbour",
        [("Harbour", 7)],
    )


def test_the_path_names_every_block_level_ancestor():
    page = parse_page(
        '<body class="z a b c"><div id=post-12><b class=x><p class="p7 lead category-news">text'
    )
    assert [(block.tag, block.path) for block in page.blocks] == [("p", "html/body.a.b.c/div#post-/p.lead")]


def test_the_path_includes_the_id_and_classes_of_html():
    assert parse_page("<html id=top class=js><p>one").blocks[0].path == "html#top.js/body/p"


def test_text_after_the_end_of_html_has_html_in_its_path_once():
    assert [block.path for block in parse_page("<p>one</p></html>two").blocks] == ["html/body/p", "html"]


def test_the_path_is_shorter_again_after_an_element():
    assert [block.path for block in parse_page("<head></head><div><p>a</p>b</div>c").blocks] == [
        "html/body/div/p", "html/body/div", "html/body",
    ]  # fmt: skip


def test_text_in_links_is_counted():
    blocks = parse_page("<p>see <a href=/x> this\n <b>page</b> </a>, <a href=/y>that</a><p>none").blocks
    assert [block.link_chars for block in blocks] == [len("this page") + len("that"), 0]


def test_the_http_charset_is_respected():
    assert texts("<meta charset=utf-8><p>Мост".encode("koi8-r"), "koi8-r") == ["Мост"]


def test_an_anchor_without_href_is_not_a_link():
    assert parse_page("<p><a name=x>text</a>").blocks[0].link_chars == 0


def test_only_a_heading_that_links_to_its_page_is_no_link():
    blocks = parse_page("<h4><a href=#x>one</a></h4><h4><a href=/>two</a></h4><p><a href=#x>three</a>").blocks
    assert [block.link_chars for block in blocks] == [0, len("two"), len("three")]


def test_a_link_around_blocks_counts_in_each():
    assert [
        block.link_chars for block in parse_page("<a href=/x>a<div>bc</div> <div>d</div></a>e").blocks
    ] == [1, 2, 1, 0]


def test_a_link_that_continues_in_the_next_block_counts_in_both():
    blocks = parse_page("<div>one <a href=/>two<p>three <b>four</b></a>").blocks
    assert [block.link_chars for block in blocks] == [len("two"), len("three four")]


def test_only_json_ld_scripts_are_linked_data():
    page = parse_page("<script type=application/ld+json>{}</script><style>a</style><script>b</script>")
    assert page.linked_data == ("{}",)


def test_a_page_without_text_has_no_blocks():
    assert parse_page("<html><body><script>1</script>").blocks == ()


def test_blocks_without_letters_have_no_hash():
    assert [block.hash is None for block in parse_page("<p>12.3 — 4<p>x").blocks] == [True, False]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>今天天氣很好。<p>我們去公園散步", ["今天天氣很好。", "我們去公園散步"]),
        ("<p>كتب الطالب الدرس<p>ثم ذهب", ["كتب الطالب الدرس", "ثم ذهب"]),
        ("<p>วันนี้อากาศดี<p>เราไปเดินเล่น", ["วันนี้อากาศดี", "เราไปเดินเล่น"]),
    ],
)
def test_text_without_spaces_or_from_right_to_left_is_split_and_hashed(html, expected):
    blocks = parse_page(html).blocks
    assert [block.text for block in blocks] == expected
    assert len({block.hash for block in blocks} - {None}) == 2


def test_nothing_is_lost_below_100_000_divs():
    page = parse_page("<div>" * 100_000 + "deep" + "</div>" * 100_000 + "<p>after")
    assert [block.text for block in page.blocks] == ["deep", "after"]


def test_the_length_of_a_path_is_limited():
    assert len(parse_page("<div>" * 10_000 + "deep").blocks[0].path) < 2_000


def test_the_tag_is_known_even_beyond_the_end_of_the_path():
    assert parse_page("<div>" * 10_000 + "<p>deep").blocks[0].tag == "p"


def test_a_page_of_50_megabytes_is_parsed():
    assert len(parse_page(b"<p>" + b"some words " * 5_000_000).blocks[0].text) == 55_000_000 - 1


def test_noscripts_nested_around_a_long_one_take_linear_time():
    depth = 200_000
    html = f"{'<noscript>' * depth}{'<p>x' * (NOSCRIPT_CHARS + 1)}{'</noscript>' * depth}"
    started = process_time()
    assert len(parse_page(html).blocks) == NOSCRIPT_CHARS + 1
    assert process_time() - started < 3  # it would take ten if each looked at all blocks


def test_a_noscript_beside_a_long_one_is_dropped_if_it_is_short():
    story = "word " * NOSCRIPT_CHARS
    html = f"<noscript><noscript><p>{story}</noscript><noscript>short</noscript><p>end</noscript><noscript>no"
    assert texts(html) == [story.strip(), "end"]


def test_a_long_attribute_does_not_make_a_long_path():
    assert len(parse_page(f"<div id={'x' * 1_000_000} class={'y' * 1_000_000}>text").blocks[0].path) < 200


def test_nul_bytes_do_not_change_the_hash():
    assert parse_page("<p>na\0me").blocks[0].hash == parse_page("<p>name").blocks[0].hash


def test_cdata_does_not_hide_what_follows():
    assert "after" in texts("<p>before<![CDATA[ x ]]>after")[0]


@given(MARKUP)
def test_any_text_gives_blocks_or_a_page_error(html):
    for block in blocks_or_none(html):
        assert block.text == " ".join(block.text.split()) != ""
        assert 0 <= block.link_chars <= len(block.text)
        assert block.path.startswith("html")
        assert (block.hash is None) == (not any(unicodedata.category(c).startswith("L") for c in block.text))


@given(
    st.text(st.characters(), max_size=60), st.sampled_from([None, "utf-8", "latin-1", "utf-16", "no such"])
)
def test_any_characters_give_blocks_with_text_or_a_page_error(text, charset):
    assert all(block.text for block in blocks_or_none("<p>" + text, charset))


@given(
    st.binary(max_size=80),
    st.sampled_from([None, "utf-8", "shift_jis", "utf-16", "iso-2022-jp", "hz-gb-2312"]),
)
def test_any_bytes_give_blocks_with_text_or_a_page_error(data, charset):
    for html in (data, b"<p>" + data):
        assert all(block.text for block in blocks_or_none(html, charset))


@given(MARKUP.filter(lambda html: not html.startswith(("<\0", "\0<"))))  # these may be UTF-16
def test_bytes_and_text_of_a_page_agree(html):
    assert blocks_or_none(html) == blocks_or_none(html.encode("utf-8"), "utf-8")


@given(st.lists(st.text("abc de", min_size=1), min_size=1))
def test_wrapping_words_in_inline_tags_changes_no_text(words):
    plain = "<p>" + " x ".join(words)
    tagged = "<p>" + " x ".join(f"<span><em>{word}</em></span>" for word in words)
    assert texts(plain) == texts(tagged)


def blocks_or_none(html, charset=None):
    try:
        return parse_page(html, charset).blocks
    except PageError:
        return ()


@given(MARKUP, MARKUP)
def test_blocks_do_not_depend_on_the_page_parsed_before(before, html):
    first = blocks_or_none(html)
    blocks_or_none(before)
    assert blocks_or_none(html) == first


def test_readings_nested_around_white_space_take_linear_time():
    page = "<rt>" * 20_000 + "<div>x</div>" + "<br>" * 20_000
    started = process_time()
    assert texts(page)[-1] == "x"
    assert process_time() - started < 3  # it would take sixteen if each looked at all of it


@pytest.mark.parametrize(
    "hidden",
    [
        '<span style="color: red; DISPLAY : none">null</span>',
        "<b hidden>null <i>or</i> none<br></b>",
        "<span hidden><span>null</span> or <a href=/>none</a></span>",
        f"<b hidden>{'x' * 100}</b>",
    ],
)
def test_what_is_hidden_within_a_line_is_dropped(hidden):
    assert texts(f"<p>Write to us{hidden} at once.") == ["Write to us at once."]


@pytest.mark.parametrize(
    "shown",
    [
        "<span style='display: inline'>soon</span>",
        "<span style='--tip-display: none'>soon</span>",
        "<span hidden=until-found>soon</span>",
        "<span aria-hidden=true>soon</span>",
        "<i style='visibility:hidden'>soon</i>",
        "<x-when hidden>soon</x-when>",
    ],
)
def test_what_is_shown_or_can_be_opened_within_a_line_is_kept(shown):
    assert texts(f"<p>Write to us {shown}.") == ["Write to us soon."]


def test_a_hidden_box_is_a_block():
    assert texts("<p>Write<div style='display: none'>More</div>") == ["Write", "More"]


def test_hidden_text_that_is_long_is_kept_since_readers_may_open_it():
    more = "x" * 101
    assert texts(f"<p>A review ...<span style='display: none'> {more}</span>") == [f"A review ... {more}"]


def test_boxes_in_a_hidden_inline_element_are_blocks():
    assert texts("Write<span style='display: none'><p>More<p>Yet more</span>") == [
        "Write",
        "More",
        "Yet more",
    ]


def test_links_that_are_hidden_within_a_line_do_not_count():
    (block,) = parse_page("<p>Write <b hidden>to <a href=/>them</a></b> <a href=/us>us</a>").blocks
    assert (block.text, block.link_chars) == ("Write us", 2)


def test_formulas_that_wikipedia_hides_behind_pictures_are_kept():
    math = '<math><annotation encoding="application/x-tex">x^2</annotation></math>'
    html = f'<p>Let <span class="mwe-math-mathml-a11y" style="display: none;">{math}</span> be.'
    assert texts(html) == ["Let x^2 be."]


def test_a_custom_element_that_ends_outside_of_the_button_that_it_is_in_is_passed_over():
    assert texts("<button><svg><a-/b><rt><rt><button>") == []
