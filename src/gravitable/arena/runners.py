"""Playing many games at once: in this process, in several, or on a Ray cluster. All give the same results."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.core.errors import GravitableError

Json = dict[str, Any]
Runner = Callable[[Plan, Sequence[int]], Iterator[Json]]

LOCAL = "local"
"""The Ray address that means: start one here."""

_AHEAD = 2  # games that wait for each worker, so that none is ever idle


class MissingExtra(GravitableError):
    """An optional dependency is not installed; the message says how to get it."""

    code = "missing-extra"


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(plan: Plan, indices: Sequence[int]) -> Iterator[Json]:
    """Play the games one after the other."""
    for index in indices:
        yield play_game(plan, index)


def play_in_processes(workers: int) -> Runner:
    """Return a runner with so many processes."""

    def run(plan: Plan, indices: Sequence[int]) -> Iterator[Json]:
        # Spawned, not forked: a fork of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
        try:
            waiting = iter(indices)
            running: set[Future[Json]] = set()
            for index in waiting:
                running.add(pool.submit(play_game, plan, index))
                if len(running) >= workers * _AHEAD:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return run


def _end_with_parent() -> None:
    """Let a worker end when the process that started it is gone, even if that was killed."""
    import signal  # noqa: PLC0415 - only workers need it

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends us
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent,), daemon=True).start()


def _wait_and_end(parent: Any) -> None:
    parent.join()
    os._exit(1)


def play_on_ray(address: str) -> Runner:
    """Return a runner on a Ray cluster; ``local`` starts one on this machine. Raises MissingExtra."""
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415 - an extra of 240 MB
    except ImportError as error:
        raise MissingExtra("--ray needs Ray; install it with: pip install 'gravitable[ray]'") from error

    def run(plan: Plan, indices: Sequence[int]) -> Iterator[Json]:
        ray.init(address=address, log_to_driver=False)
        try:
            task, resources = ray.remote(play_game), ray.cluster_resources()  # type: ignore[no-untyped-call, unused-ignore]
            width = max(1, int(resources.get("CPU", 1))) * _AHEAD
            waiting, running = iter(indices), []
            for index in waiting:
                running.append(task.remote(plan, index))
                if len(running) >= width:
                    done, running = ray.wait(running)
                    yield from ray.get(done)
            while running:
                done, running = ray.wait(running)
                yield from ray.get(done)
        finally:
            ray.shutdown()

    return run
