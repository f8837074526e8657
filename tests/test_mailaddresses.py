"""Mail addresses that Cloudflare hides."""

import pytest

from urltree import Extractor, to_markdown
from urltree.blocks import parse_page
from urltree.mailaddresses import with_mail_addresses


def hidden(text, tag="a", placeholder="[email&#160;protected]"):
    """Hide a text as Cloudflare does: each byte is combined with the first."""
    digits = bytes([0x5A, *(0x5A ^ byte for byte in text.encode())]).hex()
    link = ' href="/cdn-cgi/l/email-protection"' if tag == "a" else ""
    return f'<{tag}{link} class="__cf_email__" data-cfemail="{digits}">{placeholder}</{tag}>'


def texts(html):
    return [block.text for block in parse_page(html).blocks]


def test_a_hidden_address_is_shown():
    assert texts(f"<p>Write to {hidden('ada@example.org')}.") == ["Write to ada@example.org."]


def test_code_has_the_addresses_that_it_hides():
    assert texts(f"<pre>git clone {hidden('git@example.org', 'span')}:bridge</pre>") == [
        "git clone git@example.org:bridge"
    ]


@pytest.mark.parametrize("space", ["&#160;", "&nbsp;", "\xa0", " "])
def test_the_space_of_the_placeholder_may_be_written_in_any_way(space):
    placeholder = f"[email{space}protected]"
    assert texts(f"<p>{hidden('ada@example.org', placeholder=placeholder)}") == ["ada@example.org"]


def test_what_is_hidden_is_no_markup():
    assert texts(f"<p>{hidden('<b>ada&amp;@example.org')}") == ["<b>ada&amp;@example.org"]


def test_letters_that_are_not_ascii_are_shown():
    assert texts(f"<p>{hidden('zoë@example.org')}") == ["zoë@example.org"]


def test_an_odd_number_of_digits_is_left_alone():
    page = b'<a data-cfemail="5a3">[email protected]</a>'
    assert with_mail_addresses(page) == page


def test_another_text_is_not_replaced():
    page = hidden("ada@example.org", placeholder="Write to us").encode()
    assert with_mail_addresses(page) == page


def test_markdown_has_the_address_too():
    page = f"<h1>Bridges</h1><p>{'A bridge is open. ' * 9}{hidden('ada@example.org', 'span')}"
    extraction = Extractor(store="memory://").extract(page, "https://example.com/bridges")
    assert "ada@example.org" in to_markdown(page, extraction)
