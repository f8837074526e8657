import json
import shutil

import pytest
import typer
from made_up import record, write_set
from typer.testing import CliRunner

from urltree.auto.networks import WEIGHTS
from urltree.cli import evaluate as command
from urltree.errors import DatasetError, HeuristicError, InputError


@pytest.fixture
def run(tmp_path):
    """Run ``evaluate`` on a folder of two small streams and return its result."""
    streams = tmp_path / "streams"
    for name in "ab":
        write_set(streams, name, map(record, range(8)))
    app = typer.Typer()
    app.command()(command.evaluate)

    def run(*arguments, folder=streams):
        return CliRunner().invoke(app, [str(folder), "--out", str(tmp_path / "out"), *arguments])

    return run


def test_the_report_is_written(run, tmp_path):
    assert run().exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "figure-2-duplicates.png",
        "figure-4-sites.png",
        "figure-5-systems.png",
        "pages.jsonl",
        "report.md",
        "scores.json",
        "timings.json",
    ]


def test_the_report_says_how_it_was_made(run, tmp_path):
    run("--system", "strict", "--limit", "4")
    made = (tmp_path / "out/report.md").read_text(encoding="utf-8").splitlines()[2]
    assert made.startswith("Made with urltree ")
    assert made.endswith("; --limit 4.")


def test_the_main_table_goes_to_standard_output(run):
    assert run("--system", "strict").stdout.splitlines()[2].startswith("| strict | ")


def test_there_is_no_progress_bar_in_a_pipe(run):
    assert "Replaying" not in run("--system", "strict").output


def test_only_the_systems_asked_for_are_run(run, tmp_path):
    run("--system", "vote-slow", "--system", "all-text")
    scores = json.loads((tmp_path / "out/scores.json").read_text())
    assert list(scores["systems"]) == ["vote-slow", "all-text"]


def test_an_unreadable_file_does_not_lose_the_scores_before_it(run, tmp_path):
    (tmp_path / "streams" / "c.jsonl").write_text("{")
    result = run("--system", "strict")
    assert isinstance(result.exception, DatasetError)
    assert list(json.loads((tmp_path / "out/scores.json").read_text())["systems"]) == ["strict"]


def test_baselines_can_be_added(run, tmp_path):
    run("--baselines", "--limit", "1")
    scores = json.loads((tmp_path / "out/scores.json").read_text())
    assert {"strict", "trafilatura"} < set(scores["systems"])


def test_an_unknown_system_is_refused_before_anything_is_written(run, tmp_path):
    assert isinstance(run("--system", "no-such-thing").exception, HeuristicError)
    assert not (tmp_path / "out").exists()


def test_two_networks_are_refused_together(run, tmp_path):
    error = run("--system", "auto", "--system", f"auto:{WEIGHTS}").exception
    assert isinstance(error, InputError)
    assert f"auto and auto:{WEIGHTS} cannot be combined" in str(error)
    assert not (tmp_path / "out").exists()


def test_the_network_of_a_file_can_be_evaluated(run, tmp_path):
    shutil.copy(WEIGHTS, tmp_path / "mine.npz")
    run("--system", name := f"auto:{tmp_path / 'mine.npz'}")
    assert list(json.loads((tmp_path / "out/scores.json").read_text())["systems"]) == [name]


def test_an_output_folder_that_cannot_be_created_is_refused(run, tmp_path):
    (tmp_path / "out").touch()
    error = run().exception
    assert isinstance(error, InputError)
    assert "--out" in str(error)


@pytest.mark.parametrize("other", [["--cold"], ["--limit", "4"]], ids=["cold", "limit"])
def test_judging_again_is_refused_with_cold_or_too_low_a_limit(run, tmp_path, other):
    error = run("--again", "5", *other).exception
    assert isinstance(error, InputError)
    assert "--again" in str(error)
    assert other[0] in str(error)
    assert not (tmp_path / "out").exists()
