"""The command on small archives; what a run wrote and told is looked at by several tests."""

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from sitearchives import HOST, article, records, url
from valkeys import url_of
from warcs import record, response, write

from urltree.archive.run import SETTINGS
from urltree.cli import run


class Run(NamedTuple):
    """A call of the command."""

    out: Path
    code: int
    #: What it wrote to standard error.
    told: str


def archive(file, out, *options):
    with redirect_stderr(StringIO()) as told:
        code = run(["archive", str(file), "--out", str(out), *options])
    return Run(out, code, told.getvalue())


def lines(out):
    return [
        json.loads(line)
        for file in sorted(out.glob("*.ndjson"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]


def texts(out):
    """Give the records of its WARC files, by URL and time."""
    return {
        (one.headers["WARC-Target-URI"], one.record_date.isoformat()): (one.record_type, one.reader.read())
        for each in out.glob("*.wet.warc.gz")
        for one in ArchiveIterator(str(each), fsspec_args=False)
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("archive")


@pytest.fixture(scope="module")
def file(folder):
    other = [response("http://other.com/a", "<p>A page of some words on another site.")]
    return write(folder / "a.warc.gz", *records(), *other)


@pytest.fixture(scope="module", params=["auto", "tree", "dbce-t001", "dbce-t006"])
def by_method(file, folder, request):
    return archive(file, folder / request.param, "--method", request.param)


@pytest.fixture(scope="module")
def by_auto(file, folder):
    return archive(file, folder / "wet", "--wet")


@pytest.fixture(scope="module")
def by_cross(file, folder):
    return archive(file, folder / "cross", "--method", "dbce-t001")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def test_every_method_ends_well(by_method):
    assert by_method.code == 0


def test_a_line_a_capture_has_its_url_and_time(by_method):
    captures = [
        (url(topic), f"2020-01-{day}T00:00:00+00:00") for topic in range(3) for day in ("01", "11", "21")
    ]
    captures.append(("http://other.com/a", "2020-01-01T00:00:00+00:00"))
    assert sorted((line["url"], line["time"]) for line in lines(by_method.out)) == captures


def test_a_line_holds_url_time_and_text(by_method):
    assert {tuple(line) for line in lines(by_method.out)} == {("url", "time", "text")}


def test_the_text_is_the_article(by_auto):
    found = [line["text"] for line in lines(by_auto.out) if line["url"] == url(2)]
    assert [article(2) in text for text in found] == [True] * 3


def test_the_text_of_what_cannot_be_compared_is_null(by_cross):
    assert [line["text"] for line in lines(by_cross.out) if "other" in line["url"]] == [None]


def test_jobs_change_nothing(file, by_auto, out):
    assert lines(archive(file, out, "--jobs", "2").out) == lines(by_auto.out)


@pytest.fixture(scope="module", params=["1", "2"])
def in_valkey(file, folder, valkey, request):
    """A run whose index is in Valkey, what Valkey tells of writes to sets, the keys that are left."""
    valkey.flushall()
    valkey.config_resetstat()
    options = "--method", "dbce-t001", "--lsh-store", url_of(valkey), "--jobs", request.param
    done = archive(file, folder / f"valkey-{request.param}", *options)
    return done, valkey.info("commandstats").get("cmdstat_sadd"), valkey.keys()


def test_an_index_in_valkey_changes_no_line(in_valkey, by_cross):
    assert lines(in_valkey[0].out) == lines(by_cross.out)


def test_an_index_in_valkey_is_no_other_plan(in_valkey, by_cross):
    assert (in_valkey[0].out / SETTINGS).read_bytes() == (by_cross.out / SETTINGS).read_bytes()


def test_an_index_in_valkey_is_there(in_valkey):
    assert in_valkey[1]


def test_an_index_in_valkey_leaves_no_key(in_valkey):
    assert in_valkey[2] == []


def test_html_writes_pages_with_their_blocks_marked(file, out):
    archive(file, out, "--method", "dbce-t002", "--html")
    line = next(line for line in lines(out) if line["url"] == url(0))
    page = (out / line["html"]).read_text(encoding="utf-8")
    assert f'<span class="urltree-content">{article(0)}</span>' in page


def test_two_captures_of_one_second_have_pages_of_their_own(tmp_path, out):
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


def test_a_conversion_record_names_the_record_of_its_page(by_auto):
    (record,) = ArchiveIterator(str(by_auto.out / "other.com.wet.warc.gz"), fsspec_args=False)
    assert record.headers["WARC-Refers-To"] == "<urn:response:http://other.com/a:0>"


@pytest.mark.parametrize("method", ["auto", "dbce-t001"])
def test_sites_of_names_too_long_for_files_have_files_of_their_own(tmp_path, out, method):
    urls = [f"http://{'a' * 300}{end}.example/" for end in "bc"]
    file = write(tmp_path / "a.warc", *(response(each, "<p>A page of some words.") for each in urls))
    archive(file, out, "--method", method, "--wet", "--html")
    assert sorted(line["url"] for line in lines(out)) == urls


@pytest.fixture(scope="module")
def again(file, folder):
    """A run that finds the task of one site not done."""
    out = archive(file, folder / "again").out
    (out / "other.com.ndjson").unlink()
    return archive(file, out)


def test_called_again_it_does_what_is_not_done(again):
    assert "pages written: 1\n" in again.told


def test_called_again_it_leaves_what_one_call_does(again, by_auto):
    assert lines(again.out) == lines(by_auto.out)


@pytest.fixture(scope="module")
def of_two_minds(file, folder):
    """A run with other options than were given for its folder before."""
    out = archive(file, folder / "two", "--method", "tree").out
    return archive(file, out, "--method", "auto")


def test_other_options_for_one_folder_are_wrong_input(of_two_minds):
    assert of_two_minds.code == 2


def test_other_options_want_another_folder(of_two_minds):
    assert "choose another --out" in of_two_minds.told


def test_a_folder_where_nothing_was_done_takes_other_options(file, tmp_path, out):
    (tmp_path / "page.html").write_text("<p>x")
    archive(tmp_path / "page.html", out)
    assert archive(file, out).code == 0


@pytest.fixture(scope="module")
def with_some_left_out(folder):
    no_pages = response(f"{HOST}/x", "gone", status="404 Not Found"), response(f"{HOST}/y", "%PDF-1.7")
    file = write(folder / "left_out.warc", *records(), *no_pages, record("revisit", f"{HOST}/z", 1))
    return archive(file, folder / "left_out")


def test_what_is_left_out_is_no_failure(with_some_left_out):
    assert with_some_left_out.code == 0


@pytest.mark.parametrize(
    "line",
    [
        "pages written: 9",
        "left out: 2 x no page",
        "left out: 1 x revisit of what is not in the archive",
    ],
)
def test_what_is_written_and_left_out_is_told(with_some_left_out, line):
    assert f"urltree: {line}\n" in with_some_left_out.told


WRONG = [
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
]


@pytest.fixture(scope="module", params=WRONG, ids=[message for _, message in WRONG])
def refused(file, tmp_path_factory, request):
    """A run with wrong arguments, and what it should tell."""
    arguments, message = request.param
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(StringIO()) as told:
        patch.chdir(tmp_path_factory.mktemp("wrong"))
        Path(file.name).write_bytes(file.read_bytes())
        Path("page.html").write_text("<p>x")
        Path("o").mkdir()
        code = run(["archive", *arguments])
    return Run(Path("o"), code, told.getvalue()), message


def test_wrong_input_is_told_by_the_exit_code(refused):
    assert refused[0].code == 2


def test_wrong_input_is_named_with_its_mend(refused):
    told, message = refused[0].told, refused[1]
    assert message in told


@pytest.fixture(scope="module")
def without_store(file, folder):
    options = "--method", "dbce-t001", "--lsh-store", "redis://:secret@127.0.0.1:1"
    return archive(file, folder / "no_store", *options)


def test_a_store_that_does_not_answer_is_no_wrong_input(without_store):
    assert without_store.code == 1


def test_a_store_that_does_not_answer_is_named_without_its_password(without_store):
    assert without_store.told.startswith("urltree: error: store 127.0.0.1:1 does not answer: ")


def test_a_store_that_does_not_answer_is_told_with_the_mend(without_store):
    assert without_store.told.endswith("start it, or name another\n")


def test_a_store_is_asked_before_the_files_are_read(without_store):
    assert not without_store.out.exists()


@pytest.fixture(scope="module")
def obstructed(file, folder):
    """A run that finds a folder where it would write a file."""
    out = folder / "obstructed"
    (out / "other.com.ndjson.part").mkdir(parents=True)
    return archive(file, out)


def test_what_the_system_refuses_is_no_wrong_input(obstructed):
    assert obstructed.code == 1


def test_what_the_system_refuses_is_named(obstructed):
    place = obstructed.out / "other.com.ndjson.part"
    assert obstructed.told == f"urltree: error: {place}: Is a directory\n"


@pytest.fixture(scope="module")
def interrupted(file, folder):
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urltree.archive.output.annotate", interrupt)
        return archive(file, folder / "interrupted", "--html")


def test_an_interrupted_run_is_told_by_the_exit_code(interrupted):
    assert interrupted.code == 130


def test_an_interrupted_task_leaves_no_lines_that_pass_for_done(interrupted):
    assert list(interrupted.out.glob("*.ndjson")) == []


def test_the_output_says_what_it_was_made_of(file, by_auto):
    settings = json.loads((by_auto.out / SETTINGS).read_text())
    assert settings["files"] == [["a.warc.gz", file.stat().st_size]]
