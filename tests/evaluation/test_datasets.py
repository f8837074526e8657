import gzip
import json
import lzma

import pytest

from urltree.errors import DatasetError
from urltree.evaluation.datasets import dataset_files, read_pages, set_name

RECORD = {"site": "s", "url": "http://s.org/a", "title": "A", "gold": "text", "html": "<p>text"}


def line(**changes):
    return json.dumps(RECORD | changes) + "\n"


@pytest.fixture
def read(tmp_path):
    """Write a data set and read it back."""

    def read(*lines):
        path = tmp_path / "set.jsonl"
        path.write_text("".join(lines), encoding="utf-8")
        return list(read_pages(path))

    return read


def refusal(read, *lines):
    with pytest.raises(DatasetError) as caught:
        read(*lines)
    return str(caught.value)


@pytest.mark.parametrize(("suffix", "opener"), [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_pages_are_read_from_plain_and_compressed_files(tmp_path, suffix, opener):
    path = tmp_path / f"set.jsonl{suffix}"
    with opener(path, "wt") as file:
        file.write(line(gold="one") + line(gold="two"))
    assert [page.gold for page in read_pages(path)] == ["one", "two"]


def test_a_page_has_the_fields_of_its_line(read):
    (page,) = read(line())
    assert (page.site, page.url, page.title, page.gold, page.html) == tuple(RECORD.values())


def test_lone_surrogates_are_replaced(read):
    (page,) = read(line(url="http://s.org/\ud800", title="\udfff", gold="\ud800", html="\udc00"))
    assert (page.url, page.title, page.gold, page.html) == (
        "http://s.org/\ufffd",
        "\ufffd",
        "\ufffd",
        "\ufffd",
    )


def test_blank_lines_are_skipped(read):
    assert len(read(line(), "\n", line())) == 2


def test_a_separator_inside_a_string_does_not_end_a_line(read):
    (page,) = read(json.dumps(RECORD | {"gold": "a\u2028b\x85c"}, ensure_ascii=False))
    assert page.gold == "a\u2028b\x85c"


def test_each_page_without_a_site_is_a_site_of_its_own(read):
    one, other = read(line(site=None), line(site=None))
    assert one.site != other.site


def test_pages_without_a_url_get_unique_ones(read):
    one, other = read(line(url=None), line(url=None))
    assert one.url != other.url


@pytest.mark.parametrize("site", ["News of the world", "a.org/b", "localhost", "a.org:80", "user@a.org"])
def test_a_page_without_a_url_gets_an_invalid_host_unless_its_site_is_a_host(read, site):
    (page,) = read(line(site=site, url=None))
    assert page.url == "http://no-url.invalid/page-1"


def test_a_page_without_a_url_gets_the_host_that_its_site_is_named_after(read):
    (page,) = read(line(site="news.org", url=None))
    assert page.url == "http://news.org/page-1"


def test_site_url_and_title_may_be_absent(read):
    (page,) = read(json.dumps({"gold": "text", "html": "<p>text"}))
    assert page.title is None


def test_the_page_type_becomes_the_kind_of_a_page(read):
    (page,) = read(line(page_type="product"))
    assert page.kind == "product"


def test_a_line_that_is_not_json_is_refused_by_file_and_line(read, tmp_path):
    assert refusal(read, line(), "{oops\n") == (
        f"{tmp_path / 'set.jsonl'}:2: not JSON: Expecting property name enclosed in double quotes"
    )


def test_a_line_that_is_not_an_object_is_refused(read):
    assert refusal(read, "[1]\n").endswith(":1: not a JSON object")


def test_a_line_nested_too_deeply_is_refused(read):
    assert ":1: not JSON: " in refusal(read, "[" * 200_000)


def test_bytes_that_are_not_utf_8_are_refused(tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_bytes(b'{"gold": "\xff"}')
    with pytest.raises(DatasetError, match=r":1: not JSON: "):
        list(read_pages(path))


@pytest.mark.parametrize("field", ["gold", "html"])
def test_gold_and_html_are_required(read, field):
    assert refusal(read, line(**{field: None})).endswith(f":1: {field} must be a string, not null")


@pytest.mark.parametrize("field", ["site", "url", "title"])
def test_site_url_and_title_must_be_strings(read, field):
    assert refusal(read, line(**{field: 7})).endswith(f":1: {field} must be a string, not 7")


def test_a_file_without_pages_is_refused(read):
    assert refusal(read, "\n").endswith("set.jsonl holds no pages")


@pytest.mark.parametrize(("suffix", "compress"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_a_truncated_file_is_refused_by_file_and_line(tmp_path, suffix, compress):
    path = tmp_path / f"set.jsonl{suffix}"
    path.write_bytes(compress(line().encode() * 9)[:-12])
    with pytest.raises(DatasetError, match=r"set\.jsonl\.[gx]z:\d+: cannot be read: "):
        list(read_pages(path))


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_a_file_not_compressed_as_its_name_says_is_refused(tmp_path, suffix):
    path = tmp_path / f"set.jsonl{suffix}"
    path.write_text(line())
    with pytest.raises(DatasetError, match=r":1: cannot be read: "):
        list(read_pages(path))


def test_files_are_listed_by_folder_and_name(tmp_path):
    paths = [tmp_path / name for name in ("z/b.jsonl", "a/c.jsonl.xz", "a/d.jsonl.gz")]
    for path in [*paths, tmp_path / "a/README.md"]:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert dataset_files([tmp_path / "z", tmp_path / "a"]) == paths


def test_a_file_may_be_given_instead_of_a_folder(tmp_path):
    path = tmp_path / "a.jsonl"
    path.touch()
    assert dataset_files([path]) == [path]


def test_a_missing_folder_is_refused_by_name(tmp_path):
    with pytest.raises(DatasetError, match="nowhere cannot be read: No such file or directory"):
        dataset_files([tmp_path / "nowhere"])


def test_a_folder_without_data_sets_is_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"no file that ends in \.jsonl"):
        dataset_files([tmp_path])


def test_two_files_of_the_same_name_are_refused(tmp_path):
    for name in ("a.jsonl", "a.jsonl.xz"):
        (tmp_path / name).touch()
    with pytest.raises(DatasetError, match="have the same name; leave one out, or rename it"):
        dataset_files([tmp_path])


def test_a_file_given_twice_is_refused_as_such(tmp_path):
    file = tmp_path / "a.jsonl"
    file.touch()
    with pytest.raises(DatasetError, match="is given twice; give each file once"):
        dataset_files([tmp_path, file])


def test_a_data_set_is_named_after_its_file(tmp_path):
    assert set_name(tmp_path / "news.2017.jsonl.xz") == "news.2017"


def test_an_unreadable_file_is_refused_by_name_and_reason(tmp_path):
    path = tmp_path / "set.jsonl"
    path.mkdir()
    with pytest.raises(DatasetError) as refused:
        list(read_pages(path))
    assert str(refused.value) == f"{path}:1: cannot be read: Is a directory"
