"""The authors whom a page shows beside its headline."""

import pytest

from urltree.blocks import parse_page
from urltree.metadata.metadata import page_metadata

HEAD = "<title>The bridge is open again | The Town Crier</title>"
HEADLINE = "<h1>The bridge is open again</h1>"
TEXT = "<p>" + "The bridge over the river was closed for a year. " * 5 + "</p>"


def authors(line: str, head: str = HEAD) -> tuple[str, ...]:
    page = parse_page(f"<html lang=en>{head}<body>{HEADLINE}<div>{line}</div>{TEXT}</body></html>")
    return page_metadata(page, "https://example.com/bridge", None).authors


@pytest.mark.parametrize(
    "line",
    [
        "By Ann Lee",
        "by: Ann Lee",
        "Posted by Ann Lee on March 12, 2017",
        "March 12, 2017 by Ann Lee",
        "12 March 2017 | Written by <a href=/ann>Ann Lee</a> | 3 comments",
        "By Ann Lee, The Town Crier",
        "Written by Ann Lee.",
        "By Ann Lee Monday, March 12, 2017 - 9:30",
        "By Ann Lee March 12, 2017",
        "Von Ann Lee",
        "Author: Ann Lee",
        "Автор: Ann Lee",
        "Publicado por Ann Lee",
        "Enviado por Ann Lee em sex, 24/02/2012",
        "Wysłane przez Ann Lee w pt., 24/02/2012",
        "Geplaatst door Ann Lee op 24 februari 2012",
        "Av Ann Lee den 24 februari 2012",
        "Indsendt af Ann Lee den 24. februar 2012",
        "Bild av Bo Ray. Av Ann Lee",
        "Scritto da Ann Lee il 24 febbraio 2012",
        "Vložil/a Ann Lee, Pá, 24/02/2012",
        "Napsal(a) Ann Lee 24. února 2012",
        "Photo by Bo Ray. By Ann Lee",
        "Par Ann Lee Le 12 mars 2017",
        "BY Ann Lee ON MONDAY",
        "Written by</div><div>Ann Lee</div><div>March 12, 2017",
        "Par Ann Lee, publié le 3 avril 2024 à 10h05, mis à jour le 4 avril 2024",
        "By Ann Lee<br>Staff Writer<br>April 3, 2024",
        "By<br>Ann Lee<br>The Associated Press",
        "April 3, 2024<br>By <b>Ann Lee</b><br>Harbour Town",
    ],
)
def test_the_name_after_by_in_a_line_near_the_headline_is_the_author(line):
    assert authors(line) == ("Ann Lee",)


@pytest.mark.parametrize(
    "line",
    [
        "Penulis: Ann Lee Editor: Bo Ray",
        "Tác giả: Ann Lee",
        "Người viết: Ann Lee - 12/03/2017",
        "Írta: Ann Lee",
        "Szerző: Ann Lee | 2017. március 12.",
        "Kirjoittaja: Ann Lee",
        "Scris de Ann Lee",
        "Publicat de Ann Lee pe 12 martie 2017",
        "Autorin: Ann Lee",
        "Συντάκτης: Ann Lee",
        "Γράφει η Ann Lee",
        "Γράφει: Ann Lee",
        "ΣΥΝΤΆΚΤΗΣ: Ann Lee",
        "By Ann Lee Photos: Bo Ray",
        "By Ann Lee Filed under: Bridges",
        "By Ann Lee: It is open",
        "Posted by Ann Lee : 4:30 AM",
    ],
)
def test_labels_tell_the_author_in_other_languages(line):
    assert authors(line) == ("Ann Lee",)


@pytest.mark.parametrize(
    "line", ["Text: Song Of Solomon", "Words: Public Domain", "Ditinjau oleh Bo Ray", "Publicat de admin"]
)
def test_what_may_be_before_other_words_than_names_is_no_label_of_an_author(line):
    assert authors(line) == ()


def test_the_text_of_an_element_that_runs_on_after_a_name_is_no_part_of_it():
    assert authors("<span>by <a>Mo Castell</a></span><span>DailySkim Staff</span>") == ("Mo Castell",)


@pytest.mark.parametrize("name", ["Ann McDonald", "Ann DiCaprio", "Ann VanDerRay", "SolutionsHub Staff"])
def test_a_name_may_have_capitals_within_its_words(name):
    assert authors(f"By {name}") == (name,)


@pytest.mark.parametrize("name", ["Ursula Le Guin", "Hassan El Ouardi", "Il Lee", "Jane Am Ende"])
def test_a_name_may_have_an_article(name):
    assert authors(f"By {name}") == (name,)


@pytest.mark.parametrize("name", ["Ann Lee Jr.", "Ann Lee Ph.D.", "J. Lee"])
def test_the_full_stop_of_an_abbreviation_is_part_of_a_name(name):
    assert authors(f"By {name}") == (name,)


