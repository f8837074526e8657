"""The headline in titles that have the site's name beside it."""

import pytest

from urltree.blocks import parse_page
from urltree.metadata.headline import page_headline
from urltree.metadata.metadata import page_metadata


def shown(html, url="https://example.com/news/bridge"):
    return page_metadata(parse_page(html), url, None).title


@pytest.mark.parametrize("title", ["A bridge - The Post", "The Post | A bridge", "A bridge :: The Post"])
def test_the_site_name_is_cut_from_the_title(title):
    html = f'<meta property="og:site_name" content="The Post"><title>{title}</title>'
    assert shown(html) == "A bridge"


@pytest.mark.parametrize("mark", ['"', "'"])
def test_a_title_that_a_quotation_mark_breaks_off_is_made_whole(mark):
    title = f"The bridge {mark}opens{mark}, says Ann"
    html = f"<meta property='og:title' content={mark}{title}{mark}><title>{title} - The Post</title>"
    assert shown(f"{html}<h1>{title}</h1>") == title


@pytest.mark.parametrize("heading", ["Ann Lee", 'Ann Lee: "A bridge"', 'Bo Ray "A bridge"'])
def test_a_title_that_no_heading_continues_with_a_quotation_mark_is_whole(heading):
    html = "<meta property='og:title' content='Ann Lee'><title>Ann Lee's bridges - The Post</title>"
    assert shown(f"{html}<h1>{heading}</h1>") == "Ann Lee"


@pytest.mark.parametrize(
    ("heading", "headline"),
    [
        ("A bridge", "A bridge"),
        ("a Bridge", "A bridge"),
        ("A bridge | City notices", "A bridge | City notices"),
        ("City news", "A bridge | City notices"),
    ],
)
def test_a_heading_tells_the_name_of_a_section_from_the_headline_beside_the_name_of_the_site(
    heading, headline
):
    html = f"<title>A bridge | City notices | The Post</title><h1>{heading}</h1>"
    assert shown(f'<meta property="og:site_name" content="The Post">{html}') == headline


@pytest.mark.parametrize(
    "title",
    [
        "新橋通車_港口日報",
        "新橋通車\uff5c港口日報",
        "港口日報|新橋通車",
        "新橋通車--港口日報",
        "港口日報-新橋通車",
        "新橋通車：港口日報",  # noqa: RUF001
        "新橋通車－港口日報",  # noqa: RUF001
        "新橋通車——港口日報",
        "新橋通車丨港口日報",
        "新橋通車 丨 港口日報",
    ],
)
def test_the_site_name_is_cut_from_a_title_without_spaces(title):
    html = f'<meta property="og:site_name" content="港口日報"><title>{title}</title>'
    assert shown(html) == "新橋通車"


@pytest.mark.parametrize(
    "body",
    [
        "<h3>A bridge</h3>",
        "<p>The Tides</p>",
        "<h1>A bridge</h1>",
        "<a href=/>The Tides: A bridge, and more</a>",
    ],
)
def test_the_site_name_and_a_colon_are_cut_from_the_title(body):
    html = f"<title>The Tides: A bridge</title>{body}"
    assert shown(html, "https://www.thetides.example/a") == "A bridge"
    assert shown('<meta property="og:site_name" content="The Tides">' + html) == "A bridge"


@pytest.mark.parametrize(
    "html",
    [
        "<title>The Tides: A bridge</title><h2>A bridge</h2>",
        "<title>Post: The Tides: A bridge</title><h1>Post: The Tides: A bridge</h1>",
        "<title>Post: </title>",
    ],
)
def test_what_is_no_name_of_the_site_or_is_part_of_a_heading_is_kept_before_a_colon(html):
    title = html.split("<title>")[1].split("</title>")[0].strip()
    assert shown(html, "https://post.example/a") == title


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        ("<h1>The Post</h1><h1>A bridge</h1>", "A bridge"),
        ("<h1>A bridge</h1><h1>The Post</h1>", "The Post"),
        ("<h1>The Post</h1>", "The Post"),
    ],
)
def test_of_two_h1_that_are_the_parts_of_a_title_the_later_is_the_headline(headings, expected):
    assert shown(f"<title>The Post | A bridge</title>{headings}") == expected


@pytest.mark.parametrize("title", ["A bridge to The Post", "The Post", "- The Post", "A bridge-The Post"])
def test_a_site_name_that_is_part_of_the_title_is_kept(title):
    html = f'<meta property="og:site_name" content="The Post"><title>{title}</title>'
    assert shown(html) == title


