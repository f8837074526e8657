"""Latencies in buckets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.counting import BUCKETS, CONSTANTS, Histogram, Stage, bound, bucket_of
from service.state import keys
from service.state.scripts import read_script

if TYPE_CHECKING:
    from redis.asyncio import Redis


def histogram(*seconds: float) -> Histogram:
    counts: dict[str, int] = {}
    for each in seconds:
        name = f"{Stage.FETCH}:{bucket_of(each)}"
        counts[name] = counts.get(name, 0) + 1
    return Histogram.of(Stage.FETCH, counts)


@given(st.floats(0, bound(BUCKETS - 2)))
def test_latency_falls_into_the_first_bucket_that_holds_it(seconds: float) -> None:
    bucket = bucket_of(seconds)
    assert seconds <= bound(bucket)
    assert bucket == 0 or seconds > bound(bucket - 1)


@given(st.floats(bound(BUCKETS - 2), 1e12, exclude_min=True))
def test_last_bucket_has_no_upper_bound(seconds: float) -> None:
    assert bucket_of(seconds) == BUCKETS - 1


@pytest.mark.parametrize("milliseconds", [0, 1, 2, 3, 4, 5, 64, 65, 1_024, 1_025, 2**25, 2**25 + 1, 2**40])
async def test_lua_scripts_choose_the_same_bucket(redis: Redis, milliseconds: int) -> None:
    find = "local counts = {} add_latency(counts, 's', tonumber(ARGV[1])) return cjson.encode(counts)"
    script = f"{read_script('statistics', **CONSTANTS)}\n{find}"
    counts = json.loads(await redis.eval(script, 1, keys.STATISTICS, milliseconds))
    assert counts == {f"s:{bucket_of(milliseconds / 1_000)}": 1, "s:sum": milliseconds * 1_000}


def test_empty_histogram_has_no_quantile() -> None:
    assert histogram().quantile(0.5) is None


@given(st.lists(st.floats(0, 3_600), min_size=1), st.floats(0.01, 1))
def test_quantile_falls_into_the_bucket_of_the_exact_value(seconds: list[float], share: float) -> None:
    exact = sorted(seconds)[max(0, -int(-share * len(seconds) // 1) - 1)]
    found = histogram(*seconds).quantile(share)
    assert found is not None
    top = bound(bucket_of(exact))
    assert top / 2 - 0.001 <= found <= top + 1e-9


def test_median_of_a_single_bucket_is_its_middle() -> None:
    assert histogram(*[0.03] * 10).quantile(0.5) == pytest.approx(0.024)
