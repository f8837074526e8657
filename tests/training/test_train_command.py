"""The command ``urltree train``."""

import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from urltree.auto.networks import INPUTS
from urltree.cli.train import train
from urltree.errors import InputError
from urltree.scorer import load_network
from urltree.training.corpus import labelled_pages
from urltree.training.labelledpage import Version

WORDS = "the bridge over old river was opened after six long years of work and rain".split()


def record(site, number):
    random = np.random.default_rng(number)
    body = [" ".join(random.permutation(WORDS)) + "." for _ in range(4)]
    paragraphs = "".join(f"<p>{text}</p>" for text in body)
    html = (
        f"<html><body><ul id=nav><li><a href='/'>Menu of {site}</a></li></ul>"
        f"<div role=main class=story>{paragraphs}</div></body></html>"
    )
    return {"site": site, "url": f"http://{site}/{number}", "gold": "\n".join(body), "html": html}


@pytest.fixture
def folder(tmp_path):
    lines = [json.dumps(record(site, number)) for site in ("a.example", "b.example") for number in range(6)]
    (tmp_path / "news.jsonl").write_text("\n".join(lines))
    return tmp_path


def run(*arguments):
    app = typer.Typer()
    app.command()(train)
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_a_network_is_written(folder):
    result = run(folder, "--out", folder / "net.npz", "--epochs", 1)
    assert result.exit_code == 0, result.output
    assert load_network(folder / "net.npz").mean.shape == (len(INPUTS),)


def test_pages_are_counted_once_despite_their_versions(folder):
    result = run(folder, "--out", folder / "net.npz", "--epochs", 1)
    assert result.stderr == f"Learnt from 12 of 12 pages: {folder / 'net.npz'}\n"


def test_two_runs_write_the_same_bytes(folder):
    for name in ("a.npz", "b.npz"):
        run(folder, "--out", folder / name, "--epochs", 1)
    assert (folder / "a.npz").read_bytes() == (folder / "b.npz").read_bytes()


def test_other_seeds_write_other_bytes(folder):
    for seed in (1, 2):
        run(folder, "--out", folder / f"{seed}.npz", "--epochs", 1, "--seed", seed)
    assert (folder / "1.npz").read_bytes() != (folder / "2.npz").read_bytes()


def test_cross_validation_scores_every_data_set(folder):
    result = run(folder, "--out", folder / "net.npz", "--epochs", 1, "--folds", 2)
    assert result.stdout.startswith("news: ")
    assert "\nwithout names: news: " in result.stdout


@pytest.mark.parametrize(
    "weight", "news news= news=x news=0 news=-1 news=nan news=inf new=2 news=1e7 news=1e-7".split()
)
def test_an_invalid_weight_is_refused(folder, weight):
    error = run(folder, "--weight", weight).exception
    assert isinstance(error, InputError)
    assert weight.removesuffix("=2") in str(error)


def test_an_output_file_that_cannot_be_written_is_refused(folder):
    for out in (folder, folder / "news.jsonl" / "net.npz"):
        assert isinstance(run(folder, "--out", out).exception, InputError)


@pytest.mark.parametrize("folds", [1, 1_000_000_000])
def test_too_few_or_too_many_folds_are_refused(folder, folds):
    error = run(folder, "--out", folder / "net.npz", "--epochs", 1, "--folds", folds).exception
    assert isinstance(error, InputError)
    assert f"too few sites for --folds {folds}; " in str(error)


def test_ablations_without_folds_are_refused(folder):
    assert isinstance(run(folder, "--ablate").exception, InputError)


def test_pages_that_do_not_hold_their_gold_text_are_refused(tmp_path):
    (tmp_path / "x.jsonl").write_text(json.dumps(record("a.example", 1) | {"gold": "something else"}))
    error = run(tmp_path, "--out", tmp_path / "net.npz").exception
    assert isinstance(error, InputError)
    assert "use pages that hold their gold text, of 25 words or more" in str(error)
    assert not (tmp_path / "net.npz").exists()


def test_pages_are_numbered_within_their_site(folder):
    pages = labelled_pages(folder / "news.jsonl", 3)
    assert [(page.domain, page.number) for page in pages if page.version is Version.AS_SERVED] == [
        (site, number) for site in ("a.example", "b.example") for number in (1, 2, 3)
    ]


def test_pages_that_cannot_be_parsed_are_skipped(tmp_path):
    lines = [record("a.example", 1) | {"html": ""}, record("a.example", 2)]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, lines)))
    pages = labelled_pages(tmp_path / "x.jsonl", 9)
    assert [page.number for page in pages if page.version is Version.AS_SERVED] == [2]


def test_ablations_are_printed_as_a_table(folder):
    result = run(folder, "--out", folder / "net.npz", "--epochs", 1, "--folds", 2, "--ablate")
    assert "| the history of paths |" in result.stdout