@pytest.mark.parametrize(
    ("title", "headline"),
    [
        ("A bridge | The Post", "A bridge"),
        ("A bridge", "A bridge"),
        ("The Post - All news", "The Post"),
        ("Welcome | The Post", "The Post"),
        ("", "The Post"),
    ],
)
def test_where_only_the_site_name_is_declared_a_heading_that_begins_the_title_is_shown(title, headline):
    declared = "".join(f'<meta property="og:{name}" content="The Post">' for name in ("title", "site_name"))
    assert shown(f"{declared}<title>{title}</title><h1>The Post</h1><h2>A bridge</h2>") == headline


@pytest.mark.parametrize("title", ["A bridge - The Post", "The Post - A bridge", "A bridge"])
@pytest.mark.parametrize("heading", ["<h1>A bridge</h1>", "<h2>a Bridge</h2><h1>The Post</h1>"])
def test_where_the_declared_title_is_not_on_the_page_that_of_a_heading_is_shown(title, heading):
    declared = (
        '<meta property="og:title" content="Town news"><meta property="og:site_name" content="The Post">'
    )
    assert shown(f"{declared}<title>{title}</title>{heading}") == "A bridge"


@pytest.mark.parametrize(
    "page",
    [
        "<title>A bridge - Post</title><h1>A bridge</h1><h2>town News</h2>",
        "<title>A bridge in Town: news - Post</title><h1>A bridge</h1>",
        "<title>A bridge - The Post</title><p>A bridge</p>",
        "<title>A bridge over the river - The Post</title><h1><a href=/>The Post</a></h1>",
        "<h1>A bridge</h1>",
    ],
)
def test_a_declared_title_that_is_on_the_page_or_that_no_heading_replaces_stays(page):
    assert shown(f'<meta property="og:title" content="Town news">{page}') == "Town news"


@pytest.mark.parametrize(
    ("declared", "section", "headline"),
    [
        ("A ferry to the isle", "Ferry", "Ferry"),
        ("A ferry to the isle", "Rivers and bridges", "Rivers and bridges"),
        ("A ferry to the isle", "Bridges", "A ferry to the isle"),
    ],
)
def test_a_heading_that_replaces_the_declared_title_shares_a_word_with_it_or_is_half_as_long(
    declared, section, headline
):
    html = f"<title>{section} - The Post</title><h2>{section}</h2>"
    assert shown(f'<meta property="og:title" content="{declared}">{html}') == headline


@pytest.mark.parametrize(("path", "headline"), [("", "Coast Notes"), ("a", "Fog and tides")])
def test_on_the_home_page_the_declared_name_of_the_site_is_its_title(path, headline):
    html = "<title>Coast Notes | Fog and tides</title><h1>Coast Notes</h1><h2>Fog and tides</h2>"
    declared = '<meta property="og:title" content="Coast Notes">'
    assert shown(declared + html, f"https://coastnotes.example/{path}") == headline


def test_the_headline_may_link_to_itself_where_the_declared_title_is_not_on_the_page():
    html = "<title>A bridge over the river - Post</title><h2><a href=/a>A bridge over the river</a></h2>"
    assert shown(f'<meta property="og:title" content="Town news">{html}') == "A bridge over the river"


@pytest.mark.parametrize(
    ("title", "below", "headline"),
    [
        ("Bo Ray - A bridge", "<h2>A bridge</h2>", "A bridge"),
        ("Bo Ray - A bridge", "<h2>Home</h2>", "Bo Ray"),
        ("Bo Ray", "<h2>A bridge</h2>", "Bo Ray"),
    ],
)
def test_a_declared_title_that_is_the_linked_h1_may_be_the_name_of_a_blog(title, below, headline):
    html = f'<meta name="dc.title" content="Bo Ray"><title>{title}</title><h1><a href=/>Bo Ray</a></h1>'
    assert shown(html + below) == headline


@pytest.mark.parametrize(
    ("html", "headline"),
    [
        ("<h1>A bridge</h1><h2>Old</h2>", "A bridge"),
        ("<title> </title><h1>A bridge</h1>", "A bridge"),
        ("<h1>A bridge</h1><h1>A harbour</h1>", None),
        ("<h1>Example</h1>", None),
        ("<h2>A bridge</h2>", None),
    ],
)
def test_the_only_h1_is_the_headline_of_a_page_without_a_title(html, headline):
    assert shown(html) == headline


