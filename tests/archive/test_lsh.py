"""The index of similar pages in memory and in a real Valkey."""

import pytest
from redis import Redis
from signatures import page
from sitearchives import url
from warcs import FIRST

from urltree.archive.cross import crosses
from urltree.archive.lsh import PREFIX, check_store
from urltree.archive.similar import similar_pages
from urltree.archive.warc import Snapshot
from urltree.errors import StoreError, StoreRefusedError, StoreUrlError

THRESHOLD = 0.6

THREE = [page(5 + number) for number in range(3)]


@pytest.fixture(scope="module")
def many():
    """More pages than fit into one buffer of writes, or into one command that removes keys."""
    return [page(5 + number % 40, "<b></b>" * (number // 40)) for number in range(1_200)]


def test_valkey_finds_what_memory_finds(many, valkey_url):
    with (
        similar_pages(many, THRESHOLD, None) as here,
        similar_pages(many, THRESHOLD, valkey_url) as there,
    ):
        for number in range(0, len(many), 50):
            assert here.like(number) == there.like(number) != []


def test_all_keys_begin_with_the_prefix(valkey_client, valkey_url):
    with similar_pages(THREE, THRESHOLD, valkey_url):
        keys = valkey_client.keys()
    assert keys
    assert all(key.startswith(PREFIX) for key in keys)


def test_pages_are_stored_as_plain_numbers_and_not_as_pickles(valkey_client, valkey_url):
    with similar_pages(THREE, THRESHOLD, valkey_url):
        sets = [key for key in valkey_client.scan_iter() if valkey_client.type(key) == b"set"]
        assert {member for key in sets for member in valkey_client.smembers(key)} == {b"0", b"1", b"2"}


def test_no_key_is_left_behind(many, valkey_client, valkey_url):
    with similar_pages(many, THRESHOLD, valkey_url):
        pass
    assert valkey_client.keys() == []


def use(store, then):
    """Fill an index, call `then`, and look something up."""
    with similar_pages(THREE, THRESHOLD, store) as pages:
        then()
        pages.like(0)


def test_no_key_is_left_behind_after_an_error(valkey_client, valkey_url):
    def interrupt():
        assert valkey_client.keys()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        use(valkey_url, interrupt)
    assert valkey_client.keys() == []


def test_no_key_is_left_behind_once_the_crosses_are_made(valkey_client, valkey_url):
    pages = [Snapshot(url(number), FIRST, b"") for number in range(3)]
    made = crosses(pages, THREE, THRESHOLD, valkey_url)
    assert next(made).up
    assert valkey_client.keys()
    assert len(list(made)) == 2
    assert valkey_client.keys() == []


def test_other_keys_are_kept(valkey_client, valkey_url):
    valkey_client.set("urltree:work", "1")
    with similar_pages(THREE, THRESHOLD, valkey_url):
        pass
    assert valkey_client.keys() == [b"urltree:work"]


def test_concurrent_indexes_are_independent(valkey_url):
    with (
        similar_pages([THREE[0]] * 3, THRESHOLD, valkey_url) as three,
        similar_pages([THREE[0]], THRESHOLD, valkey_url) as one,
    ):
        assert len(three.like(0)) == 2
        assert one.like(0) == []


def test_a_server_that_stops_while_in_use_is_named(mortal_valkey):
    socket = str(mortal_valkey.unix_socket_path)
    with pytest.raises(StoreError, match=f"store {socket} does not answer"):
        use(f"unix://{socket}", mortal_valkey.terminate)


def test_a_full_server_raises_a_store_refused_error(mortal_valkey):
    socket = str(mortal_valkey.unix_socket_path)
    with Redis(unix_socket_path=socket) as client:
        client.config_set("maxmemory", 1)
    with pytest.raises(StoreRefusedError, match=f"store {socket} refuses: .* 'maxmemory'"):
        use(f"unix://{socket}", list)


@pytest.mark.parametrize(
    ("store", "kind", "message"),
    [
        (
            "redis://:secret@127.0.0.1:1/0",
            StoreError,
            "start it, wait for it, or choose another",
        ),
        (
            "unix:///nowhere?password=secret",
            StoreError,
            "start it, wait for it, or choose another",
        ),
        ("redis://:sec/ret@a", StoreUrlError, "use redis://HOST"),
        ("http://secret@a", StoreUrlError, "use redis://HOST"),
    ],
)
def test_an_unusable_store_is_reported_without_its_password(store, kind, message):
    with pytest.raises(kind, match=message) as error:
        check_store(store)
    assert "sec" not in str(error.value)
