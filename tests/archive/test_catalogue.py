from collections import Counter

from warcs import at, record, response, write

from urltree.archive.catalogue import scan, sites
from urltree.archive.warc import NO_PAGE, UNKNOWN, load

DIGEST = ["WARC-Payload-Digest: sha1:A"]
BLOCK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one"


def found(files, left_out=None, *, sign=False):
    counted = Counter() if left_out is None else left_out
    return sites([scan(file, sign=sign) for file in files], counted)


def listed(files, left_out=None):
    return {
        domain: [(each.capture.url, each.capture.time) for each in signed]
        for domain, signed in found(files, left_out).items()
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


def test_a_revisit_has_the_page_that_it_repeats(tmp_path):
    file = write(
        tmp_path / "a.warc",
        record("response", "http://a.example/", 0, BLOCK, DIGEST),
        record("revisit", "http://a.example/", 5, b"", DIGEST),
    )
    first, again = (each.capture for each in found([file])["a.example"])
    assert again == first._replace(time=at(5))
    assert load(again.place).html == b"<p>one"


def test_a_revisit_may_come_before_what_it_repeats_and_in_another_file(tmp_path):
    files = [
        write(tmp_path / "a.warc", record("revisit", "http://a.example/", 5, b"", DIGEST)),
        write(tmp_path / "b.warc", record("response", "http://a.example/", 0, BLOCK, DIGEST)),
    ]
    assert [time for _, time in listed(files)["a.example"]] == [at(0), at(5)]


def test_a_revisit_of_what_is_not_there_is_left_out_and_counted(tmp_path):
    left_out = Counter()
    file = write(tmp_path / "a.warc", record("revisit", "http://a.example/", 5, b"", DIGEST))
    assert listed([file], left_out) == {}
    assert left_out == {UNKNOWN: 1}


def test_what_only_says_that_it_is_html_is_left_out_where_templates_are_told(tmp_path):
    left_out = Counter()
    file = write(tmp_path / "a.warc", response("http://a.example/", "%PDF-1.7"))
    assert found([file], left_out, sign=True) == {}
    assert left_out == {NO_PAGE: 1}


def test_what_is_left_out_of_all_files_is_counted(tmp_path):
    left_out = Counter()
    for name in "ab":
        write(tmp_path / name, response("http://a.example/", "", status="404 Not Found"))
    found([tmp_path / "a", tmp_path / "b"], left_out)
    assert left_out == {NO_PAGE: 2}


def test_a_signature_is_made_if_asked_for(tmp_path):
    file = write(tmp_path / "a.warc", response("http://a.example/", "<p>1"))
    assert found([file])["a.example"][0].signature is None
    assert found([file], sign=True)["a.example"][0].signature is not None
