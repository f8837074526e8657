"""The memory that a private server may take."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from urltree.store import memorylimit
from urltree.store.memorylimit import memory_limit

if TYPE_CHECKING:
    from pathlib import Path

MIB = 2**20
MACHINE = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put this process into the control group ``system.slice/ours``."""
    own = tmp_path / "cgroup"
    own.write_text("4:memory:/another\n0::/system.slice/ours\n")
    monkeypatch.setattr(memorylimit, "_OWN_GROUP", own)
    monkeypatch.setattr(memorylimit, "_GROUPS", tmp_path)
    folder = tmp_path / "system.slice" / "ours"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.usefixtures("group")
def test_is_half_of_the_machine() -> None:
    assert memory_limit() == MACHINE // 2


def test_is_half_of_what_the_control_group_may_use(group: Path) -> None:
    (group / "memory.max").write_text(f"{64 * MIB}\n")
    assert memory_limit() == 32 * MIB


def test_counts_the_limits_of_groups_around(group: Path) -> None:
    (group / "memory.max").write_text(f"{64 * MIB}\n")
    (group.parent / "memory.max").write_text(f"{48 * MIB}\n")
    assert memory_limit() == 24 * MIB


def test_a_group_may_have_no_limit(group: Path) -> None:
    (group / "memory.max").write_text("max\n")
    assert memory_limit() == MACHINE // 2


def test_a_system_may_have_no_control_groups(group: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memorylimit, "_OWN_GROUP", group / "missing")
    assert memory_limit() == MACHINE // 2
