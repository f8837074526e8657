import json

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from sitearchives import HOST, article, records, url
from warcs import record, response, write

from urltree.archive.run import SETTINGS
from urltree.cli import run


@pytest.fixture
def file(tmp_path):
    other = [response("http://other.com/a", "<p>A page of some words on another site.")]
    return write(tmp_path / "a.warc.gz", *records(), *other)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def archive(file, out, *options):
    return run(["archive", str(file), "--out", str(out), *options])


def lines(out):
    return [
        json.loads(line)
        for file in sorted(out.glob("*.ndjson"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]


@pytest.mark.parametrize("method", ["auto", "tree", "dbce-t001", "dbce-t006"])
def test_a_line_a_page_has_url_time_and_text(file, out, method):
    assert archive(file, out, "--method", method) == 0
    found = [(line["url"], line["time"], list(line)[2:]) for line in lines(out)]
    assert len(found) == 10
    assert (url(2), "2020-01-11T00:00:00+00:00", ["text"]) in found


def test_the_text_is_the_article(file, out):
    archive(file, out)
    assert all(article(2) in line["text"] for line in lines(out) if line["url"] == url(2))


def test_the_text_of_what_cannot_be_compared_is_null(file, out):
    archive(file, out, "--method", "dbce-t001")
    assert [line["text"] for line in lines(out) if "other" in line["url"]] == [None]


def test_jobs_change_nothing(file, tmp_path):
    for jobs in "12":
        archive(file, tmp_path / jobs, "--jobs", jobs)
    assert lines(tmp_path / "1") == lines(tmp_path / "2")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_index_in_valkey_changes_nothing(file, tmp_path, valkey_client, valkey_url, jobs):
    valkey_client.config_resetstat()
    archive(file, tmp_path / "here", "--method", "dbce-t001")
    there = tmp_path / "there"
    assert archive(file, there, "--method", "dbce-t001", "--lsh-store", valkey_url, "--jobs", jobs) == 0
    assert lines(there) == lines(tmp_path / "here")
    assert (there / SETTINGS).read_bytes() == (tmp_path / "here" / SETTINGS).read_bytes()
    assert valkey_client.info("commandstats")["cmdstat_sadd"]["calls"]
    assert valkey_client.keys() == []


def test_html_writes_pages_with_their_blocks_marked(file, out):
    archive(file, out, "--method", "dbce-t002", "--html")
    line = next(line for line in lines(out) if line["url"] == url(0))
    page = (out / line["html"]).read_text(encoding="utf-8")
    assert f'<span class="urltree-content">{article(0)}</span>' in page


def test_wet_writes_the_texts_as_conversion_records(file, out):
    archive(file, out, "--wet")
    found = {}
    for each in out.glob("*.wet.warc.gz"):
        for one in ArchiveIterator(str(each), fsspec_args=False):
            assert one.record_type == WarcRecordType.conversion
            key = one.headers["WARC-Target-URI"], one.record_date.isoformat()
            found[key] = one.reader.read().decode()
    assert found == {(line["url"], line["time"]): line["text"] for line in lines(out)}


def test_a_conversion_record_names_the_record_of_its_page(file, out):
    archive(file, out, "--wet")
    (record,) = ArchiveIterator(str(out / "other.com.wet.warc.gz"), fsspec_args=False)
    assert record.headers["WARC-Refers-To"] == "<urn:response:http://other.com/a:0>"


@pytest.mark.parametrize("method", ["auto", "dbce-t001"])
def test_sites_of_names_too_long_for_files_have_files_of_their_own(tmp_path, out, method):
    hosts = [f"{'a' * 300}{end}.example" for end in "bc"]
    file = write(
        tmp_path / "a.warc", *(response(f"http://{host}/", "<p>A page of some words.") for host in hosts)
    )
    assert archive(file, out, "--method", method, "--wet", "--html") == 0
    assert sorted(line["url"] for line in lines(out)) == [f"http://{host}/" for host in hosts]


def test_called_again_it_does_what_is_not_done(file, out, capsys):
    archive(file, out)
    before = lines(out)
    (out / "other.com.ndjson").unlink()
    capsys.readouterr()
    assert archive(file, out) == 0
    assert "pages written: 1" in capsys.readouterr().err
    assert lines(out) == before


def test_other_options_do_not_mix_in_one_folder(file, out, capsys):
    archive(file, out)
    assert archive(file, out, "--method", "tree") == 2
    assert "choose another --out" in capsys.readouterr().err


def test_a_folder_where_nothing_was_done_takes_other_options(file, tmp_path, out):
    (tmp_path / "page.html").write_text("<p>x")
    assert archive(tmp_path / "page.html", out) == 2
    assert archive(file, out) == 0


def test_what_is_left_out_is_told(tmp_path, out, capsys):
    file = write(
        tmp_path / "a.warc",
        *records(),
        response(f"{HOST}/x", "gone", status="404 Not Found"),
        response(f"{HOST}/y", "%PDF-1.7"),
        record("revisit", f"{HOST}/z", 1),
    )
    assert archive(file, out) == 0
    told = capsys.readouterr().err
    assert "pages written: 9" in told
    assert "2 x no page" in told
    assert "1 x revisit" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.warc", "--out", "o"], "missing.warc: no such file"),
        (["a.warc.gz", "--out", "o", "--method", "t001"], "no method 't001'"),
        (["a.warc.gz", "a.warc.gz", "--out", "o"], "a.warc.gz: is given twice"),
        (["a.warc.gz", "o/../a.warc.gz", "--out", "o"], "a.warc.gz: is given twice"),
        (["a.warc.gz", "--out", "a.warc.gz"], "a.warc.gz: File exists; give another --out"),
        ([".", "--out", "o"], "is a folder; give files of WARC"),
        (["a.warc.gz", "--out", "o", "--master", "spark://a:7077"], "give --engine spark with it"),
        (["page.html", "--out", "o"], "page.html: no WARC file"),
        (["a.warc.gz", "--out", "o", "--lsh-store", "redis://a"], "give one of dbce with --method"),
        (["a.warc.gz", "--out", "o", "--method", "dbce-t001", "--threshold", "1"], "'--threshold'"),
    ],
)
@pytest.mark.usefixtures("file")
def test_wrong_input_is_named_with_its_mend(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text("<p>x")
    (tmp_path / "o").mkdir()
    assert run(["archive", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_store_that_does_not_answer_is_told_before_the_files_are_read(file, out, capsys):
    store = "redis://:secret@127.0.0.1:1"
    assert archive(file, out, "--method", "dbce-t001", "--lsh-store", store) == 1
    told = capsys.readouterr().err
    assert told.startswith("urltree: error: store 127.0.0.1:1 does not answer: ")
    assert told.endswith("start it, or name another\n")
    assert not out.exists()


def test_what_the_system_refuses_is_named(file, out, capsys):
    (out / "other.com.ndjson.part").mkdir(parents=True)
    assert archive(file, out) == 1
    assert capsys.readouterr().err == f"urltree: error: {out}/other.com.ndjson.part: Is a directory\n"


def test_an_interrupted_task_leaves_no_lines_that_pass_for_done(file, out, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("urltree.archive.output.annotate", interrupt)
    assert archive(file, out, "--html") == 130
    assert list(out.glob("*.ndjson")) == []


def test_the_output_says_what_it_was_made_of(file, out):
    archive(file, out)
    settings = json.loads((out / SETTINGS).read_text())
    assert settings["files"] == [["a.warc.gz", file.stat().st_size]]
