import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcpages import URLS, left_out, page, pages, urls
from warcs import at, record, response, write

from urltree.archive.warc import BROKEN, NO_HTML, NO_PAGE, Response, Revisit, load, read, read_at
from urltree.errors import InputError


@pytest.fixture(params=[".warc", ".warc.gz"])
def suffix(request):
    return request.param


@pytest.fixture
def file(tmp_path, suffix):
    return write(tmp_path / f"a{suffix}", *(response(url, page(url), n) for n, url in enumerate(URLS)))


def test_each_page_is_read_with_its_url_time_and_html(file):
    snapshots = [each.snapshot for each in pages(file)]
    assert [(each.url, each.time, each.html.decode()) for each in snapshots] == [
        (url, at(number), page(url)) for number, url in enumerate(URLS)
    ]


def test_a_page_can_be_loaded_from_its_place(file):
    found = pages(file)
    assert [load(each.place) for each in found] == [each.snapshot for each in found] != []


def test_a_place_that_no_longer_holds_a_page_is_refused(tmp_path):
    file = write(tmp_path / "a.warc", response(URLS[0], page(URLS[0])), response(URLS[1], page(URLS[1])))
    place = pages(file)[1].place
    write(file, response(URLS[0], "<p>x"))
    with pytest.raises(InputError, match="changed"):
        load(place)


def test_a_place_that_now_holds_something_else_is_refused(tmp_path):
    file = write(tmp_path / "a.warc", response(URLS[0], page(URLS[0])))
    (found,) = pages(file)
    write(file, response(URLS[0], "{}", content_type="application/json"))
    with pytest.raises(InputError, match="changed"):
        load(found.place)


def test_pages_are_read_at_their_places(file):
    found = pages(file)
    assert list(read_at(file, [each.place.offset for each in found[1:]])) == found[1:]


@pytest.mark.parametrize("offset", [1, 10**6, 10**30, -1], ids=["within", "beyond", "no number", "before"])
def test_places_where_no_record_starts_are_left_out_and_counted(file, offset):
    assert list(read_at(file, [offset, 0])) == [BROKEN, pages(file)[0]]


def test_a_place_just_before_a_record_is_left_out(tmp_path):
    file = write(tmp_path / "a.warc", *(response(url, "<p>x") for url in URLS[:2]))
    assert list(read_at(file, [pages(file)[1].place.offset - 1])) == [BROKEN]


def test_the_declared_charset_is_kept(tmp_path):
    file = write(tmp_path / "a.warc", response(URLS[0], "<p>x", content_type="text/html; charset=iso-8859-2"))
    assert pages(file)[0].snapshot.charset == "iso-8859-2"


@pytest.mark.parametrize(
    "other",
    [
        response(URLS[1], "gone", status="404 Not Found"),
        response(URLS[1], "moved", status="301 Moved Permanently"),
        response(URLS[1], b"\x89PNG\r\n", content_type="image/png"),
        response("dns:example.com", "<p>x"),
    ],
)
def test_responses_that_are_not_pages_are_left_out_and_counted(tmp_path, other):
    file = write(tmp_path / "a.warc.gz", other, response(URLS[0], "<p>x"))
    assert urls(file) == URLS[:1]
    assert left_out(file) == [NO_PAGE]


@pytest.mark.parametrize("kind", ["warcinfo", "request", "metadata"])
def test_records_of_other_kinds_are_skipped(tmp_path, suffix, kind):
    other = record(kind, URLS[1], 0, b"HTTP/1.1 200 OK\r\n\r\n<p>x")
    file = write(tmp_path / f"a{suffix}", other, response(URLS[0], "<p>x"))
    assert urls(file) == URLS[:1]
    assert not left_out(file)


def resource(header):
    return record("resource", URLS[0], 0, b"<p>x").replace(b"Content-Type: application/http", header)


def test_a_resource_that_is_html_is_a_page_with_its_charset(tmp_path, suffix):
    file = write(tmp_path / f"a{suffix}", resource(b"Content-Type: text/html; charset=iso-8859-2"))
    snapshot = pages(file)[0].snapshot
    assert (snapshot.html, snapshot.charset) == (b"<p>x", "iso-8859-2")


