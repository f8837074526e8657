"""The choice of the store by commands of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bare import work_without_settings

from service.cli.asking import chosen_store

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run


@pytest.fixture(autouse=True)
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work_without_settings(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "line",
    [
        "queue",
        "queue drop a",
        "stream",
        "feeds list",
        "feeds check",
        "feeds export",
        "feeds remove a",
        "keys list",
        "keys revoke a",
        "rules learn",
        "backup kept",
    ],
)
def test_missing_data_folder_is_reported_and_not_created(urltree: Run, line: str, tmp_path: Path) -> None:
    folder = tmp_path / "mistyped"
    code, _, complaint = urltree(*line.split(), "--data", folder)
    assert code == 2
    assert complaint.startswith(
        f"urltree: error: the data folder {folder} does not exist; start urltree serve, or name the service's"
    )
    assert [*tmp_path.iterdir()] == []


def test_new_data_folder_is_created(data: Path) -> None:
    with chosen_store(None, data / "new", new=True):
        assert (data / "new").is_dir()


def test_invalid_store_is_reported_with_its_option(urltree: Run) -> None:
    code, _, complaint = urltree("queue", "--store", "bogus")
    assert code == 2
    assert complaint.startswith(
        "urltree: error: --store (URLTREE_REDIS_URL): not a store URL; use redis://HOST"
    )


@pytest.mark.parametrize("line", ["queue", "feeds list", "rules learn", "stream --follow"])
def test_unreachable_store_is_reported(urltree: Run, line: str) -> None:
    code, out, complaint = urltree(*line.split(), "--store", "unix:///nowhere")
    assert (code, out) == (1, "")
    assert complaint.startswith("urltree: error: store /nowhere does not answer: ")
    assert complaint.endswith("; start it, wait for it, or choose another\n")
