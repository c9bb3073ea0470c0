"""Runs shards: in processes here, or on Ray (https://ray.io, the extra ``cluster``).

Of Ray this uses actors alone. It is given the path of the manifest and names of shards, so that neither its
logs nor its store of objects see a text, a file's name or the key. It sends no usage statistics and has no
dashboard.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import secrets
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from chartveil.domain.errors import Cancelled, InputError
from chartveil.release.cluster.shards import ShardWorker
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask
from chartveil.release.worker_processes import end_when_stuck, work_on_files
from chartveil.system.machine import usable_cores

_SHARE = 0.9
"""Share of the cores that all workers together ask Ray for: where they ask for every core of a small machine,
nothing is left for what starts them, and all wait for each other."""
_AHEAD = 2
"""Shards that a worker is given, so that it need not wait for the next."""
_OBJECT_STORE_BYTES = 80 * 2**20
"""The least that Ray takes: names of shards need none of it."""


def shard_task(folder: Path, name: str) -> FileTask:
    """A shard as a task of ``ShardWorker``."""
    return FileTask(InputRef(str(folder / f"{name}.tasks")))


def private_folder() -> AbstractContextManager[str]:
    """A folder for Ray's own files, the user's alone; short, as its sockets have no long names."""
    return tempfile.TemporaryDirectory(prefix="cv-", ignore_cleanup_errors=True)


@dataclass(frozen=True)
class ProcessExecutor:
    """Has shards worked on in processes of this machine.

    Attributes:
        processes: how many.
    """

    processes: int

    def run(
        self, folder: Path, names: Sequence[str], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[str, bool]]:
        """See ``ShardExecutor.run``; in the order of the shards."""
        if not names:
            return
        tasks = [shard_task(folder, name) for name in names]
        make = partial(ShardWorker, folder)
        outcomes = work_on_files(make, tasks, self.processes, cancelled, apart=True)
        for name, outcome in zip(names, outcomes, strict=True):
            yield name, isinstance(outcome, str)


@dataclass(frozen=True)
class RayExecutor:
    """Has shards worked on by Ray: on the cluster of an address, or else on one that is started here.

    Attributes:
        address: of the cluster, as ``ray start`` tells it; empty to start one on this machine for this run.
        workers: how many; 0 for one a core.
    """

    address: str = ""
    workers: int = 0

    def run(
        self, folder: Path, names: Sequence[str], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[str, bool]]:
        """See ``ShardExecutor.run``.

        Raises:
            InputError: if Ray is not installed, or there is no cluster at the address.
        """
        if not names:
            return
        with private_folder() as own:
            ray = _started(self.address, own)
            try:
                yield from self._run(ray, folder, names, cancelled)
            finally:
                ray.shutdown()

    def _run(
        self, ray: Any, folder: Path, names: Sequence[str], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[str, bool]]:
        cores = ray.cluster_resources().get("CPU", 1.0)
        count = max(1, min(self.workers or int(cores), len(names)))
        share = min(1.0, int(cores * _SHARE / count * 100) / 100)
        actor = ray.remote(num_cpus=share, max_restarts=0)(_RayWorker)
        make = partial(actor.remote, str(folder))
        workers = [make() for _ in range(count)]
        waiting = list(reversed(names))
        under_way: dict[Any, tuple[int, str]] = {}

        def give(number: int) -> None:
            if waiting:
                name = waiting.pop()
                under_way[workers[number].process.remote(name)] = (number, name)

        for _ in range(_AHEAD):
            for number in range(count):
                give(number)
        while under_way:
            if cancelled():
                raise Cancelled
            done, _ = ray.wait(list(under_way), num_returns=1, timeout=0.5)
            for ref in done:
                number, name = under_way.pop(ref)
                worked = _came_back(ray, ref)
                if not worked:
                    # What it was given besides is lost as well, and given anew.
                    for other in [r for r, (n, _) in under_way.items() if n == number]:
                        waiting.append(under_way.pop(other)[1])
                    workers[number] = make()
                yield name, worked
                while waiting and sum(n == number for n, _ in under_way.values()) < _AHEAD:
                    give(number)


class _RayWorker:
    """A process of Ray's that works on shards; its models are loaded with its first."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._worker: ShardWorker | None = None

    def process(self, name: str) -> str:
        """Works on a shard; an error of ours says its kind alone, since Ray logs it."""
        from chartveil.domain.errors import ChartveilError

        try:
            if self._worker is None:
                self._worker = ShardWorker(self._folder, end_when_stuck)
            return self._worker.process(shard_task(self._folder, name))
        except ChartveilError:
            raise
        except Exception as e:  # noqa: BLE001 - what it says may quote a path
            raise RuntimeError(type(e).__name__) from None


def _came_back(ray: Any, ref: Any) -> bool:
    """Whether a shard was worked on; False where its worker died.

    Raises:
        ChartveilError: if the worker could not begin.
    """
    try:
        ray.get(ref)
    except ray.exceptions.RayTaskError as e:
        raise e.cause from None
    except ray.exceptions.RayError:
        return False
    return True


def _started(address: str, own: str) -> Any:
    """Ray, connected to a cluster, or to one on this machine that is this run's alone."""
    if importlib.util.find_spec("ray") is None:
        raise InputError(
            "Ray is not installed here.",
            remedy="Install Chartveil with its extra `cluster`, or give --on processes.",
        )
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_enable_metrics_collection", "0")
    if not address:
        # Ray listens on the network: who has not the token is refused. It would else keep one in the home.
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    import ray

    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    on_end = signal.getsignal(signal.SIGTERM)
    try:
        if address:
            ray.init(address=address, **quiet)
        else:
            ray.init(
                num_cpus=usable_cores(),
                include_dashboard=False,
                object_store_memory=_OBJECT_STORE_BYTES,
                _temp_dir=own,
                _node_ip_address="127.0.0.1",
                **quiet,
            )
    except (ConnectionError, RuntimeError, ValueError, OSError) as e:
        raise InputError(
            f"Ray does not start ({type(e).__name__}).",
            where=address,
            remedy="Check the address, the port and RAY_AUTH_TOKEN, or give --on processes.",
        ) from None
    finally:
        # Ray has the process exit where it stands; the run ends with whole files and says how to go on.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, on_end)
    return ray
