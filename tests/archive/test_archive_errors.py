"""The command with wrong arguments, with obstacles, and interrupted."""

from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import pytest
from archiving import Run, archive

from urltree.cli import run

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
