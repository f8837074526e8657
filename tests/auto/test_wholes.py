"""What belongs together on a page."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.auto.article import LEAST_LIKELY
from urltree.auto.clues import Clues
from urltree.auto.wholes import LIKELY_HEADLINE, MOST_CELL_WORDS, between_text, completed
from urltree.blocks import parse_page
from urltree.features import LONG_WORDS, page_features
from urltree.tags import HEADINGS

TEXT = "five words of a text"
LONG = "word " * (MOST_CELL_WORDS + 1)


def content(
    html,
    score=LEAST_LIKELY,
    *,
    likely=(),
    doubtful=(),
    template=(),
    labels=(),
    fresh=(),
    listed=(),
    digits=(),
    matches=None,
    known=1,
):
    """Give the texts kept of a page on which the blocks that begin with `five` are content by themselves.

    All others have this score, except for those on most pages; the rest list texts that are likely or
    doubtful without their site, on most pages, labels there, on no other, headlines on most pages, or that
    have digits; `matches` says how well some match the title.
    """
    blocks = parse_page(html).blocks
    texts = [block.text for block in blocks]
    by_themselves = np.array([text.startswith("five") for text in texts])
    none = np.zeros(len(blocks), bool)
    clues = Clues(
        blocks=blocks,
        elements=page_features(blocks, None).elements,
        words=np.array([len(text.split()) for text in texts], float),
        alone=np.array([0.9 if text in likely else 0.35 if text in doubtful else 0.05 for text in texts]),
        known=known,
        match=np.array([(matches or {}).get(text, 0) for text in texts]),
        headline=(headline := np.array([block.tag == "h1" for block in blocks])),
        heads=headline,
        in_heading=np.array([block.tag in HEADINGS for block in blocks]),
        links=np.array([2 * block.link_chars > len(block.text) for block in blocks]),
        with_digits=np.array([text in digits for text in texts]),
        line_numbers=none,
        new=np.array([text in fresh for text in texts]),
        template=np.array([text in template for text in texts]),
        stale=none,
        listed=np.array([text in listed for text in texts]),
        figures=none,
        labels=np.array([text in labels for text in texts]),
        stated=none,
        footnotes=none,
    )
    scores = np.where(by_themselves, 0.9, score) * ~(clues.template & ~clues.listed)
    chosen = completed(by_themselves, scores, clues)
    return [text for text, wanted in zip(texts, chosen, strict=True) if wanted]


@pytest.mark.parametrize(
    "html",
    [
        f"<table><tr><td>City</td><td>Rent</td></tr><tr><td>{TEXT}</td><td>{TEXT}</td></tr></table>",
        f"<pre><div>{TEXT}</div><div>x = 1</div><div>{TEXT}</div></pre>",
        f"<dl><dt>-a</dt><dd>{TEXT}</dd><dt>-p</dt><dd>{TEXT}</dd></dl>",
        f"<ol><li>{TEXT}</li><li>Rest</li><li>five {LONG}</li></ol>",
        f"<details><summary>{TEXT}</summary><p>Yes.</p></details>",
    ],
)
@pytest.mark.parametrize("score", [0, LEAST_LIKELY])
def test_a_table_listing_answer_or_list_that_is_mostly_kept_is_kept_whole(html, score):
    assert content(html, score) == [block.text for block in parse_page(html).blocks]


def test_a_list_of_which_half_is_kept_is_not_completed():
    assert content(f"<ol><li>{TEXT}</li><li>not these five words either</li></ol>") == [TEXT]


FACTS = ["Weight", "1.2 kg", "Made of", "oak", "five"]
TABLE = "".join(f"<td>{fact}</td>" for fact in FACTS)


@pytest.mark.parametrize("score", [0, LEAST_LIKELY])
def test_a_table_of_which_little_is_kept_is_kept_whole_if_it_is_likely_without_its_site(score):
    assert content(f"<table><tr>{TABLE}</tr></table>", score, likely=FACTS[:3]) == FACTS
    assert content(f"<table><tr>{TABLE}</tr></table>", score, likely=FACTS[:2]) == ["five"]


def test_a_likely_table_of_which_nothing_is_kept_is_not_completed():
    assert content(f"<table><tr>{TABLE.replace('five', 'six')}</tr></table>", likely=FACTS) == []


def test_many_unlikely_blocks_outweigh_the_words_of_a_likely_one():
    cells = f"<td>Home</td><td>News</td><td>{REPLY}</td><td>five</td>"
    assert content(f"<table><tr>{cells}</tr></table>", likely=[REPLY]) == ["five"]


@pytest.mark.parametrize(("tag", "kept"), [("ol", 0), ("table", 2)])
def test_what_most_documents_have_and_a_list_twice_is_no_part_of_it(tag, kept):
    item = "<li>{}<p>Photo</p></li>" if tag == "ol" else "<tr><td>{}<td>Photo</tr>"
    html = f"<{tag}>{item.format(TEXT)}{item.format(TEXT)}</{tag}>"
    assert content(html, template=["Photo"]).count("Photo") == kept


def test_what_most_documents_have_and_a_list_twice_is_not_kept_with_a_list_amid_text_either():
    html = f"<p>{TEXT}<ol><li>Dig<p>Edit</p></li><li>Fill<p>Edit</p></li></ol><p>{TEXT}"
    assert content(html, likely=["Dig", "Fill"], template=["Edit"]) == [TEXT, "Dig", "Fill", TEXT]


def test_what_most_documents_have_and_a_list_once_is_part_of_it():
    html = f"<ol><li>{TEXT}<p>Photo</p></li><li>{TEXT}</li></ol>"
    assert content(html, template=["Photo"]).count("Photo") == 1


def test_an_unordered_list_is_not_completed():
    assert content(f"<ul><li>{TEXT}</li><li>Rest</li><li>{TEXT}</li></ul>") == [TEXT, TEXT]


def test_a_table_with_long_text_is_not_completed():
    cells = f"<td>Menu</td><td>{TEXT}</td><td>five {LONG}</td>"
    assert content(f"<table><tr>{cells}</tr></table>") == [TEXT, f"five {LONG}".strip()]


def test_a_table_with_long_text_is_completed_below_a_head():
    rows = f"<thead><tr><th>Name</th></tr></thead><tr><td>Menu</td><td>{TEXT}</td><td>five {LONG}</td></tr>"
    kept = ["Name", "Menu", TEXT, f"five {LONG}".strip()]
    assert content(f"<table>{rows}</table>") == kept


def test_a_table_with_the_headline_is_not_completed():
    cells = f"<td>Menu</td><td><h1>five</h1>{TEXT}</td>"
    assert content(f"<table><tr>{cells}</tr></table>") == ["five", TEXT]


def test_only_the_inner_of_two_nested_tables_is_completed():
    inner = f"<table><tr><td>City</td><td>{TEXT}</td></tr></table>"
    for menu in ("a menu of six words here", LONG):
        assert content(f"<table><tr><td>{menu}</td><td>{inner}</td></tr></table>") == ["City", TEXT]


def test_the_items_of_a_nested_list_count_for_the_outer_list_too():
    inner = f"<ol><li>{TEXT}</li><li>{TEXT}</li></ol>"
    assert content(f"<ol><li>Outer{inner}</li><li>Last</li></ol>") == ["Outer", TEXT, TEXT, "Last"]


@pytest.mark.parametrize("inner", ["<ol><li>Rest</li></ol>", "<dl><dd>Rest</dd></dl>"])
@pytest.mark.parametrize("items", ["<ol><li>{}</li><li>{}</li></ol>", "<dl><dd>{}</dd><dd>{}</dd></dl>"])
def test_a_nested_list_is_part_of_the_list_around_it(items, inner):
    assert content(items.format(TEXT + inner, TEXT)) == [TEXT, "Rest", TEXT]


def test_a_list_nested_twice_is_part_of_the_outermost():
    inner = "<ol><li><ol><li>Rest</li></ol></li></ol>"
    assert content(f"<ol><li>{TEXT}{inner}</li><li>{TEXT}</li></ol>") == [TEXT, "Rest", TEXT]


def test_a_list_in_an_unordered_one_that_is_not_completed_is_completed_by_itself():
    inner = f"<ol><li>{TEXT}</li><li>Rest</li></ol>"
    assert content(f"<ul><li>{MORE}{inner}</li></ul>") == [TEXT, "Rest"]


@pytest.mark.parametrize(
    "html", ["<ol><li>{}<pre>Rest</pre></li></ol>", "<ol><div>{}<ol><li>Rest</ol></div></ol>"]
)
def test_a_listing_in_an_item_or_a_list_outside_of_one_is_judged_by_itself(html):
    assert content(html.format(TEXT)) == [TEXT]


def test_a_list_in_a_box_of_an_item_is_judged_by_itself():
    inner = "<div><ol><li>Rest</li></ol></div>"
    assert content(f"<ol><li>{TEXT}{inner}</li><li>{TEXT}</li></ol>") == [TEXT, TEXT]


REPLY = "what is said in a reply to it"


POST = f"five {'word ' * LONG_WORDS}".strip()
SHORT = "Well said"


def posts(*texts, item="<li>Ann<p>{}</p></li>"):
    return f"<ul>{''.join(map(item.format, texts))}</ul>"


def test_what_is_left_out_in_a_row_of_texts_is_kept_in_their_places():
    assert content(posts(POST, SHORT, POST, TEXT), known=0) == [POST, SHORT, POST, TEXT]


def test_two_texts_in_a_row_do_not_keep_the_rest():
    assert content(posts(POST, SHORT, POST), known=0) == [POST, POST]


def test_less_than_half_of_a_row_does_not_keep_the_rest():
    more = "Well " * (4 * LONG_WORDS)
    assert content(posts(POST, POST, POST, more), known=0) == [POST, POST, POST]


@pytest.mark.parametrize(
    "html",
    [
        f"{posts(POST, POST, POST)}<p>{SHORT}</p>",
        posts(POST, POST, POST, f"<a href=/>{SHORT}</a>"),
        posts(*[TEXT] * 5, SHORT),
        posts(POST, POST, POST, SHORT, item="<p>{}</p>"),
    ],
)
def test_text_outside_of_a_row_linked_or_beside_short_texts_or_one_another_is_not_kept(html):
    assert SHORT not in content(html, known=0)


def test_what_most_documents_have_is_not_kept_in_a_row():
    assert SHORT not in content(posts(POST, POST, POST, SHORT), template=(SHORT,), known=0)


def test_what_other_documents_of_a_known_site_have_is_not_kept_in_a_row():
    assert SHORT not in content(posts(POST, POST, POST, SHORT), known=0.2)


def test_what_is_unlikely_is_not_kept_in_a_row():
    assert SHORT not in content(posts(POST, POST, POST, SHORT), LEAST_LIKELY - 0.01, known=0)


def test_fresh_text_in_the_place_of_the_text_is_kept():
    assert content(f"<p>{TEXT}</p><div>By you</div><p>{REPLY}</p>", fresh=(REPLY,)) == [TEXT, REPLY]


def test_unlikely_text_in_the_place_of_the_text_is_not_kept_though_no_other_page_has_it():
    assert content(f"<p>{TEXT}</p><div>By you</div><p>{REPLY}</p>", 0.09, fresh=(REPLY,)) == [TEXT]


def test_text_in_the_place_of_the_text_is_not_kept_for_being_new_to_a_site_hardly_known():
    html = f"<p>{TEXT}</p><div>By you</div><p>{REPLY}</p>"
    assert content(html, fresh=(REPLY,), known=0.1) == [TEXT]


def test_text_in_the_place_of_the_text_is_not_kept_if_it_is_not_fresh():
    html = f"<p>{TEXT}</p><p>Well said</p><p>{REPLY}</p>" + f"<p>{TEXT}</p>" * 2
    assert content(html, fresh=("Well said",)) == [TEXT, "Well said", TEXT, TEXT]


@pytest.mark.parametrize(
    "others", [f"<div>{REPLY}</div>", f"<p>{REPLY}</p>" * 3, f"<h1>{TEXT}</h1><h1>{REPLY}</h1>"]
)
def test_fresh_text_in_another_place_or_that_of_the_headline_or_beside_much_else_is_not_kept(others):
    assert REPLY not in content(f"<p>{TEXT}</p>{others}", fresh=(REPLY,))


PAIRS = ["Weight", "1.2 kg", "Made of", "oak"]
ROWS = "<table><tr><th>{}<td>{}</tr><tr><th>{}<td>{}</tr></table>"
ITEMS = "<ul><li>{}</li><li>{}</li><li>{}</li><li>{}</li></ul>"


@pytest.mark.parametrize("facts", [ROWS, ITEMS])
@pytest.mark.parametrize("around", ["<p>five</p>{}<p>menu", "<p>five</p><p>menu</p>{}"])
def test_facts_below_text_are_kept_though_doubtful_without_their_site(facts, around):
    html = around.format(facts.format(*PAIRS))
    assert content(html, doubtful=PAIRS) == ["five", *PAIRS]
    assert content(html) == ["five"]


def test_a_table_below_text_is_kept_though_unlikely_without_its_site():
    unlikely = [*PAIRS[:2], "Colour", "black"]
    html = f"<p>five</p>{ROWS.format(*unlikely)}<p>menu"
    assert content(html, doubtful=unlikely[:1]) == ["five", *unlikely]
    assert content(html) == ["five"]


@pytest.mark.parametrize(("tag", "kept"), [("pre", True), ("ul", False), ("table", False)])
def test_code_below_text_is_kept_though_doubtful_without_its_site_and_of_one_block(tag, kept):
    html = f"<p>five</p><{tag}>make all</{tag}><p>menu"
    assert content(html, doubtful=["make all"]) == ["five", "make all"][: 1 + kept]


@pytest.mark.parametrize(
    "html",
    [
        ROWS.format(*PAIRS) + "<p>five",
        "<p>five</p><div>" + ITEMS.format(*PAIRS) + "</div>",
        "<p>five</p>" + ITEMS.format(*PAIRS[:2], "<a>Made of</a>", "<a href=/oak>oak</a>"),
        "<p>five</p><table><tr><td>Weight<td>Made of<td>oak</table>",
        "<h1>five</h1>" + ROWS.format(*PAIRS),
    ],
)
def test_doubtful_facts_above_text_in_a_box_with_a_link_few_or_below_a_headline_only_are_not_kept(html):
    assert content(html, doubtful=PAIRS) == ["five"]


@pytest.mark.parametrize(("linked", "kept"), [(1, True), (2, False)])
def test_facts_may_have_links_in_a_third_of_their_blocks(linked, kept):
    texts = ["<a href=/oak>Oak</a> from the hills"] * linked + ["Ash from the hills"] * (4 - linked)
    doubtful = ["Oak from the hills", "Ash from the hills"]
    assert (len(content("<p>five</p>" + ITEMS.format(*texts), doubtful=doubtful)) == 5) is kept


STEPS = "<ol><li>Open it</li><li>Close it</li></ol>"


@pytest.mark.parametrize("tag", ["ol", "ul"])
def test_a_list_beside_text_is_kept_if_it_is_likely_without_its_site(tag):
    html = f"<p>{TEXT}</p>{STEPS.replace('ol>', f'{tag}>')}"
    assert content(html, likely=("Open it", "Close it")) == [TEXT, "Open it", "Close it"]


@pytest.mark.parametrize(
    "html",
    [
        f"<h1>five</h1>{STEPS}",
        f"<p>{TEXT}</p><div><p>Menu</p>{STEPS}</div>",
        f"<p>{TEXT}</p><ol><li>Open it</li><li><a href=/>Close it</a></li></ol>",
        f"<p>{TEXT}</p><ol><li>Open it</li><li>Close it</li><li>Or not</li></ol>",
        f"<p>{TEXT}</p><table><tr><td>Open it</td><td>{LONG}</td></tr></table>",
    ],
)
def test_a_list_is_not_kept_if_apart_linked_unlikely_or_a_layout_table(html):
    likely = ("Open it", "Close it", LONG.strip())
    assert len(content(html, likely=likely)) == 1


@pytest.mark.parametrize(("head", "kept"), [("<thead><th>Name</thead>", 4), ("<tr><th>Name", 1)])
def test_a_table_of_long_text_beside_text_is_kept_below_a_head(head, kept):
    html = f"<p>{TEXT}</p><table>{head}<tr><td>Open it</td><td>{LONG}</td></tr></table>"
    assert len(content(html, likely=("Name", "Open it", LONG.strip()))) == kept


def test_a_list_of_long_text_beside_text_is_no_layout_table():
    html = f"<p>{TEXT}</p><ol><li>{LONG}</li></ol>"
    assert content(html, likely=[LONG.strip()]) == [TEXT, LONG.strip()]


def test_a_list_that_is_the_same_on_most_pages_is_not_kept():
    items = ("Open it", "Close it")
    assert content(f"<p>{TEXT}</p>{STEPS}", likely=items, template=items) == [TEXT]


def test_a_list_with_an_item_unique_to_its_page_is_kept():
    kept = content(f"<p>{TEXT}</p>{STEPS}", likely=("Open it", "Close it"), template=("Open it",))
    assert kept == [TEXT, "Open it", "Close it"]


CELLS = ("Weight", "1.2 kg")
MORE = "More of what others wrote about the bridge of the town"
ROW = "<table><tr><td>Weight</td><td>1.2 kg</td></tr></table>"
NESTED = "<ul><li>Weight<ul><li>1.2 kg</li></ul></li></ul>"
BY_ROLE = "<div role=list><div>Weight</div><div>1.2 kg</div></div>"
IN_A_CELL = "<table><tr><td>Weight</td><td><ul><li>1.2 kg</li></ul></td></tr></table>"


@pytest.mark.parametrize("html", [ROW, "<ul><li>Weight</li><li>1.2 kg</li></ul>", NESTED, IN_A_CELL, BY_ROLE])
def test_a_list_or_table_amid_text_is_kept_if_it_is_not_unlikely(html):
    assert content(f"<p>{TEXT}</p>{html}<p>{TEXT}</p>", doubtful=CELLS) == [TEXT, *CELLS, TEXT]


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{TEXT}</p>{ROW}",
        f"<h1>five</h1>{ROW}<p>{TEXT}</p>",
        f"<p>{TEXT}</p><div><ul><li>Weight</li><li>1.2 kg</li></ul></div><p>{TEXT}</p>",
        f"<p>{TEXT}</p>{BY_ROLE.replace('role=list', '')}<p>{TEXT}</p>",
        f"<p>{TEXT}</p>{ROW.replace('Weight', '<a href=/>Weight</a>')}<p>{TEXT}</p>",
        f"<p>{TEXT}</p>{ROW.replace('Weight', MORE)}<p>{TEXT}</p>",
    ],
)
def test_a_doubtful_table_or_list_is_not_kept_after_text_apart_linked_or_with_unlikely_cells(html):
    assert {*content(html, doubtful=CELLS)} <= {TEXT, "five"}


def test_a_table_amid_text_is_kept_with_the_cells_that_are_on_most_pages():
    html = f"<p>{TEXT}</p>{ROW}<p>{TEXT}</p>"
    assert content(html, doubtful=CELLS, template=CELLS[:1]) == [TEXT, *CELLS, TEXT]


def test_a_table_amid_text_of_which_all_is_on_most_pages_is_not_kept():
    html = f"<p>{TEXT}</p>{ROW}<p>{TEXT}</p>"
    assert content(html, doubtful=CELLS, template=CELLS) == [TEXT, TEXT]


def test_a_table_amid_text_is_not_kept_if_it_is_ruled_out_otherwise():
    assert content(f"<p>{TEXT}</p>{ROW}<p>{TEXT}</p>", score=0, doubtful=CELLS) == [TEXT, TEXT]


@pytest.mark.parametrize(
    ("digits", "html", "kept"),
    [
        (("1.2", "1.4"), "<tr><td>Kilos</td><td>1.2</td><td>1.4</td></tr>", ["Kilos", "1.2", "1.4"]),
        (("1.2",), "<tr><td>Kilos</td><td>1.2</td></tr>", []),
        (("1.2", "1.4"), "<tr><td><a href=/>Kilos</a></td><td>1.2</td><td>1.4</td></tr>", []),
    ],
)
def test_an_unlikely_table_amid_text_is_kept_if_it_has_no_link_and_most_cells_have_digits(digits, html, kept):
    html = f"<p>{TEXT}</p><table>{html}</table><p>{TEXT}</p>"
    assert content(html, digits=digits) == [TEXT, *kept, TEXT]


CODE = ["x = 1", "y = 2"]
LISTING = f"<pre><div>{CODE[0]}</div><div>{CODE[1]}</div></pre>"
DEFINITION = f"<dl><dt>{CODE[0]}</dt><dd>{CODE[1]}</dd></dl>"


@pytest.mark.parametrize(
    "whole",
    [LISTING, LISTING.replace("pre", "listing"), DEFINITION, "<table><td>x = 1</td><td>y = 2</td></table>"],
)
@pytest.mark.parametrize(
    "box",
    [
        "<div>{}</div>",
        "<figure><table><tr><td>{}</td></tr></table></figure>",
        "<table><tr><td><pre>1 2</pre></td><td>{}</td></tr></table>",
    ],
)
def test_a_listing_definition_or_table_in_a_box_amid_text_is_kept_if_it_is_not_unlikely(box, whole):
    html = f"<p>{TEXT}</p>{box.format(whole)}<p>{TEXT}</p>"
    assert content(html, doubtful=CODE, template=["1 2"]) == [TEXT, *CODE, TEXT]


@pytest.mark.parametrize(("boxes", "kept"), [(6, CODE), (7, [])])
def test_a_listing_amid_text_may_be_in_six_boxes(boxes, kept):
    html = f"<p>{TEXT}</p>{'<div>' * boxes}{LISTING}{'</div>' * boxes}<p>{TEXT}</p>"
    assert content(html, doubtful=CODE) == [TEXT, *kept, TEXT]


@pytest.mark.parametrize(("tag", "kept"), [("figcaption", CODE), ("p", [])])
def test_the_box_of_a_listing_amid_text_may_have_a_caption(tag, kept):
    html = f"<p>{TEXT}</p><figure><{tag}>Menu</{tag}>{LISTING}</figure><p>{TEXT}</p>"
    assert content(html, doubtful=CODE) == [TEXT, *kept, TEXT]


def test_a_doubtful_listing_in_a_box_of_more_is_not_kept():
    html = f"<p>{TEXT}</p><div><p>Menu</p>{LISTING}</div><p>{TEXT}</p>"
    assert content(html, doubtful=CODE) == [TEXT, TEXT]


@pytest.mark.parametrize("end", ["", "<h1>five</h1>"])
def test_a_less_likely_listing_after_text_is_not_kept(end):
    html = f"<p>{TEXT}</p><div>{LISTING}</div>{end}"
    assert not {*CODE} & {*content(html, doubtful=CODE[:1])}


def test_a_heading_between_two_texts_is_kept():
    assert content(f"<p>{TEXT}</p><h2>Pros</h2><h3>Cost</h3><p>{TEXT}</p>") == [TEXT, "Pros", "Cost", TEXT]


def test_a_heading_between_the_headline_and_a_text_is_kept():
    assert content(f"<h1>five</h1><div><h2>Pros</h2><p>{TEXT}</p></div>") == ["five", "Pros", TEXT]


def test_a_heading_in_a_box_below_text_is_kept():
    html = f"<p>{TEXT}</p><div><section><h2>Pros</h2><p>{TEXT}</p></section></div>"
    assert content(html) == [TEXT, "Pros", TEXT]


@pytest.mark.parametrize(
    "html",
    [
        f"<div>Menu</div><h2>Site</h2><p>{TEXT}</p>",
        f"<p>{TEXT}</p><h2>Comments</h2><p>None</p><p>{TEXT}</p>",
        f"<p>{TEXT}</p><h2>Comments</h2>",
        f"<p>{TEXT}</p>{'<div>' * 6}<h2>About</h2><p>{TEXT}</p>{'</div>' * 6}",
        f"<p>{TEXT}</p><div><h2>About</h2></div><p>{TEXT}</p>",
        f"<p>{TEXT}</p><p>Advertisement</p><p>{TEXT}</p>",
    ],
)
def test_a_heading_far_from_text_before_it_or_apart_from_text_after_it_is_not_kept(html):
    assert content(html) == [TEXT] * html.count(TEXT)


@pytest.mark.parametrize(("boxes", "kept"), [(5, ["Pros"]), (6, [])])
def test_a_heading_may_be_five_elements_away_from_the_text_before_it(boxes, kept):
    html = f"<p>{TEXT}</p>{'<div>' * boxes}<h2>Pros</h2><p>{TEXT}</p>{'</div>' * boxes}"
    assert content(html) == [TEXT, *kept, TEXT]


@pytest.mark.parametrize(
    ("box", "kept"),
    [
        ("<div>{}</div>", True),
        ("<div>{}<p>Menu</p></div>", False),
        ("<div><p>Menu</p>{}</div>", False),
        ("<div><div>{}</div></div>", False),
    ],
)
def test_a_heading_that_the_site_repeats_may_be_alone_in_a_box(box, kept):
    html = f"<p>{TEXT}</p>{box.format('<h2>Pros</h2>')}<p>{TEXT}</p>"
    assert content(html, template=["Pros"]) == [TEXT, *["Pros"][: int(kept)], TEXT]


@pytest.mark.parametrize(("labels", "kept"), [(["Pros"], ["Pros"]), ([], [])])
def test_a_label_above_a_text_is_kept(labels, kept):
    html = f"<p>{TEXT}</p><p>Pros</p><p>{TEXT}</p><p>Cons</p><p>{TEXT}</p><div><p>Pros</p></div><p>{TEXT}</p>"
    assert content(html, template=["Pros", "Cons"], labels=labels) == [TEXT, *kept, TEXT, TEXT, TEXT]


def test_links_in_a_list_below_an_item_are_no_part_of_its_list():
    tools = "<ul><li><a href=/1>View article</a></li></ul>"
    assert content(f"<ol><li>{TEXT}{tools}</li><li><a href=/2>Next</a></li></ol>") == [TEXT, "Next"]


def test_a_heading_that_is_ruled_out_is_not_kept():
    assert content(f"<p>{TEXT}</p><h2>Related</h2><p>{TEXT}</p>", score=0) == [TEXT, TEXT]


def test_a_heading_that_is_ruled_out_only_because_the_site_repeats_it_is_kept():
    html = f"<p>{TEXT}</p><h2>Related</h2><p>{TEXT}</p>"
    assert content(html, template=("Related",)) == [TEXT, "Related", TEXT]


@given(
    st.lists(
        st.sampled_from(
            ["<table>", "<ol>", "<li>", "</ol>", "<td>", "</table>", "<h2>", f"<p>{TEXT}", "<p>a", "b</div>"]
        ),
        min_size=10,
        max_size=30,
    )
)
def test_completing_never_drops_a_kept_block(parts):
    html = "<p>start" + "".join(parts)
    assert content(html).count(TEXT) == sum(block.text == TEXT for block in parse_page(html).blocks)


@pytest.mark.parametrize(
    ("texts", "between"),
    [("text - text", [False, True, False]), ("text - -", [False] * 3), ("- - text", [False] * 3)],
)
def test_a_block_with_text_before_and_after_it_is_between_text(texts, between):
    blocks = parse_page(f"<p>{texts.replace(' ', '<p>')}").blocks
    text = np.array([block.text == "text" for block in blocks])
    assert between_text(page_features(blocks, None).elements, text).tolist() == between


def test_a_block_between_texts_of_different_elements_is_not_between_text():
    blocks = parse_page("<div><p>text</div><div><p>-<p>text</div>").blocks
    assert not between_text(page_features(blocks, None).elements, np.array([True, False, True])).any()


@pytest.mark.parametrize("between", ["", "<p>By Ada</p>"])
def test_the_headline_above_the_text_is_kept(between):
    assert content(f"<h1>Bridges</h1>{between}<p>{TEXT}", score=LIKELY_HEADLINE, matches={"Bridges": 1}) == [
        "Bridges",
        TEXT,
    ]


@pytest.mark.parametrize(
    "html",
    [
        f"<h1><a href=/a>Bridges</a></h1><p>{TEXT}",
        f"<h2>Bridges</h2><p>{TEXT}",
        f"<p>{TEXT}<h1>Bridges</h1>",
    ],
)
def test_a_title_that_is_a_link_no_h1_or_below_the_text_is_not_kept(html):
    assert content(html, score=LIKELY_HEADLINE, matches={"Bridges": 1}) == [TEXT]


def test_an_h1_that_is_not_quite_the_title_is_not_kept():
    assert content(f"<h1>Bridges</h1><p>{TEXT}", score=LIKELY_HEADLINE) == [TEXT]


def test_the_headline_of_a_page_without_text_is_not_kept():
    assert content("<h1>Bridges</h1><p>By Ada", score=LIKELY_HEADLINE, matches={"Bridges": 1}) == []


def test_a_headline_that_most_pages_have_is_not_kept():
    news = ["News"]
    assert content(
        f"<h1>News</h1><p>{TEXT}", score=LIKELY_HEADLINE, matches={"News": 1}, template=news, listed=news
    ) == [TEXT]


def test_of_two_headlines_above_the_text_the_lower_one_is_kept():
    html = f"<h1>Bridges</h1><h1>Bridges</h1><p>{TEXT}"
    assert content(html, score=LIKELY_HEADLINE, matches={"Bridges": 1}) == ["Bridges", TEXT]


def test_no_headline_is_kept_above_a_heading_that_is_half_of_it():
    html = f"<h1>Bridges: five old ones</h1><h2>five old ones</h2><p>{TEXT}"
    matches = {"Bridges: five old ones": 1, "five old ones": 0.6}
    assert content(html, score=LIKELY_HEADLINE, matches=matches) == ["five old ones", TEXT]


def test_an_unlikely_headline_is_not_kept():
    html = f"<h1>Bridges</h1><p>{TEXT}"
    assert content(html, score=LIKELY_HEADLINE - 0.01, matches={"Bridges": 1}) == [TEXT]


def test_a_heading_above_links_that_are_left_out_and_text_is_kept():
    link = "<p><a href=/map>View on map</a>"
    assert content(f"<p>{TEXT}<h2>Bridges</h2>{link}{link}<p>{TEXT}") == [TEXT, "Bridges", TEXT]


def test_a_heading_above_a_short_line_of_most_pages_and_text_is_kept():
    html = f"<p>{TEXT}<h2>Bridges</h2><p>Best of its kind<p>{TEXT}"
    assert content(html, template=["Best of its kind"]) == [TEXT, "Bridges", TEXT]


def test_a_heading_of_most_pages_above_links_is_not_kept():
    html = f"<p>{TEXT}<h3>More on this</h3><p><a href=/a>A bridge opens</a><p>{TEXT}"
    assert content(html, template=["More on this"]) == [TEXT, TEXT]


def test_a_heading_of_most_pages_in_a_box_above_a_short_line_of_them_is_not_kept():
    html = f"<p>{TEXT}<div><h3>Picks</h3></div><p>Best of its kind<p>{TEXT}"
    assert content(html, template=["Picks", "Best of its kind"]) == [TEXT, TEXT]


def test_a_heading_above_a_long_notice_of_most_pages_is_not_kept():
    notice = "We may earn a little from links"
    assert content(f"<p>{TEXT}<h2>Bridges</h2><p>{notice}<p>{TEXT}", template=[notice]) == [TEXT, TEXT]


@pytest.mark.parametrize(
    "between", ["<p>By Ada", "<p><a href=/map>View on map</a>" * 4, "</div><p><a href=/>Up</a>"]
)
def test_a_heading_above_other_blocks_many_links_or_another_box_is_not_kept(between):
    assert content(f"<div><p>{TEXT}<h2>Bridges</h2>{between}<p>{TEXT}") == [TEXT, TEXT]


def test_a_label_above_a_link_is_not_kept():
    html = f"<p>{TEXT}<p>Bridges<p><a href=/map>View on map</a><p>{TEXT}"
    assert content(html, labels=["Bridges"]) == [TEXT, TEXT]
