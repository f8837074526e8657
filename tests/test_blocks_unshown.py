"""Articles that scripts would show: cut into blocks as if the page had shown them."""

import json

from urltree.blocks import parse_page

LINES = ["The bridge over the river was opened on Monday, a year later than had been planned."] * 4
LINKED = f'<script type="application/ld+json">{json.dumps({"articleBody": chr(10).join(LINES)})}</script>'


def test_an_article_that_only_linked_data_holds_comes_last():
    blocks = parse_page(f"{LINKED}<body><div id=root></div><footer>Imprint</footer>").blocks
    assert [block.text for block in blocks] == ["Imprint", *LINES]
    assert {block.path for block in blocks[1:]} == {"html/body/article[itemprop=articlebody]/p"}


def test_an_article_that_the_page_shows_is_not_added():
    page = parse_page(f"{LINKED}<p>{' '.join(LINES)}</p>")
    assert [block.text for block in page.blocks] == [" ".join(LINES)]