@pytest.mark.parametrize(
    ("title", "headings", "headline"),
    [
        ("A bridge - The Post", ["A bridge"], "A bridge"),
        ("A bridge - News - The Post", ["The Post", "A bridge"], "A bridge"),
        ("A bridge - a tunnel - The Post", ["A bridge", "A bridge - a tunnel"], "A bridge - a tunnel"),
        ("A new bridge - The Post", ["The Post"], "A new bridge"),
        ("Post.example - The bridge is open", ["The bridge is open"], "The bridge is open"),
        ("A bridge - The Post", ["Welcome"], "A bridge - The Post"),
        ("A new bridge - The Post", ["One", "Two", "The Post"], "A new bridge"),
        ("A new bridge - The Post", ["One", "Two", "Three", "The Post"], "A new bridge - The Post"),
        ("A bridge", ["A bridge"], "A bridge"),
    ],
)
def test_headings_distinguish_the_headline_from_the_site_name(title, headings, headline):
    html = f"<title>{title}</title>" + "".join(f"<h1>{heading}</h1>" for heading in headings)
    assert shown(html) == headline


@pytest.mark.parametrize(
    "heading", ["<h1>A NEW BRIDGE</h1>", "<h1>\u201cA\u201d New Bridge</h1>", "<h2>A New Bridge</h2>"]
)
def test_a_heading_may_be_spelt_otherwise_than_in_the_title(heading):
    assert shown(f"<title>A new bridge - News</title>{heading}") == "A new bridge"


@pytest.mark.parametrize(
    "heading", ["<h2>NEWS</h2>", "<h2><a href=/>A New Bridge</a></h2>", "<p>A New Bridge</p>"]
)
def test_smaller_headings_links_and_texts_that_are_spelt_otherwise_do_not_count(heading):
    title = "News - A new bridge over it" if "NEWS" in heading else "A new bridge - News"
    assert shown(f"<title>{title}</title>{heading}") == title


@pytest.mark.parametrize(
    ("heading", "headline"),
    [("Council of the town", "Council of the Town"), ("COUNCIL OF THE TOWN", None)],
)
def test_a_heading_in_capitals_does_not_count_if_it_has_no_more_than_half_of_the_title(heading, headline):
    title = "Council of the Town - Tips for students"
    assert shown(f"<title>{title}</title><h1>{heading}</h1>") == (headline or title)


def test_a_heading_that_is_part_of_the_title_with_its_punctuation_stays_as_it_is():
    assert shown("<title>Is it open ? | News</title><h1>Is it open ?</h1>") == "Is it open ?"


def test_headings_are_not_compared_with_very_long_titles_by_their_letters():
    title = f"{'A new bridge ' * 80} - News"
    heading = title.removesuffix(" - News").strip().upper()
    assert shown(f"<title>{title}</title><h1>{heading}</h1>") == " ".join(title.split())


@pytest.mark.parametrize("heading", ["The Tides", "THE TIDES", "<a href=#tides>the Tides</a>"])
def test_a_heading_below_the_name_of_the_book_is_the_headline_though_it_links_to_itself(heading):
    html = "<title>The Tides - The Book of the Harbour</title><h1>The Book of the Harbour</h1>"
    assert shown(f"{html}<h2>{heading}</h2>") == "The Tides"


@pytest.mark.parametrize("tag", ["h1", "h2"])
def test_readings_of_characters_in_a_heading_do_not_count(tag):
    heading = f"<{tag}><ruby>灯台守<rt>とうだいもり</rt></ruby>が引退</{tag}>"
    html = f"<title>灯台守が引退 | みなと新聞</title>{heading}"
    assert shown(html) == "灯台守が引退"


def test_brackets_that_a_title_has_too_are_no_readings():
    html = "<title>灯台守（写真）が引退 | みなと新聞</title><h1>灯台守（写真）が引退</h1>"  # noqa: RUF001
    assert shown(html) == "灯台守（写真）が引退"  # noqa: RUF001


@pytest.mark.parametrize(
    ("title", "url", "headline"),
    [
        ("A bridge | Post", "https://post.example/1", "A bridge"),
        ("A bridge - The Post", "https://www.the-post.co.uk/1", "A bridge"),
        ("A bridge - a tunnel - Post.example", "https://post.example/1", "A bridge - a tunnel"),
        ("A bridge - Post", "https://news.post.example/1", "A bridge"),
        ("Post | A bridge", "https://post.example/1", "Post | A bridge"),
        ("A bridge - The Post", "https://post.example/1", "A bridge - The Post"),
        ("A bridge over the post", "https://post.example/1", "A bridge over the post"),
        ("A bridge in 3-D - UK", "https://post.co.uk/1", "A bridge in 3-D - UK"),
        ("A bridge - Post", "https://[", "A bridge - Post"),
        ("A bridge - Post", "no URL", "A bridge - Post"),
    ],
)
def test_the_host_tells_the_site_name(title, url, headline):
    assert shown(f"<title>{title}</title>", url) == headline


