"""The command with its index of similar pages in Valkey."""

import pytest
from archiving import archive, lines
from valkeys import url_of

from urltree.archive.run import SETTINGS


@pytest.fixture(scope="module", params=["1", "2"])
def in_valkey(file, folder, valkey, request):
    """A run with its index in Valkey, Valkey's figures for writes to sets, and the keys that are left."""
    valkey.flushall()
    valkey.config_resetstat()
    options = "--method", "dbce-t001", "--lsh-store", url_of(valkey), "--jobs", request.param
    done = archive(file, folder / f"valkey-{request.param}", *options)
    return done, valkey.info("commandstats").get("cmdstat_sadd"), valkey.keys()


def test_an_index_in_valkey_gives_the_same_lines(in_valkey, by_cross):
    assert lines(in_valkey[0].out) == lines(by_cross.out)


def test_an_index_in_valkey_gives_the_same_settings_file(in_valkey, by_cross):
    assert (in_valkey[0].out / SETTINGS).read_bytes() == (by_cross.out / SETTINGS).read_bytes()


def test_the_index_is_really_written_to_valkey(in_valkey):
    assert in_valkey[1]


def test_an_index_in_valkey_leaves_no_keys_behind(in_valkey):
    assert in_valkey[2] == []


def test_an_unavailable_store_is_named_before_anything_is_written(file, out):
    options = "--method", "dbce-t001", "--lsh-store", "redis://:secret@127.0.0.1:1"
    refused = archive(file, out, *options)
    assert (refused.code, out.exists()) == (1, False)
    assert refused.stderr.startswith("urltree: error: store 127.0.0.1:1 does not answer: ")
    assert refused.stderr.endswith("start it, wait for it, or choose another\n")
