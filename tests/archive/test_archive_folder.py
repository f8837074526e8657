"""The folder that the command writes to: what is there already, and what it is told of the run."""

import json

import pytest
from archiving import archive, lines

from urltree.archive.run import SETTINGS


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


def test_other_options_for_the_same_folder_are_refused_with_advice(file, out):
    archive(file, out, "--method", "tree")
    again = archive(file, out, "--method", "auto")
    assert (again.code, "choose another --out" in again.stderr) == (2, True)


def test_a_folder_whose_settings_file_is_damaged_is_refused(file, tmp_path):
    (tmp_path / SETTINGS).write_bytes(b"\xff")
    (tmp_path / "a.com.ndjson").touch()
    assert "holds output of other files" in archive(file, tmp_path).stderr


def test_a_folder_in_which_nothing_was_written_accepts_other_input(file, tmp_path, out):
    (tmp_path / "page.html").write_text("<p>x")
    archive(tmp_path / "page.html", out)
    assert archive(file, out).code == 0


def test_the_settings_file_lists_the_input_files_with_their_sizes(file, by_auto):
    settings = json.loads((by_auto.out / SETTINGS).read_text())
    assert settings["files"] == [["a.warc.gz", file.stat().st_size]]
