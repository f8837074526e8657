import json
from dataclasses import replace
from importlib.metadata import version

import pytest
from made_up import page, site

from urltree.evaluation.report import made_with, scores, write_report
from urltree.evaluation.run import Plan

SITES = [site("long", page(x=1, y=0), page(x=0, y=0.5), page(x=0.5, y=1)), site("short", page(x=0.8, y=1))]
URLTREE = f"urltree {version('urltree')}"
FIGURES = ["figure-2-duplicates.png", "figure-4-sites.png", "figure-5-systems.png"]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write_report(folder, SITES, ["x", "y"], "Made up.")
    return folder


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_scores_hold_each_systems_mean_of_sites(report):
    assert read(report / "scores.json")["systems"]["x"]["f1"] == 0.65


def test_scores_hold_each_systems_f1_by_documents_seen(report):
    assert read(report / "scores.json")["systems"]["x"]["f1_by_documents_seen"] == {"1": 0.9, "3": 0.65}


def test_scores_hold_each_site(report):
    first = read(report / "scores.json")["sites"][0]
    assert (first["site"], first["pages"], first["systems"]["y"]["f1"]) == ("long", 3, 0.5)


def test_scores_hold_first_pages_that_were_judged_again():
    judged = replace(SITES[0], again=(page(x=1, y=1), page(x=0.5, y=0)))
    found = scores([judged, SITES[1]], ["x", "y"])["systems"]["x"]
    assert found["first_pages"] == {"f1": 0.5, "f1_again": 0.75}


def test_scores_hold_no_first_pages_if_none_was_judged_again(report):
    assert "first_pages" not in read(report / "scores.json")["systems"]["x"]


def test_scores_hold_no_times(report):
    assert "seconds" not in (report / "scores.json").read_text()


def test_timings_are_milliseconds_per_page(report):
    assert read(report / "timings.json") == {"x": 2.0, "y": 2.0}


def test_every_page_has_a_line(report):
    lines = [json.loads(line) for line in (report / "pages.jsonl").read_text().splitlines()]
    assert [(line["site"], line["number"]) for line in lines] == [
        *(("long", number) for number in (1, 2, 3)),
        ("short", 1),
    ]


def test_the_tables_are_markdown(report):
    assert (report / "report.md").read_text(encoding="utf-8").startswith("# Evaluation: 4 pages of 2 sites\n")


def test_the_tables_say_how_they_were_made(report):
    assert (report / "report.md").read_text(encoding="utf-8").splitlines()[2] == "Made up."


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_png_files(report, name):
    assert (report / name).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["scores.json", "pages.jsonl", *FIGURES])
def test_the_same_results_give_the_same_bytes(report, tmp_path, name):
    write_report(tmp_path, SITES, ["x", "y"], "Made up.")
    assert (tmp_path / name).read_bytes() == (report / name).read_bytes()


def test_a_report_names_the_version_of_urltree():
    assert made_with(Plan(("auto", "all-text"))) == f"Made with {URLTREE}."


def test_a_report_names_the_version_of_each_other_package_once():
    made = made_with(Plan(("strict", "boilerpy3-article", "boilerpy3-default")))
    assert made == f"Made with {URLTREE}, boilerpy3 {version('boilerpy3')}."


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"limit": 20}, "--limit 20"),
        ({"again": 100}, "--again 100"),
        ({"limit": 5, "cold": True}, "--limit 5 --cold"),
    ],
)
def test_a_report_names_the_options_that_its_scores_depend_on(options, told):
    assert made_with(Plan(("auto",), **options)) == f"Made with {URLTREE}; {told}."
