"""The grading of findings."""

from __future__ import annotations

from typing import Any

import pytest

from service.doctor.finding import (
    Grade,
    judge_agreement,
    judge_clock,
    judge_disk,
    judge_memory,
    judge_persistence,
    judge_server,
)

GIB = 2**30


@pytest.mark.parametrize(
    ("free", "grade"), [(2 * GIB, Grade.OK), (GIB // 2, Grade.WARNING), (GIB // 100, Grade.FAILURE)]
)
def test_disk_is_graded_by_its_free_space(free: int, grade: Grade) -> None:
    assert judge_disk("/data", free).grade is grade


@pytest.mark.parametrize(
    ("info", "grade"),
    [
        ({"aof_enabled": 1, "aof_last_write_status": "ok"}, Grade.OK),
        ({"aof_enabled": 1, "aof_last_write_status": "err"}, Grade.FAILURE),
        ({"aof_enabled": 0}, Grade.WARNING),
    ],
)
def test_persistence_is_graded_by_the_state_of_the_aof(info: dict[str, Any], grade: Grade) -> None:
    assert judge_persistence(info).grade is grade


@pytest.mark.parametrize(
    ("info", "grade"),
    [
        ({"maxmemory": 0, "maxmemory_policy": "noeviction", "used_memory": GIB}, Grade.OK),
        ({"maxmemory": GIB, "maxmemory_policy": "noeviction", "used_memory": GIB // 2}, Grade.OK),
        ({"maxmemory": GIB, "maxmemory_policy": "noeviction", "used_memory": GIB - 1}, Grade.WARNING),
        ({"maxmemory": GIB, "maxmemory_policy": "noeviction", "used_memory": GIB}, Grade.FAILURE),
        ({"maxmemory": GIB, "maxmemory_policy": "allkeys-lru", "used_memory": 1}, Grade.FAILURE),
        ({"maxmemory": 0, "maxmemory_policy": "volatile-ttl", "used_memory": 1}, Grade.WARNING),
    ],
)
def test_memory_is_graded_by_usage_and_eviction_policy(info: dict[str, Any], grade: Grade) -> None:
    assert judge_memory(info).grade is grade


@pytest.mark.parametrize(
    ("info", "grade", "text"),
    [
        ({"redis_version": "8.0", "role": "master"}, Grade.OK, "Redis 8.0"),
        ({"redis_version": "7.2", "valkey_version": "9.1", "role": "master"}, Grade.OK, "Valkey 9.1"),
        ({"redis_version": "8.0", "role": "slave"}, Grade.FAILURE, "Redis 8.0 is a replica"),
    ],
)
def test_store_is_named_and_must_not_be_a_replica(info: dict[str, Any], grade: Grade, text: str) -> None:
    finding = judge_server(info, "", is_ours=True)
    assert finding.grade is grade
    assert finding.text.startswith(text)


@pytest.mark.parametrize(
    ("ahead", "grade", "text"),
    [
        (0.2, Grade.OK, "agree"),
        (-5.0, Grade.WARNING, "5.0 s behind ours"),
        (60.0, Grade.FAILURE, "60.0 s ahead of ours"),
    ],
)
def test_clock_is_graded_by_its_difference_to_ours(ahead: float, grade: Grade, text: str) -> None:
    finding = judge_clock(ahead)
    assert (finding.grade, text in finding.text) == (grade, True)


def test_full_store_is_told_to_be_given_memory_because_keeping_less_needs_room_to_work() -> None:
    info = {"maxmemory": GIB, "maxmemory_policy": "noeviction", "used_memory": GIB}
    text = judge_memory(info).text
    assert text.endswith("(urltree forget); other settings that keep less work only once there is room")


def test_what_runs_with_the_same_settings_agrees() -> None:
    finding = judge_agreement({"version": "1"}, [{"version": "1"}, {"version": "1"}])
    assert (finding.grade, finding.text[-3:]) == (Grade.OK, ": 2")


def test_what_runs_with_other_settings_is_named() -> None:
    ours = {"version": "1", "URLTREE_RULES": "a", "URLTREE_LEASE": "60"}
    finding = judge_agreement(ours, [ours, ours | {"URLTREE_RULES": "b"}, ours | {"version": "2"}])
    assert (finding.grade, finding.text.split(";")[0]) == (
        Grade.WARNING,
        "2 of 3 services and workers run with another URLTREE_RULES, version",
    )
