"""A real server in a process of its own, and a real PostgreSQL from Debian's package."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 60


class Server:
    """`coindex serve`, until it is stopped or killed; without a token unless it is asked for."""

    def __init__(self, database: str, *options: str, token: bool = False) -> None:
        command = [
            sys.executable,
            "-m",
            "coindex",
            "serve",
            "--port",
            "0",
            "--database",
            database,
            *options,
        ]
        command += [] if token or "--team" in options else ["--no-token"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.said: list[str] = []
        self.token = ""
        self.address = self._address()

    @property
    def process(self) -> int:
        return self._process.pid

    def peak(self) -> int:
        """The most memory it ever had, in megabytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) // 1024

    def _address(self) -> str:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.said.append(line)
            found = re.search(r"Coindex is running at (http://[^/]+)/(?:\?token=(\S+))?", line)
            if found is not None:
                self.token = found[2] or ""
                return found[1]
        self._process.wait(PATIENCE)
        self._close()
        raise AssertionError(f"the server did not start: {''.join(self.said)}")

    def cpu_seconds(self) -> float:
        """What it has used so far: tells more than waiting times where
        others use the machine as well.
        """
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def workers(self) -> list[int]:
        """The processes it has started by now."""
        id = self._process.pid
        threads = Path(f"/proc/{id}/task").iterdir()
        return [
            int(child) for thread in threads for child in (thread / "children").read_text().split()
        ]

    def kill(self) -> None:
        """With SIGKILL: it cannot put anything in order."""
        self._process.send_signal(signal.SIGKILL)
        assert self._process.wait(PATIENCE) == -signal.SIGKILL
        self._close()

    def stop(self) -> None:
        """Let it finish; nothing happens if it was killed."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._close()

    def _close(self) -> None:
        assert self._process.stderr is not None
        self._process.stderr.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class PostgreSQL:
    """A cluster of its own in a temporary folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._data, self.port = programs, folder / "data", free_port()
        self._log = folder / "log"
        self._user = () if os.geteuid() else ("runuser", "-u", "postgres", "--")
        self._call(
            "initdb", "-D", str(self._data), "-U", "coindex", "--auth=trust", "--encoding=UTF8"
        )
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://coindex@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._data}"
        )
        self._call(
            "pg_ctl", "-D", str(self._data), "-l", str(self._log), "-w", "-o", options, "start"
        )

    def crash(self) -> None:
        """As if the power had failed: it has to recover from its log."""
        self._call("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    stop = crash

    def _call(self, program: str, *arguments: str) -> None:
        command = [*self._user, str(self._programs / program), *arguments]
        done = subprocess.run(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd="/",
            check=False,
        )
        assert done.returncode == 0, f"{program}: {done.stderr}"


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """Skipped, and said so, where it cannot be started."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not programs:
        pytest.skip("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    pytest.importorskip(
        "psycopg", reason="psycopg is not installed: pip install 'coindex[postgres]'"
    )
    folder = Path(tempfile.mkdtemp(prefix="coindex-postgres-"))
    if not os.geteuid():
        shutil.chown(folder, "postgres", "postgres")
    try:
        cluster = PostgreSQL(programs[-1].parent, folder)
    except (AssertionError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL cannot be started here: {error}")
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def serving(database: str, *options: str, token: bool = False) -> Iterator[Server]:
    server = Server(database, *options, token=token)
    try:
        yield server
    finally:
        server.stop()
