import io
import json
from pathlib import Path

import pytest

from service.cli.sightingfiles import read_sightings
from urltree.errors import InputError
from urltree.mining.sightings import Sighting

RECORD = {"url": "http://x.org/read?nr=1", "title": "A bridge", "text": "It is open."}
SIGHTING = Sighting.of(*RECORD.values())


def line(**changes):
    return json.dumps(RECORD | changes).encode() + b"\n"


def refusal(path):
    with pytest.raises(InputError) as refused:
        list(read_sightings(path))
    return str(refused.value).removeprefix(f"{path.parent}/")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "seen.ndjson"


def test_each_line_is_a_sighting(file):
    file.write_bytes(line() + b"\n" + line())
    assert list(read_sightings(file)) == [SIGHTING, SIGHTING]


def test_the_gold_text_of_a_data_set_is_its_text(file):
    file.write_text(
        json.dumps({"url": RECORD["url"], "title": RECORD["title"], "gold": RECORD["text"], "html": ""})
    )
    assert list(read_sightings(file)) == [SIGHTING]


def test_everything_but_the_url_may_be_absent(file):
    file.write_text('{"url": "http://x.org/?n=1"}')
    assert list(read_sightings(file)) == [Sighting("http://x.org/?n=1", "", "")]


def test_a_page_without_a_url_is_skipped(file):
    file.write_bytes(line(url=None))
    assert list(read_sightings(file)) == []


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line())))
    assert list(read_sightings(Path("-"))) == [SIGHTING]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "seen.ndjson:1: not JSON: "),
        (b"\xff", "seen.ndjson:1: not JSON: "),
        (b"[]", 'seen.ndjson:1: not an object with a URL; give {"url": '),
        (b"\n{}", 'seen.ndjson:2: not an object with a URL; give {"url": '),
        (line(title=7), "seen.ndjson:1: title must be a string or null, not 7"),
        (line(url="x.org"), "seen.ndjson:1: 'x.org' is not an absolute http(s) URL"),
    ],
)
def test_an_invalid_line_is_refused_with_its_number(file, content, message):
    file.write_bytes(content)
    assert refusal(file).startswith(message)


def test_an_error_gives_the_line_of_the_file_but_no_place_within_it(file):
    file.write_bytes(b"\n{\n")
    assert refusal(file) == "seen.ndjson:2: not JSON: Expecting property name enclosed in double quotes"


def test_a_missing_file_is_refused(file):
    assert refusal(file) == "seen.ndjson cannot be read: No such file or directory; give a file of JSON Lines"
