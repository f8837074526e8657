"""Faults of the replayed web."""

from __future__ import annotations

from collections import Counter

import pytest

from service.replay.faults import Fault, Faults, read_shares
from urltree.errors import InputError

SHARES = {Fault.MISSING: 0.1, Fault.SLOW: 0.3}


def drawn(seed: int) -> list[Fault | None]:
    faults = Faults(SHARES, seed)
    return [faults.of(f"http://a.example/{number}") for number in range(2_000)]


def test_same_seed_yields_the_same_faults() -> None:
    assert drawn(1) == drawn(1)


def test_different_seed_yields_different_faults() -> None:
    assert drawn(1) != drawn(2)


def test_each_fault_has_its_share() -> None:
    counts = Counter(drawn(1))
    assert counts[Fault.MISSING] / 2_000 == pytest.approx(0.1, abs=0.02)
    assert counts[Fault.SLOW] / 2_000 == pytest.approx(0.3, abs=0.03)
    assert counts[None] / 2_000 == pytest.approx(0.6, abs=0.03)


def test_there_are_no_faults_by_default() -> None:
    assert Faults({}).of("http://a.example/") is None


def test_shares_are_parsed() -> None:
    assert read_shares("404=0.1,slow=.3") == SHARES


@pytest.mark.parametrize(
    "text", ["404", "404=2", "404=-1", "404=x", "404=nan", "402=.1", "=.1", "404=.6,500=.6"]
)
def test_invalid_shares_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="--faults"):
        read_shares(text)
