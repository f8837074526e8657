"""Authors that elements of a page are marked as."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.metadata.authormarks import author_marks, marked_author

ANN = b'<span itemprop="author"><a itemprop="url" href=/ann><b itemprop="name">Ann  Lee</b></a></span>'


def author(page: bytes) -> list[str]:
    return marked_author(author_marks(page))


def test_a_name_within_the_element_is_that_of_the_author():
    assert author(b"<p>By " + ANN + b" on Monday") == ["Ann Lee"]


@pytest.mark.parametrize(
    "page",
    [
        b'<p>By <span itemprop="author">Ann\n<i>Lee</i></span>',
        b'<div itemprop="author">Ann <style>.by {}</style>Lee<script>by()</script><!-- Bo -->',
        b'<link itemprop="url" href=/><meta itemprop="author" content="Ann Lee">',
        b'<div itemprop="author"><meta itemprop="name" content="Ann Lee"> and her cat</div>',
        b"<span itemprop='author' itemscope='itemscope'>Ann Lee</span>",
        b"<meta itemprop=author content='Ann Lee'>",
        b'<p itemprop="author creator">Ann Lee</p>',
        b'<p itemprop="creator author">Ann Lee</p>',
        '<b itemprop="author">Ann Lee</b> and Ünal'.encode()[:-1],
    ],
)
def test_the_element_itself_may_hold_the_name(page: bytes):
    assert author(page) == ["Ann Lee"]


def test_an_author_may_be_marked_more_than_once():
    assert author(ANN + b"<p>Text" + ANN) == ["Ann Lee"]


def test_several_authors_are_taken_for_those_of_other_articles():
    assert author(ANN + b'<p>See also <b itemprop="author">Bo</b>') == []


@pytest.mark.parametrize(
    "page",
    [
        b'By <span class="author vcard"><a class="url fn n" href=/ann>Ann Lee</a></span>',
        b"<cite class='byline vcard'>By <span class='fn'>Ann\n<b>Lee</b></span> | AP</cite>",
    ],
)
def test_an_author_may_be_marked_in_hatom(page: bytes):
    assert author(page) == ["Ann Lee"]


@pytest.mark.parametrize(
    "page",
    [
        b'<div class="author vcard">Ann Lee</div>',
        b'<div class="comment-author vcard"><cite class="fn">Bo</cite></div>',
        b'<div class="vcard"><b class="fn">Bo</b></div>',
    ],
)
def test_what_is_no_name_of_an_author_in_hatom_is_left_out(page: bytes):
    assert author(page) == []


@pytest.mark.parametrize(
    "page",
    [
        b'By <a class="p-author h-card" href=/ann>Ann Lee</a>',
        b"<a class='u-url h-card\np-author' href=/ann><img alt=Ann src=a.jpg> Ann  Lee</a>",
        b'<div class="p-author h-card"><a class="p-name u-url" href=/ann>Ann Lee</a> <p>Diver</div>',
        b'<a class="p-author h-card">Ann Lee</a><i class="h-cite"><b class="p-author h-card">Bo</b></i>',
    ],
)
def test_an_author_may_be_marked_in_microformats_2(page: bytes):
    assert author(page) == ["Ann Lee"]


@pytest.mark.parametrize(
    "page",
    [
        b'<div class="p-author">Written By Ann Lee</div>',
        b'<a class="h-card" href=/ann>Ann Lee</a>',
        b'<a class="x-p-author h-card">Ann Lee</a>',
        b'<a class="p-author h-card-x">Ann Lee</a>',
        b'<b class="p-author-x h-card">Ann Lee</b>',
        b'<div class="h-cite u-like"><a class="p-author h-card">Bo</a></div>',
        b'<div class="h-entry u-comment"><a class="p-author h-card">Bo</a></div>',
        b'<a class="p-author h-card">Ann Lee</a><a class="p-author h-card">Bo</a>',
        b'<div class="p-author h-card">About me: I write on bridges</div>',
    ],
)
def test_what_is_no_card_of_one_author_in_microformats_2_is_left_out(page: bytes):
    assert author(page) == []


def test_marks_of_microformats_2_do_not_count_beside_those_of_hatom():
    page = b'<a class="p-author h-card">Bo</a><p class="author vcard"><b class="fn">Ann Lee</b></p>'
    assert author(page) == ["Ann Lee"]


def test_marks_of_hatom_do_not_count_beside_those_of_microdata():
    assert author(ANN + b'<i class="author vcard"><b class="fn">Bo</b></i>') == ["Ann Lee"]


@pytest.mark.parametrize(
    "page",
    [
        b'<div class="wp-block-post-author-name">Ann Lee</div>',
        b"<div class='has-link wp-block-post-author-name'><a href=/ann>Ann  Lee</a></div>",
        b'<style>.wp-block-post-author__name a{}</style><p class="wp-block-post-author__name x">Ann Lee</p>',
    ],
)
def test_an_author_may_be_marked_by_a_block_of_wordpress(page: bytes):
    assert author(page) == ["Ann Lee"]


@pytest.mark.parametrize(
    "page",
    [
        b'<div class="wp-block-post-author-biography">Ann Lee</div>',
        b'<div class="wp-block-comment-author-name">Ann Lee</div>',
        b'<div class="x">wp-block-post-author-name </div>',
    ],
)
def test_other_blocks_of_wordpress_mark_no_author(page: bytes):
    assert author(page) == []


@pytest.mark.parametrize("mark", [b'itemprop="author"', b'class="author vcard"'])
def test_blocks_of_wordpress_do_not_count_beside_other_marks(mark: bytes):
    page = b'<b class="wp-block-post-author-name">Bo</b><p %b><b class="fn">Ann Lee</b></p>' % mark
    assert author(page) == ["Ann Lee"]


@pytest.mark.parametrize("mark", [b'"comment"', b"'comment'", b"comment"])
def test_authors_of_comments_are_left_out(mark: bytes):
    page = ANN + b"<div itemprop=" + mark + b'><b itemprop="author">Bo</b></div>'
    assert author(page) == ["Ann Lee"]


def test_a_mark_without_a_name_is_skipped():
    assert author(b'<a itemprop="author" href=/ann><img src=ann.jpg></a>' + ANN) == ["Ann Lee"]


@pytest.mark.parametrize(
    "page", [b"", b"<p>Ann Lee", b'itemprop="author"', b'<script>"itemprop="author""</script>']
)
def test_a_page_may_mark_no_author(page: bytes):
    assert author(page) == []


def test_the_number_of_marks_read_is_limited():
    assert len(author_marks(ANN * 10_000)) == 5


PIECES = (
    ANN,
    b'<b itemprop="author">',
    b'itemprop="author"',
    b"<b class='wp-block-post-author-name'>",
    b"<a class='p-author h-card'>",
    b"<",
    b"<!",
    b"</",
    b">",
    b"\0",
    b"\xff",
)


@given(st.lists(st.sampled_from(PIECES)))
def test_any_page_is_read_without_error(pieces: list[bytes]):
    assert all(author(b"".join(pieces)))
