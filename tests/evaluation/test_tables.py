from dataclasses import replace

import pytest
from made_up import page, site

from urltree.evaluation.tables import markdown, systems_table

SITES = [site("long", page(x=1, y=0), page(x=0, y=0.5), page(x=0.5, y=1)), site("short", page(x=0.8, y=1))]


def report(sites, systems):
    return markdown(sites, systems, "Made up.")


def rows(text):
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line
    ]


def test_a_systems_line_gives_mean_median_worst_and_time():
    _, _, x, _ = rows(systems_table(SITES, ["x", "y"]))
    assert x == ["x", "0.650", "0.650", "0.500", "long", "0.650", "0.650", "0", "2.00"]


def test_systems_are_in_the_order_asked_for():
    assert [row[0] for row in rows(systems_table(SITES, ["y", "x"]))[2:]] == ["y", "x"]


def test_f1_is_given_by_number_of_documents_seen():
    assert ["x", "0.900", "0.650"] in rows(report(SITES, ["x", "y"]))


def test_f1_is_given_for_each_data_set():
    assert ["long", "3", "0.500", "0.500"] in rows(report(SITES, ["x", "y"]))


def test_sites_of_one_data_set_share_a_line():
    sites = [site("a", page(x=1), dataset="set"), site("b", page(x=0), dataset="set")]
    assert ["set", "2", "0.500"] in rows(report(sites, ["x"]))


def test_f1_is_given_for_first_pages_that_were_judged_again():
    judged = replace(SITES[0], again=(page(x=1, y=1), page(x=0.5, y=0)))
    found = rows(report([judged, SITES[1]], ["x", "y"]))
    head = found.index(["system", "as they came", "judged again later"])
    assert found[head + 2 : head + 4] == [["x", "0.500", "0.750"], ["y", "0.250", "0.500"]]


def test_the_number_of_sites_that_were_judged_again_is_told():
    judged = replace(SITES[0], again=(page(x=1),))
    assert "mean of sites: 1." in report([judged, SITES[1]], ["x"])


def test_first_pages_are_not_mentioned_if_none_was_judged_again():
    assert "First pages" not in report(SITES, ["x", "y"])


def test_every_column_of_every_table_has_a_head():
    for table in report(SITES, ["x", "y"]).split("\n\n"):
        if lines := rows(table):
            assert {len(line) for line in lines} == {len(lines[0])}
            assert lines[1] == ["---"] * len(lines[0])
            assert all(lines[0])


def test_duplicates_are_given_for_each_step():
    sites = [site("a", page(("u?a", "u", "u"), x=1), page(("u?b", "u", "u"), x=1))]
    assert [row[1] for row in rows(report(sites, ["x"]))[-3:]] == ["0", "1", "1"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("a|b", "a\\|b"), ("a\nb", "a b"), ("a\x1b[31m", "a [31m"), ("a\udcff", "a ")],
)
def test_a_name_cannot_break_out_of_its_cell(name, shown):
    assert f"| {shown} |" in systems_table([site(name, page(x=1))], ["x"]).splitlines()[2]
