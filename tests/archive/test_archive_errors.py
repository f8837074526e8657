"""The command with wrong arguments, with obstacles, and interrupted."""

from contextlib import chdir
from pathlib import Path

import pytest
from archiving import archive

WRONG = [
    (["missing.warc", "--out", "o"], "missing.warc does not exist"),
    (["a" * 300, "--out", "o"], "cannot be read: File name too long; pass WARC files"),
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


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_input_is_named_with_advice(urltree, file, tmp_path, arguments, message):
    with chdir(tmp_path):
        Path(file.name).write_bytes(file.read_bytes())
        Path("page.html").write_text("<p>x")
        Path("o").mkdir()
        refused = urltree("archive", *arguments)
    assert (refused.code, message in refused.err) == (2, True)


def test_an_error_of_the_operating_system_names_the_file(file, out):
    place = out / "other.com.ndjson.part"
    place.mkdir(parents=True)
    obstructed = archive(file, out)
    assert (obstructed.code, obstructed.stderr) == (1, f"urltree: error: {place}: Is a directory\n")


def test_an_interrupted_run_leaves_no_file_that_looks_finished(file, out, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("urltree.archive.output.annotate", interrupt)
    assert archive(file, out, "--html").code == 130
    assert list(out.glob("*.ndjson")) == []