def test_a_resource_can_be_loaded_from_its_place(tmp_path, suffix):
    (found,) = pages(write(tmp_path / f"a{suffix}", resource(b"Content-Type: text/html")))
    assert load(found.place) == found.snapshot


@pytest.mark.parametrize("header", [b"Content-Type: image/png", b"X: no type"])
def test_a_resource_that_is_not_html_is_left_out_and_counted(tmp_path, header):
    assert list(read(write(tmp_path / "a.warc", resource(header)))) == [NO_PAGE]


def test_texts_without_html_are_left_out_and_counted(tmp_path, suffix):
    text = record("conversion", URLS[1], 0, b"x")
    file = write(tmp_path / f"a{suffix}", text, response(URLS[0], "<p>x"))
    assert urls(file) == URLS[:1]
    assert left_out(file) == [NO_HTML]


def test_a_response_without_a_content_type_is_a_page(tmp_path):
    file = write(tmp_path / "a.warc", response(URLS[0], "<p>x", content_type=None))
    assert urls(file) == URLS[:1]


@pytest.mark.parametrize(
    "content_type", [" ", "unknown", "text/html charset=utf-8", "text/html, text/html", "; charset=utf-8"]
)
def test_types_that_sites_write_wrongly_are_read_as_browsers_do(tmp_path, content_type):
    file = write(tmp_path / "a.warc", response(URLS[0], "<p>x", content_type=content_type))
    assert urls(file) == URLS[:1]


def test_a_page_that_a_proxy_has_changed_is_a_page(tmp_path):
    file = write(tmp_path / "a.warc", response(URLS[0], "<p>x", status="203 Non-Authoritative Information"))
    assert urls(file) == URLS[:1]


def test_types_and_schemes_are_case_insensitive(tmp_path):
    file = write(tmp_path / "a.warc", response("HTTP://a.org/", "<p>x", content_type="Text/HTML"))
    assert urls(file) == ["HTTP://a.org/"]


def test_a_truncated_record_is_a_page(tmp_path):
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>cut"
    file = write(tmp_path / "a.warc", record("response", URLS[0], 0, block, ["WARC-Truncated: length"]))
    assert pages(file)[0].snapshot.html == b"<p>cut"


def test_urls_may_be_in_angle_brackets(tmp_path):
    named = f"WARC-Refers-To-Target-URI: <{URLS[1]}>", "WARC-Refers-To-Date: 2020-01-01T00:00:00Z"
    bracketed = response(f"<{URLS[1]}>", "<p>x"), record("revisit", f"<{URLS[0]}>", 3, b"", named)
    original, revisit = pages(write(tmp_path / "a.warc", *bracketed))
    assert (original.snapshot.url, revisit.url) == (URLS[1], URLS[0])
    assert set(revisit.names) & set(original.names)


def test_a_revisit_names_what_it_repeats(tmp_path):
    fields = [
        "WARC-Refers-To: <urn:x>",
        f"WARC-Refers-To-Target-URI: {URLS[1]}",
        "WARC-Refers-To-Date: 2020-01-02T00:00:00Z",
        "WARC-Payload-Digest: sha1:A",
    ]
    file = write(tmp_path / "a.warc", record("revisit", URLS[0], 3, b"", fields))
    names = ("<urn:x>", f"2020-01-02T00:00:00+00:00 {URLS[1]}", "sha1:A")
    assert pages(file) == [Revisit(URLS[0], at(3), names)]


@pytest.mark.parametrize(
    "date", ["2020-01-02T00:00:00Z", "2020-01-02T00:00:00.000Z", "2020-01-02T00:00:00+00:00"]
)
def test_the_date_of_the_original_may_be_written_in_several_ways(tmp_path, date):
    fields = [f"WARC-Refers-To-Target-URI: {URLS[1]}", f"WARC-Refers-To-Date: {date}"]
    file = write(tmp_path / "a.warc", record("revisit", URLS[0], 3, b"", fields))
    assert pages(file)[0].names == (f"2020-01-02T00:00:00+00:00 {URLS[1]}",)


