"""A light load generator for the HTTP service, to be run beside it: as many
requests as asked, with their times.

python -m benchmarks.scale.load ADDRESS SECONDS --clients N < documents     each client asks again
when answered python -m benchmarks.scale.load ADDRESS SECONDS --rate R < documents        R requests
a second, whatever happens
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple
from urllib.parse import urlsplit


class Report(NamedTuple):
    """`statuses` counts answers, 0 being none at all; times are seconds of
    those that were answered with 200.
    """

    seconds: float
    statuses: dict[int, int]
    p50: float
    p99: float
    longest: float

    @property
    def rate(self) -> float:
        return self.statuses.get(200, 0) / self.seconds

    def told(self) -> str:
        statuses = ", ".join(
            f"{count:,} x {status}" for status, count in sorted(self.statuses.items())
        )
        times = (
            f"p50 {1000 * self.p50:,.0f} ms, p99 {1000 * self.p99:,.0f} ms, longest "
            f"{1000 * self.longest:,.0f} ms"
        )
        return f"{self.rate:.1f} documents/s; {statuses}; {times}"


class Connection:
    """One keep-alive connection, opened when it is needed."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        self._host, self._port = parts.hostname, parts.port or 80
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, body: bytes) -> int:
        """The status of the answer, 0 if there is none; a connection that the
        server has closed is opened again.
        """
        kept = self._streams is not None
        return await self._ask(body) or (await self._ask(body) if kept else 0)

    async def _ask(self, body: bytes) -> int:
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._host, self._port, limit=1 << 24)
            reader, writer = self._streams
            head = (
                f"POST /v1/resolve HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: "
                "application/json\r\n"
            )
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            lines = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
            length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
            await reader.readexactly(length)
            if b"connection: close" in lines:
                self.close()
            return int(lines[0].split()[1])
        except (OSError, EOFError):
            self.close()
            return 0

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Load:
    def __init__(self, address: str, bodies: list[bytes]) -> None:
        self._address = address
        self._bodies: Iterator[bytes] = cycle(bodies)
        self._idle: list[Connection] = []
        self.answers: list[tuple[int, float]] = []

    async def clients(self, count: int, seconds: float) -> None:
        until = time.perf_counter() + seconds

        async def client() -> None:
            connection = Connection(self._address)
            while time.perf_counter() < until:
                await self._ask(connection)
            connection.close()

        await asyncio.gather(*(client() for _ in range(count)))

    async def rate(self, rate: float, seconds: float) -> None:
        """Whether or not earlier requests are answered, the next come in time."""
        started, asked = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
            asked.append(asyncio.create_task(self.ask_once()))
        await asyncio.gather(*asked)
        self.close()

    async def ask_once(self) -> None:
        connection = self._idle.pop() if self._idle else Connection(self._address)
        await self._ask(connection)
        self._idle.append(connection)

    def close(self) -> None:
        for connection in self._idle:
            connection.close()

    async def _ask(self, connection: Connection) -> None:
        started = time.perf_counter()
        status = await connection.ask(next(self._bodies))
        self.answers.append((status, time.perf_counter() - started))

    def report(self, seconds: float) -> Report:
        times = sorted(took for status, took in self.answers if status == 200) or [0.0]
        p50, p99 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.99))
        return Report(
            seconds, dict(Counter(status for status, _ in self.answers)), p50, p99, times[-1]
        )


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("address")
    arguments.add_argument("seconds", type=float)
    arguments.add_argument("--clients", type=int, default=4)
    arguments.add_argument("--rate", type=float)
    asked = arguments.parse_args()
    load = Load(asked.address, [line.encode() for line in sys.stdin.read().splitlines()])
    started = time.perf_counter()
    asyncio.run(
        load.clients(asked.clients, asked.seconds)
        if asked.rate is None
        else load.rate(asked.rate, asked.seconds)
    )
    report = load.report(time.perf_counter() - started)
    print(json.dumps(report._asdict()))


def loaded(address: str, seconds: float, documents: list[str], *options: str) -> Report:
    """The same in a process of its own."""
    import subprocess

    command = [sys.executable, "-m", "benchmarks.scale.load", address, str(seconds), *options]
    done = subprocess.run(
        command, input="\n".join(documents), capture_output=True, text=True, check=True
    )
    values = json.loads(done.stdout)
    return Report(
        **{
            **values,
            "statuses": {int(status): count for status, count in values["statuses"].items()},
        }
    )


if __name__ == "__main__":
    main()
