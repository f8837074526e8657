import gzip
import json

import pytest
from warcs import at, record, response, write, write_indexed

from urltree.archive.catalogue import scan, sites
from urltree.archive.warc import BROKEN, NO_PAGE, UNKNOWN, load
from urltree.errors import InputError

DIGEST = ["WARC-Payload-Digest: sha1:A"]
BLOCK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one"


def found(files, *, sign=False):
    return sites([scan(file, sign=sign) for file in files])[0]


def left_out(files, *, sign=False):
    return sites([scan(file, sign=sign) for file in files])[1]


def listed(files):
    return {
        domain: [(each.capture.url, each.capture.time) for each in signed]
        for domain, signed in found(files).items()
    }


def test_captures_are_sorted_by_registered_domain_and_time(tmp_path):
    file = write(
        tmp_path / "a.warc.gz",
        response("http://www.b.com/", "<p>1", 3),
        response("http://a.example/", "<p>2", 2),
        response("https://b.com/x", "<p>3", 1),
    )
    assert listed([file]) == {
        "a.example": [("http://a.example/", at(2))],
        "b.com": [("https://b.com/x", at(1)), ("http://www.b.com/", at(3))],
    }


def test_a_revisit_has_the_content_of_the_page_that_it_repeats(tmp_path):
    file = write(
        tmp_path / "a.warc",
        record("response", "http://a.example/", 0, BLOCK, DIGEST),
        record("revisit", "http://a.example/", 5, b"", DIGEST),
    )
    first, again = (each.capture for each in found([file])["a.example"])
    assert again == first._replace(time=at(5))
    assert load(again.place).html == b"<p>one"


def test_a_revisit_may_precede_its_original_and_be_in_another_file(tmp_path):
    files = [
        write(tmp_path / "a.warc", record("revisit", "http://a.example/", 5, b"", DIGEST)),
        write(tmp_path / "b.warc", record("response", "http://a.example/", 0, BLOCK, DIGEST)),
    ]
    assert [time for _, time in listed(files)["a.example"]] == [at(0), at(5)]


def test_a_revisit_of_an_unknown_page_is_left_out_and_counted(tmp_path):
    file = write(tmp_path / "a.warc", record("revisit", "http://a.example/", 5, b"", DIGEST))
    assert listed([file]) == {}
    assert left_out([file]) == {UNKNOWN: 1}


@pytest.mark.parametrize("url", ["", "dns:a.example", "http:///a"])
def test_a_revisit_without_a_web_url_is_left_out_and_counted(tmp_path, url):
    file = write(
        tmp_path / "a.warc",
        record("response", "http://a.example/", 0, BLOCK, DIGEST),
        record("revisit", url, 5, b"", DIGEST),
    )
    assert listed([file]) == {"a.example": [("http://a.example/", at(0))]}
    assert left_out([file]) == {NO_PAGE: 1}


def test_a_revisit_of_another_sites_page_belongs_to_its_own_site(tmp_path):
    file = write(
        tmp_path / "a.warc",
        record("response", "http://a.example/", 0, BLOCK, DIGEST),
        record("revisit", "http://b.example/", 5, b"", DIGEST),
    )
    assert listed([file])["b.example"] == [("http://b.example/", at(5))]


def test_a_pdf_served_as_html_is_left_out_when_signatures_are_made(tmp_path):
    file = write(tmp_path / "a.warc", response("http://a.example/", "%PDF-1.7"))
    assert found([file], sign=True) == {}
    assert left_out([file], sign=True) == {"the page looks like PDF, not HTML": 1}


def test_records_left_out_are_counted_over_all_files(tmp_path):
    for name in "ab":
        write(tmp_path / name, response("http://a.example/", "", status="404 Not Found"))
    assert left_out([tmp_path / "a", tmp_path / "b"]) == {NO_PAGE: 2}


