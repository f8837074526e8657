"""WARC files that spell heads in other ways than the standard does: other letters, lines that end with LF."""

import re
from collections import Counter

import pytest
from warcpages import URLS, page, pages, urls
from warcs import record, response, write

from urltree.archive.warc import BROKEN, load


def in_letters(spell):
    """Return a function that spells the names of a record's headers in another way."""

    def respell(given):
        head, _, block = given.partition(b"\r\n\r\n")
        return re.sub(rb"(?m)^[A-Za-z-]+(?=:)", lambda name: spell(name[0]), head) + b"\r\n\r\n" + block

    return respell


def with_bare_lines(given):
    head, _, block = given.partition(b"\r\n\r\n")
    return head.replace(b"\r\n", b"\n") + b"\n\n" + block.removesuffix(b"\r\n\r\n") + b"\n\n"


@pytest.fixture(
    params=[in_letters(bytes.lower), in_letters(bytes.upper), in_letters(bytes.title), with_bare_lines],
    ids=["lower case", "upper case", "title case", "LF"],
)
def respell(request):
    return request.param


def test_heads_may_have_other_letters_and_line_ends(tmp_path, respell):
    records = [record("request", URLS[0], 0), *(response(url, page(url)) for url in URLS)]
    assert urls(write(tmp_path / "a.warc", *map(respell, records))) == URLS


def test_a_page_under_such_a_head_is_complete(tmp_path, respell):
    (found,) = pages(write(tmp_path / "a.warc", respell(response(URLS[0], page(URLS[0])))))
    assert found.snapshot.html == page(URLS[0]).encode()


def test_a_page_under_such_a_head_can_be_loaded_from_its_place(tmp_path, respell):
    file = write(tmp_path / "a.warc", *(respell(response(url, page(url))) for url in URLS))
    assert [load(each.place) for each in pages(file)] == [each.snapshot for each in pages(file)]


def test_reading_resumes_after_a_damaged_record_with_such_a_head(tmp_path, respell):
    left_out = Counter()
    records = [respell(response(url, page(url))) for url in URLS]
    records[1] = bytes(60) + records[1][60:]
    assert urls(write(tmp_path / "a.warc", *records), left_out) == [URLS[0], *URLS[2:]]
    assert left_out == {BROKEN: 1}


def test_a_record_shown_on_a_page_under_such_a_head_is_not_read(tmp_path, respell):
    shown = respell(response(URLS[1], "<p>shown"))
    assert urls(write(tmp_path / "a.warc", respell(response(URLS[0], b"<pre>" + shown)))) == URLS[:1]
