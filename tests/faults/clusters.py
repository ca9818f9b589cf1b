"""A Ray cluster of several nodes on this machine, and what can happen to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from coindex.engines.ray import _run_batch
from tests.waiting import until

WORKING = f"ray::{_run_batch.__name__}".encode()
"""What a worker process is called while it works on a batch of ours."""
MEMORY = 100 << 20
"""Of each node's store for results, in bytes."""


class Nodes:
    """A head that does no work, and nodes of one processor each."""

    def __init__(self, count: int) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False}
        self._cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self._nodes = [
            self._cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(count)
        ]
        self._cluster.wait_for_nodes()

    @property
    def engine(self) -> str:
        return f"ray(address='{self._cluster.address}')"

    def kill_worker(self) -> int:
        """One that works for us, with SIGKILL; which it was."""
        process = until(self._working, "no worker is at work")
        os.kill(process, signal.SIGKILL)
        return process

    def _working(self) -> int | None:
        processes = (process for node in self._nodes for process in _children(_raylet(node)))
        return next((process for process in processes if WORKING in _command(process)), None)

    def kill_node(self) -> None:
        """With all its processes, as if its power had failed."""
        node = self._nodes.pop()
        workers = _children(_raylet(node))
        self._cluster.remove_node(node, allow_graceful=False)
        for process in workers:
            if Path(f"/proc/{process}").exists():
                os.kill(process, signal.SIGKILL)

    def add_node(self) -> None:
        self._nodes.append(self._cluster.add_node(num_cpus=1, object_store_memory=MEMORY))

    def shutdown(self) -> None:
        self._cluster.shutdown()


def _raylet(node: Any) -> int:
    process: int = node.all_processes["raylet"][0].process.pid
    return process


def _children(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def cluster(count: int) -> Iterator[Nodes]:
    pytest.importorskip("ray", reason="ray is not installed: pip install 'coindex[scale]'")
    nodes = Nodes(count)
    try:
        yield nodes
    finally:
        nodes.shutdown()
