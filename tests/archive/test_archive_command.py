"""The command on small archives; several tests look at the result of the same run."""

import json
from contextlib import redirect_stderr
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from sitearchives import HOST, TOPICS, article, page, records, url
from valkeys import url_of
from warcs import record, response, write

from urltree.archive.run import SETTINGS
from urltree.cli import run
from urltree.cutter import MOST_BLOCKS
from urltree.models import Metadata


class Run(NamedTuple):
    """A call of the command."""

    out: Path
    code: int
    stderr: str


def archive(file, out, *options):
    with redirect_stderr(StringIO()) as stderr:
        code = run(["archive", str(file), "--out", str(out), *map(str, options)])
    return Run(out, code, stderr.getvalue())


def lines(out):
    return [
        json.loads(line)
        for file in sorted(out.glob("*.ndjson"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]


def texts(out):
    """Give the records of the WARC files in a folder, by URL and time."""
    return {
        (one.headers["WARC-Target-URI"], one.record_date.isoformat()): (one.record_type, one.reader.read())
        for each in out.glob("*.wet.warc.gz")
        for one in ArchiveIterator(str(each), record_types=~WarcRecordType.warcinfo, fsspec_args=False)
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


@pytest.fixture(scope="module", params=["1", "2"])
def in_valkey(file, folder, valkey, request):
    """A run with its index in Valkey, Valkey's figures for writes to sets, and the keys that are left."""
    valkey.flushall()
    valkey.config_resetstat()
    options = "--method", "dbce-t001", "--lsh-store", url_of(valkey), "--jobs", request.param
    done = archive(file, folder / f"valkey-{request.param}", *options)
    return done, valkey.info("commandstats").get("cmdstat_sadd"), valkey.keys()


def test_an_index_in_valkey_gives_the_same_lines(in_valkey, by_cross):
    assert lines(in_valkey[0].out) == lines(by_cross.out)


def test_an_index_in_valkey_gives_the_same_settings_file(in_valkey, by_cross):
    assert (in_valkey[0].out / SETTINGS).read_bytes() == (by_cross.out / SETTINGS).read_bytes()


def test_the_index_is_really_written_to_valkey(in_valkey):
    assert in_valkey[1]


def test_an_index_in_valkey_leaves_no_keys_behind(in_valkey):
    assert in_valkey[2] == []


@pytest.fixture
def behind_a_script(tmp_path):
    """An archive of a site whose parameter no rule knows, and a folder with a rule for it."""
    script = f"{HOST}/zeige.html?stueck="
    written = [response(f"{script}{number}", page(number % 3, number), number) for number in range(9)]
    (tmp_path / "rules").mkdir()
    rule = f"""[[rule]]
    match = '/zeige\\.html\\?'
    keep = ["stueck"]
    example = "{script}1&from=rss"
    key = "{script}1"
    """
    (tmp_path / "rules" / "mine.toml").write_text(rule)
    return write(tmp_path / "script.warc.gz", *written), tmp_path / "rules"


def test_rules_tell_the_pages_behind_a_script_apart(behind_a_script, out):
    file, rules = behind_a_script
    archive(file, out, "--method", "tree", "--rules", rules)
    assert "Section number" not in " ".join(line["text"] for line in lines(out))


def test_rules_name_parameters_that_make_no_other_page_for_dbce(behind_a_script, out):
    file, rules = behind_a_script
    (rules / "mine.toml").write_text('[tracking]\nparameters = ["stueck"]')
    archive(file, out, "--method", "dbce-t001", "--rules", rules)
    assert {line["text"] for line in lines(out)} == {None}


def test_other_rules_for_the_same_folder_exit_with_2(behind_a_script, out):
    file, rules = behind_a_script
    archive(file, out, "--rules", rules)
    (rules / "mine.toml").write_text((rules / "mine.toml").read_text().replace("from=rss", "from=web"))
    assert archive(file, out, "--rules", rules).code == 2


def test_wrong_rules_are_refused_before_anything_is_written(behind_a_script, out):
    file, rules = behind_a_script
    (rules / "mine.toml").write_text("[[rule]]")
    assert "mine.toml:1: example is missing" in archive(file, out, "--rules", rules).stderr
    assert not out.exists()


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
def second_run(file, folder):
    """A second run into a folder that lacks the output of one site."""
    out = archive(file, folder / "again").out
    (out / "other.com.ndjson").unlink()
    return archive(file, out)


def test_a_second_run_does_only_what_is_missing(second_run):
    assert "pages written: 1\n" in second_run.stderr


def test_two_runs_give_the_same_lines_as_one(second_run, by_auto):
    assert lines(second_run.out) == lines(by_auto.out)


@pytest.fixture(scope="module")
def with_other_options(file, folder):
    """A run into a folder that was filled with other options."""
    out = archive(file, folder / "two", "--method", "tree").out
    return archive(file, out, "--method", "auto")


def test_other_options_for_the_same_folder_exit_with_2(with_other_options):
    assert with_other_options.code == 2


def test_other_options_for_the_same_folder_are_refused_with_advice(with_other_options):
    assert "choose another --out" in with_other_options.stderr


def test_a_folder_in_which_nothing_was_written_accepts_other_input(file, tmp_path, out):
    (tmp_path / "page.html").write_text("<p>x")
    archive(tmp_path / "page.html", out)
    assert archive(file, out).code == 0


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


WRONG = [
    (["missing.warc", "--out", "o"], "missing.warc does not exist"),
    (["a.warc.gz", "--out", "o", "--method", "t001"], "unknown method 't001'"),
    (["a.warc.gz", "a.warc.gz", "--out", "o"], "a.warc.gz is given twice"),
    (["a.warc.gz", "o/../a.warc.gz", "--out", "o"], "a.warc.gz is given twice"),
    (["a.warc.gz", "--out", "a.warc.gz"], "a.warc.gz: File exists; choose another --out"),
    ([".", "--out", "o"], "is a folder; pass WARC files"),
    (["/dev/null", "--out", "o"], "/dev/null is not a regular file; pass WARC files"),
    (["a.warc.gz", "--out", "o", "--master", "spark://a:7077"], "use it with --engine spark"),
    (["page.html", "--out", "o"], "page.html is not a WARC file"),
    (["a.warc.gz", "--out", "o", "--lsh-store", "redis://a"], "choose a dbce one with --method"),
    (["a.warc.gz", "--out", "o", "--threshold", "0.5"], "--threshold and --lsh-store are only for"),
    (["a.warc.gz", "--out", "o", "--method", "dbce-t001", "--threshold", "1"], "'--threshold'"),
]


@pytest.fixture(scope="module", params=WRONG, ids=[message for _, message in WRONG])
def refused(file, tmp_path_factory, request):
    """A run with wrong arguments, and the message expected of it."""
    arguments, message = request.param
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(StringIO()) as stderr:
        patch.chdir(tmp_path_factory.mktemp("wrong"))
        Path(file.name).write_bytes(file.read_bytes())
        Path("page.html").write_text("<p>x")
        Path("o").mkdir()
        code = run(["archive", *arguments])
    return Run(Path("o"), code, stderr.getvalue()), message


def test_wrong_input_exits_with_2(refused):
    assert refused[0].code == 2


def test_wrong_input_is_named_with_advice(refused):
    stderr, message = refused[0].stderr, refused[1]
    assert message in stderr


@pytest.fixture(scope="module")
def without_store(file, folder):
    options = "--method", "dbce-t001", "--lsh-store", "redis://:secret@127.0.0.1:1"
    return archive(file, folder / "no_store", *options)


def test_an_unavailable_store_exits_with_1(without_store):
    assert without_store.code == 1


def test_an_unavailable_store_is_named_without_its_password(without_store):
    assert without_store.stderr.startswith("urltree: error: store 127.0.0.1:1 does not answer: ")


def test_an_unavailable_store_is_reported_with_advice(without_store):
    assert without_store.stderr.endswith("start it, or choose another\n")


def test_an_unavailable_store_is_noticed_before_anything_is_written(without_store):
    assert not without_store.out.exists()


@pytest.fixture(scope="module")
def obstructed(file, folder):
    """A run that finds a folder where it wants to write a file."""
    out = folder / "obstructed"
    (out / "other.com.ndjson.part").mkdir(parents=True)
    return archive(file, out)


def test_an_error_of_the_operating_system_exits_with_1(obstructed):
    assert obstructed.code == 1


def test_an_error_of_the_operating_system_names_the_file(obstructed):
    place = obstructed.out / "other.com.ndjson.part"
    assert obstructed.stderr == f"urltree: error: {place}: Is a directory\n"


@pytest.fixture(scope="module")
def interrupted(file, folder):
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urltree.archive.output.annotate", interrupt)
        return archive(file, folder / "interrupted", "--html")


def test_an_interrupted_run_exits_with_130(interrupted):
    assert interrupted.code == 130


def test_an_interrupted_run_leaves_no_file_that_looks_finished(interrupted):
    assert list(interrupted.out.glob("*.ndjson")) == []


def test_the_settings_file_lists_the_input_files_with_their_sizes(file, by_auto):
    settings = json.loads((by_auto.out / SETTINGS).read_text())
    assert settings["files"] == [["a.warc.gz", file.stat().st_size]]
