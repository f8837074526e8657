import pytest
from hypothesis import given
from markup import MARKUP

from urltree.archive.textelements import ROOT, text_page
from urltree.blocks import parse_page
from urltree.errors import PageError


def texts(html):
    page = text_page(html)
    return [" ".join(page.words[text.start : text.stop]) for text in page.texts]


def test_tags_separate_text_elements():
    assert texts("<p>one two <b>three</b> four</p>") == ["one two", "three", "four"]


def test_white_space_between_tags_is_not_a_text_element():
    assert texts("<p>one <b> </b> <i>two</i> </p>\n<p> ") == ["one", "two"]


def test_the_http_charset_is_respected():
    assert text_page("<p>żółw".encode("iso-8859-2"), "iso-8859-2").words == ("żółw",)


def test_entities_do_not_split_words():
    assert texts("<p>Q&amp;A is&nbsp;on") == ["Q&A is on"]


def test_soft_hyphens_are_not_part_of_words():
    assert texts("<p>the har&shy;bour &shy; bridge") == ["the harbour bridge"]


def test_scripts_styles_and_comments_are_not_text():
    assert texts("<style>a</style><p>one<!-- two --><script>three</script>") == ["one"]


def test_a_text_element_knows_its_block():
    page = text_page("<p>one <b>two</b></p><p>three</p>")
    assert [text.block for text in page.texts] == [0, 0, 1]


def test_a_text_element_knows_the_element_that_it_is_in():
    page = text_page("<div>one <b>two</b> three</div>")
    one, two, three = (text.parent for text in page.texts)
    assert one == three
    assert page.elements[two].parent == one


def test_a_text_element_knows_the_last_element_that_started_before_it():
    page = text_page("<div>one <b>two</b> three</div>")
    one, two, three = (text.after for text in page.texts)
    assert [page.elements[each].tag for each in (one, two, three)] == ["div", "b", "b"]


def test_an_element_has_its_tag_and_classes():
    element = text_page("<div class='b a'>one</div>").elements[-1]
    assert (element.tag, element.classes) == ("div", "b a")
    assert {each.classes for each in text_page("<div>one</div>").elements} == {""}


def test_the_blocks_are_those_of_the_page():
    html = "<p>one <b>two</b></p> <p>three</p>"
    assert text_page(html).blocks == tuple(block.text for block in parse_page(html).blocks)


def test_the_blocks_are_those_of_an_article_that_linked_data_holds():
    html = f"""<script type="application/ld+json">{{"articleBody": "{"word " * 99}"}}</script><p>one</p>"""
    assert text_page(html).blocks == tuple(block.text for block in parse_page(html).blocks)
    assert len(text_page(html).blocks) == 2


def test_every_element_descends_from_the_root():
    parents = [each.parent for each in text_page("<div><p>one</p></div>").elements]
    assert parents[ROOT] == ROOT
    assert all(parent < element for element, parent in enumerate(parents) if element)


@given(MARKUP)
def test_the_words_of_a_block_are_those_of_its_text_elements(html):
    try:
        blocks, page = parse_page(html).blocks, text_page(html)
    except PageError:
        return
    found = [""] * len(blocks)
    for text in page.texts:
        found[text.block] += "".join(page.words[text.start : text.stop])
    assert found == ["".join(block.text.split()) for block in blocks]


def test_an_empty_page_is_refused():
    with pytest.raises(PageError):
        text_page(b"")
