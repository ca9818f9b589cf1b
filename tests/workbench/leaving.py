"""Clients that go away before they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI

from tests.waiting import PATIENCE


async def happens(condition: Callable[[], bool]) -> None:
    """Other tasks go on until it is true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def sent(
    app: FastAPI, gone: asyncio.Event, path: str, body: bytes, headers: dict[str, str]
) -> list[dict[str, Any]]:
    """A request by hand, as a server sends it; its client goes away when it is told to."""
    answer: list[dict[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if waiting:
            return waiting.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        answer.append(message)

    head = {"host": "127.0.0.1", "content-type": "application/json"} | headers
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in head.items()],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.1", 1),
        "root_path": "",
    }
    await app(scope, receive, send)
    return answer