def test_case_and_spaces_of_the_site_name_do_not_count():
    html = '<meta property="og:site_name" content="thepost"><title>A bridge - The Post</title>'
    assert shown(html) == "A bridge"


@pytest.mark.parametrize(
    "title", ["A new bridge - Post", "Post - A new bridge", "Post - A new bridge - News"]
)
def test_a_text_that_is_the_longest_part_of_the_title_is_the_headline(title):
    assert shown(f"<title>{title}</title><td>A new bridge") == "A new bridge"


def test_a_text_that_is_several_parts_of_the_title_is_the_headline():
    html = "<title>Post - A bridge - a tunnel - News</title><p>A bridge<p>A bridge - a tunnel"
    assert shown(html) == "A bridge - a tunnel"


def test_a_text_that_is_a_shorter_part_of_the_title_is_not_the_headline():
    assert shown("<title>News - A new bridge</title><li>News") == "News - A new bridge"


def test_a_text_as_long_as_the_part_beside_it_is_not_the_headline():
    assert shown("<title>News - Post</title><li>News") == "News - Post"


def test_a_lower_heading_that_begins_the_title_counts_before_the_name_that_ends_it():
    html = "<title>A new bridge - News - The Post</title><h1>The Post</h1><h2>A new bridge</h2>"
    assert shown(html) == "A new bridge"


def test_a_lower_heading_that_begins_the_title_is_the_headline_though_shorter():
    html = "<title>A bridge - The Harbour Post</title><h1>The Harbour Post</h1><h2>A bridge</h2>"
    assert shown(html) == "A bridge"


def test_a_heading_that_only_the_first_word_of_the_title_begins_with_is_not_the_headline():
    assert shown("<title>Posters - Post</title><h2>Post</h2>") == "Posters - Post"


def test_a_title_that_the_page_shows_as_a_whole_stays():
    assert shown(
        "<title>A bridge - a new tunnel</title><h2>A bridge</h2><h1>A bridge - a new tunnel</h1>"
    ) == ("A bridge - a new tunnel")


def test_a_title_that_a_link_shows_as_a_whole_stays():
    title = "A new bridge - a tunnel"
    assert shown(f"<title>{title}</title><h1><a href=/1>{title}</a></h1><li>A new bridge") == title


def test_a_text_that_is_a_name_of_the_host_is_not_the_headline():
    html = "<title>Post.example - Start</title><div>Post.example</div>"
    assert shown(html, "https://post.example/") == "Post.example - Start"


def test_the_first_eight_parts_of_a_title_are_told_apart():
    assert shown(f"<title>{'Post - ' * 7}A bridge</title><p>A bridge") == "A bridge"
    assert shown(f"<title>{'Post - ' * 8}A bridge</title><p>A bridge") == "Post - " * 8 + "A bridge"


@pytest.mark.parametrize("title", ["Tents & shelters", "Tents + shelters"])
def test_a_sign_for_and_separates_no_parts(title):
    assert shown(f"<title>{title}</title><h1>Tents</h1>") == title


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("The Post - A bridge", "https://thepost.example/1"),
        ("The Post - A bridge", "https://news.the-post.example/1"),
    ],
)
def test_a_heading_that_is_the_name_of_the_host_is_not_the_headline(title, url):
    assert shown(f"<title>{title}</title><h1>The Post</h1>", url) == "A bridge"


def test_a_headline_stays_though_it_is_the_name_of_the_host_if_the_name_follows_too():
    html = "<title>Bridge - Bridge.example</title><h1>Bridge</h1>"
    assert shown(html, "https://bridge.example/1") == "Bridge"


@pytest.mark.parametrize(
    ("name", "headline"), [("<a href=/>Post</a>", "A bridge"), ("Post", "Post: A bridge")]
)
def test_blocks_are_compared_with_a_lower_heading_after_a_colon_and_a_linked_h1(name, headline):
    page = parse_page(f"<title>Post: A bridge</title><h1>{name}</h1><h2>A bridge</h2>")
    assert page_headline(page) == headline


