"""`coindex serve --api` in a process of its own."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

PATIENCE = 120


class Service:
    """Until it is told to end."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "coindex", "serve", "--api", "--port", "0", *options]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        found = re.search(r"Coindex is running at (http://[^/]+)/", self._process.stderr.readline())
        assert found is not None, "the service did not start"
        self.address, self.process = found[1], self._process.pid
        self._until_ready()

    def _until_ready(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urlopen(f"{self.address}/health/ready") as answer:
                    if json.load(answer)["status"] == "ready":
                        return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("no worker is ready")

    def metric(self, name: str) -> float:
        with urlopen(f"{self.address}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def terminate(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Its exit status."""
        self._process.communicate(timeout=PATIENCE)
        return self._process.returncode


@contextmanager
def service(*options: str) -> Iterator[Service]:
    made = Service(*options)
    try:
        yield made
    finally:
        if made.running:
            made.terminate()
        made.wait()
