"""`urltree worker` as a process."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from files import low_file_limit
from processes import environment


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the limits of another process")
def test_worker_raises_the_limit_of_open_files_for_its_connections(valkey_url: str) -> None:
    with low_file_limit():
        worker = subprocess.Popen(
            [sys.executable, "-m", "urltree", "worker", "--workers", "1"],
            env=environment(redis_url=valkey_url),
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        assert worker.stdout.readline().startswith("urltree worker is running")
        assert resource.prlimit(worker.pid, resource.RLIMIT_NOFILE)[0] > 256
    finally:
        worker.terminate()
        worker.communicate(timeout=60)