@pytest.mark.parametrize(
    ("stated", "heading", "headline"),
    [
        ("The bridge opens", "The bridge opens", "The bridge opens"),
        ("The bridge opens", "It opens", "All on the bridge"),
        ("The bridge opens", "All on the bridge</h1><h1>The bridge opens", "All on the bridge"),
    ],
)
def test_blocks_are_compared_with_a_stated_title_that_a_heading_has_if_the_title_is_none(
    stated, heading, headline
):
    meta = f'<meta property="og:title" content="{stated}">'
    page = parse_page(f"<title>All on the bridge</title>{meta}<h1>{heading}</h1>")
    assert page_headline(page) == headline


def test_a_lower_heading_after_a_colon_and_the_h1_is_the_headline():
    html = "<title>The Post: A bridge: how</title><h1>The Post</h1><h3>A bridge: how</h3>"
    assert shown(html, "https://blog.example/1") == "A bridge: how"


@pytest.mark.parametrize("below", ["<p>It is open</p>", "<h1>It is open</h1>", "<h2>It is open again</h2>"])
def test_a_colon_within_a_headline_stays(below):
    html = f"<title>A bridge: It is open</title><h1>A bridge</h1>{below}"
    assert shown(html) == "A bridge: It is open"


@pytest.mark.parametrize("title", ["Bo Ray » A new bridge", "Bo Ray » Archive » A new bridge"])
def test_a_longer_heading_below_the_linked_name_of_a_blog_is_the_headline(title):
    html = f"<title>{title}</title><h1><a href=/>Bo Ray</a></h1><h2>A new bridge</h2>"
    assert shown(html) == "A new bridge"


@pytest.mark.parametrize(
    ("middle", "headline"),
    [
        ("» Archive »", "Tides"),
        ("» Blog Archive »", "Tides"),
        ("» Weather »", "The Harbour"),
        ("| Archive |", "The Harbour"),
    ],
)
def test_a_shorter_heading_below_the_linked_name_of_a_blog_and_its_archive_is_the_headline(middle, headline):
    html = f"<title>The Harbour {middle} Tides</title><h1><a href=/>The Harbour</a></h1><h2>Tides</h2>"
    assert shown(html) == headline


@pytest.mark.parametrize(
    "headings",
    [
        "<h1>A bridge</h1><h2>The Post of the Town</h2>",
        "<h2>The Post of the Town</h2><h1><a href=/bridge>A bridge</a></h1>",
        "<h1><a href=/bridge>A bridge</a></h1><h2>The Post</h2>",
    ],
)
def test_a_headline_that_begins_the_title_stays_beside_other_headings(headings):
    name = "The Post of the Town" if "Town" in headings else "The Post"
    assert shown(f"<title>A bridge - {name}</title>{headings}") == "A bridge"


LINKED_NAME = "<a href=/>Reed Pen</a>"


@pytest.mark.parametrize("heading", ["Winter", "Winter 1931", "Winter: poems"])
def test_the_part_of_a_title_that_begins_the_h1_is_the_headline_though_a_longer_name_is_linked(heading):
    assert shown(f"<title>Winter - Reed Pen</title>{LINKED_NAME}<h1>{heading}</h1>") == "Winter"


@pytest.mark.parametrize("heading", ["Winters", "A winter", "Winter of the Pen", "<a href=/>Winter 1931</a>"])
def test_a_part_that_does_not_begin_the_h1_or_goes_on_there_as_in_the_title_is_none(heading):
    title = "Winter - Harbour Pen"
    assert shown(f"<title>{title}</title><h1>{heading}</h1>") == title


def test_a_name_of_the_site_that_begins_the_h1_is_not_the_headline():
    html = "<title>Reed Pen - Winter</title><h1>Reed Pen: poems</h1>"
    assert shown(html, "https://reedpen.example/1") == "Reed Pen - Winter"


def test_a_text_that_is_the_longest_part_of_the_title_comes_before_an_h1_that_another_begins():
    html = "<title>Post - A new bridge</title><h1>Post of the Town</h1><td>A new bridge"
    assert shown(html) == "A new bridge"


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("[2205.07424] A bridge for all", "A bridge for all"),
        ("news:a_bridge [The Wiki]", "A bridge"),
        ("[KLN-12] A bridge - Tracker", "A bridge"),
    ],
)
def test_the_only_h1_beside_brackets_in_the_title_is_the_headline(title, heading):
    assert shown(f"<title>{title}</title><h1>{heading}</h1>") == heading


@pytest.mark.parametrize(
    "body",
    ["<h1>A fair</h1>", "<h1>Bridge</h1>", "<h1>A bridge</h1><h1>A fair</h1>", "<h2>A bridge</h2>"],
)
def test_a_title_with_brackets_stays_unless_the_only_h1_is_beside_them(body):
    assert shown(f"<title>[17] A bridge</title>{body}") == "[17] A bridge"
