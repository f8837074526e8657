"""``urltree templates`` over web archives, as a user meets it."""

import json
import sys

import pytest
from warcs import response, write

from urltree import cli

NEWS = "<html><head><title>News</title></head><body><h1>A</h1><p>{}</p></body></html>"
SHOP = "<html><head><script>1</script></head><body><table><tr><td>{}</table></body></html>"


@pytest.fixture
def urltree(capsys):
    """Run ``urltree templates``; give its exit code, output and messages."""

    def run(*arguments):
        return cli.run(["templates", *map(str, arguments)]), *capsys.readouterr()

    return run


@pytest.fixture
def known(tmp_path):
    """A folder of two known templates."""
    for name, page in (("news", NEWS), ("shop", SHOP)):
        (tmp_path / "known" / name).mkdir(parents=True)
        (tmp_path / "known" / name / "0.html").write_text(page)
    return tmp_path / "known"


@pytest.mark.parametrize("name", ["crawl.warc", "crawl.warc.gz"])
def test_a_page_of_an_archive_is_named_by_its_url_and_time(urltree, tmp_path, name):
    path = write(tmp_path / name, response("http://a.com/", NEWS), response("http://a.com/", SHOP, days=1))
    pages = [template["pages"] for template in json.loads(urltree("cluster", path, "--json")[1])["templates"]]
    assert pages == [["http://a.com/ 2020-01-01T00:00:00Z"], ["http://a.com/ 2020-01-02T00:00:00Z"]]


def test_archives_are_found_in_folders(urltree, known):
    write(known / "crawl.warc.gz", response("http://a.com/", NEWS))
    assert urltree("cluster", known)[1].splitlines()[1].split()[0] == "2"


def test_a_page_of_an_archive_has_the_charset_that_http_declared(urltree, tmp_path):
    page = response("http://a.com/", NEWS.encode("utf-16-le"), content_type="text/html; charset=utf-16le")
    path = write(tmp_path / "a.warc", page, response("http://a.com/b", NEWS))
    assert len(json.loads(urltree("cluster", path, "--json")[1])["templates"]) == 1


def test_what_is_broken_in_an_archive_is_counted(urltree, tmp_path):
    path = write(tmp_path / "a.warc", response("http://a.com/", NEWS), b"WARC/1.0\r\nWARC-Type: response\r\n")
    code, out, err = urltree("cluster", path)
    assert (code, out.split()[-2:]) == (0, ["http://a.com/", "2020-01-01T00:00:00Z"])
    assert err == f"urltree: {path}: left out: 1 x broken\n"


def test_the_pages_of_an_archive_are_classified(urltree, known, tmp_path):
    path = write(tmp_path / "a.warc", response("http://a.com/", SHOP.format("new")))
    assert urltree("classify", "--known", known, path)[1] == "shop\thttp://a.com/ 2020-01-01T00:00:00Z\n"


def test_a_known_template_may_be_an_archive(urltree, tmp_path):
    (tmp_path / "known").mkdir()
    write(tmp_path / "known" / "market.warc.gz", response("http://a.com/", SHOP))
    (tmp_path / "page.html").write_text(SHOP)
    asked = ("classify", "--known", tmp_path / "known", tmp_path / "page.html")
    assert urltree(*asked)[1] == f"market\t{tmp_path}/page.html\n"


def test_what_reads_archives_is_named_where_it_is_missing(urltree, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "urltree.archive.warc", None)
    code, _, err = urltree("cluster", write(tmp_path / "a.warc", response("http://a.com/", NEWS)))
    assert (code, err.splitlines()[-1]) == (
        2,
        "urltree: error: urltree.archive.warc is not installed: pip install 'urltree[archive]'",
    )
