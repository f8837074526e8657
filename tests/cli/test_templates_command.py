"""``urltree templates``, as its users see it."""

import gzip
import json
import os
import re
import sys
from errno import EACCES
from functools import partial
from pathlib import Path

import pytest
from warcs import record, response, write

NEWS = "<html><head><title>News</title><meta name=a></head><body><h1>A</h1><p>{}</p></body></html>"
SHOP = "<html><head><link rel=x><script>1</script></head><body><table><tr><td>{}</table></body></html>"

#: No file can have it as its name.
LONG = "a" * 300


@pytest.fixture
def urltree(urltree):
    """Run ``urltree templates``."""
    return partial(urltree, "templates")


@pytest.fixture
def site(tmp_path):
    """A folder of two templates: three pages of news, two of a shop."""
    for folder, page, count in (("news", NEWS, 3), ("shop", SHOP, 2)):
        (tmp_path / "site" / folder).mkdir(parents=True)
        for number in range(count):
            (tmp_path / "site" / folder / f"{number}.html").write_text(page.format(number))
    return tmp_path / "site"


def data_set(path, pages, opener=open):
    with opener(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({"html": html, "gold": ""}) + "\n" for html in pages)
    return path


def test_pages_are_grouped_by_template(urltree, site):
    code, out, err = urltree("cluster", site)
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["3", "60.0%", "1", f"{site}/news/0.html"],
        ["2", "40.0%", "1", f"{site}/shop/0.html"],
    ]


def test_json_lists_the_pages_of_every_template(urltree, site):
    listed = json.loads(urltree("cluster", site, "--json", "--top", 1)[1])
    assert listed["pages"] == 5
    assert [template["pages"] for template in listed["templates"]] == [
        [f"{site}/news/{number}.html" for number in range(3)],
        [f"{site}/shop/{number}.html" for number in range(2)],
    ]


def test_json_gives_fingerprints_support_and_example(urltree, site):
    shop = json.loads(urltree("cluster", site, "--json")[1])["templates"][1]
    (fingerprint,) = shop["fingerprints"]
    assert re.fullmatch("[0-9a-f]{50}", fingerprint)
    assert (shop["support"], shop["fingerprints"][fingerprint]) == (2, 2)
    assert shop["example"] == f"{site}/shop/0.html"


def test_templates_not_shown_are_counted(urltree, site):
    out = urltree("cluster", site, "--top", 1)[1]
    assert out.splitlines()[2:] == ["templates not shown: 1; use --top to show more"]


def test_a_page_of_a_data_set_is_named_by_its_line(urltree, tmp_path):
    path = data_set(tmp_path / "set.jsonl.gz", [NEWS, SHOP], gzip.open)
    pages = [template["pages"] for template in json.loads(urltree("cluster", path, "--json")[1])["templates"]]
    assert pages == [[f"{path}:1"], [f"{path}:2"]]


def test_a_file_of_any_name_may_be_given_instead_of_a_folder(urltree, tmp_path):
    (tmp_path / "saved").write_text(NEWS)
    assert urltree("cluster", tmp_path / "saved")[1].split()[-1] == str(tmp_path / "saved")


def test_a_page_given_twice_counts_once(urltree, site):
    assert json.loads(urltree("cluster", site, site / "news", "--json")[1])["pages"] == 5


def test_a_page_in_utf_16_is_read(urltree, site):
    (site / "news" / "9.html").write_text(NEWS, encoding="utf-16")
    assert urltree("cluster", site)[1].splitlines()[1].split()[0] == "4"


def test_folders_may_be_named_like_pages_and_data_sets(urltree, site):
    (site / "news").rename(site / "index.html")
    (site / "shop").rename(site / "set.jsonl")
    assert json.loads(urltree("cluster", site, "--json")[1])["pages"] == 5


