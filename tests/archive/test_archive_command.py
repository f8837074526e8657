"""The command on small archives; several tests look at the result of the same run."""

from dataclasses import fields

import pytest
from archiving import archive, lines, texts
from fastwarc.warc import ArchiveIterator, WarcRecordType
from sitearchives import HOST, TOPICS, article, records, url
from warcs import record, response, write

from urltree.cutter import MOST_BLOCKS
from urltree.metadata.values import Metadata


@pytest.fixture(scope="module", params=["auto", "tree", "dbce-t001", "dbce-t006"])
def by_method(file, folder, request):
    return archive(file, folder / request.param, "--method", request.param)


def test_every_method_succeeds(by_method):
    assert by_method.code == 0


def test_each_capture_gives_a_line_with_its_url_and_time(by_method):
    captures = [
        (url(topic), f"2020-01-{day}T00:00:00+00:00") for topic in range(3) for day in ("01", "11", "21")
    ]
    captures.append(("http://other.com/a", "2020-01-01T00:00:00+00:00"))
    assert sorted((line["url"], line["time"]) for line in lines(by_method.out)) == captures


def test_a_line_holds_what_is_known_of_the_capture_then_its_metadata_and_text(by_method):
    names = ("url", "time", "record", *(each.name for each in fields(Metadata)), "text")
    assert {tuple(line) for line in lines(by_method.out)} == {names}


def test_a_line_names_its_record(by_method):
    found = {(line["url"], line["time"][:10]): line["record"] for line in lines(by_method.out)}
    assert found[url(2), "2020-01-11"] == f"<urn:response:{url(2)}:10>"


def test_a_line_has_the_title_of_the_page(by_method):
    (title,) = {line["title"] for line in lines(by_method.out) if line["url"] == url(2)}
    assert title == TOPICS[2]


def test_the_text_contains_the_article(by_auto):
    found = [line["text"] for line in lines(by_auto.out) if line["url"] == url(2)]
    assert [article(2) in text for text in found] == [True] * 3


def test_the_text_of_a_page_without_similar_pages_is_null(by_cross):
    assert [line["text"] for line in lines(by_cross.out) if "other" in line["url"]] == [None]


def test_parallel_jobs_write_the_same_lines(file, by_auto, out):
    assert lines(archive(file, out, "--jobs", "2").out) == lines(by_auto.out)


def test_html_writes_pages_with_marked_blocks(file, out):
    archive(file, out, "--method", "dbce-t002", "--html")
    line = next(line for line in lines(out) if line["url"] == url(0))
    page = (out / line["html"]).read_text(encoding="utf-8")
    assert f'<span class="urltree-content">{article(0)}</span>' in page


def test_two_captures_of_the_same_second_get_separate_html_files(tmp_path, out):
    file = write(
        tmp_path / "a.warc", *(response(url(0), f"<p>{word} of a page") for word in ("One", "Other"))
    )
    archive(file, out, "--html")
    assert len({line["html"] for line in lines(out)}) == 2


def test_wet_writes_the_text_of_each_line(by_auto):
    found = {capture: text.decode() for capture, (_, text) in texts(by_auto.out).items()}
    assert found == {(line["url"], line["time"]): line["text"] for line in lines(by_auto.out)}


def test_wet_writes_conversion_records(by_auto):
    assert [kind for kind, _ in texts(by_auto.out).values()] == [WarcRecordType.conversion] * 10


def test_a_file_without_texts_is_a_warc_file(tmp_path, out):
    page = response(url(0), "<p>A page that cannot be compared.")
    archive(write(tmp_path / "a.warc", page), out, "--method", "dbce-t001", "--wet")
    (file,) = out.glob("*.wet.warc.gz")
    assert [each.record_type for each in ArchiveIterator(str(file), fsspec_args=False)] == [
        WarcRecordType.warcinfo
    ]


def test_a_conversion_record_refers_to_the_response_of_its_page(by_auto):
    file = str(by_auto.out / "other.com.wet.warc.gz")
    (record,) = ArchiveIterator(file, record_types=WarcRecordType.conversion, fsspec_args=False)
    assert record.headers["WARC-Refers-To"] == "<urn:response:http://other.com/a:0>"


@pytest.mark.parametrize("method", ["auto", "dbce-t001"])
def test_sites_with_overlong_names_get_separate_files(tmp_path, out, method):
    urls = [f"http://{'a' * 300}{end}.example/" for end in "bc"]
    file = write(tmp_path / "a.warc", *(response(each, "<p>A page of some words.") for each in urls))
    archive(file, out, "--method", method, "--wet", "--html")
    assert sorted(line["url"] for line in lines(out)) == urls


@pytest.fixture(scope="module")
def with_records_left_out(folder):
    no_pages = (
        response(f"{HOST}/x", "gone", status="404 Not Found"),
        response(f"{HOST}/y", "%PDF-1.7"),
        response(f"{HOST}/long", "<p>a" * (MOST_BLOCKS + 1)),
    )
    file = write(folder / "left_out.warc", *records(), *no_pages, record("revisit", f"{HOST}/z", 1))
    return archive(file, folder / "left_out")


def test_records_left_out_are_not_a_failure(with_records_left_out):
    assert with_records_left_out.code == 0


@pytest.mark.parametrize(
    "line",
    [
        "pages written: 9",
        "records left out (not a page): 1",
        "records left out (the page looks like PDF, not HTML): 1",
        "records left out (the page has more than 100,000 text blocks): 1",
        "records left out (revisit of no page in the archive): 1",
    ],
)
def test_the_numbers_of_pages_written_and_left_out_are_reported(with_records_left_out, line):
    assert f"urltree: {line}\n" in with_records_left_out.stderr
