"""Progress of long work."""

import pytest

from urltree.commandline.progress import visibly, working


def work():
    with working("Learning"):
        pass


def steps():
    list(visibly([1, 2], "Reading", 2))


@pytest.mark.parametrize(("run", "name"), [(work, "Learning"), (steps, "Reading")])
def test_a_terminal_shows_what_goes_on(run, name, monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    run()
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("run", [work, steps])
def test_a_file_gets_no_progress(run, capsys):
    run()
    assert capsys.readouterr() == ("", "")
