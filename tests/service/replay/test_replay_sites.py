"""The sites of a folder."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from replayed import record, write_streams

from benchmarks.made_archives import write_archive
from service.replay.sites import read_sites, total
from urltree.archive.warc import Snapshot
from urltree.errors import DatasetError

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, *records: dict[str, str]) -> Path:
    (folder / "some.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    return folder


def test_pages_are_grouped_into_sites_by_host(tmp_path: Path) -> None:
    folder = write(tmp_path, record("a.example", 0), record("b.example", 0), record("a.example", 1))
    assert {site.host: len(site.pages) for site in read_sites(folder, 1)} == {"a.example": 2, "b.example": 1}


def test_https_becomes_http(tmp_path: Path) -> None:
    (site,) = read_sites(write(tmp_path, record("a.example", 7)), 1)
    assert site.pages[0].url == "http://a.example/news/7.html"


def test_page_is_stored_unchanged(tmp_path: Path) -> None:
    given = record("a.example", 0)
    (site,) = read_sites(write(tmp_path, given), 1)
    assert gzip.decompress(site.pages[0].packed).decode() == given["html"]


def test_url_is_stored_normalised(tmp_path: Path) -> None:
    (site,) = read_sites(write(tmp_path, record("a.example", 0) | {"url": "http://a.example/é#top"}), 1)
    assert site.find("http://a.example/%C3%A9", 1) == 0


def test_rate_is_shared_by_all_sites(tmp_path: Path) -> None:
    sites = read_sites(write_streams(tmp_path, {"a.example": 10, "b.example": 30}), 4)
    assert sum(site.appeared(4.9) for site in sites) == 20


def test_sites_progress_in_proportion_to_their_pages(tmp_path: Path) -> None:
    few, many = read_sites(write_streams(tmp_path, {"a.example": 10, "b.example": 30}), 4)
    assert (few.appeared(4.9), many.appeared(4.9)) == (5, 15)


def test_site_starts_with_one_page(tmp_path: Path) -> None:
    (site,) = read_sites(write_streams(tmp_path, {"a.example": 10}), 0.001)
    assert site.appeared(0) == 1


def test_all_pages_have_appeared_at_the_end(tmp_path: Path) -> None:
    sites = read_sites(write_streams(tmp_path, {"a.example": 10, "b.example": 30}), 4)
    assert sum(site.appeared(total(sites) / 4) for site in sites) == total(sites)


def test_page_is_not_found_before_it_appears(tmp_path: Path) -> None:
    (site,) = read_sites(write_streams(tmp_path, {"a.example": 2}), 1)
    assert site.find("http://a.example/news/1.html", 1) is None


def test_repeated_page_is_its_latest_version(tmp_path: Path) -> None:
    (site,) = read_sites(write(tmp_path, *[record("a.example", 0)] * 2), 1)
    assert [site.find("http://a.example/news/0.html", appeared) for appeared in (1, 2)] == [0, 1]


def test_host_may_have_emoji(tmp_path: Path) -> None:
    (site,) = read_sites(write(tmp_path, record("xn--n3h.example", 0)), 1)
    assert site.host == "xn--n3h.example"


@pytest.mark.parametrize("url", ["ftp://a.example/", "http:///news", "http://a.example:x/"])
def test_unusable_url_is_refused_with_its_line(tmp_path: Path, url: str) -> None:
    with pytest.raises(DatasetError, match=r"some\.jsonl:1: .*is not an? .*URL"):
        read_sites(write(tmp_path, record("a.example", 0) | {"url": url}), 1)


def test_archived_pages_appear_in_order_of_time(tmp_path: Path) -> None:
    pages = [
        Snapshot(
            f"http://a.example/{day}", datetime(2020, 1, day, tzinfo=UTC), b"<title>T</title><p>x", "utf-8"
        )
        for day in (1, 2, 3)
    ]
    write_archive(tmp_path / "1.warc.gz", [pages[0], pages[2]])
    write_archive(tmp_path / "2.warc.gz", [pages[1]])
    (site,) = read_sites(tmp_path, 1)
    assert [page.url for page in site.pages] == [page.url for page in pages]
    assert site.pages[0].title == "T"


def test_archived_page_is_served_in_utf_8(tmp_path: Path) -> None:
    html = "<title>Grüße</title><p>Grüße an alle".encode("latin-1")
    page = Snapshot("http://a.example/", datetime(2020, 1, 1, tzinfo=UTC), html, "latin-1")
    write_archive(tmp_path / "1.warc.gz", [page])
    (site,) = read_sites(tmp_path, 1)
    assert "<p>Grüße an alle" in gzip.decompress(site.pages[0].packed).decode("utf-8")
    assert site.pages[0].summary == "Grüße an alle"


@pytest.mark.parametrize(("scheme", "body"), [("ftp", b""), ("http", b"%PDF-1.7")])
def test_archive_without_pages_is_refused(tmp_path: Path, scheme: str, body: bytes) -> None:
    record = Snapshot(f"{scheme}://a.example/", datetime(2020, 1, 1, tzinfo=UTC), body)
    write_archive(tmp_path / "1.warc.gz", [record])
    with pytest.raises(DatasetError, match="holds no pages"):
        read_sites(tmp_path, 1)
