import gzip
import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.archive.cdxj import Entry, entries, index_of
from urltree.errors import InputError


def line(**fields):
    return f"com,example)/a 20200101000000 {json.dumps(fields)}\n"


@pytest.fixture
def index(tmp_path):
    return tmp_path / "crawl.cdxj"


def read(index, *lines):
    index.write_text("".join(lines))
    return list(entries(index))


def page(**fields):
    defaults = {"filename": "crawl.warc.gz", "offset": "7", "mime": "text/html", "status": "200"}
    return line(**defaults | fields)


def test_an_entry_says_where_a_record_is(index):
    assert read(index, page()) == [Entry(index.parent / "crawl.warc.gz", 7, is_page=True)]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"status": 200, "offset": 7},
        {"mime": "application/xhtml+xml"},
        {"mime": "Text/HTML"},
        {"mime": "unk"},
        {"status": "203"},
        {"mime": "warc/revisit", "status": "-"},
        {"url": "http://example.com/a b", "digest": "sha1:A"},
    ],
)
def test_html_responses_and_revisits_count_as_pages(index, fields):
    (entry,) = read(index, page(**fields))
    assert entry.is_page


@pytest.mark.parametrize(
    ("fields", "is_page"), [({"mime": "text/html"}, True), ({"mime": "image/png"}, False), ({}, False)]
)
def test_resources_have_a_type_but_no_status(index, fields, is_page):
    (entry,) = read(index, line(filename="crawl.warc.gz", offset="7", **fields))
    assert entry.is_page == is_page


@pytest.mark.parametrize(
    "fields",
    [{"status": "404"}, {"status": "-"}, {"mime": "image/png"}, {"mime": "unk", "status": "-"}],
)
def test_other_records_do_not_count_as_pages(index, fields):
    (entry,) = read(index, page(**fields))
    assert not entry.is_page


def test_files_are_beside_the_index_whatever_folder_an_entry_names(index):
    (entry,) = read(index, page(filename="crawl-data/2020/../crawl.warc.gz"))
    assert entry.file == index.parent / "crawl.warc.gz"


def test_metadata_lines_and_empty_lines_are_skipped(index):
    assert len(read(index, '!meta 0 {"format": "cdxj"}\n', "\n", page())) == 1


@pytest.mark.parametrize(
    "bad",
    [
        "com,example)/a\n",
        "com,example)/a 20200101000000\n",
        "com,example)/a 20200101000000 text/html 200 crawl.warc.gz\n",
        page()[:-5] + "\n",
        "com,example)/a 20200101000000 []\n",
        line(offset="7"),
        line(filename="crawl.warc.gz"),
        page(offset="seven"),
        page(offset=None),
        page(filename=7),
        page(filename=""),
        page(offset=float("inf")),
        f"key 2020 {'[' * 100_000}\n",
        "\0\0\0\n",
    ],
)
def test_a_bad_line_is_refused_with_its_number(index, bad):
    with pytest.raises(InputError, match=r"crawl\.cdxj:2: .*; rebuild the index"):
        read(index, page(), bad)


@given(
    st.binary(max_size=60)
    | st.dictionaries(
        st.sampled_from(["filename", "offset", "mime", "status"]),
        st.recursive(st.none() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=3),
    ).map(lambda fields: b"key 2020 " + json.dumps(fields).encode())
)
def test_any_line_is_either_an_entry_or_refused(line):
    with TemporaryDirectory() as folder:
        index = Path(folder) / "crawl.cdxj"
        index.write_bytes(line)
        with suppress(InputError):
            assert all(entry.file.parent == index.parent for entry in entries(index))


def test_an_unreadable_index_is_refused_by_name(index):
    index.mkdir()
    with pytest.raises(InputError, match=r"crawl\.cdxj cannot be read: Is a directory"):
        list(entries(index))


@pytest.mark.parametrize(
    ("damaged", "reason"),
    [
        (b"no gzip", "Not a gzipped file"),
        (gzip.compress(b"a" * 99, mtime=0)[:-9], "Compressed file ended"),
        (b"\x1f\x8b\x08" + b"\0" * 30, "Error -3 while decompressing"),
    ],
    ids=["no gzip", "cut short", "zeros"],
)
def test_a_damaged_compressed_index_is_refused_by_name(tmp_path, damaged, reason):
    index = tmp_path / "crawl.cdxj.gz"
    index.write_bytes(damaged)
    with pytest.raises(InputError, match=rf"crawl\.cdxj\.gz cannot be read: {reason}.*; pass a CDXJ index"):
        list(entries(index))


@pytest.mark.parametrize("name", ["crawl.warc", "crawl.warc.gz"])
def test_the_index_of_a_file_is_found_by_its_name(index, name):
    index.write_text("")
    assert index_of(index.parent / name) == index


def test_a_file_may_have_no_index(index):
    assert index_of(index.parent / "crawl.warc.gz") is None
