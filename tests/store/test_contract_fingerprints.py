"""Contract of `Store`, over every store and their oracle: template fingerprints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from documents import AGE, DOMAIN, KEEP, NOW, NUMBER, STRANGE_NAMES, document, paths, sample

from urltree.models import MATURE, TemplateSample

if TYPE_CHECKING:
    from urltree.store.base import Store

PAGE = paths((1, 2, 10, 255), (2, 3, 20, 0))


def supports(store: Store) -> dict[int, int]:
    """Count the documents of each template."""
    return {each.fingerprint[0]: each.support for each in store.fingerprints(DOMAIN)}


def learn(store: Store, *templates: int) -> None:
    for key, template in enumerate(templates):
        store.observe(document(key, sample=sample(template)), KEEP)


def test_a_document_may_have_no_fingerprint(store: Store) -> None:
    store.observe(document(1), KEEP)
    assert store.fingerprints(DOMAIN) == []


def test_a_fingerprint_counts_its_documents(store: Store) -> None:
    learn(store, 1, 2, 1)
    assert supports(store) == {1: 2, 2: 1}


def test_fingerprints_are_sorted_by_support_then_by_bytes(store: Store) -> None:
    learn(store, 3, 2, 1, 3)
    assert [each.fingerprint[0] for each in store.fingerprints(DOMAIN)] == [3, 1, 2]


def test_the_example_is_the_newest_document(store: Store) -> None:
    for key in (1, 2):
        store.observe(document(key, sample=sample(1, f"http://example.com/{key}")), KEEP)
    assert store.fingerprints(DOMAIN)[0].example == "http://example.com/2"


def test_a_revision_does_not_change_the_template(store: Store) -> None:
    store.observe(document(1, [1], sample=sample(1)), KEEP)
    store.observe(document(1, [2], chars=200, sample=sample(2)), KEEP)
    assert supports(store) == {1: 1}


def test_a_lookup_learns_no_template(store: Store) -> None:
    store.lookup(document(1, sample=sample(1)))
    assert store.fingerprints(DOMAIN) == []


def test_domains_have_separate_fingerprints(store: Store) -> None:
    learn(store, 1)
    assert store.fingerprints("other.org") == []


def test_a_template_is_dropped_with_its_last_document(store: Store) -> None:
    for key, template in enumerate((1, 1, 2, 3, 3)):
        store.observe(document(key, sample=sample(template)), NUMBER)
    assert supports(store) == {2: 1, 3: 2}


def test_a_template_is_kept_while_any_of_its_documents_is(store: Store) -> None:
    learn(store, 1, 1)
    store.expire(DOMAIN, replace(KEEP, max_documents=1), NOW)
    assert supports(store) == {1: 1}


def test_a_document_without_a_fingerprint_expires_like_others(store: Store) -> None:
    store.observe(document(1), AGE)
    store.observe(document(2, time=NOW + 101, sample=sample(1)), AGE)
    assert supports(store) == {1: 1}


def test_a_template_that_was_dropped_may_come_back(store: Store) -> None:
    learn(store, 1)
    store.observe(document(8, time=NOW + 101, sample=sample(2)), AGE)
    store.observe(document(9, time=NOW + 101, sample=sample(1)), AGE)
    assert supports(store) == {1: 1, 2: 1}


def test_a_forgotten_domain_has_no_fingerprints(store: Store) -> None:
    learn(store, 1, 2)
    store.forget(DOMAIN)
    assert store.fingerprints(DOMAIN) == []


@pytest.mark.parametrize("fingerprint", [bytes(25), b"\xff" * 25, bytes(range(231, 256))])
def test_a_fingerprint_may_hold_any_byte(store: Store, fingerprint: bytes) -> None:
    store.observe(document(1, sample=TemplateSample(fingerprint, "http://example.com/")), KEEP)
    assert store.fingerprints(DOMAIN)[0].fingerprint == fingerprint


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_a_url_may_hold_any_character(store: Store, name: str) -> None:
    store.observe(document(1, sample=sample(1, f"http://example.com/{name}")), KEEP)
    assert store.fingerprints(DOMAIN)[0].example == f"http://example.com/{name}"


def site(store: Store, *designs: tuple[int, int]) -> list[bool]:
    """Observe pages, each with a template and an outline, and say for which a change was reported."""
    found = []
    for key, (template, outline) in enumerate(designs):
        page = replace(PAGE, hashes=PAGE.hashes + np.uint64(10 * outline))
        seen = store.observe(document(key, page.blocks, paths=page, sample=sample(template)), KEEP)
        found.append(seen.template_changed)
    return found


BEFORE = [(0, 0)] * MATURE


def test_a_change_is_reported_at_the_third_document_with_a_new_template_and_outline(store: Store) -> None:
    assert site(store, *BEFORE, *[(1, 1)] * 5) == [*[False] * (MATURE + 2), True, False, False]


def test_the_new_documents_may_have_several_templates(store: Store) -> None:
    assert sum(site(store, *BEFORE, (1, 1), (2, 1), (3, 1))) == 1


def test_a_change_is_reported_once_however_strange_the_pages_remain(store: Store) -> None:
    assert site(store, *BEFORE, *((1, outline) for outline in range(1, 9))).count(True) == 1


def test_another_change_is_reported_even_if_all_pages_since_the_last_were_strange(store: Store) -> None:
    designs = (*((1, outline) for outline in range(1, 9)), *((2, outline) for outline in range(9, 13)))
    assert [n for n, changed in enumerate(site(store, *BEFORE, *designs)) if changed] == [
        MATURE + 2,
        MATURE + 10,
    ]


def test_a_new_outline_with_a_known_template_is_not_a_change(store: Store) -> None:
    assert not any(site(store, *BEFORE, *[(0, 1)] * 3))


def test_a_new_template_with_a_known_outline_is_not_a_change(store: Store) -> None:
    assert not any(site(store, *BEFORE, *[(1, 0)] * 3))


def test_a_template_seen_before_the_run_is_known(store: Store) -> None:
    assert not any(site(store, *BEFORE, (1, 1), (0, 0), (0, 0), (1, 2), (1, 2), (1, 2)))


def test_a_template_seen_in_the_run_before_another_document_is_new(store: Store) -> None:
    assert site(store, *BEFORE, (1, 1), (0, 0), (1, 1), (1, 1)) == [*[False] * (MATURE + 3), True]


def test_a_template_that_came_last_before_the_run_is_known(store: Store) -> None:
    assert not any(site(store, *BEFORE, (1, 0), *[(1, 1)] * 3))


def test_a_template_that_was_dropped_is_new_when_it_comes_back(store: Store) -> None:
    short = replace(KEEP, max_documents=MATURE + 3)
    found = []
    for key, design in enumerate([1, *[0] * (MATURE + 3), *[1] * 3]):
        page = replace(PAGE, hashes=PAGE.hashes + np.uint64(10 * design))
        seen = store.observe(document(key, page.blocks, paths=page, sample=sample(design)), short)
        found.append(seen.template_changed)
    assert found[-1]
