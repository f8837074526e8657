import os
import signal

import pytest

from urltree.errors import UrlTreeError
from urltree.processes import workers


def where(number):
    return number, os.getpid()


def be_killed(_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_one_job_is_done_in_this_process():
    with workers(1) as apply:
        assert list(apply(where, range(3))) == [(number, os.getpid()) for number in range(3)]


def test_more_are_done_in_others_and_come_in_order():
    with workers(2) as apply:
        numbers, processes = zip(*apply(where, range(5)), strict=True)
    assert numbers == (0, 1, 2, 3, 4)
    assert os.getpid() not in processes


def test_a_process_that_is_killed_is_told_with_the_mend():
    with pytest.raises(UrlTreeError, match="fewer --jobs"), workers(2) as apply:
        list(apply(be_killed, range(3)))