def test_an_invalid_date_of_the_original_is_ignored(tmp_path):
    fields = ["WARC-Refers-To-Date: yesterday", "WARC-Payload-Digest: sha1:A"]
    file = write(tmp_path / "a.warc", record("revisit", URLS[0], 3, b"", fields))
    assert pages(file)[0].names == ("sha1:A",)


def test_a_date_without_a_url_is_no_name(tmp_path):
    fields = ["WARC-Refers-To-Date: 2020-01-02T00:00:00Z", "WARC-Payload-Digest: sha1:A"]
    revisit = record("revisit", "", 3, b"", fields).replace(b"WARC-Target-URI: \r\n", b"")
    assert pages(write(tmp_path / "a.warc", revisit))[0].names == ("sha1:A",)


def test_a_response_has_the_names_by_which_revisits_refer_to_it(tmp_path):
    block = b"HTTP/1.1 200 OK\r\n\r\n<p>x"
    file = write(tmp_path / "a.warc", record("response", URLS[0], 1, block, ["WARC-Payload-Digest: sha1:A"]))
    assert pages(file)[0].names == (
        f"<urn:response:{URLS[0]}:1>",
        "sha1:A",
        f"2020-01-02T00:00:00+00:00 {URLS[0]}",
    )


def offsets(file):
    return [each.place.offset for each in pages(file)]


def test_reading_resumes_after_a_damaged_record(file):
    starts, data = offsets(file), bytearray(file.read_bytes())
    data[starts[1] : starts[1] + 60] = bytes(60)
    file.write_bytes(data)
    assert urls(file) == [URLS[0], URLS[2], URLS[3]]
    assert left_out(file) == [BROKEN]


def test_reading_resumes_after_a_truncated_record(file):
    starts, data = offsets(file), file.read_bytes()
    file.write_bytes(data[: starts[1] + 400] + data[starts[2] :])
    assert urls(file) == [URLS[0], URLS[2], URLS[3]]
    assert left_out(file) == [BROKEN]


def test_reading_resumes_after_junk(file):
    starts, data = offsets(file), file.read_bytes()
    file.write_bytes(data[: starts[2]] + b"junk\n" * 99 + data[starts[2] :])
    assert urls(file) == URLS


def test_a_truncated_last_record_is_left_out_and_counted(file):
    file.write_bytes(file.read_bytes()[: offsets(file)[3] + 250])
    assert urls(file) == URLS[:3]
    assert left_out(file) == [BROKEN]


BLOCK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x"


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b"WARC-Date: 2020-01-01T00:00:00Z\r\n", b""),
        (b"2020-01-01T00:00:00Z", b"yesterday"),
        (b"Content-Length: %d" % len(BLOCK), b"Content-Length: 99999999999999999"),
        (b"Content-Length: %d" % len(BLOCK), b"Content-Length: -5"),
        (b"WARC-Target-URI", b"X" * 100_000),
        (b"http://example.com/a", b""),
        (b"HTTP/1.1 200 OK", b"HTTP/1.1"),
        (BLOCK, b"x" * len(BLOCK)),
    ],
)
def test_a_malformed_record_is_left_out_and_counted(tmp_path, suffix, was, becomes):
    odd = record("response", URLS[0], 0, BLOCK)
    assert was in odd
    file = write(tmp_path / f"a{suffix}", odd.replace(was, becomes), response(URLS[1], "<p>x"))
    assert urls(file) == URLS[1:2]
    assert left_out(file)