@pytest.mark.parametrize("space", [" ", "<br>"])
def test_several_authors_are_told_apart(space):
    assert authors(f"By Ann Lee{space}and Bo van der Ray") == ("Ann Lee", "Bo van der Ray")


def test_commas_divide_several_authors():
    assert authors("By Ann Lee, Bo Ray, and Cy Day, Staff Writers") == ("Ann Lee", "Bo Ray", "Cy Day")


@pytest.mark.parametrize("work", ["Town Crier and others", "Town Crier and Art Critic"])
def test_work_after_a_comma_is_no_author(work):
    assert authors(f"By Ann Lee, {work}") == ("Ann Lee",)


@pytest.mark.parametrize("line", ["Written and edited by Ann Lee", "Edited May 3, 2020 | By Ann Lee"])
def test_an_author_may_have_done_other_work_too(line):
    assert authors(line) == ("Ann Lee",)


def test_line_breaks_of_a_long_text_end_no_name():
    assert authors(f"By Ann Lee<br>Ray{'<span> </span>' * 200}") == ("Ann Lee Ray",)


@pytest.mark.parametrize(
    "line",
    [
        "By the end of the year",
        "Side by Side Comparison",
        "Edited by Ann Lee",
        "Translated by Ann Lee",
        "Paid for by Acme Works",
        "By admin",
        "By Ann",
        "Photo by Bo Ray",
        "Reviewed by Bo Ray",
        "Powered by Town Software",
        "The bridge was built in nine years and opened at last this morning by Bo Ray himself",
        "Nearby Mill Road",
        "By</div><div>March 12, 2017",
        "Goodbye</div><div>Ann Lee",
    ],
)
def test_a_line_without_a_name_of_who_wrote_the_text_tells_no_author(line):
    assert authors(line) == ()


LINE = "Posted in news of the town and of the river week by Ann Lee"


def test_a_line_of_up_to_fourteen_words_tells_its_author():
    assert len(LINE.split()) == 14
    assert (authors(LINE), authors(f"Also {LINE}")) == (("Ann Lee",), ())


def test_a_name_has_up_to_five_words():
    assert authors("By Ann Mary van der Ray") == ("Ann Mary van der Ray",)
    assert authors("By Ann Mary Eve van der Ray") == ()


def test_a_word_without_a_capital_that_is_no_particle_is_no_part_of_a_name():
    assert authors("By Ann Lee von Ray") == ("Ann Lee von Ray",)
    assert authors("By Ann Lee and Bo Ray writes") == ("Ann Lee",)


def test_authors_stated_for_machines_come_first():
    assert authors("By Ann Lee", HEAD + '<meta name=author content="Bo Ray">') == ("Bo Ray",)


@pytest.mark.parametrize(
    "line", ["Songs by Ann Lee", "By the river</p><p>By Ann Lee", "It is open</p><p>By Ann Lee"]
)
def test_a_line_among_the_paragraphs_tells_no_author(line):
    page = parse_page(f"{HEAD}{HEADLINE}<p>{line}</p>{TEXT}")
    assert page_metadata(page, "https://example.com/bridge", None).authors == ()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("<p class=byline>By Ann Lee</p>", TEXT),
        ("<p>By Ann Lee</p>", TEXT),
        ("<p>March 12, 2017</p><p>By Ann Lee</p>", TEXT),
        ("<p>By Ann Lee</p>", TEXT.replace("p>", "blockquote>")),
        ("<div>By Ann Lee</div>", TEXT.replace("p>", "div>")),
    ],
)
def test_a_line_apart_from_the_paragraphs_or_no_paragraph_tells_its_author(line, text):
    page = parse_page(f"{HEAD}{HEADLINE}{line}{text}")
    assert page_metadata(page, "https://example.com/bridge", None).authors == ("Ann Lee",)


@pytest.mark.parametrize("standfirst", [TEXT.replace("p>", "h2>"), TEXT.replace("<p>", "<p class=lead>")])
def test_a_long_standfirst_may_stand_before_the_line_of_the_author(standfirst):
    page = parse_page(f"{HEAD}{HEADLINE}{standfirst}<div>By Ann Lee</div>{TEXT}")
    assert page_metadata(page, "https://example.com/bridge", None).authors == ("Ann Lee",)


def test_no_paragraph_may_stand_before_the_line_of_the_author():
    page = parse_page(f"{HEAD}{HEADLINE}{TEXT}<div>By Ann Lee</div>{TEXT}")
    assert page_metadata(page, "https://example.com/bridge", None).authors == ()


@pytest.mark.parametrize(
    "html",
    [
        f"<div>Mill Road</div><h1>The Bridge</h1><div>By</div>{TEXT}",
        f"<div>Mill Road</div><div>Posted by</div><h1>The Bridge</h1>{TEXT}",
    ],
)
def test_neither_what_stands_above_a_line_that_ends_in_by_nor_the_headline_is_the_author(html):
    page = parse_page(f"<title>The Bridge | The Town Crier</title>{html}{TEXT}")
    assert page_metadata(page, "https://example.com/bridge", None).authors == ()
