"""The Spark engine compared with the local one, where Spark and Java are installed."""

import shutil
import sys
from importlib.util import find_spec

import pytest
from sitearchives import HOST, records, url
from warcs import record, response, write

import urltree.archive
from urltree.archive.run import SETTINGS
from urltree.cli import run

needs_spark = pytest.mark.skipif(
    not (find_spec("pyspark") and shutil.which("java")), reason="there is no pyspark, or no Java for it"
)


@pytest.fixture(scope="module", autouse=True)
def _quiet():
    with pytest.MonkeyPatch.context() as patch:
        # The page that shows the progress of a job would need a port.
        patch.setenv("PYSPARK_SUBMIT_ARGS", "--conf spark.ui.enabled=false pyspark-shell")
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        yield


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two files of two sites: pages, a PDF, and revisits of pages in the same file, in the other, in none."""
    folder = tmp_path_factory.mktemp("warcs")
    repeats = record("revisit", url(0), 30, fields=[f"WARC-Refers-To: <urn:response:{url(0)}:40>"])
    of_time = f"WARC-Refers-To-Target-URI: {url(1)}", "WARC-Refers-To-Date: 2020-01-21T00:00:00Z"
    other = response("http://other.com/a", "<p>A page of some words on another site.")
    one = [*records(), repeats, record("revisit", f"{HOST}/z", 1), other]
    two = [*records(days=(40, 50)), record("revisit", url(1), 60, fields=of_time), response(HOST, "%PDF-1.7")]
    return [write(folder / "1.warc.gz", *one), write(folder / "2.warc.gz", *two)]


def archive(files, out, *options):
    return run(["archive", *map(str, files), "--out", str(out), *options])


def on_spark(files, out, *options):
    return archive(files, out, *options, "--engine", "spark", "--jobs", "2")


def contents(out):
    return {str(file.relative_to(out)): file.read_bytes() for file in out.rglob("*") if file.is_file()}


@needs_spark
@pytest.mark.parametrize("method", ["auto", "dbce-t001"])
def test_spark_writes_and_reports_the_same_as_the_local_engine(files, tmp_path, capfd, method):
    assert archive(files, tmp_path / "local", "--method", method, "--html") == 0
    messages = capfd.readouterr().err
    assert on_spark(files, tmp_path / "spark", "--method", method, "--html") == 0
    assert contents(tmp_path / "spark") == contents(tmp_path / "local")
    assert "(revisit of no page in the archive): 1\n" in messages
    assert capfd.readouterr().err.endswith(messages)


@needs_spark
def test_the_index_of_spark_may_be_in_valkey(files, tmp_path, valkey_client, valkey_url):
    assert archive(files, tmp_path / "local", "--method", "dbce-t001") == 0
    valkey_client.config_resetstat()
    assert on_spark(files, tmp_path / "spark", "--method", "dbce-t001", "--lsh-store", valkey_url) == 0
    assert contents(tmp_path / "spark") == contents(tmp_path / "local")
    assert valkey_client.info("commandstats")["cmdstat_sadd"]["calls"]
    assert valkey_client.keys() == []


@needs_spark
def test_a_worker_that_cannot_reach_the_store_says_so(files, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr("urltree.archive.run.check_store", lambda _: None)
    store = "redis://:secret@127.0.0.1:1"
    assert on_spark(files, tmp_path, "--method", "dbce-t001", "--lsh-store", store) == 1
    assert "urltree: error: store 127.0.0.1:1 does not answer" in capfd.readouterr().err


@needs_spark
def test_one_engine_finishes_what_the_other_began(files, tmp_path, capfd):
    archive(files, tmp_path)
    before = contents(tmp_path)
    (tmp_path / "other.com.ndjson").unlink()
    capfd.readouterr()
    assert on_spark(files, tmp_path) == 0
    assert "urltree: pages written: 1" in capfd.readouterr().err
    assert contents(tmp_path) == before


@needs_spark
def test_a_file_that_is_not_warc_is_named(files, tmp_path, capfd):
    (tmp_path / "page.html").write_text("<p>x")
    assert on_spark([*files, tmp_path / "page.html"], tmp_path / "out") == 2
    assert "page.html is not a WARC file" in capfd.readouterr().err
    assert set(contents(tmp_path / "out")) == {SETTINGS}


@needs_spark
def test_an_invalid_master_is_named_without_java_details(files, tmp_path, capfd):
    assert on_spark(files, tmp_path / "out", "--master", "nowhere") == 2
    messages = capfd.readouterr().err.splitlines()[-1]
    assert messages.startswith("urltree: error: Spark cannot be used at nowhere: ")
    assert ".java:" not in messages


@needs_spark
def test_missing_java_is_reported_with_what_to_install(files, tmp_path, capfd, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert on_spark(files, tmp_path / "out") == 2
    assert "Spark needs Java" in capfd.readouterr().err


def test_missing_spark_is_reported_with_what_to_install(files, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.delitem(sys.modules, "urltree.archive.spark", raising=False)
    monkeypatch.delattr(urltree.archive, "spark", raising=False)
    assert on_spark(files, tmp_path / "out") == 2
    assert "pip install 'urltree[spark]'" in capsys.readouterr().err
