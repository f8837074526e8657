"""Contract of `Store`, over every store and their oracle: looking up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from documents import AGE, DOMAIN, KEEP, NOW, document, held, make_common, observe_many

from urltree.models import Status
from urltree.store.base import REVISION_CHARS

if TYPE_CHECKING:
    from urltree.store.base import Store


def test_looking_up_a_new_document_gives_the_same_answer_as_observing_it(store: Store) -> None:
    observe_many(store, 2, 10, 11)
    looked_up = store.lookup(document(3, [11, 12]))
    assert looked_up == store.observe(document(3, [11, 12]), KEEP)


def test_looking_up_in_an_unknown_domain_gives_the_same_answer_as_observing(store: Store) -> None:
    looked_up = store.lookup(document(1, [10]))
    assert looked_up == store.observe(document(1, [10]), KEEP)


def test_looking_up_a_duplicate_gives_the_same_answer_as_observing_it(store: Store) -> None:
    observe_many(store, 2, 10)
    looked_up = store.lookup(document(1, [10, 20]))
    assert looked_up == store.observe(document(1, [10, 20]), KEEP)


def test_looking_up_a_revision_gives_the_same_answer_as_observing_it(store: Store) -> None:
    observe_many(store, 2, 10)
    looked_up = store.lookup(document(1, [10, 20], chars=100))
    assert looked_up == store.observe(document(1, [10, 20], chars=100), KEEP)


def test_looking_up_a_common_block_gives_the_same_answer_as_observing_it(store: Store) -> None:
    make_common(store, 10)
    looked_up = store.lookup(document(99, [10, 20]))
    assert looked_up == store.observe(document(99, [10, 20]), KEEP)


@pytest.mark.parametrize(
    ("chars", "status"),
    [(REVISION_CHARS, Status.DUPLICATE), (REVISION_CHARS + 1, Status.REVISION)],
)
def test_looking_up_takes_more_than_99_unseen_characters_for_a_revision(
    store: Store, chars: int, status: Status
) -> None:
    store.observe(document(1, [10]), KEEP)
    assert store.lookup(document(1, [20], chars=chars)).status is status


@pytest.mark.parametrize("blocks", [(10,), (20,), (10, 20, 21)])
@pytest.mark.parametrize("key", [1, 99])
def test_looking_up_changes_nothing(store: Store, key: int, blocks: tuple[int, ...]) -> None:
    make_common(store, 10)
    before = (store.nodes(DOMAIN), store.repeated(DOMAIN, 9), held(store, 10, 20, 21))
    store.lookup(document(key, blocks, chars=100))
    assert (store.nodes(DOMAIN), store.repeated(DOMAIN, 9), held(store, 10, 20, 21)) == before


def test_looking_up_does_not_expire(store: Store) -> None:
    store.observe(document(1, [10]), AGE)
    assert store.lookup(document(1, [10], time=NOW + 1e6)).status is Status.DUPLICATE
