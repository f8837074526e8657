"""A server whose locale does not order strings by their bytes."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from documents import KEEP, document, paths
from valkeys import running_valkey

from urltree.models import OPENINGS
from urltree.store import open_store
from urltree.store.base import MAX_PATHS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from urltree.models import PagePaths
    from urltree.store.base import Store


@pytest.fixture
def localised_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The URL of a server that does not order strings by their bytes."""
    if not shutil.which("localedef"):
        pytest.skip("no localedef to make a locale with")
    command = ["localedef", "-i", "en_US", "-f", "UTF-8", str(tmp_path / "en_US.UTF-8")]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no sources of locales to make one of")
    monkeypatch.setenv("LOCPATH", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    with running_valkey() as server:
        yield f"unix://{server.unix_socket_path}"


def test_which_of_too_many_paths_are_kept_does_not_depend_on_the_locale(
    memory_store: Store, localised_server: str
) -> None:
    size = MAX_PATHS + 1
    hashes = np.random.default_rng(0).integers(2**64, size=size, dtype=np.uint64)
    openings = np.zeros((size, OPENINGS), np.uint16)
    page = replace(paths(), hashes=hashes, above=np.zeros(size, np.uint16), openings=openings)
    with closing(open_store(localised_server)) as redis_store:
        kept = [_kept(store, page) for store in (memory_store, redis_store)]
    assert kept[0] == kept[1]


def _kept(store: Store, page: PagePaths) -> list[bool]:
    """Let a store learn paths, and say which of them it knows afterwards."""
    store.observe(document(1, paths=page), KEEP)
    history = store.lookup(document(2, paths=page)).history
    assert history is not None
    known: list[bool] = (history.sums[:, 0] > 0).tolist()
    return known
