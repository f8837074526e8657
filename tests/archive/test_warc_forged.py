"""Records that a page shows, as hostile ones do to be taken for captures of other sites, are never read."""

import gzip

import pytest
from warcpages import URLS, urls
from warcs import record, response, write


@pytest.fixture(params=[".warc", ".warc.gz"])
def suffix(request):
    return request.param


FORGED = response(URLS[2], "<p>forged").decode()


def test_a_record_shown_on_a_page_is_not_read(tmp_path, suffix):
    records = response(URLS[0], f"<pre>{FORGED}</pre>"), response(URLS[1], "<p>x")
    assert urls(write(tmp_path / f"a{suffix}", *records)) == URLS[:2]


def test_a_record_shown_on_a_page_that_is_cut_off_is_not_read(tmp_path, suffix, monkeypatch):
    monkeypatch.setattr("urltree.archive.warc.MAX_BYTES", 1_000)
    records = response(URLS[0], f"<p>\r\n\r\n{FORGED}" + "x" * 20_000), response(URLS[1], "<p>x")
    assert urls(write(tmp_path / f"a{suffix}", *records)) == URLS[:2]


def test_a_record_shown_on_a_page_before_a_damaged_one_is_not_read(tmp_path):
    page, damaged = (response(url, f"<p>\r\n\r\n{FORGED}") for url in URLS[:2])
    damaged = damaged.replace(b"WARC/1.0\r\nWARC-Type: response", b"\0\n\n", 1)
    file = write(tmp_path / "a.warc", page, damaged.replace(FORGED.encode(), b""), response(URLS[3], "<p>x"))
    assert urls(file) == [URLS[0], URLS[3]]


def test_a_member_inside_a_page_is_not_read(tmp_path):
    page = b"<p>" + gzip.compress(FORGED.encode()) + FORGED.encode()
    file = tmp_path / "a.warc.gz"
    damaged = response(URLS[1], page).replace(b"WARC-Date", b"x")
    file.write_bytes(gzip.compress(damaged, 0) + gzip.compress(response(URLS[3], "<p>x")))
    assert urls(file) == [URLS[3]]


def test_a_record_shown_on_a_page_whose_url_is_longer_than_heads_are_read_is_not_read(tmp_path, suffix):
    records = response(URLS[0] + "u" * 60_000, f"<p>\r\n\r\n{FORGED}"), response(URLS[1], "<p>x")
    assert urls(write(tmp_path / f"a{suffix}", *records)) == URLS[1:2]


def test_a_record_inside_a_block_that_is_not_http_is_not_read(tmp_path, suffix):
    records = record("response", URLS[0], 0, FORGED.encode()), response(URLS[1], "<p>x")
    assert urls(write(tmp_path / f"a{suffix}", *records)) == URLS[1:2]
