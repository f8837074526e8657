"""What only the Redis store promises: its keys, its round trips and its shared use."""

from __future__ import annotations

import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pytest
from documents import AGE, DOMAIN, KEEP, NOW, NUMBER, document, held, make_common, observe_many, paths, sample
from verbs import HALF, HOLDER, VERBS, every_verb

from urltree.models import MATURE, Status
from urltree.store import open_store
from urltree.store.base import COMMON, FILED_AGE, MAX_COMMON, Store
from urltree.store.keys import domain_prefix

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis import Redis

PAGES = [document(key, [10, 11 + key % 3, 100 + key]) for key in range(50)]


def fill(store: Store, domain: str) -> None:
    """Store something of every kind: rare, repeated, common and named blocks, a revision, templates."""
    for key in range(40):
        page = [10, 11 + key % 10, 100 + key]
        options = {"paths": paths((10, 1, 5, 255)), "sample": sample(key % 4)}
        store.observe(document(key, page, branch=(domain, f"{domain}/{key % 3}"), **options), KEEP)
    store.observe(document(1, [200], chars=100, branch=(domain, f"{domain}/1")), KEEP)
    store.name(domain, {10: "Contact"})


def fill_slots(store: Store, client: Redis) -> None:
    """Leave slots for two common blocks."""
    store.observe(document(0), KEEP)
    client.hset(f"{domain_prefix(DOMAIN)}meta", "slots", MAX_COMMON - 2)


@pytest.mark.parametrize("documents", [COMMON, COMMON + 1, COMMON + 5])
def test_a_block_for_which_no_slot_is_free_stays_rare(
    redis_store: Store, valkey_client: Redis, documents: int
) -> None:
    fill_slots(redis_store, valkey_client)
    observe_many(redis_store, documents, 10, 11, 12)
    assert held(redis_store, 10, 11, 12) == [documents, documents, min(documents, COMMON + 1)]


def test_a_document_for_whose_block_no_slot_is_free_changes_nothing_again(
    redis_store: Store, valkey_client: Redis
) -> None:
    fill_slots(redis_store, valkey_client)
    observe_many(redis_store, COMMON + 5, 10, 11, 12)
    first, again = (redis_store.observe(document(99, [10, 11, 12]), KEEP) for _ in range(2))
    assert first.nodes == again.nodes


def test_a_block_becomes_common_when_slots_are_free_again(redis_store: Store, valkey_client: Redis) -> None:
    fill_slots(redis_store, valkey_client)
    observe_many(redis_store, COMMON + 5, 10, 11, 12)
    redis_store.observe(document(99, time=NOW + 101), KEEP)
    redis_store.expire(DOMAIN, AGE, NOW + 101)
    for key in range(COMMON + 5):
        redis_store.observe(document(200 + key, [12], time=NOW + 101), KEEP)
    assert [(block.hash, block.count) for block in redis_store.repeated(DOMAIN, 9)] == [(12, COMMON + 5)]


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


def test_rare_blocks_of_documents_dropped_by_expire_are_swept_away(
    redis_store: Store, valkey_client: Redis
) -> None:
    for key in range(40):
        blocks = range(10 * key, 10 * key + 10)
        redis_store.observe(document(key, blocks, time=NOW if key < 20 else NOW + 101), KEEP)
    redis_store.expire(DOMAIN, AGE, NOW + 101)
    assert sum(rare_entries(valkey_client)) == 200


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


def test_nothing_is_left_of_the_counters_of_nodes_without_documents(
    redis_store: Store, valkey_client: Redis
) -> None:
    for key in range(2 * MATURE):
        folder, time = ("old", NOW) if key < MATURE else ("new", NOW + 101)
        redis_store.observe(document(key, [10], branch=(DOMAIN, f"{DOMAIN}/{folder}"), time=time), KEEP)
    redis_store.expire(DOMAIN, AGE, NOW + 101)
    assert len(valkey_client.keys("*:count:*")) == 2


def test_nothing_is_left_of_templates_without_documents(redis_store: Store, valkey_client: Redis) -> None:
    for key in range(20):
        redis_store.observe(document(key, sample=sample(key)), NUMBER)
    assert valkey_client.hlen(domain_prefix(DOMAIN) + "firsts") == 3


def test_a_document_takes_no_more_room_the_longer_its_template_is(
    redis_store: Store, valkey_client: Redis
) -> None:
    make_common(redis_store, *range(100))
    redis_store.observe(document(-1 % 2**64, range(100)), KEEP)
    (record,) = valkey_client.lrange(domain_prefix(DOMAIN) + "documents", -1, -1)
    assert len(record) < 40


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


def test_every_verb_of_a_store_is_tried() -> None:
    names = {name for name in vars(Store) if not name.startswith("_")}
    assert {name.split()[0] for name in VERBS} == names - {"close"}


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
