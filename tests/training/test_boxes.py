"""Boxes inserted into pages."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from urltree.blocks import parse_page
from urltree.training.boxes import boxed

HTML = """<html><body><nav>Home</nav><main><div class=story><h1>The bridge</h1>
<p>The mayor opened the new bridge on Monday, after three years of work.</p>
<p>Many came in spite of the rain, and the feast lasted into the <b>night</b>.</p></div>
<p>Written by Ada</p></main><footer>All rights reserved</footer></body></html>"""
BLOCKS = parse_page(HTML).blocks
CONTENT = [1, 2, 3]
TEXT = " ".join(block.text for block in BLOCKS)

seeds = st.integers(0, 2**32)


def drawn(seed, *, named=True, blocks=BLOCKS, content=CONTENT):
    return boxed(blocks, content, Random(seed), named=named)


def of_boxes(page):
    return [block for block, origin in zip(page.blocks, page.origins, strict=True) if origin < 0]


@given(seeds)
def test_the_blocks_of_the_page_are_unchanged(seed):
    page = drawn(seed)
    kept = [(origin, block) for block, origin in zip(page.blocks, page.origins, strict=True) if origin >= 0]
    assert kept == list(enumerate(BLOCKS))


@given(seeds)
def test_boxes_are_inserted_below_content(seed):
    origins = drawn(seed).origins
    assert origins[:2] == [0, 1]
    assert min(origins) == -1


@given(seeds)
def test_boxes_are_within_an_element_of_the_page(seed):
    page = drawn(seed)
    for at, (block, origin) in enumerate(zip(page.blocks, page.origins, strict=True)):
        if origin < 0:
            steps, above = block.path.split("/"), page.blocks[at - 1].path.split("/")
            assert steps[: block.shared] == above[: block.shared]
            assert 0 < block.shared <= min(len(steps), len(above))


@given(seeds)
def test_no_element_of_the_page_is_split(seed):
    page = drawn(seed)
    for at, origin in enumerate(page.origins):
        if origin > 0 and page.origins[at - 1] < 0:
            steps = [block.path.split("/") for block in page.blocks[at - 1 : at + 1]]
            assert steps[0][: page.blocks[at].shared] == steps[1][: page.blocks[at].shared]


@given(seeds)
def test_boxes_consist_of_words_of_the_page(seed):
    for block in of_boxes(drawn(seed)):
        for word in block.text.rstrip("….[]").split():
            assert word.rstrip("….[]") in TEXT or any(map(str.isdigit, word))


@given(seeds)
def test_elements_of_boxes_have_no_names_on_a_page_without_names(seed):
    assert not any("." in block.path.split("/")[-1] for block in of_boxes(drawn(seed, named=False)))


def test_elements_of_boxes_have_names_on_a_page_with_names():
    assert any("." in block.path.removeprefix("html/body/main/div.story") for block in of_boxes(drawn(1)))


@given(seeds)
def test_boxes_have_linked_titles(seed):
    assert any(block.link_chars >= 8 for block in of_boxes(drawn(seed)))


def test_markup_within_a_text_stays_text():
    text = "A <b>tag</b> & {braces} in a text of more than sixty characters, which is long"
    blocks = [BLOCKS[2]._replace(text=text)]
    found = [drawn(seed, blocks=blocks, content=[0]) for seed in range(20)]
    assert any(text in block.text for page in found for block in of_boxes(page))


def test_a_page_with_only_short_texts_gets_no_boxes():
    assert boxed(BLOCKS, [1, 4], Random(0), named=True) is None


def test_text_without_spaces_is_cut_by_characters():
    blocks = [BLOCKS[2]._replace(text="橋が開通した。" * 100)]
    texts = [block.text for seed in range(20) for block in of_boxes(drawn(seed, blocks=blocks, content=[0]))]
    assert min(map(len, texts)) < 60