@given(
    st.lists(st.tuples(st.integers(0, 3_000), st.binary(min_size=1, max_size=9)), max_size=4), st.booleans()
)
def test_damage_never_does_more_than_lose_pages(damages, packed):
    with TemporaryDirectory() as folder:
        file = Path(folder) / ("a.warc.gz" if packed else "a.warc")
        write(file, *(response(url, f"<p>{url}" * 20) for url in URLS))
        data = bytearray(file.read_bytes())
        for place, junk in damages:
            place = max(15, place % len(data))  # noqa: PLW2901 -- what a file starts with says what it is
            data[place : place + len(junk)] = junk
        file.write_bytes(data)
        assert len(urls(file)) <= len(URLS)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<html>", "not a WARC file"),
        (gzip.compress(b"com,example)/ 2020", mtime=0), "not a WARC file"),
        (b"\x28\xb5\x2f\xfd", "fastwarc recompress"),
        (b"\x5d\x2a\x4d\x18", "fastwarc recompress"),
        (b"PK\x03\x04", "unpack it"),
        (b"filedesc://a.arc 0.0.0.0", "warcio recompress"),
        (gzip.compress(b"filedesc://a.arc 0.0.0.0"), "warcio recompress"),
        (record("response", URLS[0], 0).replace(b"WARC-T", b"Warc-T"), "unusual letters"),
        (record("response", URLS[0], 0).replace(b"WARC-Type", b"WARC-TYPE"), "unusual letters"),
        (record("response", URLS[0], 0).replace(b"Content-Le", b"Content-le"), "unusual letters"),
        (
            gzip.compress(record("response", URLS[0], 0).replace(b"Content-Le", b"Content-le")),
            "unusual letters",
        ),
        (record("response", URLS[0], 0).replace(b"\r\n", b"\n"), "unusual letters or lines"),
        (gzip.compress(record("response", URLS[0], 0).replace(b"\r\n", b"\n")), "unusual letters or lines"),
        (None, "No such file"),
    ],
    ids=[
        "HTML",
        "something else, compressed",
        "Zstandard",
        "Zstandard with a dictionary",
        "WACZ",
        "ARC",
        "ARC, compressed",
        "headers in mixed case",
        "type in capitals",
        "length in lower case",
        "length in lower case, compressed",
        "lines that end with LF",
        "lines that end with LF, compressed",
        "missing",
    ],
)
def test_a_file_that_cannot_be_read_as_warc_is_refused_by_name(tmp_path, data, message):
    file = tmp_path / "a.warc"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(InputError, match=f"a.warc .*{message}"):
        pages(file)


def test_a_record_that_was_cut_before_its_length_is_left_out_and_counted(tmp_path, suffix):
    cut = response(URLS[0], "<p>x").partition(b"Content-Length")[0] + b"\r\n"
    assert list(read(write(tmp_path / f"a{suffix}", cut))) == [BROKEN]


@pytest.mark.parametrize("length", ["abc", "-5", "1" * 30])
def test_a_record_whose_length_is_no_number_counts_once(tmp_path, suffix, length):
    odd = record("response", URLS[0], 0, BLOCK).replace(b": %d" % len(BLOCK), b": " + length.encode())
    assert list(read(write(tmp_path / f"a{suffix}", odd))) == [BROKEN]


def test_a_file_may_begin_with_an_empty_line(tmp_path):
    assert urls(write(tmp_path / "a.warc", b"\r\n" + response(URLS[0], "<p>x"))) == URLS[:1]


def test_an_empty_file_counts_as_a_cut_record(tmp_path, suffix):
    assert list(read(write(tmp_path / f"a{suffix}"))) == [BROKEN]


@pytest.mark.parametrize("size", [3, 10, 20])
def test_a_file_of_which_only_the_start_was_written_has_no_pages(tmp_path, size):
    file = write(tmp_path / "a.warc.gz", response(URLS[0], "<p>x"))
    file.write_bytes(file.read_bytes()[:size])
    assert urls(file) == []


def test_a_file_whose_first_member_is_damaged_is_read_from_the_next(tmp_path):
    file = write(tmp_path / "a.warc.gz", *(response(url, page(url)) for url in URLS))
    data = bytearray(file.read_bytes())
    data[10:200] = bytes(190)
    file.write_bytes(data)
    assert urls(file) == URLS[1:]


def test_a_file_compressed_in_one_piece_is_refused(tmp_path):
    file = tmp_path / "a.warc.gz"
    file.write_bytes(gzip.compress(b"".join(response(url, page(url) * 20) for url in URLS)))
    with pytest.raises(InputError, match="record by record"):
        pages(file)


def test_records_that_share_a_gzip_member_are_refused(tmp_path):
    first, second, third = (response(url, page(url)) for url in URLS[:3])
    file = tmp_path / "a.warc.gz"
    file.write_bytes(gzip.compress(first + second) + gzip.compress(third))
    with pytest.raises(InputError, match="record by record"):
        pages(file)


def test_pages_are_read_as_responses(file):
    assert {type(each) for each in pages(file)} == {Response}
