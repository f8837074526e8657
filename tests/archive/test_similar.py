import pytest
from listings import DOC1, DOC2
from signatures import page, signed

from urltree.archive import similar
from urltree.archive.similar import THRESHOLD, similar_pages
from urltree.errors import PageError


def like_first(*pages, threshold=THRESHOLD):
    """Give the numbers of the pages that are similar to the first."""
    with similar_pages(pages, threshold, None) as found:
        return found.like(0)


def test_pages_that_differ_only_in_text_have_the_same_signature():
    assert (signed(DOC1) == signed(DOC1.replace(b"Cars", b"Bicycles"))).all()


def test_the_http_charset_is_respected():
    assert (signed(DOC1.decode().encode("utf-16-le"), "utf-16le") == signed(DOC1)).all()


def test_pages_of_different_templates_have_different_signatures():
    assert (signed(DOC1) == signed(DOC2)).mean() < 1


def test_the_most_similar_page_comes_first():
    assert like_first(page(5), page(12), page(6)) == [2, 1]


def test_pages_of_another_template_are_not_similar():
    other = page(5, "<table>" + "<tr><td><b></b></td></tr>" * 40 + "</table>")
    assert like_first(page(5), other) == []


def test_a_lower_threshold_finds_less_similar_pages():
    assert like_first(page(5), page(40)) == []
    assert like_first(page(5), page(40), threshold=0.3) == [1]


def test_a_page_is_compared_with_only_some_of_many_similar_pages(monkeypatch):
    monkeypatch.setattr(similar, "BUCKET", 10)
    assert 100 < len(like_first(*[page(5)] * 1_000)) < 250


def test_a_page_is_always_compared_with_the_same_pages(monkeypatch):
    monkeypatch.setattr(similar, "BUCKET", 10)
    assert like_first(*[page(5)] * 100) == like_first(*[page(5)] * 100)


def test_those_like_gives_all_of_many_similar_pages(monkeypatch):
    monkeypatch.setattr(similar, "BUCKET", 10)
    with similar_pages([page(5)] * 1_000, THRESHOLD, None) as pages:
        assert pages.similar_among(0, range(1_000)) == list(range(1_000))


def test_those_like_leaves_out_pages_of_another_template():
    with similar_pages([page(5), page(60), page(6)], THRESHOLD, None) as pages:
        assert pages.similar_among(0, [2, 1, 0]) == [2, 0]


def test_a_lone_page_has_no_similar_pages():
    assert like_first(page(5)) == []


def test_a_pdf_is_refused():
    with pytest.raises(PageError):
        signed(b"%PDF-1.7")