def test_an_unreadable_subfolder_is_named(urltree, site, monkeypatch):
    # Tests may run as root, for whom permissions do not hold.
    def scandir(folder, *, listed=os.scandir):
        if str(folder).endswith("shop"):
            raise PermissionError(EACCES, "Permission denied", str(folder))
        return listed(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    code, out, err = urltree("cluster", site)
    assert (code, out) == (2, "")
    reason = "cannot be read: Permission denied; make it readable, or pass only the others"
    assert err == f"urltree: error: {site}/shop {reason}\n"


def test_a_pdf_is_left_out_and_named(urltree, site):
    (site / "a.html").write_text("%PDF-1.4")
    code, out, err = urltree("cluster", site)
    assert (code, len(out.splitlines())) == (0, 3)
    assert err.startswith(f"urltree: {site}/a.html is left out: the page looks like PDF")


def test_a_page_is_classified_by_the_folder_of_its_template(urltree, site, tmp_path):
    (tmp_path / "page.html").write_text(SHOP.format("new"))
    assert urltree("classify", "--known", site, tmp_path / "page.html")[1] == f"shop\t{tmp_path}/page.html\n"


def test_hidden_folders_are_no_known_templates(urltree, site, tmp_path):
    (site / ".git").mkdir()
    (tmp_path / "page.html").write_text(SHOP.format("new"))
    assert urltree("classify", "--known", site, tmp_path / "page.html")[0] == 0


def test_a_known_template_may_be_a_data_set(urltree, site, tmp_path):
    (tmp_path / "known").mkdir()
    data_set(tmp_path / "known" / "market.jsonl", [SHOP])
    assert urltree("classify", "--known", tmp_path / "known", site / "shop" / "0.html")[1].startswith(
        "market\t"
    )


def test_a_page_of_no_known_template_is_classified_as_none(urltree, site, tmp_path):
    (tmp_path / "page.html").write_text("<p>")
    arguments = ("classify", "--known", site, tmp_path / "page.html")
    assert urltree(*arguments)[1] == f"none\t{tmp_path}/page.html\n"
    assert json.loads(urltree(*arguments, "--json")[1]) == {"page": f"{tmp_path}/page.html", "template": None}


# Web archives


@pytest.mark.parametrize("name", ["crawl.warc", "crawl.warc.gz"])
def test_a_page_of_an_archive_is_named_by_its_url_and_time(urltree, tmp_path, name):
    path = write(tmp_path / name, response("http://a.com/", NEWS), response("http://a.com/", SHOP, days=1))
    pages = [template["pages"] for template in json.loads(urltree("cluster", path, "--json")[1])["templates"]]
    assert pages == [["http://a.com/ 2020-01-01T00:00:00Z"], ["http://a.com/ 2020-01-02T00:00:00Z"]]


def test_archives_are_found_in_folders(urltree, site):
    write(site / "crawl.warc.gz", response("http://a.com/", NEWS))
    assert urltree("cluster", site)[1].splitlines()[1].split()[0] == "4"


def test_the_http_charset_of_a_page_in_an_archive_is_respected(urltree, tmp_path):
    page = response("http://a.com/", NEWS.encode("utf-16-le"), content_type="text/html; charset=utf-16le")
    path = write(tmp_path / "a.warc", page, response("http://a.com/b", NEWS))
    assert len(json.loads(urltree("cluster", path, "--json")[1])["templates"]) == 1


def test_broken_records_of_an_archive_are_counted(urltree, tmp_path):
    path = write(tmp_path / "a.warc", response("http://a.com/", NEWS), b"WARC/1.0\r\nWARC-Type: response\r\n")
    code, out, err = urltree("cluster", path)
    assert (code, out.split()[-2:]) == (0, ["http://a.com/", "2020-01-01T00:00:00Z"])
    assert err == f"urltree: {path}: records left out (broken): 1\n"


def test_revisits_are_left_out_and_counted(urltree, tmp_path):
    path = write(tmp_path / "a.warc", response("http://a.com/", NEWS), record("revisit", "http://a.com/", 1))
    err = urltree("cluster", path)[2]
    assert err == f"urltree: {path}: records left out (revisit of another record's page): 1\n"


def test_a_known_template_may_be_an_archive(urltree, tmp_path):
    (tmp_path / "known").mkdir()
    write(tmp_path / "known" / "market.warc.gz", response("http://a.com/", SHOP))
    (tmp_path / "page.html").write_text(SHOP)
    arguments = ("classify", "--known", tmp_path / "known", tmp_path / "page.html")
    assert urltree(*arguments)[1] == f"market\t{tmp_path}/page.html\n"


def test_a_missing_archive_extra_is_named(urltree, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "urltree.archive.warc", None)
    code, _, err = urltree("cluster", write(tmp_path / "a.warc", response("http://a.com/", NEWS)))
    assert (code, err.splitlines()[-1]) == (
        2,
        "urltree: error: urltree.archive.warc is not installed; run pip install 'urltree[archive]'",
    )


def test_names_with_line_breaks_stay_on_one_line(urltree, tmp_path):
    (tmp_path / "known" / "a\tb").mkdir(parents=True)
    for page in (tmp_path / "known" / "a\tb" / "x.html", tmp_path / "two\nlines.html"):
        page.write_text(NEWS)
    (tmp_path / "none\nat all.html").touch()
    pages = (tmp_path / "two\nlines.html", tmp_path / "none\nat all.html")
    code, out, err = urltree("classify", "--known", tmp_path / "known", *pages)
    assert (code, out) == (0, f"a b\t{tmp_path}/two lines.html\n")
    assert err.startswith(f"urltree: {tmp_path}/none at all.html is left out: ")
    assert urltree("cluster", pages[0])[1].endswith(f"  {tmp_path}/two lines.html\n")


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs names for pipes")
def test_a_page_may_be_read_from_a_pipe(urltree):
    reader, writer = os.pipe()
    with os.fdopen(reader), os.fdopen(writer, "w") as pipe:
        pipe.write(NEWS)
        pipe.close()
        code, out, _ = urltree("cluster", f"/dev/fd/{reader}")
    assert (code, out.splitlines()[1].split()[-1]) == (0, f"/dev/fd/{reader}")


# Help and invalid input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing command"),
        (["cluster"], "Missing argument"),
        (["cluster", "{tmp}/absent"], "{tmp}/absent does not exist; pass a file or folder"),
        (["cluster", LONG], f"{LONG} cannot be read: File name too long; make it readable"),
        (["cluster", "{tmp}/empty"], "{tmp}/empty holds no pages; pass a folder of files that end in .html"),
        (["cluster", "{tmp}/blank.html"], "none of the pages can be used; pass HTML pages"),
        (["cluster", "{tmp}/bad.jsonl"], "{tmp}/bad.jsonl:1: not JSON"),
        (["cluster", "{tmp}/bad.warc"], "{tmp}/bad.warc is not a WARC file"),
        (["classify", "{tmp}/page.html"], "Missing option '--known'"),
        (
            ["classify", "--known", "{tmp}/absent", "{tmp}/page.html"],
            "{tmp}/absent is not a folder; give --known",
        ),
        (["classify", "--known", "{tmp}/empty", "{tmp}/page.html"], "{tmp}/empty holds no templates; put"),
        (
            ["classify", "--known", "{tmp}/page.html", "{tmp}/page.html"],
            "{tmp}/page.html is not a folder; give",
        ),
    ],
)
def test_invalid_input_is_named_with_advice(urltree, tmp_path, arguments, message):
    (tmp_path / "empty").mkdir()
    (tmp_path / "blank.html").write_text(" ")
    (tmp_path / "page.html").write_text(NEWS)
    (tmp_path / "bad.jsonl").write_text("{")
    (tmp_path / "bad.warc").write_text("{")
    code, out, err = urltree(*(each.format(tmp=tmp_path) for each in arguments))
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"urltree: error: {message.format(tmp=tmp_path)}")


@pytest.mark.parametrize("name", ["cluster", "classify"])
def test_every_command_of_templates_has_help_with_examples(urltree, name):
    code, out, _ = urltree(name, "--help")
    assert code == 0
    assert out.startswith(f"Usage: urltree templates {name} ")
    assert f"Examples:\n    urltree templates {name} " in out
