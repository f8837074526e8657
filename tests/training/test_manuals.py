"""The data set of manuals."""

import pytest

from benchmarks.manuals import LEAST, MOST, gold_text, manuals

TEXT = "<p>" + "The bridge is open to all who want to cross it. " * 8
LINKS = "<ul>" + "<li><a href=x>All about the bridges of the country</a>" * 12 + "</ul>"


@pytest.mark.parametrize(
    "around",
    [
        "<div class='document'><div class='body' role='main'>{0}</div></div><div>Search</div>",
        "<div id=top>SDL</div><div class='contents'>{0}</div>",
        "<nav>Packages</nav><main role=main>{0}</main>",
        "<div class='navheader'>Prev</div><div class='refentry'>{0}</div><div class='navfooter'>Next</div>",
        "<div class='header'>Next: Arrays</div>{0}",
        "<main><div class='header'>Package</div><div class='description'>{0}</div></main>",
        "<header>News</header><div id=content><div id=toc>Names</div>{0}</div>",
    ],
)
def test_gold_text_is_what_the_author_has_written(around):
    assert gold_text(around.format(TEXT).encode()) == TEXT.removeprefix("<p>").strip()


def test_headline_in_a_header_is_gold():
    page = f"<main><div class='header'><h1>Class Bridge</h1></div>{TEXT}</main>"
    assert gold_text(page.encode()).startswith("Class Bridge\n")


@pytest.mark.parametrize(
    "page",
    [f"<p>{TEXT}", "<main></main>", "<main><p>Too little", f"<main>{LINKS}</main>", f"<main>{TEXT * 80}"],
    ids=["of an unknown program", "empty", "too short", "a table of contents", "too long"],
)
def test_page_that_shows_no_gold_text_is_left_out(page):
    assert gold_text(page.encode()) is None


@pytest.fixture
def folder(tmp_path):
    """Two manuals, one with too few pages, one with more than are taken."""
    for name, pages in (("small-doc", LEAST - 1), ("large2.0-doc", MOST + 1)):
        for number in range(pages):
            file = tmp_path / name / f"usr/share/doc/{name}/{number}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"<title>{number}</title>{' ' * 1_000}<main>{TEXT}</main>")
    return tmp_path


def test_manuals_of_enough_pages_are_taken_as_sites(folder):
    found = list(manuals(folder))
    assert {page.site for page in found} == {"large2-0-doc.example"}
    assert len({page.url for page in found}) == MOST
    assert all(page.url.startswith("https://large2-0-doc.example/doc/large2.0-doc/") for page in found)


def test_manuals_are_the_same_in_every_run(folder):
    assert list(manuals(folder)) == list(manuals(folder))
