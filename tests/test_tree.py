from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from urltree.errors import StoreError
from urltree.models import MATURE, ROOT, Retention, Status, TextBlock, UrlKey
from urltree.store import open_store
from urltree.store.base import COMMON, EXPIRE_BATCH
from urltree.tree import MAX_BLOCKS, NAME_CHARS, ROOT_SHARDS, UrlTree

if TYPE_CHECKING:
    from redis import Redis


def key(number: int, domain: str = "x.org") -> UrlKey:
    return UrlKey(f"http://{domain}/{number}", domain, (domain,))


def blocks(*hashes: int | None, text: str = "some text") -> tuple[TextBlock, ...]:
    return tuple(TextBlock(text, each, "p", "html/body/p", 0) for each in hashes)


def new_tree() -> UrlTree:
    return UrlTree(open_store("memory://"))


def warmed(domain: str, url_tree: UrlTree | None = None) -> UrlTree:
    url_tree = url_tree or new_tree()
    for number in range(MATURE):
        url_tree.observe(key(number, domain), blocks(1), 0)
    return url_tree


def test_the_branch_begins_with_the_root_and_the_domain():
    seen = new_tree().observe(key(1), blocks(1), 0)
    assert (seen.branch.root.node, seen.branch.domain.node) == (ROOT, "x.org")


def test_the_root_counts_documents_of_cold_domains_in_the_same_shard():
    url_tree = new_tree()
    for number in range(4 * ROOT_SHARDS):  # so many that some share the shard of the last
        url_tree.observe(key(1, f"site{number}.org"), blocks(7), 0)
    root, domain, _ = url_tree.observe(key(1, "last.org"), blocks(7), 0).branch
    assert (root.counts[7] > 1, domain.counts[7]) == (True, 1)


def test_the_root_counts_no_documents_of_warm_domains():
    store = open_store("memory://")
    url_tree = warmed("x.org", UrlTree(store))
    before = url_tree.lookup(key(1, "x.org"), blocks(1), 0).branch.root.support
    url_tree.observe(key(99, "x.org"), blocks(2), 0)
    shard = [store.nodes(f"/root-{number}") for number in range(ROOT_SHARDS)]
    assert (before, sum(node.support for part in shard for node in part)) == (MATURE, MATURE - 1)


def test_the_root_has_the_counts_of_a_warm_domain():
    root, domain, _ = warmed("x.org").observe(key(50), blocks(1), 0).branch
    assert (root.support, root.counts) == (domain.support, domain.counts)


def test_the_root_never_counts_less_than_a_cold_domain():
    store = open_store("memory://")
    url_tree = UrlTree(store)
    url_tree.observe(key(1), blocks(1), 0)
    for number in range(ROOT_SHARDS):
        store.forget(f"/root-{number}")
    root, domain, _ = url_tree.observe(key(2), blocks(1), 0).branch
    assert (root.support, root.counts) == (domain.support, domain.counts) == (2, {1: 2})


def test_a_lookup_gives_the_same_answer_as_observing():
    url_tree = warmed("x.org")
    looked_up = url_tree.lookup(key(50), blocks(1, 2), 0)
    assert looked_up == url_tree.observe(key(50), blocks(1, 2), 0)


def test_a_lookup_in_a_cold_domain_gives_the_same_answer_as_observing():
    url_tree = new_tree()
    for number in range(4 * ROOT_SHARDS):  # so many that some share the shard of the last
        url_tree.observe(key(1, f"site{number}.org"), blocks(1), 0)
    looked_up = url_tree.lookup(key(1, "last.org"), blocks(1, 2), 0)
    assert looked_up == url_tree.observe(key(1, "last.org"), blocks(1, 2), 0)


def test_a_lookup_counts_nothing():
    store = open_store("memory://")
    UrlTree(store).lookup(key(1), blocks(1), 0)
    assert store.nodes("x.org") == []


def test_observing_again_is_a_duplicate_at_domain_and_root():
    url_tree = new_tree()
    first = url_tree.observe(key(1), blocks(1), 0)
    again = url_tree.observe(key(1), blocks(1), 0)
    assert (again.status, again.branch) == (Status.DUPLICATE, first.branch)


def test_a_block_without_hash_is_not_counted():
    seen = new_tree().observe(key(1), blocks(None, 5), 0)
    assert seen.branch.domain.counts == {5: 1}


def test_the_start_of_the_text_of_a_common_block_is_kept():
    store = open_store("memory://")
    for number in range(COMMON + 1):
        UrlTree(store).observe(key(number), blocks(1, 100 + number, text="menu " * 100), 0)
    (repeated,) = store.repeated("x.org", 9)
    beginning = ("menu " * 100)[: NAME_CHARS - 1]
    assert (repeated.hash, repeated.count, repeated.text) == (1, COMMON + 1, f"{beginning}…")


def test_a_text_that_could_not_be_kept_is_kept_when_the_page_comes_again(monkeypatch: pytest.MonkeyPatch):
    store = open_store("memory://")
    url_tree = UrlTree(store)
    for number in range(COMMON):
        url_tree.observe(key(number), blocks(1), 0)
    with monkeypatch.context() as dying:
        dying.setattr(store, "name", Mock(side_effect=StoreError))
        with pytest.raises(StoreError):
            url_tree.observe(key(COMMON), blocks(1), 0)
    url_tree.observe(key(COMMON), blocks(1), 0)
    assert [each.text for each in store.repeated("x.org", 9)] == ["some text"]


def test_a_text_that_could_not_be_kept_is_kept_once_twice_as_many_pages_have_it(
    monkeypatch: pytest.MonkeyPatch,
):
    store = open_store("memory://")
    url_tree = UrlTree(store)
    with monkeypatch.context() as dying:
        dying.setattr(store, "name", Mock(side_effect=StoreError))
        for number in range(COMMON + 1):
            with suppress(StoreError):
                url_tree.observe(key(number), blocks(1), 0)
    for number in range(COMMON + 1, 2 * (COMMON + 1)):
        url_tree.observe(key(number), blocks(1), 0)
    assert [each.text for each in store.repeated("x.org", 9)] == ["some text"]


def test_a_duplicate_in_a_warm_domain_takes_one_round_trip(valkey_url: str, valkey_client: Redis):
    store = open_store(valkey_url)
    url_tree = UrlTree(store)
    for number in range(COMMON + 2):
        url_tree.observe(key(number), blocks(1), 0)
    before = valkey_client.info("stats")["total_reads_processed"]
    url_tree.observe(key(1), blocks(1), 0)
    assert valkey_client.info("stats")["total_reads_processed"] - before - 1 == 1
    store.close()


def test_a_domain_with_few_documents_keeps_them_however_old():
    assert warmed("x.org").expire("x.org", now=1e9) == 0


def test_expiring_drops_everything_over_the_retention_and_returns_the_number():
    url_tree = UrlTree(open_store("memory://"), Retention(min_documents=0))
    for number in range(EXPIRE_BATCH + 1):
        url_tree.observe(key(number), blocks(number), 0)
    assert url_tree.expire("x.org", now=1e9) == EXPIRE_BATCH + 1
    assert "x.org" not in url_tree.domains()


def test_only_the_first_blocks_of_a_huge_page_are_counted():
    seen = new_tree().observe(key(1), blocks(*range(MAX_BLOCKS + 1)), 0)
    assert list(seen.branch.domain.counts) == list(range(MAX_BLOCKS))
