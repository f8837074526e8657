import os
import signal
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import pytest

from urltree.errors import UrlTreeError
from urltree.processes import workers


def process_of(number):
    return number, os.getpid()


def be_killed(_):
    os.kill(os.getpid(), signal.SIGKILL)


def blocked_signals(_):
    return signal.pthread_sigmask(signal.SIG_BLOCK, [])


def work_on(done):
    time.sleep(30)
    done.touch()


def test_one_worker_works_in_this_process():
    with workers(1) as apply:
        assert list(apply(process_of, range(3))) == [(number, os.getpid()) for number in range(3)]


def test_several_workers_work_in_other_processes_and_keep_the_order():
    with workers(2) as apply:
        numbers, processes = zip(*apply(process_of, range(5)), strict=True)
    assert numbers == (0, 1, 2, 3, 4)
    assert os.getpid() not in processes


def test_ctrl_c_is_blocked_only_in_workers():
    with workers(2) as apply:
        assert list(apply(blocked_signals, range(3))) == [{signal.SIGINT}] * 3
    assert blocked_signals(None) == set()


def interrupted(done):
    with workers(2) as apply:
        apply(work_on, done)
        raise KeyboardInterrupt


def test_ctrl_c_ends_the_workers_at_once(tmp_path):
    done = [tmp_path / "one", tmp_path / "other"]
    with pytest.raises(KeyboardInterrupt):
        interrupted(done)
    assert not any(each.exists() for each in done)


def hold(fifo):
    with fifo.open("w") as held:
        time.sleep(30)
        held.write("done")


def hold_in_another(fifo):
    with workers(2) as apply:
        list(apply(hold, [fifo]))


def test_workers_end_with_a_parent_that_is_killed(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    parent = get_context("spawn").Process(target=hold_in_another, args=(fifo,))
    parent.start()
    with fifo.open() as held:
        parent.kill()
        assert held.read() == ""
    parent.join()


def test_a_terminated_parent_ends_quietly(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = f"from test_processes import Path, hold_in_another; hold_in_another(Path({str(fifo)!r}))"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=Path(__file__).parent, stderr=subprocess.PIPE) as process:
        with fifo.open():
            process.terminate()
        assert (process.stderr.read(), process.wait()) == (b"", 128 + signal.SIGTERM)


def test_a_killed_worker_is_reported_with_advice():
    with pytest.raises(UrlTreeError, match="fewer --jobs"), workers(2) as apply:
        list(apply(be_killed, range(3)))
