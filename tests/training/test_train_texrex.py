"""Training the network of texrex."""

import json
import runpy
import sys

import pytest
from commandlines import Outcome

from urltree.scorer import load_network
from urltree.texrex import INPUTS
from urltree.training import texrex
from urltree.training.texrex import EPOCHS, SITE_PAGES, fit, read_labelled, score_page, teaches

SENTENCE = "The bridge {} was opened on Monday, after six years of work and three of rain."


def record(site, number):
    gold = "\n".join(SENTENCE.format(number * 10 + each) for each in range(4))
    paragraphs = "".join(f"<p>{text}</p>" for text in gold.split("\n"))
    html = f"<ul><li><a href=/>Home</a><li><a href=/x>News</a></ul><div>{paragraphs}</div>"
    return {"site": site, "url": f"http://{site}/{number}", "gold": gold, "html": html}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    lines = [json.dumps(record(site, number)) for site in ("a.example", "b.example") for number in range(7)]
    (folder / "news.jsonl").write_text("\n".join(lines))
    return folder


@pytest.fixture(scope="module")
def pages(folder):
    return list(read_labelled(folder / "news.jsonl", 7))


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command ``python -m urltree.training.texrex``."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["texrex", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(texrex.__file__, run_name="__main__")
        return Outcome(ended.value.code, *capsys.readouterr())

    return run


def test_a_page_has_its_inputs_and_labels(pages):
    assert pages[0].inputs.shape == (6, len(INPUTS))
    assert pages[0].labels.content.tolist() == [False, False, True, True, True, True]
    assert (pages[0].dataset, pages[0].domain, pages[0].number) == ("news", "a.example", 1)


def test_only_the_first_pages_of_a_site_are_learnt_from(pages):
    assert [page.number for page in pages if teaches(page)] == 2 * list(range(1, SITE_PAGES + 1))


def test_a_trained_network_finds_the_content(pages):
    network = fit(pages, epochs=EPOCHS // 20, seed=0)
    assert score_page(pages[-1], network).cold == 1


def test_a_network_is_written(run, folder):
    done = run(folder, "--out", folder / "net.npz", "--epochs", 1, "--folds", 2)
    assert (done.code, done.err) == (0, f"Learnt from 10 of 14 pages: {folder / 'net.npz'}\n")
    assert done.out.startswith("news: ")
    assert load_network(folder / "net.npz").mean.shape == (len(INPUTS),)


def test_a_single_fold_is_refused(run, folder):
    done = run(folder, "--out", folder / "net.npz", "--folds", 1)
    message = "urltree: error: too few sites for --folds 1; use another number, or more sites\n"
    assert (done.code, done.err) == (2, message)


def test_an_output_file_that_cannot_be_written_is_refused(run, folder):
    done = run(folder, "--out", folder)
    message = f"urltree: error: {folder}: Is a directory; choose another file with --out\n"
    assert (done.code, done.err) == (2, message)


def test_an_invalid_option_gives_one_line(run, folder):
    done = run(folder, "--epochs", 0)
    assert done.code == 2
    assert done.err.startswith("urltree: error: Invalid value for '--epochs': ")
    assert done.err.count("\n") == 1
