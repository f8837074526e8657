"""Contract of `Store`, over every store and their oracle: looking up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from documents import AGE, DOMAIN, KEEP, NOW, document, held, make_common, observe_many

from urltree.models import Status
from urltree.store.base import COMMON, REVISION_CHARS

if TYPE_CHECKING:
    from urltree.models import Document
    from urltree.store.base import Store


@pytest.mark.parametrize(
    "seen",
    [document(99, [10, 20]), document(1, [10, 20]), document(1, [10, 20], chars=100)],
    ids=["new", "duplicate", "revision"],
)
@pytest.mark.parametrize("documents", [0, 2, COMMON + 1])
def test_looking_up_gives_the_same_answer_as_observing(store: Store, documents: int, seen: Document) -> None:
    observe_many(store, documents, 10)
    looked_up = store.lookup(seen)
    assert looked_up == store.observe(seen, KEEP)


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
