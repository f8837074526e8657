"""The worker processes: the death of one fails one page at most."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import psutil
import pytest
from files import files_left
from processes import Service, environment, gone, serving
from refusals import problem
from valkeys import url_of
from waiting import soon

from service.http.problems import Problem
from service.pool import pool as pool_module
from service.pool.pool import Pool
from service.pool.rulefolder import RuleFolder
from service.pool.work import Job
from service.running import child
from service.settings.settings import Settings
from urltree.auto.networks import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx
    from redis import Redis

PAGE = {"url": "https://example.com/news/bridge", "html": "<p>The new bridge is open."}
JOB = Job(b"<p>The new bridge is open.", is_html=True, query={"url": "https://example.com/"})

#: For each end tag that closes nothing, libxml2 walks all open elements: here five billion steps.
HOSTILE = {**PAGE, "html": "<div>" * 70_000 + "</p>" * 70_000 + "</b>" * 70_000}


@pytest.fixture(scope="module")
def lone(module_valkey: Redis) -> Iterator[Service]:
    """A service with one worker."""
    with serving(redis_url=url_of(module_valkey), workers=1) as service:
        yield service


@pytest.fixture(scope="module")
def hasty(module_valkey: Redis) -> Iterator[Service]:
    """A service with two workers and one second for each page."""
    with serving(redis_url=url_of(module_valkey), workers=2, max_seconds=1) as service:
        yield service


def make_pool(**settings: object) -> Pool:
    """Make a pool of processes, each with a store of its own."""
    return Pool(Settings(**settings), "memory://", RuleFolder(None))


def post(client: httpx.Client, page: dict[str, str] = PAGE) -> httpx.Response:
    return client.post("/extract", json=page)


def processor_time(pid: int) -> float:
    """Return the processor time of a process in seconds."""
    return psutil.Process(pid).cpu_times().user


def kill_one(service: Service) -> None:
    worker = service.workers[0]
    os.kill(worker, signal.SIGKILL)
    assert gone(worker)


def test_number_of_workers_is_as_configured(hasty: Service) -> None:
    assert len(hasty.workers) == 2


def test_worker_uses_a_single_thread(lone: Service) -> None:
    post(lone.client)
    assert psutil.Process(lone.workers[0]).num_threads() == 1


def test_death_of_an_idle_worker_goes_unnoticed(lone: Service) -> None:
    post(lone.client)
    kill_one(lone)
    assert post(lone.client).status_code == 200


def test_death_of_a_busy_worker_is_answered_with_a_problem(lone: Service) -> None:
    with ThreadPoolExecutor() as threads:
        before = processor_time(lone.workers[0])
        answer = threads.submit(post, lone.client, HOSTILE)
        soon(lambda: processor_time(lone.workers[0]) >= before + 0.5 or answer.done())
        kill_one(lone)
        died = answer.result()
    assert (problem(died), died.headers["Retry-After"]) == ((503, "worker-died"), "1")


def body_after_a_death() -> bytes:
    """Return the body of an answer whose worker dies before it reads its job."""

    async def answer() -> bytes:
        async with make_pool(workers=1) as pool:
            (worker,) = set(active_children()) - before
            os.kill(worker.pid, signal.SIGSTOP)
            answering = asyncio.create_task(pool.answer(JOB))
            await asyncio.sleep(0.5)
            os.kill(worker.pid, signal.SIGKILL)
            return (await answering).body

    before = set(active_children())
    return asyncio.run(answer())


def test_death_of_a_worker_before_it_reads_its_job_is_answered_with_a_problem() -> None:
    assert b"worker-died" in body_after_a_death()


def test_problem_of_a_death_suits_a_page_of_the_queue_that_nobody_sent() -> None:
    assert b"send" not in body_after_a_death()


@pytest.mark.parametrize("size", [1, 2**22], ids=["as it answers", "as it is asked"])
def test_worker_that_stands_still_is_given_up(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answers() -> tuple[bytes, int]:
        async with make_pool(workers=1) as pool, asyncio.timeout(60):
            (worker,) = set(active_children()) - before
            os.kill(worker.pid, signal.SIGSTOP)
            monkeypatch.setattr(child, "_LOOK", 0.001)
            lost = await pool.answer(JOB._replace(body=JOB.body * size))
            monkeypatch.undo()
            return lost.body, (await pool.answer(JOB)).status

    before = set(active_children())
    lost, status = asyncio.run(answers())
    assert (b"worker-died" in lost, status) == (True, 200)


def test_worker_that_has_answered_is_no_longer_watched() -> None:
    async def answer() -> None:
        async with make_pool(workers=1) as pool, asyncio.timeout(60):
            await pool.answer(JOB)
            while len(asyncio.all_tasks()) > 1:  # noqa: ASYNC110 -- nothing to await
                await asyncio.sleep(0.001)

    asyncio.run(answer())


def test_health_is_answered_while_the_only_worker_is_stopped(lone: Service) -> None:
    post(lone.client)
    (worker,) = lone.workers
    os.kill(worker, signal.SIGSTOP)
    try:
        assert lone.client.get("/health/live").status_code == 200
    finally:
        os.kill(worker, signal.SIGCONT)


def test_page_that_takes_too_long_is_refused_for_good(hasty: Service) -> None:
    answer = post(hasty.client, HOSTILE)
    assert problem(answer) == (422, "too-slow")
    assert "Retry-After" not in answer.headers
    assert answer.json()["detail"] == "the page took more than 1 s of CPU time, and would do so again"


def test_page_that_takes_too_long_does_not_affect_others(hasty: Service) -> None:
    with ThreadPoolExecutor() as threads:
        hostile = threads.submit(post, hasty.client, HOSTILE)
        others = []
        while not hostile.done():
            others.append(post(hasty.client).status_code)
    assert set(others) == {200}


def test_pool_recovers_after_pages_that_took_too_long(hasty: Service) -> None:
    with ThreadPoolExecutor() as threads:
        slow = list(threads.map(lambda _: post(hasty.client, HOSTILE), range(2)))
    assert [problem(each) for each in slow] == [(422, "too-slow")] * 2
    assert [post(hasty.client).status_code for _ in range(2)] == [200, 200]


def test_waiting_for_the_store_does_not_count_towards_the_time_of_a_page(data: Path) -> None:
    with serving(data=data, workers=1, max_seconds=0.5) as service, ThreadPoolExecutor() as threads:
        store = service.valkey
        os.kill(store, signal.SIGSTOP)
        answer = threads.submit(post, service.client)
        time.sleep(1)
        os.kill(store, signal.SIGCONT)
        assert answer.result().status_code == 200


def test_ctrl_c_does_not_interrupt_a_starting_worker() -> None:
    async def interrupt() -> None:
        pool = make_pool(workers=2)
        starting = asyncio.create_task(pool.__aenter__())
        while len(begun := set(active_children()) - before) < 2:  # noqa: ASYNC110 -- nothing to await
            await asyncio.sleep(0.001)
        for worker in begun:
            os.kill(worker.pid, signal.SIGINT)
        await starting
        await pool.__aexit__(None, None, None)

    before = set(active_children())
    asyncio.run(interrupt())
    assert set(active_children()) == before


def test_service_exits_with_an_error_if_a_worker_dies_during_startup(data: Path) -> None:
    command = [sys.executable, "-m", "service", "--port", "0", "--workers", "2"]
    process = subprocess.Popen(
        command, env=environment(data=data), cwd=Path(__file__).parents[3], stderr=subprocess.PIPE, text=True
    )
    starting = Service(process, client=None)
    os.kill(soon(lambda: starting.workers)[0], signal.SIGKILL)
    try:
        _, complaint = process.communicate(timeout=60)
    finally:
        process.kill()
    complaint_end = "died with exit code -9 as it started, perhaps for lack of memory; use fewer --workers"
    assert (process.returncode, complaint) == (1, f"urltree: error: a worker process {complaint_end}\n")


def answers_of_a_pool(files_left_to_start_anew: int) -> tuple[bytes, int]:
    """Return the body of an answer while the only worker cannot be restarted, and the status of the next."""

    async def answers() -> tuple[bytes, int]:
        async with make_pool(workers=1) as pool:
            (worker,) = set(active_children()) - before
            os.kill(worker.pid, signal.SIGPROF)  # as by a page that takes too long
            worker.join()
            with files_left(files_left_to_start_anew):
                refused = await pool.answer(JOB)
            return refused.body, (await pool.answer(JOB)).status

    before = set(active_children())
    return asyncio.run(answers())


@pytest.mark.parametrize("files", [0, 2], ids=["no pipe", "no process"])
def test_worker_that_cannot_be_restarted_costs_only_one_page(files: int) -> None:
    refused, status = answers_of_a_pool(files_left_to_start_anew=files)
    assert (b"worker-died" in refused, status) == (True, 200)


def test_failure_to_restart_a_worker_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    answers_of_a_pool(files_left_to_start_anew=0)
    assert caplog.messages == ["a worker process cannot be started: [Errno 24] Too many open files"]


@asynccontextmanager
async def bereft(folder: Path) -> AsyncIterator[tuple[Pool, Path]]:
    """Provide a pool whose only worker has died, and where its successor will miss its network."""
    file, before = folder / "own.npz", set(active_children())
    shutil.copy(WEIGHTS, file)
    async with make_pool(workers=1, heuristic=f"auto:{file}") as pool:
        (worker,) = set(active_children()) - before
        worker.kill()
        worker.join()
        file.unlink()
        yield pool, file


async def test_reason_of_a_worker_that_cannot_start_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bereft(tmp_path) as (pool, file):
        await pool.answer(JOB)
    (complaint,) = caplog.messages
    assert complaint.startswith(f"a worker process cannot be started: {file}")


async def test_worker_that_cannot_start_prints_no_traceback(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with bereft(tmp_path) as (pool, _):
        await pool.answer(JOB)
    assert capfd.readouterr().err == ""


async def test_pool_whose_workers_cannot_start_says_so(tmp_path: Path) -> None:
    async with bereft(tmp_path) as (pool, _):
        await pool.answer(JOB)
        with pytest.raises(Problem, match="no other can be started"):
            await pool.check()


async def test_pool_waits_for_no_worker_that_is_being_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting, goes_on = threading.Event(), threading.Event()

    def slow(*_: object) -> NoReturn:
        starting.set()
        goes_on.wait()
        raise OSError

    async with bereft(tmp_path) as (pool, _):
        monkeypatch.setattr(pool_module, "Child", slow)
        answering = asyncio.create_task(pool.answer(JOB))
        await asyncio.to_thread(starting.wait)
        try:
            await asyncio.wait_for(pool.check(), 5)
        finally:
            goes_on.set()
            await answering


async def test_pool_whose_workers_can_start_again_says_so(tmp_path: Path) -> None:
    async with bereft(tmp_path) as (pool, file):
        await pool.answer(JOB)
        shutil.copy(WEIGHTS, file)
        await pool.check()
        assert (await pool.answer(JOB)).status == 200


def test_pool_closes_though_a_worker_hangs() -> None:
    async def leave_one_at_work() -> None:
        async with make_pool(workers=1) as pool:
            (worker,) = set(active_children()) - before
            os.kill(worker.pid, signal.SIGSTOP)
            await asyncio.wait([asyncio.create_task(pool.answer(JOB)) for _ in range(3)], timeout=0.1)

    before = set(active_children())
    asyncio.run(leave_one_at_work())
    assert set(active_children()) == before
