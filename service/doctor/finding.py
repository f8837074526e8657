"""What the doctor finds, and how it is judged; pure."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from service.settings.common import differences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

#: Bytes of disk below which the doctor warns, and below which writes are about to fail.
_LOW, _FULL = 2**30, 100 * 2**20

#: Share of its memory that a store may use before the doctor warns.
_CROWDED = 0.9

_MORE_MEMORY = "raise maxmemory (a private store's is half of the machine's memory)"

#: Seconds of difference between the clocks of store and machine from which the doctor warns, and those that
#: are too many for leases and signatures.
_OFF, _WRONG = 1.0, 30.0


class Grade(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


class Finding(NamedTuple):
    """One check and its outcome."""

    check: str
    grade: Grade
    #: What was found; if it is not ok, how to mend it.
    text: str


def judge_disk(place: str, free: int) -> Finding:
    """Judge the bytes that are free on the disk of the data directory."""
    text = f"{free / 2**30:.1f} GiB free for {place}"
    if free >= _LOW:
        return Finding("disk", Grade.OK, text)
    grade = Grade.WARNING if free >= _FULL else Grade.FAILURE
    return Finding("disk", grade, f"{text}; make room, or choose another disk with URLTREE_DATA")


def judge_record(place: str, room: int, max_bytes: int) -> Finding:
    """Judge whether the bytes that recordings can have, used or free, suffice for what they may take."""
    text = f"{room / 2**30:.1f} GiB available for {place}, which may take {max_bytes / 2**30:.1f}"
    if room >= max_bytes:
        return Finding("record", Grade.OK, text)
    return Finding("record", Grade.WARNING, f"{text}; lower URLTREE_RECORD_MAX, or choose another disk")


def judge_persistence(info: Mapping[str, Any]) -> Finding:
    """Judge by `INFO` whether what is learnt outlives the store's process."""
    if not info.get("aof_enabled"):
        text = "what was learnt since the last snapshot is lost if the store dies; set appendonly yes"
        return Finding("persistence", Grade.WARNING, text)
    if info.get("aof_last_write_status", "ok") != "ok":
        text = "the store's last write to its append-only file failed; check its disk and its log"
        return Finding("persistence", Grade.FAILURE, text)
    return Finding("persistence", Grade.OK, "every write is appended to a file")


def judge_memory(info: Mapping[str, Any]) -> Finding:
    """Judge by `INFO` what the store does when its memory is full."""
    limit, used = info.get("maxmemory", 0), info["used_memory"]
    policy = info.get("maxmemory_policy", "noeviction")
    text = f"{used / 2**20:.0f} MiB used" + (f" of {limit / 2**20:.0f}" if limit else "")
    if policy != "noeviction":
        text = f"maxmemory-policy {policy} silently discards counts; set it to noeviction"
        return Finding("memory", Grade.FAILURE if limit else Grade.WARNING, text)
    if limit and used >= limit:
        mend = (
            f"{_MORE_MEMORY}, start the service with fewer URLTREE_STREAM_DOCUMENTS, or forget sites "
            "(urltree forget); other settings that keep less work only once there is room"
        )
        return Finding("memory", Grade.FAILURE, f"{text}, so writes are refused; {mend}")
    if limit and used > _CROWDED * limit:
        mend = f"{_MORE_MEMORY}, or keep less (URLTREE_MAX_DOCUMENTS, URLTREE_STREAM_DOCUMENTS)"
        return Finding("memory", Grade.WARNING, f"{text}; {mend}")
    return Finding("memory", Grade.OK, text)


def server_name(info: Mapping[str, Any]) -> str:
    """Return by `INFO` what a server is called, with its version."""
    return (
        f"Valkey {info['valkey_version']}" if "valkey_version" in info else f"Redis {info['redis_version']}"
    )


def judge_server(info: Mapping[str, Any], refusal: str, *, is_ours: bool) -> Finding:
    """Judge which server the store is (`INFO`), whether it refuses writes, and whether its sites are ours."""
    name = server_name(info)
    if info.get("role", "master") != "master":
        text = f"{name} is a replica, which accepts no writes; use its primary"
        return Finding("store", Grade.FAILURE, text)
    if refusal:
        text = f"{name} refuses writes ({refusal}); correct its settings, or choose another"
        return Finding("store", Grade.FAILURE, text)
    if not is_ours:
        text = f"{name} holds sites that another version of urltree has written; begin with an empty store"
        return Finding("store", Grade.FAILURE, text)
    return Finding("store", Grade.OK, name)


def judge_agreement(ours: Mapping[str, str], running: Sequence[Mapping[str, str]]) -> Finding:
    """Judge by what has to be the same (`service.settings.common`) what runs on the store now."""
    other = [names for theirs in running if (names := differences(ours, theirs))]
    if other:
        settings = ", ".join(sorted(set().union(*other)))
        found = f"{len(other)} of {len(running)} services and workers run with another {settings}"
        mend = "start them, and this command, with the same settings and version"
        return Finding("agreement", Grade.WARNING, f"{found}; {mend}")
    text = f"services and workers that run with these settings: {len(running)}"
    return Finding("agreement", Grade.OK, text)


def judge_clock(ahead: float) -> Finding:
    """Judge the seconds that the store's clock is ahead of ours."""
    text = f"the store's clock is {abs(ahead):.1f} s {'ahead of' if ahead > 0 else 'behind'} ours"
    if abs(ahead) < _OFF:
        return Finding("clock", Grade.OK, "the clocks of the store and this machine agree")
    grade = Grade.WARNING if abs(ahead) < _WRONG else Grade.FAILURE
    return Finding("clock", grade, f"{text}, which leases and signatures depend on; run NTP on both")