def test_a_signature_is_made_if_asked_for(tmp_path):
    file = write(tmp_path / "a.warc", response("http://a.example/", "<p>1"))
    assert found([file])["a.example"][0].signature is None
    assert found([file], sign=True)["a.example"][0].signature is not None


PAGE, PNG = ("text/html", "200"), ("image/png", "200")
HTTP = "http://a.example/"


@pytest.fixture(params=["a.warc", "a.warc.gz"])
def indexed(tmp_path, request):
    """A file and its index, which lacks the second page."""
    file = tmp_path / request.param
    index = write_indexed(
        file,
        (record("request", HTTP, 0, b"GET / HTTP/1.1\r\n\r\n"),),
        (response(f"{HTTP}1", "<p>1", 1), *PAGE),
        (response(f"{HTTP}2", "<p>2", 2),),
        (response(f"{HTTP}3", b"\x89PNG", 3, content_type="image/png"), *PNG),
        (response(f"{HTTP}4", "<p>4", 4), *PAGE),
    )
    return file, index


ALL, INDEXED = ([(f"{HTTP}{day}", at(day)) for day in days] for days in ((1, 2, 4), (1, 4)))


def test_only_the_indexed_records_of_a_file_are_read(indexed):
    assert listed(indexed[:1]) == {"a.example": INDEXED}
    assert left_out(indexed[:1]) == {NO_PAGE: 1}


def test_a_file_without_an_index_is_read_whole(indexed):
    indexed[1].unlink()
    assert listed(indexed[:1]) == {"a.example": ALL}


def test_a_file_not_named_by_the_index_beside_it_is_read_whole(indexed):
    file, index = indexed
    index.write_text(index.read_text().replace(file.name, "other.warc.gz"))
    assert listed([file]) == {"a.example": ALL}


def test_an_index_stands_for_the_files_that_it_names(indexed):
    assert listed(indexed[1:]) == {"a.example": INDEXED}


def test_a_file_and_an_index_that_names_it_give_each_capture_once(indexed):
    assert listed(indexed) == {"a.example": INDEXED}


def test_pages_found_by_an_index_can_be_loaded(indexed):
    assert [load(each.capture.place).html for each in found(indexed[1:])["a.example"]] == [b"<p>1", b"<p>4"]


def test_an_index_may_be_compressed(indexed):
    file, index = indexed
    packed = index.with_name(f"{index.name}.gz")
    packed.write_bytes(b"".join(map(gzip.compress, index.read_bytes().splitlines(keepends=True))))
    index.unlink()
    assert listed([file]) == listed([packed]) == {"a.example": INDEXED}


def test_an_index_may_name_several_files_and_revisits(tmp_path):
    first = write_indexed(tmp_path / "a.warc", (record("response", HTTP, 0, BLOCK, DIGEST), *PAGE))
    second = write_indexed(
        tmp_path / "b.warc", (record("revisit", HTTP, 5, b"", DIGEST), "warc/revisit", "-")
    )
    both = tmp_path / "all.cdxj"
    both.write_text(first.read_text() + second.read_text())
    assert listed([both]) == {"a.example": [(HTTP, at(0)), (HTTP, at(5))]}


def test_index_entries_that_point_to_no_record_are_left_out_and_counted(indexed):
    file, index = indexed
    size = file.stat().st_size
    moved = [
        {"offset": offset, "filename": file.name, "mime": "text/html", "status": "200"}
        for offset in (1, size, -1, 10**30)
    ]
    index.write_text(index.read_text() + "".join(f"key 2020 {json.dumps(each)}\n" for each in moved))
    assert listed([index]) == {"a.example": INDEXED}
    assert left_out([index]) == {NO_PAGE: 1, BROKEN: 4}


def test_a_file_named_by_an_index_must_exist(indexed):
    indexed[0].unlink()
    with pytest.raises(InputError, match=r"a\.cdxj names a\.warc.*; put it there"):
        found(indexed[1:])
