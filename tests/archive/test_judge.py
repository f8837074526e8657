import pytest
from sitearchives import article, page, records, url
from warcs import at, response, write

from urltree.archive.bycross import block_kinds
from urltree.archive.catalogue import scan, sites
from urltree.archive.cross import Cross, crosses
from urltree.archive.judge import CLASSIFIERS, METHODS, judge
from urltree.archive.judged import Judged
from urltree.archive.occurrence import Occurrence
from urltree.archive.patterns import Kind
from urltree.archive.run import Plan, prepare
from urltree.archive.textelements import TextElement
from urltree.errors import InputError, PageError
from urltree.metadata.values import Metadata
from urltree.rules import shipped_rules

BY_NEIGHBOURS = ["dbce-t003", "dbce-t004", "dbce-t005"]

C, B, I = Kind.CONTENT, Kind.BOILERPLATE, Kind.INVALID  # noqa: E741 -- as in the tables


def judged(tmp_path, name, *written):
    """Give what a method makes of each capture of a site, by URL and time."""
    file = write(tmp_path / "a.warc.gz", *(written or records()))
    ((_, signed),) = sites([scan(file, sign=True)])[0].items()
    captures = [each.capture for each in signed]
    found = crosses(captures, [each.signature for each in signed])
    return {
        (each.capture.url, each.capture.time): each
        for each in judge(name, [cross.map(captures.__getitem__) for cross in found], shipped_rules())
    }


def test_the_methods_are_those_that_are_documented():
    assert list(METHODS) == ["auto", "tree", *(f"dbce-t00{case}" for case in range(1, 7))]


@pytest.mark.parametrize(("name", "kinds"), [("dbce-t001", [C, B, I]), ("dbce-t002", [C, B, B])])
def test_invalid_texts_become_boilerplate_in_t002_but_not_in_t001(name, kinds):
    assert CLASSIFIERS[name](b"", [], [C, B, I]) == kinds


def test_the_learning_classifiers_have_as_many_layers_as_in_the_thesis():
    assert [CLASSIFIERS[f"dbce-t00{case}"].args[0] for case in range(3, 7)] == [1, 2, 3, 3]


@pytest.mark.parametrize("name", METHODS)
def test_every_method_judges_all_captures(tmp_path, name):
    assert len(judged(tmp_path, name)) == 9


@pytest.mark.parametrize("name", [name for name in METHODS if name not in BY_NEIGHBOURS])
def test_all_other_methods_find_the_article(tmp_path, name):
    assert article(1) in judged(tmp_path, name)[url(1), at(10)].text


@pytest.mark.parametrize("name", BY_NEIGHBOURS)
def test_five_neighbours_vote_down_the_only_content_text_of_a_page(tmp_path, name):
    assert judged(tmp_path, name)[url(1), at(10)].text == ""


@pytest.mark.parametrize("name", METHODS)
def test_no_method_keeps_the_menu(tmp_path, name):
    assert "Section number 1" not in judged(tmp_path, name)[url(1), at(10)].text


def test_dbce_drops_text_that_changes_on_all_pages_at_once(tmp_path):
    assert judged(tmp_path, "dbce-t002")[url(1), at(10)].text == article(1)


def test_only_the_block_of_the_article_is_marked_as_content(tmp_path):
    one = judged(tmp_path, "dbce-t002")[url(1), at(10)]
    assert [text for text, mark in zip(one.blocks, one.marks, strict=True) if mark == "content"] == [
        article(1)
    ]


def test_the_text_has_one_line_per_content_block():
    page = Judged(None, None, ["a", "b", "c"], ["content", "boilerplate", "content"], Metadata())
    assert page.text == "a\nc"


def test_dbce_does_not_judge_a_page_without_similar_pages(tmp_path):
    (one,) = judged(tmp_path, "dbce-t001", response(url(0), page(0, 0))).values()
    assert (one.text, one.marks) == (None, None)


def test_a_pdf_gives_a_page_error_instead_of_a_judgement(tmp_path):
    file = write(tmp_path / "a.warc", response(url(0), "%PDF-1.7"))
    capture = scan(file, sign=False).signed[0].capture
    for name in METHODS:
        (found,) = judge(name, [Cross(capture)], shipped_rules())
        assert isinstance(found, PageError)


def test_an_unknown_method_is_refused_with_a_list_of_the_known_ones(tmp_path):
    with pytest.raises(InputError, match="dbce-t001"):
        prepare(Plan(tmp_path, "t001"), [])


def text(start, stop, block=0):
    return Occurrence(TextElement(start, stop, block, 0, 0), (1, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("kinds", "block"), [([C, B], B), ([C, I], C), ([B, C], C), ([I, I], I), ([I, B], B), ([C, C], C)]
)
def test_a_block_has_the_kind_of_most_of_its_valid_words(kinds, block):
    assert block_kinds(1, [text(0, 3), text(3, 9)], kinds) == [block]


def test_a_tie_is_boilerplate_and_a_block_without_words_is_invalid():
    assert block_kinds(2, [text(0, 3), text(3, 6)], [C, B]) == [B, I]
