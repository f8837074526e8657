"""The cutter: one page after the other in a thread, and threads beside one another."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from urltree.blocks import parse_page
from urltree.errors import PageError


def test_a_page_with_too_many_blocks_is_refused(monkeypatch):
    monkeypatch.setattr("urltree.cutter.MOST_BLOCKS", 9)
    assert len(parse_page("<p>x" * 9).blocks) == 9
    with pytest.raises(PageError, match="more than 9 text blocks; split it"):
        parse_page("<p>x" * 20)


def test_nothing_is_left_of_a_page_that_was_refused_amid_a_link(monkeypatch):
    expected = parse_page("<p>one</p>")
    monkeypatch.setattr("urltree.cutter.MOST_BLOCKS", 2)
    with pytest.raises(PageError):
        parse_page("<html lang=en><title>Old</title><div><a rel=author href=/x>" + "<p>x" * 3)
    assert parse_page("<p>one</p>") == expected


def test_nothing_is_left_of_a_page_whose_elements_stay_open():
    expected = parse_page("<p>one</p>")
    parse_page("<div class=a><noscript><a href=/x>two <button><script type=application/ld+json>{}")
    assert parse_page("<p>one</p>") == expected


def test_a_page_is_not_kept_for_the_next_one_of_its_thread():
    parse_page("<p>a")  # makes the table of letters, which stays
    tracemalloc.start()
    try:
        parse_page(b"<p>" + b"some words " * 1_000_000)
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_nuls_take_little_memory():
    parse_page("<p>a")  # makes the table of letters, which stays
    tracemalloc.start()
    try:
        parse_page(b"<p>" + bytes(2**20))
        assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    finally:
        tracemalloc.stop()


def test_pages_can_be_parsed_in_several_threads():
    pages = [
        f"<div id=a{n} class='c{n % 7} x'><p class=q>page {n}</p><a href=/>{n}</a></div>" * 50
        for n in range(40)
    ]
    expected = [parse_page(page) for page in pages]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(parse_page, pages * 5)) == expected * 5


def test_a_declarative_shadow_tree_is_text():
    html = "<my-card><template shadowrootmode=open><p>one</p></template>two</my-card>"
    assert [block.text for block in parse_page(html).blocks] == ["one", "two"]


def test_a_custom_element_after_a_formula_ends_as_others_do():
    html = "<my-app><p>a <math><mi>x</mi></math><x-y aria-hidden=true>k</x-y></p></my-app><p>after</p>"
    assert [block.path for block in parse_page(html).blocks] == ["html/body/my-app/p", "html/body/p"]


def test_custom_elements_of_an_unclosed_button_end_as_others_do():
    html = "<div><button><my-icon>one<button>two</button>three</my-icon><p>four</p></div>five"
    assert [block.text for block in parse_page(html).blocks][-2:] == ["four", "five"]
