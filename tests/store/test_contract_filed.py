"""Contract of `Store`, over every store and their oracle: the index of all domains by fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from documents import DOMAIN, KEEP, NOW, STRANGE_NAMES, document, sample

from urltree.models import FingerprintHolder
from urltree.store.base import FILED_AGE, MAX_FILED

if TYPE_CHECKING:
    from urltree.store.base import Store

HALF = bytes(range(8))
FINGERPRINT = bytes(17) + HALF
HOLDER = FingerprintHolder(DOMAIN, FINGERPRINT)


def other(name: str) -> FingerprintHolder:
    return FingerprintHolder(name, FINGERPRINT)


def test_nothing_is_found_under_an_unknown_half(store: Store) -> None:
    assert store.filed(HALF, NOW) == []


def test_a_holder_is_found_under_the_half_that_it_was_filed_under(store: Store) -> None:
    store.file(HALF, HOLDER, NOW)
    assert (store.filed(HALF, NOW), store.filed(bytes(8), NOW)) == ([HOLDER], [])


def test_a_holder_filed_several_times_is_found_once(store: Store) -> None:
    for _ in range(3):
        store.file(HALF, HOLDER, NOW)
    assert store.filed(HALF, NOW) == [HOLDER]


def test_a_domain_may_hold_several_fingerprints_of_one_half(store: Store) -> None:
    holders = [FingerprintHolder(DOMAIN, bytes([number]) * 17 + HALF) for number in range(3)]
    for each in holders:
        store.file(HALF, each, NOW)
    assert sorted(store.filed(HALF, NOW)) == holders


def test_entries_are_sorted_by_time_then_by_name_both_descending(store: Store) -> None:
    for name, time in (("b.org", 0), ("c.org", 0), ("a.org", 1), ("d.org", -1)):
        store.file(HALF, other(name), NOW + time)
    assert [each.domain for each in store.filed(HALF, NOW)] == ["a.org", "c.org", "b.org", "d.org"]


def test_filing_again_renews_an_entry(store: Store) -> None:
    for name, time in (("a.org", 0), ("b.org", 1), ("a.org", 2)):
        store.file(HALF, other(name), NOW + time)
    assert [each.domain for each in store.filed(HALF, NOW)] == ["a.org", "b.org"]


def test_filing_again_after_the_clock_went_back_does_not_age_an_entry(store: Store) -> None:
    for name, time in (("a.org", 1), ("b.org", 0), ("a.org", -1)):
        store.file(HALF, other(name), NOW + time)
    assert [each.domain for each in store.filed(HALF, NOW)] == ["a.org", "b.org"]


@pytest.mark.parametrize(("age", "is_found"), [(FILED_AGE, True), (FILED_AGE + 1, False)])
def test_an_entry_that_is_too_old_is_not_found(store: Store, age: int, *, is_found: bool) -> None:
    store.file(HALF, HOLDER, NOW)
    assert bool(store.filed(HALF, NOW + age)) is is_found


def test_filing_drops_no_entry_that_is_not_too_old(store: Store) -> None:
    later = NOW + FILED_AGE + 2
    for half, time in ((b"old", NOW), (b"young", NOW + 2), (HALF, later)):
        store.file(half, HOLDER, time)
    assert store.filed(b"young", later) == [HOLDER]


def test_an_entry_that_is_not_too_old_outlives_an_older_one_under_its_half(store: Store) -> None:
    later = NOW + FILED_AGE + 2
    for name, time in (("a.org", NOW), ("b.org", NOW + 2)):
        store.file(HALF, other(name), time)
    store.file(b"other", HOLDER, later)
    assert store.filed(HALF, later) == [other("b.org")]


def test_only_the_latest_of_too_many_entries_are_kept(store: Store) -> None:
    for number in range(MAX_FILED + 2):
        store.file(HALF, other(f"{number}.org"), NOW + number)
    found = [each.domain for each in store.filed(HALF, NOW)]
    assert (len(found), found[0], found[-1]) == (MAX_FILED, f"{MAX_FILED + 1}.org", "2.org")


@pytest.mark.parametrize("half", [b"", b"\0", b"{}:", b"\xff" * 17])
def test_a_half_may_hold_any_byte(store: Store, half: bytes) -> None:
    store.file(half, HOLDER, NOW)
    assert store.filed(half, NOW) == [HOLDER]


@pytest.mark.parametrize("fingerprint", [bytes(25), b"\xff" * 25, bytes(range(231, 256))])
def test_a_fingerprint_may_hold_any_byte(store: Store, fingerprint: bytes) -> None:
    store.file(HALF, FingerprintHolder(DOMAIN, fingerprint), NOW)
    assert store.filed(HALF, NOW) == [FingerprintHolder(DOMAIN, fingerprint)]


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_a_domain_may_have_any_name(store: Store, name: str) -> None:
    store.file(HALF, other(name), NOW)
    assert store.filed(HALF, NOW) == [other(name)]


def test_filing_does_not_create_a_domain(store: Store) -> None:
    store.file(HALF, HOLDER, NOW)
    assert list(store.domains()) == []


def test_a_forgotten_domain_stays_filed(store: Store) -> None:
    store.observe(document(1, sample=sample(1)), KEEP)
    store.file(HALF, HOLDER, NOW)
    store.forget(DOMAIN)
    assert store.filed(HALF, NOW) == [HOLDER]
